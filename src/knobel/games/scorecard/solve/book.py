"""A book: the expected points still to come in the positions of a scorecard game, asked by sheet."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.rules import Card, Sheet, upper
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import Ints, rules
from knobel.solve.tables import read_table, table_path

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Book:
    """The values of all positions that can follow one."""

    place: Positions
    row: Callable[[int], NDArray[Any]]
    """The values of a row: chips x upper situations."""
    values: NDArray[Any] | None = None
    """All rows as they lie in memory or in the file, unchecked; None if they do not lie together."""
    exact: bool = True
    """Whether these are the true values, or compact ones near them."""
    source: str = "solved on demand"
    """Where they come from."""

    def value(self, open_boxes: Collection[int], upper: int, chips: int) -> float:
        """What is still to come with these boxes open (by number), this upper sum and these chips."""
        row, chip, state = self.place.find(open_boxes, upper, chips)
        return float(self.row(row)[chip, state])

    def of(self, sheet: Sheet) -> float:
        """What is still to come on this sheet, before its next throw."""
        boxes = [box for box, mark in enumerate(sheet.marks) if mark is None]
        return self.value(boxes, upper(self.place.rules.card, sheet), sheet.chips)

    def many(self, rows: Ints, chips: Ints, states: Ints) -> Floats:
        """What is still to come in many positions, given as `place.find` gives them."""
        found = np.empty(len(rows))
        for row in np.unique(rows):
            some = rows == row
            found[some] = self.row(int(row))[chips[some], states[some]]
        return found

    def writings(self, open_boxes: Collection[int], upper: int, chips: int) -> Floats:
        """The worth of writing each roll into each box of the card, what is still to come included: rolls x boxes.

        Boxes that are not open have minus infinity.
        """
        row, chip, state = self.place.find(open_boxes, upper, chips)
        worths, above = self.place.rules.worths, self.place.upper
        found = np.full(worths.shape, -np.inf)
        subset = int(self.place.subsets[row])
        for at, box in enumerate(self.place.lower):
            if subset >> at & 1:
                after = self.row(int(self.place.rows[subset ^ 1 << at]))[chip, state]
                found[:, box] = worths[:, box] + float(after)
        own = self.row(row)[chip].astype(np.float64)
        for at, box in enumerate(above.boxes):
            found[:, box] = (above.gain[at, :, state] + own[above.after[at, :, state]])[above.kind[:, at]]
        return found


def open_book(card: Card, path: Path | None = None) -> Book:
    """The whole book of a card, from its table; raises an error if there is none for these rules."""
    place = positions(rules(card))
    table = read_table(path or table_path(card.key), place.rules.digest)
    return Book(place, table.row, table.values, source=str(table.path))
