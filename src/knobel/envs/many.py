"""Many tables of one game side by side: as arrays where the game's room has them so, else through the rules."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadMove, NotProvided
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.envs.encoding import encoding
from knobel.envs.opponents import RANDOM, Opponents
from knobel.envs.rewards import Standing
from knobel.envs.table import Table
from knobel.games.spec import spec
from knobel.sim.random_bits import Words
from knobel.solve.kernel.jit import COMPILED

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Seeds = NDArray[np.uint64]


class Tables(Standing, Protocol):
    """Tables of a game, each with its own random words, exactly as `Table` plays one.

    `which` marks the tables that something is done at; the others are left as they are.
    """

    @property
    def deciding(self) -> Ints:
        """The seat that decides at each table, the first if several do; -1 once the game is over."""

    def begin(self, which: Bools, seeds: Seeds, numbers: Seeds) -> None:
        """New games with these random words."""

    def act(self, which: Bools, seats: Ints, actions: Ints, illegal: Bools) -> None:
        """These seats make the moves with these numbers; where one may not, `illegal` says so and a move is drawn."""

    def others(self, which: Bools, seat: int) -> None:
        """The other seats make moves at random until this seat has to decide, or the game is over."""

    def observe(self, seats: Ints, out: NDArray[np.float32]) -> None:
        """Each table as a seat sees it: tables x numbers."""

    def mask(self, seats: Ints, out: NDArray[np.int8]) -> None:
        """A one for every move a seat may make at its table: tables x actions; all ones once the game is over."""

    def state(self, at: int) -> Any:
        """A table as the rules know it."""


class RulesTables:
    """Tables that are played through the rules, one after the other: for every game, and what arrays must equal."""

    def __init__(self, game: AnyGame, count: int, opponents: Opponents | None = None) -> None:
        self.game = game
        self._encoding = encoding(game)
        self._opponents = opponents
        self._players: list[dict[int, Player | None]] = [dict.fromkeys(range(game.seats))] * count
        self._tables: list[Table | None] = [None] * count

    def _each(self, which: Bools) -> list[tuple[int, Table]]:
        return [(at, self._at(at)) for at in np.flatnonzero(which).tolist()]

    def _at(self, at: int) -> Table:
        table = self._tables[at]
        assert table is not None, "begin() comes first"
        return table

    def _all(self) -> list[Table]:
        return [self._at(at) for at in range(len(self._tables))]

    @property
    def deciding(self) -> Ints:
        """The seat that decides at each table."""
        return np.array([table.deciding[0] if table.deciding else -1 for table in self._all()], np.int64)

    @property
    def scores(self) -> Ints:
        """The points of every seat."""
        return np.array([table.scores for table in self._all()])

    @property
    def places(self) -> Ints:
        """The place of every seat; zeros until a game is over."""
        return np.array([table.places for table in self._all()])

    @property
    def turns(self) -> Ints:
        """The turns every seat has taken."""
        return np.array([table.turns for table in self._all()])

    def begin(self, which: Bools, seeds: Seeds, numbers: Seeds) -> None:
        """New games."""
        for at in np.flatnonzero(which).tolist():
            seed, number = int(seeds[at]), int(numbers[at])
            self._tables[at] = Table(self.game, Words(seed, number))
            if self._opponents:
                self._players[at] = self._opponents.sit(seed, number)

    def act(self, which: Bools, seats: Ints, actions: Ints, illegal: Bools) -> None:
        """These seats make these moves."""
        for at, table in self._each(which):
            illegal[at] = not table.act(int(seats[at]), int(actions[at]))

    def others(self, which: Bools, seat: int) -> None:
        """The other seats move, at random or as the opponents that sit there do."""
        for at, table in self._each(which):
            (self._opponents or Opponents(RANDOM, self.game, seat)).move(table, self._players[at])

    def observe(self, seats: Ints, out: NDArray[np.float32]) -> None:
        """Each table as a seat sees it."""
        for at, table in enumerate(self._all()):
            out[at] = self._encoding.encode(table.state, int(seats[at]))

    def mask(self, seats: Ints, out: NDArray[np.int8]) -> None:
        """The moves a seat may make."""
        for at, table in enumerate(self._all()):
            out[at] = table.mask(int(seats[at]))

    def state(self, at: int) -> Any:
        """A table as the rules know it."""
        return self._at(at).state


def tables(game: AnyGame, count: int, opponents: Opponents | None = None, *, compiled: bool = COMPILED) -> Tables:
    """So many tables: compiled where there is a compiler, the room has them as arrays, and nobody decides in Python."""
    if compiled and (opponents is None or opponents.random):
        try:
            return spec(game).batch.vector(game, count)
        except NotProvided:
            pass
    return RulesTables(game, count, opponents)


def check_actions(game: AnyGame, actions: Ints) -> None:
    """Refuse numbers that no move has."""
    wrong = actions[(actions < 0) | (actions >= len(game.alphabet))]
    if wrong.size:
        raise BadMove(f"moves of {game.key} have numbers from 0 to {len(game.alphabet) - 1}, not {wrong[0]}")
