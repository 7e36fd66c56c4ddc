"""What commands of scorecard games need: the value of a position."""

from collections.abc import Mapping
from typing import Any

from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve.book import TooMany, value_of
from knobel.games.scorecard.solve.reach import reach_of
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.games.scorecard.solve.shipped import best_book, shipped_error


def value(game: Scorecard, asked: Mapping[str, Any]) -> tuple[float, dict[str, object]]:
    """The expected points to come with these boxes open, this upper sum and these chips; or the chance of a score."""
    card, boxes = game.card, asked["open"]
    keys = [box.key for box in card.boxes] if boxes is None else boxes
    chips = asked["chips"] if asked["chips"] is not None else card.chips if boxes is None else 0
    position = {"open": keys, "upper": asked["upper"], "chips": chips}
    if asked["reach"] is not None:
        return reach_of(card, keys, asked["upper"], asked["reach"], chips), {**position, "reach": asked["reach"]}
    try:
        return value_of(card, keys, asked["upper"], chips), position
    except TooMany:
        book = best_book(card)
        worth = book.value({rules(card).box(key) for key in keys}, asked["upper"], chips)
        return worth, position if book.exact else {**position, "error": shipped_error(card)}
