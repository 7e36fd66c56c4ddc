"""Tables of a game as arrays, a row for each; what is done at them is compiled, and the same for all games."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel.sim.play import ranked

Ints = NDArray[np.int64]
NOBODY = -1
"""Instead of a learner: moves are given."""


class Kernels(Protocol):
    """A module of compiled functions; every one is called with the rules and the arrays of a game first."""

    begin: Callable[..., None]
    play: Callable[..., None]
    first_deciding: Callable[..., None]
    points: Callable[..., None]
    observe: Callable[..., None]
    mask: Callable[..., None]


class ArrayTables:
    """Tables as arrays. A room says what its arrays are, and how a row of them is a state of its rules."""

    def __init__(self, game: AnyGame, kernels: Any, rules: Any, arrays: Any) -> None:
        self.game = game
        self.kernels: Kernels = kernels
        self.rules, self.arrays = rules, arrays
        self._count = len(arrays.over)
        self._nothing = np.zeros(0, np.int64)
        self._scores: Ints | None = None
        """What was counted since somebody moved last."""

    @property
    def deciding(self) -> Ints:
        """The seat that decides at each table, the first if several do; -1 once the game is over."""
        found = np.zeros(self._count, np.int64)
        self.kernels.first_deciding(self.rules, self.arrays, found)
        return found

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
        """What decides about places, most first: tables x seats."""
        return self.scores

    @property
    def turns(self) -> Ints:
        """How many turns every seat has taken, in a game that is won by needing few."""
        raise NotProvided(f"turns do not count in {self.game.key}")

    def begin(self, which: Any, seeds: Any, numbers: Any) -> None:
        """New games with these random words."""
        self._scores = None
        self.kernels.begin(self.rules, self.arrays, which, seeds, numbers)

    def act(self, which: Any, seats: Any, actions: Any, illegal: Any) -> None:
        """These seats make the moves with these numbers; where one may not, `illegal` says so and a move is drawn."""
        self._scores = None
        self.kernels.play(self.rules, self.arrays, which, seats, actions, illegal, NOBODY)

    def others(self, which: Any, seat: int) -> None:
        """The other seats make moves at random until this seat has to decide, or the game is over."""
        self._scores = None
        self.kernels.play(self.rules, self.arrays, which, self._nothing, self._nothing, which, seat)

    def observe(self, seats: Any, out: Any) -> None:
        """Each table as a seat sees it: tables x numbers."""
        self.kernels.observe(self.rules, self.arrays, seats, out)

    def mask(self, seats: Any, out: Any) -> None:
        """A one for every move a seat may make at its table: tables x actions; all ones once the game is over."""
        self.kernels.mask(self.rules, self.arrays, seats, out)
