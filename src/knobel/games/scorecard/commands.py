"""What commands of scorecard games need: the value of a position."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from knobel.games.facets import ValueQuery
from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve.book import Book, TooMany, endgame
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.games.scorecard.solve.shipped import best_book, shipped_error

if TYPE_CHECKING:
    from knobel.games.scorecard.solve.reach import Reach


def value(
    game: Scorecard,
    query: ValueQuery,
    solve: Callable[..., Book] = endgame,
    solve_reach: "Callable[..., Reach] | None" = None,
) -> tuple[float, dict[str, object]]:
    """The expected points to come with these boxes open, this upper sum and these chips; or the chance of a score."""
    card, boxes = game.card, query.open
    keys = [box.key for box in card.boxes] if boxes is None else boxes
    chips = query.chips if query.chips is not None else card.chips if boxes is None else 0
    position = {"open": keys, "upper": query.upper, "chips": chips}
    if query.reach is not None:
        # It needs NumPy, and what commands a game has is asked everywhere.
        from knobel.games.scorecard.solve.reach import reach, reach_of

        chance = reach_of(card, keys, query.upper, query.reach, chips, solve_reach or reach)
        return chance, {**position, "reach": query.reach}
    numbers = {rules(card).box(key) for key in keys}
    try:
        book = solve(card, numbers, query.upper, chips)
    except TooMany:
        book = best_book(card)
    worth = book.value(numbers, query.upper, chips)
    return worth, position if book.exact else {**position, "error": shipped_error(card)}
