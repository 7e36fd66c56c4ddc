"""The opponents in the other seats of a learner's table; they are part of the environment."""

from collections.abc import Sequence

from knobel.coach.bot import bot, level
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel_lab.envs.table import Table
from knobel_lab.sim.random_bits import Words

Opponent = str | Player
"""`random`, the key of a level, or a function of game, state and seat that returns a move."""

RANDOM = "random"
SEAT = 1 << 40
"""The random words of game g are for its dice; those of game g + SEAT for the first seat, and so on."""


class Opponents:
    """The opponents of a learner in this seat: one for all, or one each."""

    def __init__(self, wishes: Opponent | Sequence[Opponent], game: AnyGame, seat: int) -> None:
        if not 0 <= seat < game.seats:
            raise BadSetup(f"this table has the seats 0 to {game.seats - 1}, not {seat}")
        others = [other for other in range(game.seats) if other != seat]
        chosen = [wishes] * len(others) if isinstance(wishes, str) or callable(wishes) else list(wishes)
        if len(chosen) != len(others):
            raise BadSetup(f"{game.seats} seats need {len(others)} opponents, not {len(chosen)}")
        for opponent in chosen:
            if isinstance(opponent, str) and opponent != RANDOM:
                level(opponent)
        self._game, self._seat = game, seat
        self._seats = dict(zip(others, chosen, strict=True))

    def at(self, game: AnyGame) -> "Opponents":
        """The same opponents for a table with other options."""
        return Opponents(list(self._seats.values()), game, self._seat)

    @property
    def random(self) -> bool:
        """Whether all of them move at random."""
        return all(opponent == RANDOM for opponent in self._seats.values())

    def sit(self, seed: int, number: int) -> dict[int, Player | None]:
        """The players of the game with this number, by seat; None for one who moves at random."""
        return {seat: self._player(opponent, seat, seed, number) for seat, opponent in self._seats.items()}

    def _player(self, opponent: Opponent, seat: int, seed: int, number: int) -> Player | None:
        if not isinstance(opponent, str):
            return opponent
        if opponent == RANDOM:
            return None
        return bot(self._game, level(opponent), Words(seed, number + (seat + 1) * SEAT).draw())

    def move(self, table: Table, players: dict[int, Player | None]) -> None:
        """Let them move until the game waits for the learner."""
        while table.deciding and self._seat not in table.deciding:
            seat = table.deciding[0]
            player = players[seat]
            table.move(seat, player(self._game, table.state, seat) if player else table.any_move(seat))
