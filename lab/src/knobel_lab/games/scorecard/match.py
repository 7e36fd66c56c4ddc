"""A match of a scorecard game: one plays to win against others who play for points, at many tables at once.

Random numbers depend on seat and number of the game, so that all tables with a number have the same dice. The one who
plays to win takes every seat in turn, the others play for points, and each is compared with the same seat when
everybody plays for points: where decisions are the same, nothing is left to luck.

When few boxes are open, chances to win are known exactly as long as everybody goes on for points. From there on luck is
removed: the gain is the chance at that moment, plus in each later turn the worth of the turn, played to win, minus that
of the same turn played for points.
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
from knobel.games.holding.starting import BEGINS
from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve.positions import Positions
from knobel.games.scorecard.solve.shipped import book_of
from knobel.games.spec import spec
from knobel_lab.games.scorecard import match_compiled as fast
from knobel_lab.games.scorecard.outlook_compiled import outlook_fast
from knobel_lab.games.scorecard.selfplay import whole
from knobel_lab.games.scorecard.writings import Writings
from knobel_lab.solving.kernel import compiled
from knobel_lab.solving.kernel.cup import cup, words
from knobel_lab.solving.match import MatchResult, MatchSettings, Note, ignored, play_match
from knobel_lab.solving.run import Progress

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CHUNK = 4000
"""How many games are played and noted together."""
CELLS = 5_000_000_000
"""The limit of positions times holdings up to which distributions are exact: about two minutes."""
NODES = 24
"""The number of equally likely scores that represent a normal distribution."""
STREAMS = 8
"""The stride of random streams, which are numbered by turn and seat; there are fewer seats."""


@dataclass(frozen=True, eq=False)
class Tables:
    """The game as arrays, and the distributions of sheets."""

    game: Scorecard
    place: Positions
    values: NDArray[Any]
    """The expected points: rows x chips x upper situations."""

    @cached_property
    def writings(self) -> Writings:
        """All that may be written, as arrays."""
        return Writings(self.place)

    @cached_property
    def kernel(self) -> tuple[Any, ...]:
        """The arguments of the turn kernel, and of the dice."""
        lattice = self.place.rules.lattice
        dice = cup(lattice)
        throws = dice.ways, dice.starts, dice.falls, dice.counts, dice.holds, compiled.places(np.maximum(dice.holds, 0))
        return (compiled.steps(lattice), compiled.places(lattice.rolls), lattice.chances), throws

    @cached_property
    def few(self) -> int:
        """Up to how many open boxes distributions are exact."""
        place = self.place
        counts = np.cumsum(np.bincount(self._open.ravel())) * place.shape[1] * place.rules.lattice.size
        return max(1, int(np.searchsorted(counts, CELLS, side="right")) - 1)

    @cached_property
    def _open(self) -> NDArray[np.int8]:
        """The number of open boxes: rows x upper situations."""
        above = np.repeat(np.arange(len(self.place.upper.boxes) + 1), np.diff(self.place.upper.begins))
        return np.add.outer(np.bitwise_count(self.place.subsets).astype(np.int8), above.astype(np.int8))

    @cached_property
    def shapes(self) -> tuple[Ints, Floats, Floats]:
        """Distributions where few boxes are open, and standard deviations of normal distributions elsewhere."""
        outlook = outlook_fast(self.writings, self.few, np.float32)
        rows, chips, states = self.place.shape
        means = outlook.means.reshape(rows, states, chips)
        for row in np.flatnonzero((self._open <= self.few).any(axis=1)).tolist():
            exact = np.flatnonzero(self._open[row] <= self.few)
            # Compact values are slightly off; the exact ones are used for all players.
            self.values[row][:, exact] = means[row, exact].T
        turn = spec(self.game).turn_spread(self.game, "points")
        return outlook.slots, outlook.chances, turn * np.sqrt(self._open, dtype=np.float64)


def tables_of(game: Scorecard) -> Tables:
    """The tables of a game."""
    book = book_of(game.card)
    values = whole(book)
    if book.values is None:
        # The values were just assembled and are not shared, so they may be changed.
        values.flags.writeable = True
        return Tables(game, book.place, values)
    return Tables(game, book.place, np.array(values))


@dataclass(eq=False)
class Standing:
    """The state of many tables: an entry for each table and seat."""

    rows: Ints
    states: Ints
    chips: Ints
    points: Ints

    @property
    def arrays(self) -> tuple[Ints, ...]:
        return self.rows, self.states, self.chips, self.points


class Games:
    """Games with some numbers, at as many tables, played turn by turn."""

    def __init__(self, tables: Tables, numbers: range, seed: int) -> None:
        game, place, count = tables.game, tables.place, len(numbers)
        self.tables, self.numbers, self.seed = tables, numbers, seed
        row, chips, state = place.find(range(len(game.card.boxes)), 0, game.card.chips)
        self.stands = Standing(*(np.full((count, game.seats), start) for start in (row, state, chips, 0)))
        self.turns = np.zeros(game.seats, np.int64)
        """How many turns each seat has played."""
        # Values are made exact by `shapes`, so they come first.
        self.outlook = tables.shapes, _nodes(), place.most_points() + 2

    def chances(self, seat: int) -> Floats:
        """The chance to win of a seat, if everybody goes on for points; exact where few boxes are open."""
        out = np.zeros(len(self.numbers))
        fast.look_now(self.stands.arrays, seat, self.tables.values, self.outlook, out)
        return out

    def play(self, seat: int, *, to_win: bool) -> Floats:
        """Play the next turn of a seat at all tables; return its worth before the first throw."""
        tables, count = self.tables, len(self.numbers)
        writings, lattice = tables.writings, tables.place.rules.lattice
        worths = [np.zeros((count, int(writings.first[-1]))) for _ in range(1 + (tables.game.card.chips > 0))]
        for less, out in enumerate(worths):
            if to_win:
                fast.look_win(self.stands.arrays, seat, less, writings.card, tables.values, self.outlook, out)
            else:
                fast.look_points(self.stands.arrays, seat, less, writings.card, tables.values, out)
        fallen = words(self.seed, int(self.turns[seat]) * STREAMS + seat, self.numbers.start, count)
        chips = np.ascontiguousarray(self.stands.chips[:, seat])
        buffers = tuple(compiled.scratch(size, np.float64) for size in (int(writings.first[-1]), *[lattice.size] * 5))
        played, starts = np.zeros((count, 3), np.int64), np.zeros(count)
        card = writings.first, writings.kinds
        fast.play((worths[0], worths[-1]), chips, card, tables.kernel, fallen, buffers, (played, starts))
        _write(tables, self.stands, seat, played)
        self.turns[seat] += 1
        return starts


def gains_of(tables: Tables, numbers: range, seed: int) -> Floats:
    """The gain of playing to win in each seat of games with these numbers: games x seats."""
    seats = range(tables.game.seats)
    early = len(tables.game.card.boxes) - tables.few

    def begun(wins: int | None, until: int) -> Games:
        """Games played until a seat's turn with few boxes open; one seat plays to win."""
        games = Games(tables, numbers, seed)
        for seat in (*seats,) * early + (*range(until),):
            games.play(seat, to_win=seat == wins)
        return games

    gains = []
    usual = begun(None, 0)
    for own in seats:
        games = begun(own, own)
        gain = games.chances(own) - usual.chances(own)
        usual.play(own, to_win=False)
        while games.turns[own] < len(tables.game.card.boxes):
            gain -= games.chances(own)
            gain += games.play(own, to_win=True)
            for seat in (*seats[own + 1 :], *seats[:own]):
                if games.turns[seat] < len(tables.game.card.boxes):
                    games.play(seat, to_win=False)
        gains.append(gain)
    return np.column_stack(gains)


def _write(tables: Tables, stands: Standing, seat: int, played: Ints) -> None:
    """Enter what was written."""
    _, gain, after, worths, subsets, row_of = tables.writings.card
    (roll, box, bought), uppers = played.T, gain.shape[1]
    kind = tables.writings.kinds[roll, box]
    for at in range(tables.writings.kinds.shape[1]):
        tables_here = np.flatnonzero(box == at)
        rows, states = stands.rows[tables_here, seat], stands.states[tables_here, seat]
        if at < uppers:
            stands.points[tables_here, seat] += gain[states, at, kind[tables_here]].astype(np.int64)
            stands.states[tables_here, seat] = after[states, at, kind[tables_here]]
        else:
            stands.points[tables_here, seat] += worths[at - uppers, kind[tables_here]]
            stands.rows[tables_here, seat] = row_of[subsets[rows] & ~(1 << at - uppers)]
    stands.chips[:, seat] -= bought


def _nodes() -> Floats:
    """Scores in standard deviations from the mean, each the mean of an equally likely part of a normal distribution."""
    edges = [NormalDist().inv_cdf(part / NODES) for part in range(1, NODES)]
    heights = np.array([0.0, *(exp(-edge * edge / 2) / sqrt(2 * pi) for edge in edges), 0.0])
    nodes = -np.diff(heights) * NODES
    return np.asarray(nodes / np.sqrt((nodes**2).mean()))


def match(
    game: Scorecard,
    games: int,
    seed: int = 0,
    earlier: Mapping[int, list[float]] | None = None,
    note: Note = ignored,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match; `earlier` are chunks that were played before, and each new one is passed to `note`."""
    if not game.usual or BEGINS.key in game.options:
        raise BadSetup("a match has no house rules, and the first seat begins")
    tables: list[Tables] = []

    def gains(numbers: range) -> Floats:
        if not tables:
            tables.append(tables_of(game))
        return gains_of(tables[0], numbers, seed)

    return play_match(game, MatchSettings(games, seed, CHUNK), gains, earlier, note, progress)
