"""The books of a review balance, and what they say is true."""

from functools import cache
from typing import Any

import pytest

from knobel import AnyGame, Fell, Moved, Record, make, outcomes
from knobel.coach import Review, choices, review
from knobel.coach.review import moments, steps_of
from knobel.scene import look
from knobel.scene.model import Scene
from knobel.testing import random_record
from tests.coach.judges import judge
from tests.coach.tables import begun, nearly_full, played

GAMES = [
    make("classic", 1),
    make("classic", 2),
    make("extreme", 1),
    make("hexhex", 1),
    make("hexhex", 2),
    make("hexhex", 3),
    make("master", 1),
    make("kribbeln", 3),
    make("krisskross", 1),
    make("krisskross", 3, advanced=True),
]


def named(game: AnyGame) -> str:
    return f"{game.key}-{game.seats}"


@cache
def reviewed(game: AnyGame) -> tuple[Record, Review]:
    """A game at random, and its review by the shipped judge; several tests look at it."""
    record = random_record(game, 11)
    return record, review(record, judge=judge(game))


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_start_and_luck_less_losses_is_the_result_and_others_count_only_where_they_must(game: AnyGame) -> None:
    record, found = reviewed(game)
    final = judge(game)
    for seat in found.seats:
        assert seat.start + seat.fortune - seat.losses == pytest.approx(seat.result, abs=1e-6)
        assert seat.result == pytest.approx(final.value(game, record.state, seat.seat), abs=1e-6)
        assert seat.losses >= 0
        assert seat.others == 0 or final.objective in {"win", "rank_points"}
        value = seat.start
        for moment in seat.moments:
            assert moment.before == pytest.approx(value, abs=1e-6)
            change = moment.luck - moment.loss + moment.revised
            assert moment.before + change == pytest.approx(moment.after, abs=1e-6)
            value = moment.after


@pytest.mark.parametrize("entries", [37, 38, 39])
def test_an_unfinished_game_balances_too(entries: int) -> None:
    for game in (make("kribbeln", 2), make("extreme", 2), make("hexhex", 2)):
        record = begun(game, 4, entries)
        (seat,) = review(record, 1, judge(game)).seats
        assert seat.start + seat.fortune - seat.losses == pytest.approx(seat.result, abs=1e-6)


@pytest.mark.parametrize("game", [make("classic", 2), make("hexhex", 3)], ids=named)
def test_the_result_is_what_stands_on_the_sheet(game: AnyGame) -> None:
    record = random_record(game, 5)
    scores = game.scores(record.state)
    seats = review(record, judge=judge(game, "points")).seats
    assert [seat.result for seat in seats] == pytest.approx(scores, abs=1e-6)


@pytest.mark.parametrize(
    "game", [make("classic", 2), make("yatzy", 3), make("hexhex", 3), make("extreme", 2)], ids=named
)
def test_who_wins_has_all_of_the_chance_in_the_end(game: AnyGame) -> None:
    record, found = reviewed(game)
    scores = game.scores(record.state)
    assert found.objective == "win"
    won = [(score == max(scores)) / scores.count(max(scores)) for score in scores]
    assert [seat.result for seat in found.seats] == pytest.approx(won, abs=1e-9)
    assert sum(seat.start for seat in found.seats) == pytest.approx(1)


def test_in_a_duel_what_one_wins_the_other_loses() -> None:
    game = make("hexhex", 2)
    one, other = review(random_record(game, 2), judge=judge(game)).seats
    assert one.result + other.result == pytest.approx(1)
    assert one.luck - one.losses == pytest.approx(-other.others, abs=1e-6)


@pytest.mark.parametrize("game", [game for game in GAMES if game.seats < 3 or game.key == "kribbeln"], ids=named)
def test_best_play_loses_nothing_and_has_no_errors(game: AnyGame) -> None:
    record = played(game, judge(game), 3)
    for seat in review(record, judge=judge(game)).seats:
        assert seat.losses == pytest.approx(0, abs=1e-9)
        assert seat.error_rate == pytest.approx(0, abs=1e-9)
        assert seat.costliest == ()
        assert {moment.verdict for moment in seat.decisions} <= {"best"}


@pytest.mark.parametrize("key", ["classic", "hexhex"])
def test_luck_is_nothing_on_average_where_values_are_exact(key: str) -> None:
    game = make(key, 1)
    record = random_record(game, 8)
    known = judge(game)
    for (_, event), state in list(zip(record.standing, record.states, strict=False))[-30:]:
        if isinstance(event, Fell):
            dice = [game.pool[position] for position, face in enumerate(state.tray.dice) if face is None]
            mean = sum(
                float(chance) * known.value(game, game.land(state, faces), 0) for faces, chance in outcomes(dice)
            )
            assert mean == pytest.approx(known.value(game, state, 0), abs=1e-4)


def test_one_seat_may_be_reviewed_alone() -> None:
    game = make("classic", 2)
    record, found = reviewed(game)
    (alone,) = review(record, 1, judge(game)).seats
    assert alone == found.seats[1]


def test_a_review_is_of_the_game_as_it_finally_stands() -> None:
    record = Record(make("classic", 1))
    record.fell(6, 6, 1, 6, 2)
    record.moved(0, "write chance")
    record.undo(2)
    record.moved(0, "keep 1 2 4")
    record.fell(5, 6)
    clean = Record(make("classic", 1))
    clean.fell(6, 6, 1, 6, 2)
    clean.moved(0, "keep 1 2 4")
    clean.fell(5, 6)
    amended, plain = (review(told, judge=judge(record.game)).seats[0] for told in (record, clean))
    assert [moment.entry for moment in amended.moments] == [1, 4, 5]
    assert amended.result == plain.result
    assert amended.losses == plain.losses


def test_a_throw_for_all_is_the_luck_of_all() -> None:
    game = make("krisskross", 2)
    record = random_record(game, 1)
    for seat in range(2):
        placed = sum(isinstance(event, Moved) and event.seat == seat for _, event in record.standing) - 1
        for objective in ("win", "points"):
            found = [
                moment for moment in moments(record, steps_of(record), judge(game, objective), seat, 1.0) if moment
            ]
            assert sum(moment.kind == "throw" for moment in found) >= placed
            assert found[-1].turn == placed
            # What others write makes no difference to the points of a grid.
            assert any(moment.kind == "other" for moment in found) == (objective == "win")


def test_a_decision_with_one_choice_is_not_judged() -> None:
    record = nearly_full("classic", ["chance"], [1, 1, 2, 3, 6])
    before = review(record, judge=judge(record.game)).seats[0]
    record.fell(6, 6, 6, 6, 6)
    record.moved(0, "keep 1 2 3 4")
    record.fell(6)
    record.moved(0, "keep 1 2 3 4")
    record.fell(6)
    record.moved(0, "write chance")
    after = review(record, judge=judge(record.game)).seats[0]
    assert after.moments[-1].verdict is None
    assert after.moments[-1].alternatives == ()
    assert len(after.decisions) == len(before.decisions) + 2


def test_a_game_not_begun_has_nothing_to_tell() -> None:
    game = make("classic", 1)
    (seat,) = review(Record(game), judge=judge(game)).seats
    assert seat.moments == ()
    assert seat.result == seat.start
    assert seat.error_rate == 0


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_a_moment_is_painted_once_whatever_is_said_of_it(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[Any] = []

    def paint(of: AnyGame, state: Any) -> Scene:
        painted.append(state)
        return look(of, state)

    monkeypatch.setattr(choices, "look", paint)
    choices.scene_of.cache_clear()
    review(random_record(game, 11), 0, judge(game))
    assert painted
    assert len(painted) == len(set(painted))


def test_the_dice_of_a_moment_can_be_drawn_and_those_that_a_decision_held_are_among_them() -> None:
    game = make("kribbeln", 2)
    (seat,) = review(random_record(game, 3), 0, judge(game)).seats
    for moment in seat.moments:
        assert tuple(choices.face(die) for die in moment.lying) == moment.dice
        held = set(moment.held or ())
        assert held <= {die.position for die in moment.lying}
        assert not held or moment.kind == "decision"
    assert any(moment.held for moment in seat.moments)
