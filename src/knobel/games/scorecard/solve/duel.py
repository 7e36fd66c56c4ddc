"""Solving a scorecard game for two: the chance to win, a draw counting half, if both play perfectly; and its book.

A position is seen by the player who has just written: their lead, the open boxes of the rival who moves now, and their
own. Leads are lanes. The rival, having moved, sees the negated lead, so rows are reversed after they are filled.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, combinations
from pathlib import Path
from random import Random
from typing import Any

from knobel.core.errors import BadSetup, BadTable
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.rule_tables import Rules, rules
from knobel.solve.arrays import NDArray, np
from knobel.solve.kernel import reference
from knobel.solve.kernel.ways import Way
from knobel.solve.tables import Identity, read_table, table_path
from knobel_lab.solving.kernel.jit import COMPILED
from knobel_lab.solving.run import Plan, starts

OBJECTIVE = "duel"
BLOCK = 32
"""The number of leads is a multiple of this."""

PAD = 16
"""Padding beyond the largest lead, for the points of a roll."""

TOLERANCE = 2e-6

CHUNK = 1 << 20
"""Rows are filled quickly; with smaller chunks most of the time would be spent on the disk."""


@dataclass(frozen=True, eq=False)
class Duel:
    """All pairs of sheets of a card without bonus and chips, as rows: by the boxes open on both, fewest first."""

    rules: Rules

    @property
    def boxes(self) -> int:
        return len(self.rules.card.boxes)

    @cached_property
    def most(self) -> int:
        """The most points of a sheet, and so the largest lead."""
        return sum(worths[-1] for worths in self.rules.different)

    @property
    def reach(self) -> int:
        """A row has leads from minus this to below this."""
        return BLOCK * (self.most // BLOCK + 1)

    @property
    def width(self) -> int:
        """The length of a row: its leads, and the padding."""
        return 2 * self.reach + PAD

    @cached_property
    def orders(self) -> tuple[list[int], ...]:
        """The subsets of 0, 1, 2, … boxes, as bits."""
        return tuple(
            [sum(1 << box for box in some) for some in combinations(range(self.boxes), count)]
            for count in range(self.boxes + 1)
        )

    @cached_property
    def subsets(self) -> tuple[NDArray[np.int64], ...]:
        """`orders` as arrays."""
        return tuple(np.array(some, np.int64) for some in self.orders)

    @cached_property
    def rank_of(self) -> list[int]:
        """The number of each subset among those of its size."""
        ranks = [0] * (1 << self.boxes)
        for some in self.orders:
            for rank, subset in enumerate(some):
                ranks[subset] = rank
        return ranks

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """`rank_of` as an array."""
        return np.array(self.rank_of, np.int64)

    @cached_property
    def layers(self) -> tuple[int, ...]:
        """The first row with 0, 1, 2, … boxes open on both sheets, and the number of rows; the mover has no fewer."""
        sizes = [len(self.orders[(n + 1) // 2]) * len(self.orders[n // 2]) for n in range(2 * self.boxes + 1)]
        return (0, *accumulate(sizes))

    def row(self, moving: int, waiting: int) -> int:
        """The row of two sheets, given by their open boxes as bits."""
        layer = moving.bit_count() + waiting.bit_count()
        each = len(self.orders[waiting.bit_count()])
        return self.layers[layer] + self.rank_of[moving] * each + self.rank_of[waiting]

    def sheets(self, row: int) -> tuple[int, int]:
        """The open boxes of the one who moves and of the one who waits in this row."""
        layer = bisect_right(self.layers, row) - 1
        waiting = self.orders[layer // 2]
        mine, theirs = divmod(row - self.layers[layer], len(waiting))
        return self.orders[(layer + 1) // 2][mine], waiting[theirs]

    def following(self, row: int) -> Iterator[tuple[int, int]]:
        """Each box that may be written in this row, and the row it leads to."""
        moving, waiting = self.sheets(row)
        for box in range(self.boxes):
            if moving >> box & 1:
                yield box, self.row(waiting, moving ^ 1 << box)

    @cached_property
    def last(self) -> NDArray[np.float64]:
        """The only row of the first layer: both sheets are full, and the lead decides."""
        lead = np.arange(self.width) - self.reach
        return np.sign(lead) / 2 + 0.5

    def turned(self, worth: NDArray[Any]) -> NDArray[Any]:
        """A row as the waiting player sees it, from the worth of each lead to the mover."""
        row = np.ones(self.width)
        row[0] = 0
        row[1 : 2 * self.reach] = 1 - worth[:0:-1]
        return row


def fill_plain(duel: Duel, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
    """Fill `out` with the rows from `first` on, from the rows of earlier layers in `values`."""
    for at in range(len(out)):
        if first + at == 0:
            out[at] = duel.last
            continue
        best = np.zeros((len(duel.rules.lattice.falls), 2 * duel.reach))
        for box, after in duel.following(first + at):
            row = values[after].astype(np.float64)
            for roll, worth in enumerate(duel.rules.worths[:, box]):
                best[roll] = np.maximum(best[roll], row[worth : worth + 2 * duel.reach])
        out[at] = duel.turned(reference.turn(duel.rules.lattice, [best], duel.rules.throws)[0])


def verify(duel: Duel, values: NDArray[Any], samples: int = 24, seed: int = 0) -> None:
    """Recompute sampled rows with the reference kernel; raise an error if one differs."""
    random = Random(seed)
    for _ in range(samples):
        row = random.randrange(duel.layers[-1])
        again = np.zeros((1, duel.width))
        fill_plain(duel, values, again, row)
        if not np.allclose(values[row], again[0], rtol=TOLERANCE, atol=TOLERANCE):
            raise BadTable(f"row {row} of the table does not agree with the plain kernel")


def duel_of(card: Card) -> Duel:
    """The game of this card for two."""
    if card.bonus or card.chips:
        raise BadSetup(f"{card.key} is too large to be solved for two; hexhex is not")
    return Duel(rules(card))


def plan(duel: Duel) -> Plan:
    """The plan by which this game is solved for two."""
    rows, full, chunks = duel.layers[-1], (1 << duel.boxes) - 1, starts(duel.layers, duel.width, CHUNK)
    facts = Identity(duel.rules.card.key, OBJECTIVE, duel.rules.digest, (rows, duel.width), "<f4", chunks)
    fill = fill_plain
    if COMPILED:
        from knobel_lab.games.scorecard.duel_compiled import fill_fast as fill

    def value(values: NDArray[Any]) -> float:
        # Rows are seen by the one who waits, and the first player is the one who moves.
        return 1 - float(values[duel.row(full, full), duel.reach])

    sizes = np.full(rows, 2 * duel.most + 1)
    return Plan(facts, duel.layers, sizes, partial(fill, duel), partial(verify, duel), value)


@dataclass(frozen=True, eq=False)
class DuelBook:
    """The chances of all pairs of sheets; sheets are given by their open boxes, as bits."""

    duel: Duel
    row: Callable[[int], Any]
    """The chances of the one who waits, by lead, from minus `duel.reach` on."""
    exact: bool
    """Whether the values are exact, or compact approximations."""
    source: str
    """Where the values come from."""

    def _row(self, moving: int, waiting: int) -> Any:
        """The row of the one who moves and the one who waits."""
        if not max(moving, waiting) >> self.duel.boxes == 0 <= moving.bit_count() - waiting.bit_count() <= 1:
            raise BadSetup("who moves has as many open boxes as who waits, or one more")
        return self.row(self.duel.row(moving, waiting))

    def chance(self, mine: int, theirs: int, lead: int) -> float:
        """The mover's chance to win before the throw, with this lead."""
        return 1 - float(self._row(mine, theirs)[self.duel.reach - self._lead(lead)])

    def ways(self, mine: int, theirs: int, lead: int) -> list[Way]:
        """The mover's open boxes as ways to use a roll, by the chance to win after it is written there."""
        known, middle, found = self.duel.rules, self.duel.reach + self._lead(lead), []
        for box in range(self.duel.boxes):
            if mine >> box & 1:
                row = self._row(theirs, mine ^ 1 << box)
                found.append(Way(box, known.kinds[box], [float(row[middle + worth]) for worth in known.different[box]]))
        return found

    def _lead(self, lead: int) -> int:
        if abs(lead) > self.duel.most:
            raise BadSetup(f"a lead is at most {self.duel.most} points, not {abs(lead)}")
        return lead


def open_duel(card: Card, path: Path | None = None) -> DuelBook:
    """The book of a card for two, from its table; raises an error if there is none for these rules."""
    duel = duel_of(card)
    table = read_table(path or table_path(card.key, OBJECTIVE), duel.rules.digest)
    return DuelBook(duel, table.row, exact=True, source=str(table.path))
