"""Judging Kriss Kross by the chance to win: all seats get the same throws.

As long as three throws or more fit, the final points of a grid are a normal distribution. The part of its variance that
is common to all seats, by the same throws, decides nothing, so only a grid's own part counts. With two throws or fewer,
all throws are enumerated, the same for all grids. All seats are assumed to go on for points. With the last throw that
is optimal, so chances are exact then.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from knobel.core.game import AnyGame
from knobel.games.holding.rating import Memory
from knobel.games.krisskross.rules import DIE, EMPTY, KRISS, START, Grid, KrissKross, Place, State, can_place, fill
from knobel.games.krisskross.solve.fitting import fits, free_cells
from knobel.games.krisskross.solve.values import GridValues
from knobel.solve.winning import Final, Prize, Scores, normal

OWN_DEVIATIONS = (2.15, 2.29, 2.4, 2.52, 2.62, 2.67, 2.7, 2.73, 2.76, 2.78)
"""The standard deviation of a grid's own part of its points, in spreads of a turn, when three throws fit, four, ...

The rest of the variance is common to all who get the same throws.
"""
NORMAL_FROM = 3
"""With this many throws or more, final points are normally distributed."""

THROWS = len(DIE.values) ** 2
"""The number of throws, with distinguishable dice."""
GRIDS = 512
"""How many grids are cached: those of a turn, and of a review that goes back and forth."""


@dataclass(frozen=True, eq=False)
class Outlook:
    """The distribution of a grid's final points."""

    ends: Sequence[float] | None
    """The points for every two throws to come, if no more fit."""
    worth: float = 0.0
    """The expected points, if more throws fit, with their standard deviation."""
    deviation: float = 0.0

    @cached_property
    def scores(self) -> Final:
        """The distribution of the final score, independent of the others."""
        if self.ends is None:
            return normal(self.worth, self.deviation)
        counts, first = Counter(map(int, self.ends)), int(min(self.ends))
        count = len(self.ends)
        return Scores(first, [counts[points] / count for points in range(first, int(max(self.ends)) + 1)])


class Against:
    """The others at a table, and the chance to win against them."""

    def __init__(self, others: Sequence[Outlook]) -> None:
        self._others = others
        ends = [other.ends for other in others if other.ends is not None]
        self._near = len(ends) == len(others)
        if self._near:
            by_throws = list(zip(*ends, strict=True))
            self._best = list(map(max, by_throws))
            self._shares = [1 / (1 + points.count(best)) for points, best in zip(by_throws, self._best, strict=True)]
            """The share of the win in a tie with the best of them."""

    @cached_property
    def _prize(self) -> Prize:
        return Prize([other.scores for other in self._others])

    def chance(self, own: Outlook) -> float:
        """The chance to win with this outlook; ties are shared."""
        if not self._near or own.ends is None:
            return self._prize.of(own.scores)
        against = zip(own.ends, self._best, self._shares, strict=True)
        return sum(share if mine == best else float(mine > best) for mine, best, share in against) / len(self._best)


@dataclass(frozen=True, eq=False)
class WinJudge:
    """Rates by the chance to win, ties shared; it depends on all grids."""

    values: GridValues
    spread: float
    """The spread of a turn in points."""
    objective = "win"
    _outlooks: Memory[Outlook] = field(default_factory=lambda: Memory(GRIDS))
    _placed: Memory[Grid] = field(default_factory=lambda: Memory(GRIDS))

    def rate(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        assert isinstance(game, KrissKross)
        if seat not in state.waiting:
            # Any symbol is as good as any other to begin with.
            return dict.fromkeys(game.moves(state, seat), self.value(game, state, seat))
        others = [self.outlook(game, self.settled(state, at)) for at in range(game.seats) if at != seat]
        against, grid = Against(others), state.grids[seat]
        return {
            Place(cells): against.chance(self.outlook(game, fill(grid, cells, state.dice), worth))
            for cells, worth in self.values.rate(grid, state.dice).items()
        }

    def value(self, game: AnyGame, state: State, seat: int) -> float:
        assert isinstance(game, KrissKross)
        outlooks = [self.outlook(game, self.settled(state, at)) for at in range(game.seats)]
        own = outlooks.pop(seat)
        return Against(outlooks).chance(own)

    def exact(self, game: AnyGame, state: State, seat: int) -> bool:
        """Whether ratings are exact: in the last turn, and in the one before it for the seat that writes last."""
        assert isinstance(game, KrissKross)
        left = [_throws_left(grid) - (state.waiting == (seat,) == (at,)) for at, grid in enumerate(state.grids)]
        return game.edition == KRISS and state.throws > 0 and max(left) <= 1

    def outlook(self, game: KrissKross, grid: Grid, worth: float | None = None) -> Outlook:
        """The outlook of a grid before the next throw; `worth` are its expected points, if known."""
        return self._outlooks.get((game.edition, grid), lambda: self._distribution(game, grid, worth))

    def _distribution(self, game: KrissKross, grid: Grid, worth: float | None) -> Outlook:
        if not can_place(grid):
            return Outlook([float(game.points(grid))] * THROWS**2)
        if self.values.exact(grid):
            return Outlook(self.values.grids.finals(grid))
        worth = self.values.after(grid) if worth is None else worth
        return Outlook(None, worth, OWN_DEVIATIONS[grid.count(EMPTY) // 2 - NORMAL_FROM] * self.spread)

    def settled(self, state: State, seat: int) -> Grid:
        """The grid of a seat after it has written the throw on the table, playing for points."""
        grid = state.grids[seat]
        if grid[START] == EMPTY:
            return fill(grid, (START,), (DIE.values[0],))
        if seat not in state.waiting:
            return grid
        dice = state.dice
        return self._placed.get((grid, dice), lambda: fill(grid, self.values.best(grid, dice), dice))


def _throws_left(grid: Grid) -> int:
    """How many throws fit into a grid, counted up to three."""
    free = free_cells(grid)
    return sum(fits(free, throws) for throws in (1, 2, 3))
