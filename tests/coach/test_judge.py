"""What every judge must keep to, and what some positions are worth by hand."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from knobel import BadSetup, make
from knobel.coach.judge import judge_of
from knobel.core.dice import outcomes
from knobel.core.game import AnyGame, Decide, Over, Throw
from knobel.games.classic.rules import CARD
from knobel.games.holding.tray import Keep, Tray
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, WRITE
from tests.coach.games import GAMES, name, states

every_game = pytest.mark.parametrize("game", GAMES, ids=name)


@every_game
def test_every_move_is_rated_and_a_position_is_worth_its_best_move(game: AnyGame) -> None:
    judge = judge_of(game)
    for state in states(game, seed=3, every=9):
        for seat in range(game.seats):
            ratings = judge.rate(game, state, seat)
            assert set(ratings) == set(game.moves(state, seat))
            if ratings:
                assert judge.value(game, state, seat) == pytest.approx(max(ratings.values()))


@every_game
def test_in_the_end_a_position_is_worth_its_result(game: AnyGame) -> None:
    judge = judge_of(game)
    end = states(game, seed=4)[-1]
    pending = game.pending(end)
    assert isinstance(pending, Over)
    for seat in range(game.seats):
        found = judge.value(game, end, seat)
        if judge.objective in {"points", "rank_points"}:
            assert found == pytest.approx(game.scores(end)[seat])
        elif judge.objective == "win":
            assert found == pytest.approx(_won(pending.places, seat))


def _won(places: tuple[int, ...], seat: int) -> float:
    """What a seat won; those who tie share it."""
    return (places[seat] == 1) / places.count(1)


def mean_after(game: AnyGame, state: Any, seat: int, pending: Throw) -> float:
    """The mean value over all ways the dice may fall."""
    falls = outcomes([game.pool[position] for position in pending.dice])
    judge = judge_of(game)
    return sum(float(chance) * judge.value(game, game.land(state, faces), seat) for faces, chance in falls)


@pytest.mark.parametrize("game", [make("classic", seats=1), make("hexhex", seats=1)], ids=name)
def test_an_exact_value_before_a_throw_is_the_mean_of_those_after_it(game: AnyGame) -> None:
    judge = judge_of(game)
    for state in states(game, seed=5, every=7):
        match game.pending(state):
            case Throw(seat, _) as pending:
                assert judge.exact(game, state, seat)
                assert mean_after(game, state, seat, pending) == pytest.approx(judge.value(game, state, seat), abs=1e-4)


@pytest.mark.parametrize(
    ("key", "seats"),
    [
        ("kribbeln", 2),
        ("kribbeln", 3),
        ("master", 2),
        ("master", 4),
        ("extreme", 2),
        ("classic", 3),
        ("yatzy", 2),
        ("hexhex", 3),
    ],
)
def test_no_throw_of_a_turn_is_lucky_on_average(key: str, seats: int) -> None:
    """With one die in the cup, in turns from first to last: what reviews call luck has the mean of nothing."""
    game, random, turns = make(key, seats=seats), Random(9), 0
    judge = judge_of(game)
    for state in states(game, seed=3):
        match game.pending(state):
            case Throw(seat, cup) if len(cup) == len(game.pool) and not getattr(state, "roll_off", ()):
                turns += 1
                if turns % 5:
                    continue
                faces: list[int | None] = [random.choice(die.values) for die in game.pool]
                faces[random.randrange(len(faces))] = None
                lying = replace(state, tray=Tray(tuple(faces), random.choice((1, 2))))
                match game.pending(lying):
                    case Throw(_, _) as pending:
                        mean = mean_after(game, lying, seat, pending)
                        assert mean == pytest.approx(judge.value(game, lying, seat), abs=1e-9)
    assert turns > 15


def test_no_roll_for_the_start_of_a_row_is_lucky_on_average() -> None:
    game = make("kribbeln", seats=3)
    judge = judge_of(game)
    level = next(state for seed in range(20) for state in states(game, seed) if getattr(state, "roll_off", ()))
    pending = game.pending(level)
    assert isinstance(pending, Throw)
    for seat in range(3):
        mean = mean_after(game, level, seat, pending)
        assert mean == pytest.approx(judge.value(game, level, seat), abs=1e-9)


@pytest.mark.parametrize(
    ("key", "seats", "largest"), [("extreme", 1, 1.93), ("hexhex", 2, 0.028), ("master", 1, 0.358)]
)
def test_compact_values_are_means_but_for_their_largest_error(key: str, seats: int, largest: float) -> None:
    """The largest errors are those that `knobel distil` told when it made the values."""
    game = make(key, seats=seats)
    judge = judge_of(game)
    for state in states(game, seed=6, every=31):
        match game.pending(state):
            case Throw(seat, cup) as pending if len(cup) < 4:
                assert not judge.exact(game, state, seat)
                expected = judge.value(game, state, seat)
                assert mean_after(game, state, seat, pending) == pytest.approx(expected, abs=largest)


@pytest.mark.parametrize("game", [make("classic"), make("extreme"), make("master"), make("hexhex", seats=2)], ids=name)
def test_a_move_is_worth_what_comes_after_it(game: AnyGame) -> None:
    judge = judge_of(game)
    for state in states(game, seed=7, every=13):
        match game.pending(state):
            case Decide((seat,)):
                for move, worth in list(judge.rate(game, state, seat).items())[::7]:
                    assert judge.value(game, game.play(state, seat, move), seat) == pytest.approx(worth, abs=1e-6)


def test_the_last_box_of_classic_is_worth_what_it_pays() -> None:
    """Chance alone, one throw left, 1 1 1 1 6: keep the six, for the others are thrown for 3.5 each."""
    game = make("classic", seats=1)
    state = game.start()
    for box in (box.key for box in CARD.boxes if box.key != "chance"):
        state = game.land(state, (1, 1, 2, 2, 3))
        state = game.play(state, 0, next(move for move in game.moves(state, 0) if str(move) == f"write {box}"))
    so_far = game.scores(state)[0]
    state = game.land(state, (1, 1, 1, 1, 6))
    state = game.land(game.play(state, 0, Keep((4,))), (1, 1, 1, 1))
    ratings = {str(move): worth for move, worth in judge_of(game).rate(game, state, 0).items()}
    assert ratings["keep 5"] == pytest.approx(so_far + 6 + 4 * 3.5, abs=1e-4)
    assert ratings["write chance"] == pytest.approx(so_far + 10, abs=1e-4)
    assert ratings["keep none"] == pytest.approx(so_far + 17.5, abs=1e-4)


def test_in_the_last_row_of_kribbeln_a_number_that_beats_the_other_is_worth_two_points() -> None:
    game = make("kribbeln", seats=2)
    state = next(
        state
        for seed in range(100)
        for state in states(game, seed)
        if state.row == 9 and isinstance(game.pending(state), Decide) and state.sheets[1 - state.seat][9]
    )
    seat = state.seat
    ratings = judge_of(game, "rank_points").rate(game, state, seat)
    (ending,) = [move for move in ratings if move in {WRITE, STRIKE}]
    total = sum(state.tray.faces)
    earned = 0 if ending == STRIKE else 1 + (total > state.sheets[1 - seat][9])
    assert ratings[ending] == pytest.approx(game.scores(state)[seat] + earned)


def test_a_dodge_is_rated_where_it_is_allowed() -> None:
    game = make("kribbeln", seats=2)
    judge = judge_of(game)
    dodges = [
        judge.rate(game, state, state.seat)[DODGE] - judge.rate(game, state, state.seat)[STRIKE]
        for state in states(game, 2)
        if state.row < 10 and DODGE in game.moves(state, state.seat)
    ]
    assert dodges
    assert max(dodges) > 0


def test_hexhex_for_two_may_be_judged_by_points() -> None:
    game = make("hexhex", seats=2)
    assert judge_of(game).objective == "win"
    assert judge_of(game, "points").value(game, game.start(), 0) == pytest.approx(33.9319358, abs=1e-5)
    with pytest.raises(BadSetup, match="master cannot be judged by 'points', only by win, turns"):
        judge_of(make("master", 2), "points")
    with pytest.raises(BadSetup, match="extreme cannot be judged by 'win', only by points"):
        judge_of(make("extreme", seats=1), "win")


def test_late_decisions_are_exact_where_the_rest_is_solved_on_demand() -> None:
    game = make("extreme", seats=1)
    late = [state for state in states(game, 8, every=5) if 1 <= state.sheets[0].marks.count(None) <= 2]
    judge = judge_of(game, endgames=2)
    for state in late:
        assert judge.exact(game, state, 0)
        assert judge.value(game, state, 0) == pytest.approx(judge_of(game).value(game, state, 0), abs=1.5)
