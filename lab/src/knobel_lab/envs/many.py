"""Many tables of one game side by side: as arrays where the game's room provides them, else through the rules."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadMove, NotProvided
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel_lab.envs.encoding import encoding
from knobel_lab.envs.opponents import RANDOM, Opponents
from knobel_lab.envs.rewards import Standing
from knobel_lab.envs.table import Table
from knobel_lab.facets import batch_facet
from knobel_lab.sim.random_bits import Words

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Seeds = NDArray[np.uint64]


class Tables(Standing, Protocol):
    """Tables of a game, each with its own random words, playing exactly as a `Table` does.

    `which` selects tables; the others are left unchanged.
    """

    @property
    def deciding(self) -> Ints:
        """The seat that decides at each table, the first if several do; -1 if the game is over."""

    def begin(self, which: Bools, seeds: Seeds, numbers: Seeds) -> None:
        """Start new games with these random words."""

    def act(self, which: Bools, seats: Ints, actions: Ints, illegal: Bools) -> None:
        """Play the moves with these numbers; an illegal one is marked in `illegal`, and a random move made instead."""

    def others(self, which: Bools, seat: int) -> None:
        """Let the other seats move at random until this seat decides, or the game is over."""

    def observe(self, seats: Ints, out: NDArray[np.float32]) -> None:
        """Write the observation of each table by a seat: tables x numbers."""

    def mask(self, seats: Ints, out: NDArray[np.int8]) -> None:
        """Write the mask of legal moves of a seat at each table: tables x actions; all ones if the game is over."""

    def state(self, at: int) -> Any:
        """One table as a state of the rules."""


class RulesTables:
    """Tables played through the rules, one by one: for every game, and the reference for arrays."""

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
        assert table is not None, "call begin() first"
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
        """Start new games."""
        for at in np.flatnonzero(which).tolist():
            seed, number = int(seeds[at]), int(numbers[at])
            self._tables[at] = Table(self.game, Words(seed, number))
            if self._opponents:
                self._players[at] = self._opponents.sit(seed, number)

    def act(self, which: Bools, seats: Ints, actions: Ints, illegal: Bools) -> None:
        """Play these moves."""
        for at, table in self._each(which):
            illegal[at] = not table.act(int(seats[at]), int(actions[at]))

    def others(self, which: Bools, seat: int) -> None:
        """Let the other seats move, at random or as their opponents do."""
        for at, table in self._each(which):
            (self._opponents or Opponents(RANDOM, self.game, seat)).move(table, self._players[at])

    def observe(self, seats: Ints, out: NDArray[np.float32]) -> None:
        """Write the observation of each table by a seat."""
        for at, table in enumerate(self._all()):
            out[at] = self._encoding.encode(table.state, int(seats[at]))

    def mask(self, seats: Ints, out: NDArray[np.int8]) -> None:
        """Write the mask of legal moves of a seat at each table."""
        for at, table in enumerate(self._all()):
            out[at] = table.mask(int(seats[at]))

    def state(self, at: int) -> Any:
        """One table as a state of the rules."""
        return self._at(at).state


def tables(game: AnyGame, count: int, opponents: Opponents | None = None, *, compiled: bool = True) -> Tables:
    """`count` tables: compiled if the game provides arrays and no opponent decides in Python."""
    if compiled and (opponents is None or opponents.random):
        try:
            return batch_facet(game).vector(game, count)
        except NotProvided:
            pass
    return RulesTables(game, count, opponents)


def check_actions(game: AnyGame, actions: Ints) -> None:
    """Raise an error for numbers that are not of a move."""
    wrong = actions[(actions < 0) | (actions >= len(game.alphabet))]
    if wrong.size:
        raise BadMove(f"moves of {game.key} have numbers from 0 to {len(game.alphabet) - 1}, not {wrong[0]}")
