"""Endgames on demand: exact values of any position with few open boxes, without a table."""

from collections.abc import Collection
from itertools import pairwise

import numpy as np

from knobel.core.errors import BadSetup
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.book import Book
from knobel.games.scorecard.solve.fill import fill
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import rules

MOST = 2_000_000
"""The most positions solved on demand: seconds, not minutes."""


def value_of(card: Card, open_boxes: Collection[str], upper: int = 0, chips: int = 0) -> float:
    """The expected points still to come with perfect play, a bonus still to be won included.

    `open_boxes` are the keys of the boxes still open, `upper` is the sum so far that counts for the bonus.
    """
    boxes = {rules(card).box(key) for key in open_boxes}
    return endgame(card, boxes, upper, chips).value(boxes, upper, chips)


def endgame(card: Card, open_boxes: Collection[int], upper: int = 0, chips: int = 0) -> Book:
    """The book of everything that can follow a position; `open_boxes` are the numbers of the boxes still open."""
    check_position(card, open_boxes, upper, chips)
    place = positions(rules(card), open_boxes, upper, chips)
    if place.count > MOST:
        raise BadSetup(
            f"{len(open_boxes)} open boxes are too many to solve on demand; solve {card.key} once, to a table"
        )
    values = np.zeros(place.shape)
    work = fill(place.count)
    for start, end in pairwise(place.layers):
        work(place, values, values[start:end], start)
    return Book(place, values.__getitem__, values)


def check_position(card: Card, boxes: Collection[int], upper: int, chips: int) -> None:
    """Raise an error unless a game may come to this position."""
    known = rules(card)
    closed = [box for box in range(known.upper) if box not in boxes]
    most = int(known.worths[:, closed].max(axis=0).sum()) if closed else 0
    if not 0 <= upper <= most:
        raise BadSetup(f"with these boxes open the upper sum is 0 to {most}, not {upper}")
    if not 0 <= chips <= card.chips:
        raise BadSetup(f"{card.key} has 0 to {card.chips} chips, not {chips}")
