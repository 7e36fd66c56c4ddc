"""The rows of Kribbeln's sheet, what may be written where, and what a row earns."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel.games.kribbeln.rules.sheet import (
    BLANK,
    KRIBBEL_ROWS,
    LAST_KRIBBEL,
    ROWS,
    SHEETS,
    STRUCK,
    TOTALS_AFTER,
    Sheet,
    dodge_row,
    highest_kribbel,
    rises,
    row_points,
    write,
)

laws = settings(max_examples=100, deadline=None)
entries = st.one_of(st.just(STRUCK), st.integers(6, 36))
K1, K2, K3, K4 = 2, 5, 8, 9


def sheet(**entered: int) -> Sheet:
    """A sheet with these Kribbel fields entered: `sheet(k1=20)`."""
    fields = {"k1": K1, "k2": K2, "k3": K3, "k4": K4}
    marks = list(BLANK)
    for field, value in entered.items():
        marks[fields[field]] = value
    return tuple(marks)


def test_the_ten_rows_stand_in_three_areas() -> None:
    assert [(row.key, row.area, row.task) for row in ROWS] == [
        ("task_1", "red", 0),
        ("task_2", "red", 1),
        ("kribbel_1", "red", None),
        ("task_3", "yellow", 2),
        ("task_4", "yellow", 3),
        ("kribbel_2", "yellow", None),
        ("task_5", "blue", 4),
        ("task_6", "blue", 5),
        ("kribbel_3", "blue", None),
        ("kribbel_4", "blue", None),
    ]
    assert BLANK == (None,) * 10


def test_running_totals_stand_after_the_first_two_kribbel_rows() -> None:
    assert KRIBBEL_ROWS == (K1, K2, K3, K4)
    assert TOTALS_AFTER == (K1, K2)
    assert LAST_KRIBBEL == K4


def test_there_are_six_sheets_of_six_tasks() -> None:
    assert [len(tasks) for tasks in SHEETS] == [6] * 6
    assert len(set(SHEETS)) == 6


def test_writing_fills_one_row_only() -> None:
    assert write(BLANK, 3, 24) == (None, None, None, 24, None, None, None, None, None, None)
    assert write(write(BLANK, 9, 7), 0, STRUCK) == (0, None, None, None, None, None, None, None, None, 7)


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        (sheet(), 0),
        (sheet(k1=20), 20),
        (sheet(k1=20, k2=25), 25),
        (sheet(k1=30, k2=25), 30),
        (sheet(k1=20, k2=STRUCK), 20),
        (sheet(k1=20, k2=STRUCK, k3=22, k4=24), 24),
        (write(sheet(k1=20), 0, 33), 20),
    ],
)
def test_the_highest_kribbel_number_ignores_tasks_and_crosses(marks: Sheet, expected: int) -> None:
    assert highest_kribbel(marks) == expected


@pytest.mark.parametrize(("total", "expected"), [(19, False), (20, False), (21, True)])
def test_a_kribbel_number_is_strictly_greater_than_every_earlier_one(total: int, expected: bool) -> None:
    assert rises(sheet(k1=20, k2=STRUCK), total, beginner=False) is expected
    assert rises(sheet(k1=20, k2=12), total, beginner=False) is expected


def test_every_sum_rises_above_a_blank_sheet() -> None:
    assert rises(BLANK, 6, beginner=False) is True


def test_for_beginners_every_sum_rises() -> None:
    assert rises(sheet(k1=36), 6, beginner=True) is True


@pytest.mark.parametrize(
    ("row", "expected"),
    [(0, K1), (1, K1), (K1, None), (3, K2), (4, K2), (K2, None), (6, K3), (7, K3), (K3, None), (K4, None)],
)
def test_a_dodge_goes_into_the_kribbel_row_of_the_same_area(row: int, expected: int | None) -> None:
    assert dodge_row(BLANK, row) == expected


@pytest.mark.parametrize(
    ("marks", "row", "expected"),
    [
        (sheet(k1=20), 0, None),
        (sheet(k1=20), 1, None),
        (sheet(k1=20), 3, K2),
        (sheet(k1=20, k2=21), 4, None),
        (sheet(k3=20), 6, K4),
        (sheet(k3=20), 7, K4),
        (sheet(k3=20, k4=21), 7, None),
    ],
)
def test_a_dodge_needs_an_empty_field_and_takes_the_third_before_the_fourth(
    marks: Sheet, row: int, expected: int | None
) -> None:
    assert dodge_row(marks, row) == expected


def test_five_players_earn_these_points() -> None:
    assert row_points((26, 31, 24, 17, STRUCK)) == (4, 5, 3, 2, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_who_share_the_first_place_earn_one_point_less_than_there_are_players(players: int) -> None:
    assert row_points((30, 30, 20, 19, 18)[:players])[:2] == (players - 1, players - 1)


def test_three_who_share_the_second_place_of_five_earn_two_each() -> None:
    assert row_points((20, 31, 20, 20, 17)) == (2, 5, 2, 2, 1)


def test_all_who_tie_earn_one_point() -> None:
    assert row_points((20, 20, 20)) == (1, 1, 1)


def test_a_cross_earns_nothing_even_when_all_have_one() -> None:
    assert row_points((STRUCK, STRUCK)) == (0, 0)
    assert row_points((STRUCK, 6, STRUCK)) == (0, 3, 0)


@laws
@given(st.lists(entries, min_size=2, max_size=5))
def test_a_place_earns_by_the_last_of_its_tied_places(values: list[int]) -> None:
    for value, points in zip(values, row_points(values), strict=True):
        last_place = sum(other >= value for other in values)
        assert points == (len(values) - last_place + 1 if value != STRUCK else 0)


@laws
@given(st.lists(st.integers(6, 36), min_size=2, max_size=5, unique=True))
def test_without_ties_and_crosses_a_row_gives_away_all_places(values: list[int]) -> None:
    assert sorted(row_points(values)) == list(range(1, len(values) + 1))


@laws
@given(st.lists(entries, min_size=2, max_size=5))
def test_ties_and_crosses_only_ever_cost_points(values: list[int]) -> None:
    assert sum(row_points(values)) <= len(values) * (len(values) + 1) // 2


@laws
@given(st.lists(entries, min_size=2, max_size=5).flatmap(lambda row: st.tuples(st.just(row), st.permutations(row))))
def test_points_go_with_the_value_not_with_the_seat(both: tuple[list[int], list[int]]) -> None:
    values, mixed = both
    earned = dict(zip(values, row_points(values), strict=True))
    assert row_points(mixed) == tuple(earned[value] for value in mixed)
