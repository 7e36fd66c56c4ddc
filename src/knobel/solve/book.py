"""A book: the expected points still to come in the positions of a scorecard game, asked by sheet."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from knobel.games.scorecard import Card, Sheet, upper
from knobel.solve.positions import Positions, positions
from knobel.solve.rules import rules
from knobel.solve.tables import read_table, table_path


@dataclass(frozen=True, eq=False)
class Book:
    """The values of all positions that can follow one."""

    place: Positions
    row: Callable[[int], NDArray[Any]]
    """The values of a row: chips x upper situations."""
    values: NDArray[Any] | None = None
    """All rows as they lie in memory or in the file, unchecked; None if they do not lie together."""

    def value(self, open_boxes: Collection[int], upper: int, chips: int) -> float:
        """What is still to come with these boxes open (by number), this upper sum and these chips."""
        row, chip, state = self.place.find(open_boxes, upper, chips)
        return float(self.row(row)[chip, state])

    def of(self, sheet: Sheet) -> float:
        """What is still to come on this sheet, before its next throw."""
        boxes = [box for box, mark in enumerate(sheet.marks) if mark is None]
        return self.value(boxes, upper(self.place.rules.card, sheet), sheet.chips)


def open_book(card: Card, path: Path | None = None) -> Book:
    """The whole book of a card, from its table; raises an error if there is none for these rules."""
    place = positions(rules(card))
    table = read_table(path or table_path(card.key), place.rules.digest)
    return Book(place, table.row, table.values)
