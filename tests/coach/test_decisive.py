"""The moment that decided a game."""

from dataclasses import replace

from knobel.coach.decisive import decisive
from knobel.coach.model import Moment, Review, SeatReview
from knobel.scene.text import say, text


def moment(kind: str, turn: int, luck: float = 0.0, loss: float = 0.0) -> Moment:
    """Something that happened in a turn."""
    return Moment(turn, kind, turn, text("seat", n=turn), (), 0.0, luck - loss, luck, loss)  # type: ignore[arg-type]


def reviewed(*moments: Moment, seat: int = 0) -> Review:
    """A game in which a turn usually moves the result by ten points."""
    books = SeatReview(seat, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, exact=True, moments=moments, costliest=())
    return Review("classic", ("Anna", "Ben"), "points", ("points",), over=True, spread=10.0, seats=(books,))


def test_the_dice_of_a_turn_count_together_and_what_ended_it_is_told() -> None:
    found = decisive(
        reviewed(moment("throw", 1, 6), moment("throw", 1, 7), moment("decision", 1), moment("throw", 2, 9))
    )
    assert found
    assert (found.kind, found.turn, found.seat) == ("luck", 1, 0)
    assert (found.size, say(found.words, "en")) == (13, "Luck in turn 1: the dice brought 13 points.")
    unlucky = decisive(reviewed(moment("throw", 3, -20), moment("decision", 3), seat=1))
    assert unlucky
    assert (unlucky.kind, unlucky.turn, unlucky.seat) == ("bad_luck", 3, 1)


def test_a_decision_that_gave_away_more_than_any_dice_brought_decided_it() -> None:
    found = decisive(reviewed(moment("throw", 1, 6), moment("decision", 1, loss=8)))
    assert found
    assert (found.kind, found.turn) == ("loss", 1)
    assert say(found.words, "en") == "Costly in turn 1: Seat 1. It cost 8 points."


def test_dice_and_decisions_of_a_turn_are_never_counted_together() -> None:
    # An entry that cost 4 in a turn whose dice cost 12: the price of the dice is theirs alone.
    found = decisive(reviewed(moment("throw", 5, -12), moment("decision", 5, loss=4)))
    assert found
    assert say(found.words, "de") == "Pech in Zug 5: Die Würfel haben 12 Punkte gekostet."
    # A revised estimate is neither.
    again = decisive(reviewed(moment("throw", 5, -12), replace(moment("decision", 5, loss=4), revised=-9.0)))
    assert again == found


def test_of_several_seats_it_is_the_largest_and_of_small_ones_none() -> None:
    one, other = (
        reviewed(moment("throw", 1, luck), moment("decision", 1), seat=seat) for seat, luck in ((0, 6), (1, 9))
    )
    both = decisive(replace(one, seats=one.seats + other.seats))
    assert both
    assert both.seat == 1
    assert decisive(reviewed(moment("throw", 1, 4), moment("decision", 1))) is None
    assert decisive(reviewed()) is None
