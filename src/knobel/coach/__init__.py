"""The coach: expected results, luck, losses of decisions, and reasons."""

from knobel.coach.model import Hint, Moment, Rated, Review, SeatReview, as_json
from knobel.coach.review import hints, review
from knobel.coach.terms import Term

__all__ = ["Hint", "Moment", "Rated", "Review", "SeatReview", "Term", "as_json", "hints", "review"]
