"""Tables of a game as arrays, one row per table, on compiled kernels; shared by all games."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel_lab.sim.play import ranked

Ints = NDArray[np.int64]
NOBODY = -1
"""In place of a learner's seat: moves are given."""


class Kernels(Protocol):
    """A module of compiled functions; each is called with the rules and the arrays of a game first."""

    begin: Callable[..., None]
    play: Callable[..., None]
    first_deciding: Callable[..., None]
    points: Callable[..., None]
    observe: Callable[..., None]
    mask: Callable[..., None]


class ArrayTables:
    """Tables as arrays. A room defines its arrays, and how a row of them becomes a state of its rules."""

    def __init__(self, game: AnyGame, kernels: Any, rules: Any, arrays: Any) -> None:
        self.game = game
        self.kernels: Kernels = kernels
        self.rules, self.arrays = rules, arrays
        self._count = len(arrays.over)
        self._nothing = np.zeros(0, np.int64)
        self._scores: Ints | None = None
        """The cached scores, until the next move."""

    @property
    def deciding(self) -> Ints:
        """The seat that decides at each table, the first if several do; -1 if the game is over."""
        seats = np.zeros(self._count, np.int64)
        self.kernels.first_deciding(self.rules, self.arrays, seats)
        return seats

    @property
    def scores(self) -> Ints:
        """The points of every seat: tables x seats."""
        if self._scores is None:
            self._scores = np.zeros((self._count, self.game.seats), np.int64)
            self.kernels.points(self.rules, self.arrays, self._scores)
        return self._scores.copy()

    @property
    def places(self) -> Ints:
        """The place of every seat; zeros until a game is over: tables x seats."""
        return np.asarray(ranked(self.ranking) * self.arrays.over[:, None])

    @property
    def ranking(self) -> Ints:
        """The values by which seats are ranked, highest first: tables x seats."""
        return self.scores

    @property
    def turns(self) -> Ints:
        """How many turns every seat has taken, in a game that is won by taking few."""
        raise NotProvided(f"turns do not count in {self.game.key}")

    def begin(self, which: Any, seeds: Any, numbers: Any) -> None:
        """Start new games with these random words."""
        self._scores = None
        self.kernels.begin(self.rules, self.arrays, which, seeds, numbers)

    def act(self, which: Any, seats: Any, actions: Any, illegal: Any) -> None:
        """Play the moves with these numbers; an illegal one is marked in `illegal`, and a random move made instead."""
        self._scores = None
        self.kernels.play(self.rules, self.arrays, which, seats, actions, illegal, NOBODY)

    def others(self, which: Any, seat: int) -> None:
        """Let the other seats move at random until this seat decides, or the game is over."""
        self._scores = None
        self.kernels.play(self.rules, self.arrays, which, self._nothing, self._nothing, which, seat)

    def observe(self, seats: Any, out: Any) -> None:
        """Write the observation of each table by a seat: tables x numbers."""
        self.kernels.observe(self.rules, self.arrays, seats, out)

    def mask(self, seats: Any, out: Any) -> None:
        """Write the mask of legal moves of a seat at each table: tables x actions; all ones if the game is over."""
        self.kernels.mask(self.rules, self.arrays, seats, out)
