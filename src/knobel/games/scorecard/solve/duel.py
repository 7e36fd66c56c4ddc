"""A scorecard game for two: the chance to win, a draw counting half, if both play perfectly.

A position is seen by the player who has just written: their lead, the open boxes of the rival who moves now, and their
own. The chances of all leads are a row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations
from pathlib import Path
from typing import Any

from knobel.core.errors import BadSetup
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.rule_tables import Rules, rules
from knobel.solve.kernel.uses import Use
from knobel.solve.tables import read_table, table_path

OBJECTIVE = "duel"
BLOCK = 32
"""The number of leads is a multiple of this."""


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

    @cached_property
    def orders(self) -> tuple[list[int], ...]:
        """The subsets of 0, 1, 2, … boxes, as bits."""
        return tuple(
            [sum(1 << box for box in chosen) for chosen in combinations(range(self.boxes), count)]
            for count in range(self.boxes + 1)
        )

    @cached_property
    def rank_of(self) -> list[int]:
        """The number of each subset among those of its size."""
        ranks = [0] * (1 << self.boxes)
        for subsets in self.orders:
            for rank, subset in enumerate(subsets):
                ranks[subset] = rank
        return ranks

    @cached_property
    def layers(self) -> tuple[int, ...]:
        """The first row with 0, 1, 2, … boxes open on both sheets, and the number of rows; the mover has no fewer."""
        sizes = [len(self.orders[(n + 1) // 2]) * len(self.orders[n // 2]) for n in range(2 * self.boxes + 1)]
        return (0, *accumulate(sizes))

    def row(self, moving: int, waiting: int) -> int:
        """The row of two sheets, given by their open boxes as bits."""
        layer = moving.bit_count() + waiting.bit_count()
        per_subset = len(self.orders[waiting.bit_count()])
        return self.layers[layer] + self.rank_of[moving] * per_subset + self.rank_of[waiting]


def duel_of(card: Card) -> Duel:
    """The game of this card for two."""
    if card.bonus or card.chips:
        raise BadSetup(f"{card.key} is too large to solve for two; only hexhex is small enough")
    return Duel(rules(card))


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
            raise BadSetup("the player to move must have as many open boxes as the other, or one more")
        return self.row(self.duel.row(moving, waiting))

    def chance(self, mine: int, theirs: int, lead: int) -> float:
        """The mover's chance to win before the throw, with this lead."""
        return 1 - float(self._row(mine, theirs)[self.duel.reach - self._lead(lead)])

    def uses(self, mine: int, theirs: int, lead: int) -> list[Use]:
        """The mover's open boxes as ways to use a roll, by the chance to win after it is written there."""
        rules, middle, uses = self.duel.rules, self.duel.reach + self._lead(lead), []
        for box in range(self.duel.boxes):
            if mine >> box & 1:
                row = self._row(theirs, mine ^ 1 << box)
                uses.append(Use(box, rules.kinds[box], [float(row[middle + worth]) for worth in rules.different[box]]))
        return uses

    def _lead(self, lead: int) -> int:
        if abs(lead) > self.duel.most:
            raise BadSetup(f"a lead is at most {self.duel.most} points, not {abs(lead)}")
        return lead


def open_duel(card: Card, path: Path | None = None) -> DuelBook:
    """The book of a card for two, from its table; raises an error if there is none for these rules."""
    duel = duel_of(card)
    table = read_table(path or table_path(card.key, OBJECTIVE), duel.rules.digest)
    return DuelBook(duel, table.row, exact=True, source=str(table.path))
