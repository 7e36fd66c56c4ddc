"""The coach: what could be expected, what luck brought, what decisions gave away, and why."""

from knobel.coach.model import Hint, Moment, Rated, Review, SeatReview, as_json
from knobel.coach.review import hints, review

__all__ = ["Hint", "Moment", "Rated", "Review", "SeatReview", "as_json", "hints", "review"]
