"""One board of Master: tasks, number rows, coin row and stars."""

import pytest
from hypothesis import given, settings

from knobel.games.master.rules.board import (
    COINS,
    Board,
    add_coins,
    fulfil,
    laps,
    may_use,
    move_row,
    move_rows,
    race,
    rows_finished,
    stars,
)
from tests.games.master.rules.boards import TASKS, boards, done
from tests.games.turns import worths

laws = settings(max_examples=100, deadline=None)


def met(dice: str) -> dict[str, int | bool]:
    return {task: worth for task, worth in worths("master", dice).items() if task in TASKS}


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("1 1 2 2 2", {"full_house": 1, "chance_low": 1}),
        ("3 3 5 5 5", {"full_house": 1}),
        ("3 3 3 3 5", {}),
        ("1 2 3 4 6", {"small_straight": 1}),
        ("3 4 5 6 6", {"small_straight": 1}),
        ("1 2 3 4 5", {"small_straight": 1, "large_straight": 2}),
        ("6 5 4 3 2", {"small_straight": 1, "large_straight": 2}),
        ("1 2 4 5 6", {}),
        ("1 2 3 5 6", {}),
        ("4 4 4 4 4", {"five_of_a_kind": 3}),
        ("1 1 1 1 1", {"chance_low": 1, "five_of_a_kind": 3}),
        ("6 6 6 6 6", {"chance_high": 1, "five_of_a_kind": 3}),
    ],
)
def test_dice_fulfil_these_tasks_for_these_stars_and_no_others(dice: str, expected: dict[str, int]) -> None:
    assert met(dice) == expected


def test_five_equal_are_no_full_house() -> None:
    assert "full_house" not in met("2 2 2 2 2")


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("1 1 1 1 1", "chance_low"),
        ("1 1 2 2 2", "chance_low"),
        ("1 1 1 1 6", "chance_low"),
        ("1 1 1 2 6", None),
        ("6 6 6 5 1", None),
        ("6 6 6 6 1", "chance_high"),
        ("6 6 6 6 6", "chance_high"),
    ],
)
def test_a_chance_goes_by_the_sum_with_its_bounds_included(dice: str, expected: str | None) -> None:
    assert [task for task in met(dice) if task.startswith("chance")] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("coins", "expected"),
    [
        (0, (0, 0)),
        (7, (0, 7)),
        (8, (1, 0)),
        (14, (1, 6)),
        (15, (2, 0)),
        (20, (2, 5)),
        (21, (3, 0)),
        (25, (3, 4)),
        (26, (4, 0)),
        (29, (4, 3)),
        (30, (5, 0)),
    ],
)
def test_the_laps_of_the_coin_row_have_8_7_6_5_and_4_fields(coins: int, expected: tuple[int, int]) -> None:
    assert laps(Board(coins=coins)) == expected
    assert stars(Board(coins=coins)) == expected[0]


def test_coin_steps_go_on_in_the_next_lap() -> None:
    assert laps(add_coins(Board(coins=7), 3)) == (1, 2)


@pytest.mark.parametrize(("before", "steps", "after"), [(27, 3, 30), (28, 3, 30), (30, 3, 30), (29, 0, 29)])
def test_coins_lapse_after_thirty_steps(before: int, steps: int, after: int) -> None:
    assert add_coins(Board(coins=before), steps).coins == after


@pytest.mark.parametrize(("finished", "expected"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (5, 7), (6, 9)])
def test_a_finished_row_gives_a_star_and_from_the_fourth_on_two(finished: int, expected: int) -> None:
    board = Board(rows=(8,) * finished + (0,) * (6 - finished))
    assert rows_finished(board) == finished
    assert stars(board) == expected


def test_a_row_under_way_gives_no_star() -> None:
    assert stars(Board(rows=(7, 7, 7, 0, 0, 0), coins=7)) == 0


@pytest.mark.parametrize(("task", "expected"), list(zip(TASKS, (1, 1, 1, 1, 2, 3), strict=True)))
def test_a_fulfilled_task_gives_its_stars(task: str, expected: int) -> None:
    board = fulfil(Board(), TASKS.index(task))
    assert board == Board(tasks=done(task))
    assert stars(board) == expected


def test_a_blank_board_has_no_star() -> None:
    assert Board() == Board((False,) * 6, (0,) * 6, 0)
    assert stars(Board()) == 0


def test_a_board_has_23_stars_at_most() -> None:
    assert stars(Board((True,) * 6, (8,) * 6, 30)) == 23


@laws
@given(boards)
def test_no_board_has_more_than_23_stars(board: Board) -> None:
    assert 0 <= stars(board) <= 23


@pytest.mark.parametrize(
    ("rows", "number", "expected"),
    [
        ((0, 0, 0, 0, 0, 0), 1, True),
        ((1, 1, 0, 0, 0, 0), 6, True),
        ((1, 7, 1, 0, 0, 0), 4, False),
        ((1, 7, 1, 0, 0, 0), 1, True),
        ((1, 7, 1, 0, 0, 0), 2, True),
        ((1, 7, 8, 0, 0, 0), 4, True),
        ((1, 7, 8, 0, 0, 0), 3, False),
        ((8, 8, 8, 1, 1, 1), 1, False),
    ],
)
def test_a_row_may_be_used_when_under_way_or_when_one_of_three_markers_is_free(
    rows: tuple[int, ...], number: int, expected: bool
) -> None:
    assert may_use(Board(rows=rows), number) is expected


@pytest.mark.parametrize(("field", "dice", "after", "coins"), [(0, 2, 2, 0), (6, 2, 8, 0), (6, 3, 8, 1), (7, 5, 8, 4)])
def test_dice_beyond_the_eighth_field_are_coin_steps(field: int, dice: int, after: int, coins: int) -> None:
    board = move_row(Board(rows=(1, 2, field, 0, 0, 0)), 3, dice)
    assert board == Board(rows=(1, 2, after, 0, 0, 0), coins=coins)


def test_finishing_a_row_frees_its_marker_in_the_same_action_whatever_the_order() -> None:
    board = Board(rows=(6, 1, 1, 0, 0, 0))
    faces = (1, 1, 4, 4, 6)
    expected = Board(rows=(8, 1, 1, 2, 0, 0))
    assert move_rows(board, (1, 4), faces) == expected
    assert move_rows(board, (4, 1), faces) == expected


def test_two_rows_cannot_move_when_neither_order_keeps_to_three_under_way() -> None:
    assert move_rows(Board(rows=(5, 1, 1, 0, 0, 0)), (1, 4), (1, 1, 4, 4, 6)) is None
    assert move_rows(Board(rows=(1, 1, 0, 0, 0, 0)), (3, 4), (3, 3, 4, 4, 6)) is None


def test_a_finished_row_is_closed() -> None:
    assert move_rows(Board(rows=(8, 0, 0, 0, 0, 0)), (1,), (1, 1, 1, 4, 6)) is None
    assert move_rows(Board(rows=(8, 0, 0, 0, 0, 0)), (1, 4), (1, 1, 1, 4, 4)) is None


def test_each_row_moves_by_all_dice_of_its_number() -> None:
    assert move_rows(Board(), (3, 5), (3, 5, 3, 5, 3)) == Board(rows=(0, 0, 3, 0, 2, 0))


RIVAL = Board(done("full_house"), (8, 0, 0, 0, 0, 0))


@pytest.mark.parametrize(("rivals", "steps"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_the_first_to_fulfil_a_task_gets_two_coins_the_second_one_and_later_none(rivals: int, steps: int) -> None:
    before, after = Board(coins=5), Board(done("full_house"), coins=5)
    others = [RIVAL] * rivals + [Board()] * (3 - rivals)
    assert race(before, after, others) == Board(done("full_house"), coins=5 + steps)


@pytest.mark.parametrize(("rivals", "steps"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_the_first_to_finish_a_row_gets_two_coins_the_second_one_and_later_none(rivals: int, steps: int) -> None:
    before, after = Board(rows=(6, 0, 0, 0, 0, 0)), Board(rows=(8, 0, 0, 0, 0, 0))
    others = [RIVAL] * rivals + [Board()] * (3 - rivals)
    assert race(before, after, others) == Board(rows=(8, 0, 0, 0, 0, 0), coins=steps)


def test_the_race_is_counted_for_each_row_finished_at_once() -> None:
    before, after = Board(rows=(6, 6, 0, 0, 0, 0)), Board(rows=(8, 8, 0, 0, 0, 0))
    assert race(before, after, [RIVAL]).coins == 1 + 2


def test_the_race_is_counted_for_each_task_fulfilled_at_once() -> None:
    after = Board(done("full_house", "chance_low"))
    assert race(Board(), after, [Board()]).coins == 2 + 2
    assert race(Board(), after, [RIVAL]).coins == 1 + 2


def test_the_race_is_for_the_same_task_or_row_only() -> None:
    rival = Board(done("five_of_a_kind"), (0, 0, 0, 0, 0, 8))
    assert race(Board(), Board(done("full_house")), [rival]).coins == 2
    assert race(Board(), Board(rows=(8, 0, 0, 0, 0, 0)), [rival]).coins == 2


def test_nothing_is_raced_for_twice_nor_for_a_row_under_way() -> None:
    board = Board(done("full_house"), (8, 7, 0, 0, 0, 0))
    assert race(board, board, [Board()]) == board
    assert race(Board(), Board(rows=(7, 0, 0, 0, 0, 0)), [Board()]).coins == 0


def test_rivals_may_come_from_a_generator() -> None:
    before, after = Board(rows=(6, 6, 0, 0, 0, 0)), Board(rows=(8, 8, 0, 0, 0, 0))
    assert race(before, after, (rival for rival in [Board(rows=(8, 8, 0, 0, 0, 0))])).coins == 2


def test_coin_options_are_worth_these_steps() -> None:
    assert COINS == {"pair": 1, "two_pairs": 2, "triple": 2, "quad": 3, "task": 3}
