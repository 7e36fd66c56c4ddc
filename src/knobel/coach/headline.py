"""The summary sentences of a review, for terminal and page alike."""

from knobel.coach.model import Review, SeatReview
from knobel.coach.numbers import TOGETHER, Scale, number
from knobel.games.spec import find
from knobel.scene.text import Text, game_text, text

CERTAIN = 1e-6
"""A chance closer than this to 0 or 1 counts as that."""


def headline(review: Review, seat: SeatReview) -> Text:
    """The game of a seat in one sentence."""
    scale = Scale(review.objective, review.spread)
    key = "coach.headline" if review.over else "coach.headline_open"
    if review.objective == "win":
        # After a win the chance of it is not mentioned.
        won = "won" if seat.result > 1 - CERTAIN else "shared" if seat.result > CERTAIN else "lost"
        key = f"{key}.{won if review.over else 'win'}"
    return text(
        key,
        result=scale.amount(seat.result),
        start=scale.bare(seat.start),
        luck=scale.change(seat.fortune),
        losses=scale.change(-seat.losses),
    )


def shares(review: Review, seat: SeatReview) -> Text | None:
    """How much of the luck came from one's own dice and how much from the others; None where others do not matter."""
    scale = Scale(review.objective, review.spread)
    if not seat.others:
        return None
    return text("coach.luck_own", own=scale.change(seat.luck), others=scale.change(seat.others))


def objective_text(game: str, objective: str) -> Text:
    """The objective in words, from the texts of the game if it has any."""
    key = f"objective.{objective}"
    return game_text(game, key) if key in find(game).texts("en") else text(f"coach.{key}")


def notes(review: Review) -> tuple[Text, ...]:
    """The objective of the review, and how exact its values are."""
    remarks = [objective_text(review.game, review.objective)]
    if len(review.names) > 1:
        remarks.append(text("coach.objective.together" if review.objective in TOGETHER else "coach.objective.same"))
    return (*remarks, text(f"coach.truth.{_truth(review)}"), *review.caveats)


def _truth(review: Review) -> str:
    """How exact the values are, as the end of a text key."""
    if all(seat.exact for seat in review.seats):
        return "exact"
    near = find(review.game).judge.approximation(len(review.names), review.objective)
    partly = any(moment.exact for seat in review.seats for moment in seat.decisions)
    return "partly_exact" if near == "compact" and partly else near


def figures(review: Review, seat: SeatReview) -> tuple[Text, ...]:
    """Start, luck, losses, result and accuracy of a seat, in the order of `heads`."""
    scale = Scale(review.objective, review.spread)
    return (
        scale.bare(seat.start),
        scale.change(seat.fortune),
        scale.change(-seat.losses),
        scale.bare(seat.result),
        text("coach.percent", amount=number(seat.accuracy)),
    )


def heads(review: Review) -> tuple[Text, ...]:
    """The names of the figures."""
    result = text("coach.result" if review.over else "coach.result_open")
    return (text("coach.start"), text("coach.luck"), text("coach.losses"), result, text("coach.accuracy"))
