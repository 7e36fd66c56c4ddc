"""What commands of scorecard games need: the value of a position."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve.book import Book, TooMany, endgame
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.games.scorecard.solve.shipped import best_book, shipped_error

if TYPE_CHECKING:
    from knobel.games.scorecard.solve.reach import Reach


def value(
    game: Scorecard,
    asked: Mapping[str, Any],
    solve: Callable[..., Book] = endgame,
    solve_reach: "Callable[..., Reach] | None" = None,
) -> tuple[float, dict[str, object]]:
    """The expected points to come with these boxes open, this upper sum and these chips; or the chance of a score."""
    card, boxes = game.card, asked["open"]
    keys = [box.key for box in card.boxes] if boxes is None else boxes
    chips = asked["chips"] if asked["chips"] is not None else card.chips if boxes is None else 0
    position = {"open": keys, "upper": asked["upper"], "chips": chips}
    if asked["reach"] is not None:
        # It needs NumPy, and what commands a game has is asked everywhere.
        from knobel.games.scorecard.solve.reach import reach, reach_of

        chance = reach_of(card, keys, asked["upper"], asked["reach"], chips, solve_reach or reach)
        return chance, {**position, "reach": asked["reach"]}
    numbers = {rules(card).box(key) for key in keys}
    try:
        book = solve(card, numbers, asked["upper"], chips)
    except TooMany:
        book = best_book(card)
    worth = book.value(numbers, asked["upper"], chips)
    return worth, position if book.exact else {**position, "error": shipped_error(card)}
