"""Books: the expected points still to come in the positions of a scorecard game, from a table or solved on demand."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from knobel.core.errors import BadSetup, with_technical_text
from knobel.games.scorecard.rules import Card, Sheet, open_boxes, upper
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.arrays import NDArray, np
from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.uses import Use
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
        return self.value(open_boxes(sheet), upper(self.place.rules.card, sheet), sheet.chips)

    def uses(self, open_boxes: Collection[int], upper: int, chips: int, now: float = 0) -> list[Use]:
        """All open boxes as ways to use a roll: `now` plus the points written and the expected points after it."""
        place = self.place
        row, chip, state = place.find(open_boxes, upper, chips)
        subset, mask, rules = place.order[row], place.upper.states[state][0], place.rules
        own, uses = self.row(row), []
        for at, box in enumerate(place.upper.boxes):
            if mask >> at & 1:
                worths = [now + gain + float(own[chip, after]) for gain, after in place.upper.written(at, state)]
                uses.append(Use(box, rules.kinds[box], worths))
        for at, box in enumerate(place.lower):
            if subset >> at & 1:
                after = now + float(self.row(place.row_of[subset ^ 1 << at])[chip, state])
                uses.append(Use(box, rules.kinds[box], [worth + after for worth in rules.different[box]]))
        return uses


def open_book(card: Card, path: Path | None = None) -> Book:
    """The book of all positions of a card, from its table; raises an error if there is none for these rules."""
    place = positions(rules(card))
    table = read_table(path or table_path(card.key), place.rules.digest)
    return Book(place, table.row, table.values, source=str(table.path))


class TooMany(BadSetup):
    """Too many positions follow to be solved on demand."""


MAX_WORK = 150_000_000
"""The limit of positions times holdings (times points needed, for the chance of a score): three or four seconds."""

Fill = Callable[[Positions, NDArray[Any], NDArray[Any], int], None]
"""Called with the positions, the values of all rows, the rows to fill, and the number of the first of them."""


def entries(
    place: Positions, values: NDArray[Any], own: NDArray[Any], subset: int, chips: int, lanes: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The worth of the best box for each roll, in the upper situations `lanes`: rolls x lanes.

    `values` are the rows of all smaller subsets, `own` (chips x situations) is the part of this row solved so far.
    """
    rules, upper = place.rules, place.upper
    best = np.zeros((len(rules.lattice.falls), len(lanes)))
    for at, box in enumerate(place.lower):
        if subset >> at & 1:
            after = values[place.rows[subset ^ 1 << at], chips, lanes]
            best = np.maximum(best, rules.worths[:, box, None] + after)
    for at in range(len(upper.boxes)):
        writings = upper.gain[at][:, lanes] + own[chips, upper.after[at][:, lanes]].astype(np.float64)
        best = np.maximum(best, writings[upper.kind[:, at]])
    return best


def fill_plain(place: Positions, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
    """Fill `out` with the rows from `first` on, from the smaller rows in `values`."""
    rules, upper = place.rules, place.upper
    for own, subset in zip(out, place.subsets[first : first + len(out)].tolist(), strict=True):
        for start, end in pairwise(upper.levels.tolist()):
            lanes = np.arange(start, end)
            if subset == 0 and start == 0:
                own[:, lanes] = 0
                continue
            best = [entries(place, values, own, subset, chips, lanes) for chips in range(place.chips + 1)]
            own[:, lanes] = numpy_kernel.turn(rules.lattice, best, rules.throws)


def endgame(
    card: Card,
    open_boxes: Collection[int],
    upper: int = 0,
    chips: int = 0,
    *,
    fill: Fill = fill_plain,
    most: int = MAX_WORK,
) -> Book:
    """The book of all positions that can follow one; `open_boxes` are the numbers of the boxes still open."""
    check_position(card, open_boxes, upper, chips)
    place = positions(rules(card), open_boxes, upper, chips)
    if place.count * place.rules.lattice.size > most:
        raise TooMany(
            f"{len(open_boxes)} open boxes are too many to solve at once; solve the table with knobel solve {card.key}"
        )
    values = np.zeros(place.shape)
    for start, end in pairwise(place.layers):
        fill(place, values, values[start:end], start)
    return Book(place, values.__getitem__, values)


def value_of(card: Card, open_boxes: Collection[str], upper: int = 0, chips: int = 0) -> float:
    """The expected points still to come with perfect play, including a bonus still to be won.

    `open_boxes` are the keys of the boxes still open, `upper` is the sum so far that counts for the bonus.
    """
    boxes = {rules(card).box(key) for key in open_boxes}
    return endgame(card, boxes, upper, chips).value(boxes, upper, chips)


def check_position(card: Card, boxes: Collection[int], upper: int, chips: int) -> None:
    """Raise an error unless this position can occur in a game."""
    tables = rules(card)
    closed = [box for box in range(tables.upper) if box not in boxes]
    most = sum(tables.different[box][-1] for box in closed)
    if not 0 <= upper <= most:
        raise with_technical_text(
            BadSetup(f"with these boxes open the upper sum is between 0 and {most}, not {upper}"),
            "upper_sum",
            most=most,
            count=upper,
        )
    if not 0 <= chips <= card.chips:
        raise with_technical_text(
            BadSetup(f"{card.key} has 0 to {card.chips} chips, not {chips}"),
            "chips",
            game=card.key,
            most=card.chips,
            count=chips,
        )
