"""The dice of a game and the seeds of its players: reproducible, from what is played alone."""

from collections.abc import Hashable, Sequence
from hashlib import sha256
from typing import Any, Protocol

from knobel.core.dice import Faces, seeded
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame, Event, Throw, seat_of
from knobel.core.playout import thrower
from knobel.games.turns import ends_turn, turn_of

COMMON = "common"
"""Games with the same number have the same dice in each seat, turn and throw, whoever plays (common random numbers)."""

FRESH = "fresh"
"""Every game has its own dice, determined by seat, turn and throw."""

STREAM = "stream"
"""Every game has its own dice, drawn one after the other; used by the ladder of the levels."""


class GameDice(Protocol):
    """The dice of one game, and the seeds of its players."""

    def player_seed(self, seat: int) -> int:
        """The seed for the player in this seat."""

    def throw(self, game: AnyGame, state: Any, throw: Throw) -> Faces:
        """The faces of this throw."""

    def happened(self, game: AnyGame, state: Any, event: Event) -> None:
        """Take note of an event in this state."""


def game_dice(kind: str, game: AnyGame, seed: int, number: int, names: tuple[str, ...]) -> GameDice:
    """The dice of the game with this number, with these players by seat."""
    match kind:
        case "common" | "fresh":
            label = (game.key, _options(game), seed, number, *(names if kind == FRESH else ()))
            return TurnDice(game, label, names)
        case "stream":
            return StreamDice(game, seed, number, names)
        case _:
            raise BadSetup(f"dice are {COMMON} or {FRESH}, not {kind[:60]!r}")


class TurnDice:
    """Dice determined by seat, turn and throw: a face does not depend on how the throw was reached."""

    def __init__(self, game: AnyGame, label: Sequence[object], names: Sequence[str]) -> None:
        self._label, self._names = tuple(label), tuple(names)
        self._turns = [0] * game.seats
        self._throws: dict[tuple[int, Hashable], int] = {}

    def player_seed(self, seat: int) -> int:
        """The seed for the player in this seat."""
        return _number_of(*self._label, "player", self._names[seat], seat)

    def throw(self, game: AnyGame, state: Any, throw: Throw) -> Faces:
        """The faces of this throw."""
        turn = turn_of(game, state)
        if turn is None:
            turn = self._turns[throw.seat]
        count = self._throws[throw.seat, turn] = self._throws.get((throw.seat, turn), -1) + 1
        # All dice are thrown, and those in the cup are used, so that no face depends on which others were held.
        rolled = seeded(_number_of(*self._label, throw.seat, turn, count))(game.pool)
        return tuple(rolled[position] for position in throw.dice)

    def happened(self, game: AnyGame, state: Any, event: Event) -> None:
        """Count the turns of each seat."""
        if ends_turn(game, state, event):
            self._turns[seat_of(game, state, event)] += 1


class StreamDice:
    """Dice drawn one after the other from the seed of a game."""

    def __init__(self, game: AnyGame, seed: int, number: int, names: tuple[str, ...]) -> None:
        self._label = f"{game.key} {_options(game)} {names} {seed} {number}"
        self.throw = thrower(seeded(self._seed(0)))

    def player_seed(self, seat: int) -> int:
        """The seed for the player in this seat."""
        return self._seed(1 + seat)

    def happened(self, game: AnyGame, state: Any, event: Event) -> None:
        """Do nothing: these dice do not depend on what happens."""

    def _seed(self, part: int) -> int:
        return int.from_bytes(sha256(f"{self._label} {part}".encode()).digest()[:8])


def _options(game: AnyGame) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(game.options.items()))


def _number_of(*parts: object) -> int:
    """A hash of these parts with 63 bits."""
    return int.from_bytes(sha256(" ".join(map(str, parts)).encode()).digest()[:8]) >> 1
