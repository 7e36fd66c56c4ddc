"""Which actions end a turn of Master, and what they do."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import BadMove, Record, make
from knobel.games.master.rules.actions import actions, coin_options
from knobel.games.master.rules.board import Board, laps, stars
from tests.games.master.rules.boards import boards, done
from tests.games.turns import allowed

laws = settings(max_examples=100, deadline=None)
rolls = st.tuples(*(st.integers(1, 6) for _ in range(5)))
EVERY_ROLL = tuple(combinations_with_replacement(range(1, 7), 5))


def results(board: Board, dice: str) -> dict[str, Board]:
    """The board after each action these dice allow, without the race."""
    return {str(action): after for action, after in actions(board, tuple(map(int, dice.split())))}


def coins_of(board: Board, dice: str) -> set[str]:
    return {action for action in results(board, dice) if action.startswith("coins")}


def test_all_actions_of_three_threes_and_two_fives_on_a_blank_board() -> None:
    assert list(results(Board(), "3 3 3 5 5")) == [
        "task full_house",
        "rows 3",
        "rows 5",
        "rows 3 5",
        "coins pair",
        "coins two_pairs",
        "coins triple",
        "row 3 coins pair",
        "row 5 coins pair",
        "row 5 coins triple",
    ]


def test_pairs_of_threes_and_fives_move_two_fields_each_and_a_single_one_cannot_move() -> None:
    after = results(Board(), "3 3 5 5 1")
    assert after["rows 3 5"] == Board(rows=(0, 0, 2, 0, 2, 0))
    assert after["rows 3"] == Board(rows=(0, 0, 2, 0, 0, 0))
    assert after["rows 5"] == Board(rows=(0, 0, 0, 0, 2, 0))
    assert not [action for action in after if action.startswith("row") and "1" in action]


def test_sum_8_fulfils_the_low_chance() -> None:
    assert results(Board(), "1 1 1 2 3")["task chance_low"] == Board(done("chance_low"))


def test_an_open_task_is_fulfilled_once() -> None:
    assert "task full_house" in results(Board(), "3 3 5 5 5")
    assert "task full_house" not in results(Board(done("full_house")), "3 3 5 5 5")


def test_a_fulfilled_task_may_be_repeated_for_three_coins() -> None:
    after = results(Board(done("full_house")), "3 3 5 5 5")["coins task"]
    assert after == Board(done("full_house"), coins=3)


def test_a_task_that_is_still_open_cannot_be_repeated() -> None:
    assert "coins task" not in results(Board(), "3 3 5 5 5")
    assert "coins task" not in results(Board(done("large_straight")), "3 3 5 5 5")


def test_the_dice_must_meet_a_fulfilled_task_to_repeat_it() -> None:
    assert "coins task" not in results(Board(done("full_house")), "3 3 5 5 1")
    assert "coins task" in results(Board(done("chance_high")), "6 6 5 5 4")


def test_a_repeated_task_wraps_into_the_next_lap_and_two_pairs_just_finish_the_lap() -> None:
    board = Board(done("chance_high"), coins=6)
    after = results(board, "6 6 5 5 4")
    assert laps(after["coins task"]) == (1, 1)
    assert stars(after["coins task"]) == stars(board) + 1
    assert laps(after["coins two_pairs"]) == (1, 0)


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("1 2 3 4 6", set()),
        ("1 1 3 4 6", {"pair"}),
        ("1 1 3 3 6", {"pair", "two_pairs"}),
        ("1 1 1 4 6", {"pair", "triple"}),
        ("1 1 1 4 4", {"pair", "two_pairs", "triple"}),
        ("1 1 1 1 6", {"pair", "triple", "quad"}),
        ("1 1 1 1 1", {"pair", "triple", "quad"}),
    ],
)
def test_a_larger_group_serves_as_a_smaller_one_but_never_as_two_pairs(dice: str, expected: set[str]) -> None:
    options = coin_options(tuple(map(int, dice.split())))
    assert {option for option, possible in options.items() if possible} == expected
    assert coins_of(Board(), dice) == {f"coins {option}" for option in expected}


@pytest.mark.parametrize(("option", "coins"), [("pair", 1), ("two_pairs", 2), ("triple", 2), ("quad", 3), ("task", 3)])
def test_a_coin_option_makes_its_steps_and_nothing_else(option: str, coins: int) -> None:
    dice = {"two_pairs": "1 1 6 6 4", "task": "1 2 3 4 5"}.get(option, "5 5 5 5 1")
    board = Board(done("large_straight"), coins=1)
    assert results(board, dice)[f"coins {option}"] == Board(done("large_straight"), coins=1 + coins)


def test_a_row_and_coins_need_two_different_numbers() -> None:
    assert not [action for action in results(Board(), "3 3 3 3 1") if action.startswith("row ")]
    assert not [action for action in results(Board(), "3 3 3 3 3") if action.startswith("row ")]


def test_a_row_moves_by_its_whole_group_while_another_group_makes_coins() -> None:
    after = results(Board(), "3 3 3 5 5")
    assert after["row 3 coins pair"] == Board(rows=(0, 0, 3, 0, 0, 0), coins=1)
    assert after["row 5 coins triple"] == Board(rows=(0, 0, 0, 0, 2, 0), coins=2)
    assert after["row 5 coins pair"] == Board(rows=(0, 0, 0, 0, 2, 0), coins=1)
    assert "row 3 coins triple" not in after


def test_the_overhang_of_a_row_adds_to_its_coins() -> None:
    after = results(Board(rows=(0, 0, 7, 0, 0, 0)), "3 3 3 5 5")
    assert after["row 3 coins pair"] == Board(rows=(0, 0, 8, 0, 0, 0), coins=2 + 1)


def test_at_most_three_rows_are_under_way() -> None:
    after = results(Board(rows=(1, 1, 1, 0, 0, 0)), "3 3 5 5 1")
    assert {action for action in after if action.startswith("row")} == {"rows 3", "row 3 coins pair"}


def test_a_row_that_finishes_frees_its_marker_for_the_other_number_in_either_order() -> None:
    assert results(Board(rows=(1, 1, 6, 0, 0, 0)), "3 3 5 5 1")["rows 3 5"].rows == (1, 1, 8, 0, 2, 0)
    assert results(Board(rows=(1, 1, 0, 0, 6, 0)), "3 3 5 5 1")["rows 3 5"].rows == (1, 1, 2, 0, 8, 0)


def test_a_closed_row_moves_no_more() -> None:
    after = results(Board(rows=(0, 0, 8, 0, 0, 0)), "3 3 5 5 1")
    assert {action for action in after if action.startswith("row")} == {"rows 5", "row 5 coins pair"}


def test_a_coin_option_stays_possible_without_effect_when_the_coin_row_is_closed() -> None:
    board = Board(coins=30)
    assert results(board, "4 4 2 3 6")["coins pair"] == board


def test_rows_that_overhang_onto_a_closed_coin_row_still_finish() -> None:
    board = Board(rows=(0, 0, 0, 7, 0, 0), coins=30)
    assert results(board, "4 4 4 3 6")["rows 4"] == Board(rows=(0, 0, 0, 8, 0, 0), coins=30)


def test_four_equal_finish_a_row_one_short_of_its_end_with_three_overhang_coins() -> None:
    after = results(Board(rows=(0, 0, 0, 0, 7, 0)), "5 5 5 5 1")["rows 5"]
    assert after == Board(rows=(0, 0, 0, 0, 8, 0), coins=3)
    assert stars(after) == 1


def test_the_fourth_finished_row_gives_two_stars() -> None:
    board = Board(rows=(8, 8, 8, 6, 0, 0))
    assert stars(results(board, "4 4 1 2 6")["rows 4"]) - stars(board) == 2


def test_pass_is_the_only_move_when_no_action_is_possible() -> None:
    record = Record(make("master", seats=2))
    record.fell(1, 2, 4, 5, 6)
    assert allowed(record) == ["pass"]
    record.moved(0, "pass")
    assert record.state.boards == (Board(), Board())
    assert record.state.seat == 1


def test_pass_is_refused_while_an_action_is_possible() -> None:
    record = Record(make("master", seats=2))
    record.fell(1, 1, 2, 4, 6)
    with pytest.raises(
        BadMove, match=r"^'pass' is not allowed now; possible moves are .*'rows 1', 'coins pair' and others$"
    ):
        record.moved(0, "pass")


@pytest.mark.parametrize("board", [Board(), Board((True,) * 6, (8,) * 6, 30), Board(rows=(1, 1, 1, 0, 0, 0))])
def test_only_two_rolls_ever_allow_nothing(board: Board) -> None:
    nothing = [roll for roll in EVERY_ROLL if not list(actions(board, roll))]
    assert nothing == [(1, 2, 3, 5, 6), (1, 2, 4, 5, 6)]


@laws
@given(boards, rolls)
def test_no_action_takes_stars_coins_or_fields_away(board: Board, faces: tuple[int, ...]) -> None:
    for _, after in actions(board, faces):
        assert stars(after) >= stars(board)
        assert after.coins >= board.coins
        assert all(now >= then for now, then in zip(after.rows, board.rows, strict=True))


@laws
@given(boards, rolls)
def test_no_action_leaves_more_than_three_rows_under_way(board: Board, faces: tuple[int, ...]) -> None:
    for _, after in actions(board, faces):
        assert sum(0 < field < 8 for field in after.rows) <= 3


@laws
@given(boards, rolls, st.data())
def test_actions_do_not_depend_on_the_order_of_the_dice(
    board: Board, faces: tuple[int, ...], data: st.DataObject
) -> None:
    mixed = tuple(data.draw(st.permutations(faces)))
    assert dict(actions(board, mixed)) == dict(actions(board, faces))
