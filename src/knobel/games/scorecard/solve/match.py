"""One who plays to win against others who play for points, at many tables at once: what it is worth, with its error.

Dice belong to seats and numbers of games, so that all tables with a number have the same. One who plays to win takes
every seat in turn, the others play for points, and each share of the win is held against the one of the same seat when
everybody plays for points: where decisions are the same, nothing is left to luck.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp, pi, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve.distribution import most_points
from knobel.games.scorecard.solve.outlook import Walk, boxes_of
from knobel.games.scorecard.solve.positions import Positions
from knobel.games.scorecard.solve.selfplay import whole
from knobel.games.scorecard.solve.shipped import book_of
from knobel.games.spec import spec
from knobel.solve.kernel.cup import cup, words
from knobel.solve.kernel.jit import COMPILED
from knobel.solve.match import Asked, MatchResult, Note, gains_of, ignored, play_match
from knobel.solve.run import Progress

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CHUNK = 4000
"""So many games are worked out and noted together."""
CELLS = 70_000_000
"""Distributions are worked out for as many open boxes as come to so many positions times holdings."""
NODES = 24
"""A normal shape is stood for by so many scores, each as likely."""
STREAMS = 8
"""Dice are counted by turn and seat; there are no more seats."""


@dataclass(frozen=True, eq=False)
class Tables:
    """What is played, as arrays, and what sheets may come to."""

    game: Scorecard
    place: Positions
    values: NDArray[Any]
    """The points to expect: rows x chips x upper situations."""

    @cached_property
    def writings(self) -> tuple[Ints, Ints]:
        """Where the writings of each box begin (and the end), and which of its worths each roll has."""
        boxes = boxes_of(self.place, np.array([0]))
        first = np.cumsum([0, *(len(box.gains) for box in boxes)])
        return first, np.column_stack([box.kinds for box in boxes])

    @cached_property
    def card(self) -> tuple[Any, ...]:
        """What writing does."""
        place, upper = self.place, self.place.upper
        gain = np.where(np.isfinite(upper.gain), upper.gain, -1).transpose(2, 0, 1)
        different = [np.unique(place.rules.worths[:, box]) for box in place.lower]
        worths = np.full((len(different), max(map(len, different))), -1)
        for at, some in enumerate(different):
            worths[at, : len(some)] = some
        after = np.ascontiguousarray(upper.after.transpose(2, 0, 1)).astype(np.int64)
        subsets, rows = place.subsets.astype(np.int64), place.rows.astype(np.int64)
        return self.writings[0], np.ascontiguousarray(gain, np.float64), after, worths, subsets, rows

    @cached_property
    def shapes(self) -> tuple[Ints, Floats, Floats]:
        """Distributions where few boxes are open, and the spread of a normal shape elsewhere."""
        place = self.place
        walk = Walk(place, shapes=0)
        counts = np.cumsum(np.bincount(walk.open)) * place.shape[1] * place.rules.lattice.size
        few = max(1, int(np.searchsorted(counts, CELLS, side="right")) - 1)
        found = Walk(place, shapes=few).walked(few)
        turn = spec(self.game).turn_spread(self.game, "points")
        return found.slots, found.chances, turn * np.sqrt(walk.open).reshape(place.shape[0], place.shape[2])


def tables_of(game: Scorecard) -> Tables:
    """All that is needed to play a game."""
    book = book_of(game.card)
    return Tables(game, book.place, whole(book))


@dataclass(eq=False)
class Standing:
    """How many tables stand: an entry for each table and seat."""

    rows: Ints
    states: Ints
    chips: Ints
    points: Ints

    @property
    def arrays(self) -> tuple[Ints, ...]:
        return self.rows, self.states, self.chips, self.points


def play_tables(tables: Tables, to_win: tuple[bool, ...], numbers: range, seed: int) -> Ints:
    """The final scores of the games with these numbers (games x seats), with seats that play to win or for points."""
    from knobel.games.scorecard.solve import match_compiled as fast
    from knobel.solve.kernel import compiled

    game, place, count = tables.game, tables.place, len(numbers)
    row, chips, state = place.find(range(len(game.card.boxes)), 0, game.card.chips)
    grid = (count, len(to_win))
    stands = Standing(*(np.full(grid, start) for start in (row, state, chips, 0)))
    lattice, (first, kinds) = place.rules.lattice, tables.writings
    dice = cup(lattice)
    throws = dice.ways, dice.starts, dice.falls, dice.counts, dice.holds, compiled.places(np.maximum(dice.holds, 0))
    rest = compiled.steps(lattice), compiled.places(lattice.rolls)
    room = tuple(compiled.scratch(size, np.float64) for size in (int(first[-1]), *[lattice.size] * 4))
    worths = [np.zeros((count, int(first[-1]))) for _ in range(1 + (game.card.chips > 0))]
    played = np.zeros((count, 3), np.int64)
    for turn in range(len(game.card.boxes)):
        for seat, wins in enumerate(to_win):
            for less, out in enumerate(worths):
                if wins:
                    known = tables.shapes, _nodes(), most_points(place) + 2
                    fast.look_win(stands.arrays, seat, less, tables.card, tables.values, known, out)
                else:
                    fast.look_points(stands.arrays, seat, less, tables.card, tables.values, out)
            fallen = words(seed, turn * STREAMS + seat, numbers.start, count)
            own = np.ascontiguousarray(stands.chips[:, seat])
            fast.play((worths[0], worths[-1]), own, (first, kinds), (rest, throws), fallen, room, played)
            _write(tables, stands, seat, played)
    return stands.points


def _write(tables: Tables, stands: Standing, seat: int, played: Ints) -> None:
    """Enter what was written."""
    _, gain, after, worths, subsets, row_of = tables.card
    (roll, box, bought), uppers = played.T, gain.shape[1]
    kind = tables.writings[1][roll, box]
    for at in range(tables.writings[1].shape[1]):
        some = np.flatnonzero(box == at)
        rows, states = stands.rows[some, seat], stands.states[some, seat]
        if at < uppers:
            stands.points[some, seat] += gain[states, at, kind[some]].astype(np.int64)
            stands.states[some, seat] = after[states, at, kind[some]]
        else:
            stands.points[some, seat] += worths[at - uppers, kind[some]]
            stands.rows[some, seat] = row_of[subsets[rows] & ~(1 << at - uppers)]
    stands.chips[:, seat] -= bought


def _nodes() -> Floats:
    """Scores in deviations from the mean, each the mean of its part of a normal shape."""
    edges = [NormalDist().inv_cdf(part / NODES) for part in range(1, NODES)]
    heights = np.array([0.0, *(exp(-edge * edge / 2) / sqrt(2 * pi) for edge in edges), 0.0])
    nodes = -np.diff(heights) * NODES
    return np.asarray(nodes / np.sqrt((nodes**2).mean()))


def match(
    game: Scorecard,
    games: int,
    seed: int = 0,
    known: Mapping[int, list[float]] | None = None,
    note: Note = ignored,
    progress: Progress | None = None,
) -> MatchResult:
    """Play so many games; `known` are chunks that were played before, and each new one is told to `note`."""
    if not COMPILED:
        raise BadSetup("so many games need compiled code: pip install 'knobel[fast]'")
    if not game.usual:
        raise BadSetup("a match has no house rules")
    tables: list[Tables] = []

    def gains(numbers: range) -> Floats:
        if not tables:
            tables.append(tables_of(game))
        return gains_of(lambda to_win: play_tables(tables[0], to_win, numbers, seed), game.seats)

    return play_match(game, Asked(games, seed, CHUNK), gains, known, note, progress)
