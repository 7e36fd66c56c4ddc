"""What a review says of a seat, in words: its headline, its figures and their notes; every page says the same."""

from dataclasses import replace
from math import sqrt

from knobel.coach.decisive import decisive_of
from knobel.coach.model import Figure, Review, SeatReview
from knobel.coach.numbers import CHANCES, TOGETHER, Scale, number
from knobel.games.spec import find
from knobel.scene.text import Text, game_text, text

DICE = ((-1.5, "very_bad"), (-0.5, "bad"), (0.5, "fair"), (1.5, "good"))
"""What the dice of a game are called, by their luck in standard deviations, each up to this; beyond, very good."""

COSTLY = ("mistake", "blunder")
"""The verdicts of decisions that a headline counts."""

CHEAP = (("slip", "slips"), ("good", "clean"), ("best", "flawless"))
"""What is said of decisions none of which was costly, by the worst of them."""

WORDS = 12
"""Numbers up to this are written as words."""


def with_words(review: Review) -> Review:
    """The same review, with what it says of itself and of every seat."""
    apart = any(seat.others for seat in review.seats)
    seats = tuple(_with_words(review, seat, apart=apart) for seat in review.seats)
    return replace(review, seats=seats, notes=notes(review))


def _with_words(review: Review, seat: SeatReview, *, apart: bool) -> SeatReview:
    decisive = decisive_of(review, seat)
    return replace(
        seat,
        headline=headline(review, seat),
        figures=figures(review, seat, apart=apart),
        notes=tuple(_seat_notes(review, seat)),
        decisive=decisive.words if decisive else None,
    )


def headline(review: Review, seat: SeatReview) -> Text:
    """The game of a seat in a sentence or two: how it ended, how the dice were, and what decisions did."""
    outcome, dice = _outcome(review, seat), _dice(review, seat)
    if not dice:
        return outcome
    for clause in (_decisions(review, seat), _others(review, seat)):
        dice = text("coach.headline.clauses", one=dice, other=clause) if clause else dice
    return text("coach.headline", outcome=outcome, clauses=dice)


def _outcome(review: Review, seat: SeatReview) -> Text:
    """How the game ended for a seat."""
    if not review.over:
        return text("coach.headline.open")
    if len(review.names) == 1:
        return text("coach.headline.alone", result=_scale(review).amount(seat.result))
    score, place = number(review.scores[seat.seat], 0), review.places[seat.seat]
    shared = review.places.count(place) > 1
    won = ("shared" if shared else "won") if place == 1 else "lost"
    if len(review.names) == 2:
        return text(f"coach.headline.{won}", score=score, rival=number(review.scores[1 - seat.seat], 0))
    return text(f"coach.headline.{won}.many", score=score, place=place, players=len(review.names))


def _dice(review: Review, seat: SeatReview) -> Text | None:
    """How the dice were, compared with those of many games; None if none fell."""
    throws = {moment.turn for moment in seat.moments if moment.kind == "throw"}
    if not throws:
        return None
    deviations = seat.luck / (review.spread * sqrt(len(throws)))
    return text(f"coach.dice.{next((name for most, name in DICE if deviations < most), 'very_good')}")


def _decisions(review: Review, seat: SeatReview) -> Text | None:
    """What decisions did to the result; None if there was nothing to decide."""
    if not seat.decisions:
        return None
    costly = [moment.loss for moment in seat.decisions if moment.verdict in COSTLY]
    if not costly:
        verdicts = {moment.verdict for moment in seat.decisions}
        return text(f"coach.decisions.{next(words for verdict, words in CHEAP if verdict in verdicts)}")
    # Only what is worth as much as the whole chance at the start has lost the game, whatever the dice did.
    lost = review.objective == "win" and review.over and review.places[seat.seat] > 1
    key = "coach.decisions.lost" if lost and sum(costly) >= seat.start else "coach.decisions.costly"
    return text(key, count=_count(len(costly))) if len(costly) > 1 else text(f"{key}.single")


def _others(review: Review, seat: SeatReview) -> Text | None:
    """Whether what the others threw and decided lost the game; None if it did not."""
    lost = review.objective == "win" and review.over and review.places[seat.seat] > 1
    if not lost or seat.others > min(seat.luck, -seat.losses, -seat.start / 2):
        return None
    if len(review.names) == 2:
        return text("coach.headline.rival", seat=1 - seat.seat)
    return text("coach.headline.others")


def _count(n: int) -> Text:
    """A number within a sentence."""
    return text(f"coach.count.{n}") if n <= WORDS else text("coach.whole", n=n)


def _scale(review: Review) -> Scale:
    return Scale(review.objective, review.spread)


def figures(review: Review, seat: SeatReview, *, apart: bool) -> tuple[Figure, ...]:
    """The balance of a seat, part by part, and its error rate; `apart` if what the others did has a part of its own."""
    scale = _scale(review)
    others = (Figure("others", text("coach.others"), scale.change(seat.others)),) if apart else ()
    result = text("coach.result" if review.over else "coach.result_open")
    return (
        Figure("start", text("coach.start"), scale.bare(seat.start)),
        Figure("luck", text("coach.luck"), scale.change(seat.luck)),
        *others,
        Figure("decisions", text("coach.losses"), scale.change(-seat.losses)),
        Figure("result", result, scale.bare(seat.result)),
        Figure("error_rate", text("coach.error_rate"), number(seat.error_rate)),
    )


def _seat_notes(review: Review, seat: SeatReview) -> list[Text]:
    """What has to be said of the figures of a seat."""
    beyond = any(abs(part) > 1 for part in (seat.luck, seat.others, seat.losses))
    return [text("coach.beyond_hundred")] if review.objective in CHANCES and beyond else []


def objective_text(game: str, objective: str) -> Text:
    """The objective in words, from the texts of the game if it has any."""
    key = f"objective.{objective}"
    return game_text(game, key) if key in find(game).texts("en") else text(f"coach.{key}")


def notes(review: Review) -> tuple[Text, ...]:
    """The objective of the review, what its figures mean, and how exact its values are."""
    remarks = [objective_text(review.game, review.objective)]
    if len(review.names) > 1:
        remarks.append(text("coach.objective.together" if review.objective in TOGETHER else "coach.objective.same"))
    if review.objective in CHANCES:
        remarks.append(text("coach.in_percentage_points"))
    remarks.append(text("coach.error_rate.means"))
    if truth := _truth(review):
        remarks.append(text(f"coach.truth.{truth}"))
    return (*remarks, *review.caveats)


def _truth(review: Review) -> str | None:
    """How exact the values are, as the end of a text key; None if the judge does not say."""
    if all(seat.exact for seat in review.seats):
        return "exact"
    spec = find(review.game)
    if not spec.has("judge", "approximation"):
        return None
    near: str = spec.judge.approximation(len(review.names), review.objective)
    partly = any(moment.exact for seat in review.seats for moment in seat.decisions)
    return "partly_exact" if near == "compact" and partly else near
