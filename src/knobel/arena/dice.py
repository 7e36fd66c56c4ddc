"""The dice of a tournament: known by game, seat, turn and throw, so that other players can be given the same."""

from collections.abc import Hashable, Sequence
from hashlib import sha256
from typing import Any

from knobel.core.dice import Faces, seeded
from knobel.core.game import AnyGame, Throw
from knobel.games.holding.tray import Keep
from knobel.games.spec import spec


def number_of(*parts: object) -> int:
    """A number of 63 bits that depends on these parts, and on nothing else."""
    return int.from_bytes(sha256(" ".join(map(str, parts)).encode()).digest()[:8]) >> 1


class Dice:
    """The dice of one game. What a die shows depends on `label`, seat, turn and throw: not on how it was reached."""

    def __init__(self, game: AnyGame, label: Sequence[object]) -> None:
        self._game, self._label = game, tuple(label)
        self._turns = [0] * game.seats
        self._throws: dict[tuple[int, Hashable], int] = {}
        rules = spec(game)
        self._turn_key = rules.rules.turn_key if rules.has("rules", "turn_key") else None

    def fall(self, state: Any, throw: Throw) -> Faces:
        """How the dice of this throw fall."""
        turn = self._turn(state, throw.seat)
        count = self._throws[throw.seat, turn] = self._throws.get((throw.seat, turn), -1) + 1
        # All dice are thrown and those in the cup looked at, so none depends on which others were held.
        rolled = seeded(number_of(*self._label, throw.seat, turn, count))(self._game.pool)
        return tuple(rolled[position] for position in throw.dice)

    def moved(self, seat: int, move: Any) -> None:
        """A move was made; unless it keeps dice, the seat's next throw begins a turn."""
        if not isinstance(move, Keep):
            self._turns[seat] += 1

    def _turn(self, state: Any, seat: int) -> Hashable:
        """The turn a throw belongs to, as the game says; elsewhere turns are counted."""
        return self._turn_key(state, seat) if self._turn_key else self._turns[seat]
