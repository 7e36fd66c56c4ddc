"""Books: the expected points still to come in the positions of a scorecard game, from a table or solved on demand."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from knobel.core.errors import BadSetup, noted
from knobel.games.scorecard.rules import Card, Sheet, upper
from knobel.games.scorecard.solve.points import fill
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.arrays import np
from knobel.solve.kernel.ways import Way
from knobel.solve.tables import read_table, table_path


@dataclass(frozen=True, eq=False)
class Book:
    """The values of all positions that can follow one."""

    place: Positions
    row: Callable[[int], Any]
    """The values of a row, by chips and upper situation: an array, or plain cells."""
    values: Any = None
    """All rows in memory or in the file, unchecked; None if they are not stored together."""
    exact: bool = True
    """Whether the values are exact, or compact approximations."""
    source: str = "solved on demand"
    """Where the values come from."""

    def value(self, open_boxes: Collection[int], upper: int, chips: int) -> float:
        """The expected points still to come with these boxes open (by number), this upper sum and these chips."""
        row, chip, state = self.place.find(open_boxes, upper, chips)
        return float(self.row(row)[chip, state])

    def of(self, sheet: Sheet) -> float:
        """The expected points still to come on this sheet, before its next throw."""
        boxes = [box for box, mark in enumerate(sheet.marks) if mark is None]
        return self.value(boxes, upper(self.place.rules.card, sheet), sheet.chips)

    def ways(self, open_boxes: Collection[int], upper: int, chips: int, now: float = 0) -> list[Way]:
        """All open boxes as ways to use a roll: `now` plus the points written and the expected points after it."""
        place = self.place
        row, chip, state = place.find(open_boxes, upper, chips)
        subset, mask, known = place.order[row], place.upper.states[state][0], place.rules
        own, found = self.row(row), []
        for at, box in enumerate(place.upper.boxes):
            if mask >> at & 1:
                worths = [now + gain + float(own[chip, after]) for gain, after in place.upper.written(at, state)]
                found.append(Way(box, known.kinds[box], worths))
        for at, box in enumerate(place.lower):
            if subset >> at & 1:
                after = now + float(self.row(place.row_of[subset ^ 1 << at])[chip, state])
                found.append(Way(box, known.kinds[box], [worth + after for worth in known.different[box]]))
        return found


def open_book(card: Card, path: Path | None = None) -> Book:
    """The book of all positions of a card, from its table; raises an error if there is none for these rules."""
    place = positions(rules(card))
    table = read_table(path or table_path(card.key), place.rules.digest)
    return Book(place, table.row, table.values, source=str(table.path))


class TooMany(BadSetup):
    """Too many positions follow to be solved on demand."""


MOST = 2_000_000
"""The largest number of positions solved on demand: seconds, not minutes."""


def value_of(card: Card, open_boxes: Collection[str], upper: int = 0, chips: int = 0) -> float:
    """The expected points still to come with perfect play, including a bonus still to be won.

    `open_boxes` are the keys of the boxes still open, `upper` is the sum so far that counts for the bonus.
    """
    boxes = {rules(card).box(key) for key in open_boxes}
    return endgame(card, boxes, upper, chips).value(boxes, upper, chips)


def endgame(card: Card, open_boxes: Collection[int], upper: int = 0, chips: int = 0) -> Book:
    """The book of all positions that can follow one; `open_boxes` are the numbers of the boxes still open."""
    check_position(card, open_boxes, upper, chips)
    place = positions(rules(card), open_boxes, upper, chips)
    if place.count > MOST:
        raise TooMany(
            f"{len(open_boxes)} open boxes are too many to solve on demand; solve {card.key} once, to a table"
        )
    values = np.zeros(place.shape)
    work = fill(place.count)
    for start, end in pairwise(place.layers):
        work(place, values, values[start:end], start)
    return Book(place, values.__getitem__, values)


def check_position(card: Card, boxes: Collection[int], upper: int, chips: int) -> None:
    """Raise an error unless this position can occur in a game."""
    known = rules(card)
    closed = [box for box in range(known.upper) if box not in boxes]
    most = sum(known.different[box][-1] for box in closed)
    if not 0 <= upper <= most:
        raise noted(
            BadSetup(f"with these boxes open the upper sum is 0 to {most}, not {upper}"),
            "upper_sum",
            most=most,
            count=upper,
        )
    if not 0 <= chips <= card.chips:
        raise noted(
            BadSetup(f"{card.key} has 0 to {card.chips} chips, not {chips}"),
            "chips",
            game=card.key,
            most=card.chips,
            count=chips,
        )


SHEETS = 60
"""How many sheets are sampled for each number of open boxes."""
_USUAL = (2, 3, 3, 3, 4)
"""Typical numbers of dice that people write into the box of a number."""


def worth_of_chips(book: Book, sheets: int = SHEETS, seed: int = 1) -> dict[int, tuple[float, ...]]:
    """The mean worth of the first, second, … chip on random sheets, by their number of open boxes."""
    random, card = Random(seed), book.place.rules.card
    every, above = range(len(card.boxes)), book.place.upper.boxes
    found = {}
    for count in range(1, len(every) + 1):
        worths = [0.0] * card.chips
        for _ in range(sheets):
            boxes = random.sample(every, count)
            written = sum((at + 1) * random.choice(_USUAL) for at, box in enumerate(above) if box not in boxes)
            values = [book.value(boxes, written, chips) for chips in range(card.chips + 1)]
            worths = [sum_ + after - before for sum_, before, after in zip(worths, values, values[1:], strict=False)]
        found[count] = tuple(worth / sheets for worth in worths)
    return found
