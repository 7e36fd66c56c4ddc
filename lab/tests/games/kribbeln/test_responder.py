"""A best responder of Kribbeln learns what games teach, and its training goes on where it stopped."""

import numpy as np
import pytest

from knobel.core.errors import BadSetup
from knobel.games.holding.tray import fresh
from knobel.games.kribbeln.rules.game import State
from knobel.games.kribbeln.rules.sheet import BLANK, Sheet
from knobel.games.kribbeln.solve.book import shipped_ranks
from knobel.games.kribbeln.solve.opponents import mark
from knobel.games.kribbeln.solve.rivalry import Rivalry, rivalry_of
from knobel_lab.games.kribbeln.book import entries_of
from knobel_lab.games.kribbeln.match import Players
from knobel_lab.games.kribbeln.responder import SURE, Lesson, collect_lesson, corrections, learned, respond
from tests.games.kribbeln.solve.test_book import kribbeln


@pytest.fixture(scope="module")
def rivalry() -> Rivalry:
    return rivalry_of(shipped_ranks(kribbeln(seats=2)))


def before_row_3(first: Sheet, second: Sheet) -> State:
    return State(((*first, *BLANK[3:]), (*second, *BLANK[3:])), 3, 0, fresh(6))


def test_who_learns_nothing_stays_the_same(rivalry: Rivalry) -> None:
    same = learned(rivalry, Lesson())
    assert np.array_equal(same.margins.values, rivalry.margins.values)
    assert np.array_equal(same.margins.deviations, rivalry.margins.deviations)
    assert entries_of(same.book.lines[0]) == pytest.approx(entries_of(rivalry.book.lines[0]))


def test_what_others_write_is_the_mean_of_what_was_believed_and_what_was_seen(rivalry: Rivalry) -> None:
    lesson, saw = Lesson(), 1 + mark(20)
    lesson.wrote[4, saw, mark(22)] = SURE
    corrected, believed = (entries_of(one.book.lines[4]) for one in (learned(rivalry, lesson), rivalry))
    assert corrected[saw, mark(22)] == pytest.approx((1 + believed[saw, mark(22)]) / 2)
    assert corrected[saw].sum() == pytest.approx(1)
    assert corrected[0] == pytest.approx(believed[0])


def test_situations_that_won_more_than_was_said_are_worth_more(rivalry: Rivalry) -> None:
    """One has a low Kribbel number, the other a high one; the points are the same."""
    state, lesson = before_row_3((20, 22, 19), (22, 20, 28)), Lesson()
    said, _ = corrections(rivalry, state, 0)
    for _ in range(50):
        lesson.record_game(rivalry, {3: (state, 0.0)}, 0, said + 0.1)
    better = learned(rivalry, lesson)
    now, _ = corrections(better, state, 0)
    assert said < now <= said + 0.11
    gain = np.subtract(better.margins.values[3][0], rivalry.margins.values[3][0])
    assert gain[mark(19)] > 0 > gain[mark(28)]
    assert np.array_equal(better.margins.values[4], rivalry.margins.values[4])


def test_what_luck_brought_before_a_row_is_not_held_against_it(rivalry: Rivalry) -> None:
    state, lesson = before_row_3((20, 22, 19), (22, 20, 28)), Lesson()
    said, _ = corrections(rivalry, state, 0)
    lesson.record_game(rivalry, {3: (state, 0.25)}, 0, said - 0.25)
    assert lesson.missed == pytest.approx(0)


def test_chances_of_both_seats_are_one_together_when_a_row_begins(rivalry: Rivalry) -> None:
    state = before_row_3((20, 22, 19), (22, 20, 28))
    (own, parts), (other, mirrored) = (corrections(rivalry, state, seat) for seat in range(2))
    assert own + other == pytest.approx(1)
    assert parts == pytest.approx(-mirrored)


def test_every_turn_of_the_others_is_learned_from(rivalry: Rivalry) -> None:
    players = Players(kribbeln(seats=2), rivalry)
    lesson = collect_lesson(players, players, 1, range(1))
    # Every task is a turn of its own in both games; a Kribbel row is none for those who have dodged into it.
    assert all(lesson.squares[row].any() for row in (1, 3, 4, 6, 7))
    assert all(wrote.sum() > 0 for wrote in lesson.wrote[[0, 1, 3, 4, 6, 7]])
    assert lesson.wrote.min() >= 0


def test_training_and_match_go_on_where_they_stopped() -> None:
    noted: dict[int, list[float]] = {}
    result = respond(kribbeln(seats=2), 2, 1, note=noted.__setitem__, lessons=1)
    assert sorted(noted) == [-2, -1, 0]
    assert respond(kribbeln(seats=2), 2, 1, earlier=noted, lessons=1) == result
    trained = {first: sums for first, sums in noted.items() if first < 0}
    assert respond(kribbeln(seats=2), 2, 1, earlier=trained, lessons=1) == result


def test_a_responder_is_trained_for_two() -> None:
    with pytest.raises(BadSetup, match="two seats"):
        respond(kribbeln(seats=3), 2, 1, lessons=1)
