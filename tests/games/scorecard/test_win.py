"""Judging by the chance to win: exact at the end, and always somebody's."""

from typing import Any

import pytest

from knobel import make, outcomes
from knobel.coach.judge import judge_of, objectives
from knobel.core.game import AnyGame, Decide, Throw
from knobel.games.holding.tray import Keep, Tray
from knobel.games.scorecard.rules import Sheet, State, Write
from tests.coach.games import name, states

GAMES = [make("classic", 2), make("classic", 3), make("yatzy", 4), make("hexhex", 3), make("extreme", 2)]


def share(game: AnyGame, state: Any, seat: int) -> float:
    """What a seat wins in the end."""
    scores = game.scores(state)
    return (scores[seat] == max(scores)) / scores.count(max(scores))


def sheet(last: int, box: int | None = None, boxes: int = 13) -> Sheet:
    """A sheet with so many points, and one box open if it is said."""
    marks: list[int | None] = [0] * boxes
    marks[11 if box != 11 else 10] = last
    if box is not None:
        marks[box] = None
    return Sheet(tuple(marks), 0)


def test_who_is_behind_by_29_before_chance_holds_the_six() -> None:
    """46 against 17, only Chance open, 4 4 5 5 6 and one throw left: writing 24 loses for certain.

    With the six held, 24 on four dice wins once in 1,296 throws, and 23, four times as often, ties.
    """
    game = make("classic", 2)
    state = State((sheet(17, 12), sheet(46)), 0, Tray((4, 4, 5, 5, 6), 2))
    judge = judge_of(game)
    ratings = judge.rate(game, state, 0)
    assert ratings[Write("chance")] == 0
    assert ratings[Keep((4,))] == pytest.approx(3 / 1296)
    assert max(ratings.values()) == ratings[Keep((4,))]
    assert judge.exact(game, state, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("box", [5, 8, 12])
def test_the_last_turn_of_a_game_is_exact_for_any_number_of_seats(seats: int, box: int) -> None:
    """One throw left: the best of all ways to hold, each as good as the mean of what may fall."""
    game = make("classic", seats)
    done = [sheet(40 - 2 * at) for at in range(seats - 1)]
    state = State((*done, sheet(22, box)), seats - 1, Tray((3, 3, 6, 6, 5), 2))
    judge, mine = judge_of(game), seats - 1
    ratings = judge.rate(game, state, mine)
    assert judge.exact(game, state, mine)

    def written(after: State) -> float:
        return share(game, game.play(after, mine, Write(game.alphabet[len(game.alphabet) - 13 + box].box)), mine)

    for move, chance in ratings.items():
        if isinstance(move, Write):
            assert chance == pytest.approx(written(state))
            continue
        after = game.play(state, mine, move)
        falls = outcomes([game.pool[0]] * (5 - len(move.holds)))
        expected = sum(float(part) * written(game.land(after, faces)) for faces, part in falls)
        assert chance == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_somebody_always_wins(game: AnyGame) -> None:
    judge = judge_of(game)
    assert objectives(game) == ("win", "points")
    for state in states(game, seed=3, every=41):
        values = [judge.value(game, state, seat) for seat in range(game.seats)]
        assert sum(values) == pytest.approx(1, abs=1e-6)
        assert min(values) > -1e-9


@pytest.mark.parametrize("game", [make("classic", 2), make("hexhex", 3)], ids=name)
def test_before_a_throw_everybody_expects_the_mean_of_what_follows(game: AnyGame) -> None:
    judge = judge_of(game)
    for state in states(game, seed=5, every=17):
        match game.pending(state):
            case Throw(_, cup) if len(cup) < 4:
                falls = list(outcomes([game.pool[position] for position in cup]))
                for seat in range(game.seats):
                    mean = sum(float(part) * judge.value(game, game.land(state, faces), seat) for faces, part in falls)
                    assert mean == pytest.approx(judge.value(game, state, seat), abs=1e-6)


def test_between_two_the_last_boxes_are_exact_and_a_move_is_worth_what_comes_after_it() -> None:
    game = make("classic", 2)
    judge = judge_of(game)
    late = [state for state in states(game, 8) if 1 <= max(one.marks.count(None) for one in state.sheets) <= 2]
    for state in late[::3]:
        match game.pending(state):
            case Decide((seat,)):
                assert judge.exact(game, state, seat)
                for move, worth in list(judge.rate(game, state, seat).items())[::5]:
                    assert judge.value(game, game.play(state, seat, move), seat) == pytest.approx(worth, abs=1e-9)


def test_alone_points_count() -> None:
    assert judge_of(make("classic", 1)).objective == "points"
    assert objectives(make("classic", 1)) == ("points",)


def test_house_rules_count_in_the_dice_on_the_table() -> None:
    """A further five of a kind has the full points of a straight, which wins; elsewhere it would be nothing."""
    plain, joker = make("classic", 2), make("classic", 2, joker=True)
    marks = (0, 0, 0, 0, 0, 18, 0, 0, 0, 0, None, 50, 0)
    state = State((Sheet(marks, 0), sheet(100)), 0, Tray((6, 6, 6, 6, 6), 3))
    move = Write("large_straight")
    assert judge_of(plain).rate(plain, state, 0)[move] == 0
    assert judge_of(joker).rate(joker, state, 0)[move] == 1
