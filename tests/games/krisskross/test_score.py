"""What a grid of Kriss Kross is worth."""

from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import BadDice, find, make
from knobel.games.krisskross.rules import COLUMNS, DIAGONALS, ROWS, Grid, grid_points, line_points, line_scores, title

laws = settings(max_examples=100, deadline=None)
grids = st.tuples(*(st.integers(0, 6) for _ in range(25)))
crowded = st.tuples(*(st.integers(0, 2) for _ in range(25)))
RUNS = {1: 0, 2: 2, 3: 3, 4: 6, 5: 10}


def line(text: str) -> tuple[int, ...]:
    """A line with letters for symbols and dots for empty cells."""
    return tuple(".ABCDEF".index(mark) for mark in text)


def grid(*rows: str) -> Grid:
    return tuple(symbol for row in rows for symbol in line(row))


def appraised(cells: Grid, advanced: bool = False) -> dict[str, int | bool]:
    return dict(find("krisskross").appraise(make("krisskross", advanced=advanced), [str(cell) for cell in cells]))


@pytest.mark.parametrize(
    ("cells", "points"),
    [
        (".....", 0),
        ("ABCDE", 0),
        ("AABCD", 2),
        ("BACDD", 2),
        ("AAABC", 3),
        ("BAAAC", 3),
        ("BCAAA", 3),
        ("AAAAB", 6),
        ("BAAAA", 6),
        ("AAAAA", 10),
        ("AABBB", 5),
        ("AAABB", 5),
        ("AABAA", 4),
        ("AABBC", 4),
        ("ABABA", 0),
    ],
)
def test_each_maximal_run_of_equal_symbols_earns_its_points(cells: str, points: int) -> None:
    assert line_points(line(cells)) == points


@pytest.mark.parametrize(("cells", "points"), [("AA.AA", 4), ("A.AAA", 3), ("A.A.A", 0), ("..AA.", 2), (".....", 0)])
def test_an_empty_cell_breaks_a_run_and_is_none_itself(cells: str, points: int) -> None:
    assert line_points(line(cells)) == points


@laws
@given(st.tuples(*(st.integers(0, 2) for _ in range(5))))
def test_a_line_earns_the_sum_of_its_runs(cells: tuple[int, ...]) -> None:
    assert line_points(cells) == sum(RUNS[len(list(run))] for symbol, run in groupby(cells) if symbol)


def test_a_grid_of_one_symbol_is_worth_100_in_the_basic_game() -> None:
    assert grid_points((3,) * 25, advanced=False) == 100


def test_a_grid_of_one_symbol_is_worth_120_in_the_advanced_game() -> None:
    assert grid_points((3,) * 25, advanced=True) == 120


def test_only_the_advanced_game_scores_both_main_diagonals() -> None:
    down = grid("A....", ".A...", "..A..", "...A.", "....A")
    up = grid("....A", "...A.", "..A..", ".A...", "A....")
    assert grid_points(down, advanced=False) == grid_points(up, advanced=False) == 0
    assert line_scores(down, advanced=True)["diagonal_down"] == 10
    assert line_scores(down, advanced=True)["diagonal_up"] == 0
    assert line_scores(up, advanced=True)["diagonal_down"] == 0
    assert line_scores(up, advanced=True)["diagonal_up"] == 10
    assert list(line_scores(up, advanced=True)) == [*ROWS, *COLUMNS, *DIAGONALS]
    assert list(line_scores(up, advanced=False)) == [*ROWS, *COLUMNS]


def test_every_worthless_row_or_column_counts_minus_five_in_the_advanced_game_only() -> None:
    cells = grid("AA...", ".....", ".....", ".....", ".....")
    assert grid_points(cells, advanced=False) == 2
    assert grid_points(cells, advanced=True) == 2 - 4 * 5 - 5 * 5


def test_worthless_diagonals_cost_nothing() -> None:
    lines = line_scores((0,) * 25, advanced=True)
    assert {name: lines[name] for name in ("diagonal_down", "diagonal_up")} == {"diagonal_down": 0, "diagonal_up": 0}
    assert sum(lines.values()) == -50


def test_only_main_diagonals_score() -> None:
    beside = grid(".A...", "..A..", "...A.", "....A", ".....")
    assert grid_points(beside, advanced=True) == -50


def test_rows_and_columns_are_named_by_numbers_and_letters() -> None:
    scores = line_scores(grid("AA...", "..AAA", "A...A", "A....", "A...."), advanced=False)
    assert {name: points for name, points in scores.items() if points} == {
        "row_1": 2,
        "row_2": 3,
        "column_a": 3,
        "column_e": 2,
    }


@laws
@given(st.one_of(grids, crowded), st.booleans())
def test_a_grid_is_worth_the_same_when_rows_and_columns_are_swapped(cells: Grid, advanced: bool) -> None:
    swapped = tuple(cells[5 * (at % 5) + at // 5] for at in range(25))
    assert grid_points(swapped, advanced) == grid_points(cells, advanced)


@laws
@given(st.one_of(grids, crowded), st.booleans())
def test_a_grid_is_worth_the_same_in_the_mirror(cells: Grid, advanced: bool) -> None:
    mirrored = tuple(cells[at // 5 * 5 + 4 - at % 5] for at in range(25))
    assert grid_points(mirrored, advanced) == grid_points(cells, advanced)


@laws
@given(st.one_of(grids, crowded), st.permutations(range(1, 7)), st.booleans())
def test_a_grid_is_worth_the_same_with_symbols_renamed(cells: Grid, names: list[int], advanced: bool) -> None:
    renamed = tuple(names[cell - 1] if cell else 0 for cell in cells)
    assert grid_points(renamed, advanced) == grid_points(cells, advanced)


@laws
@given(st.one_of(grids, crowded))
def test_the_advanced_game_is_the_basic_one_with_diagonals_and_minus_fives(cells: Grid) -> None:
    basic, advanced = line_scores(cells, advanced=False), line_scores(cells, advanced=True)
    diagonals = advanced["diagonal_down"] + advanced["diagonal_up"]
    worthless = list(basic.values()).count(0)
    assert sum(advanced.values()) == sum(basic.values()) + diagonals - 5 * worthless


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (100, "champion"),
        (30, "champion"),
        (29, "master"),
        (25, "master"),
        (24, "collector"),
        (20, "collector"),
        (19, "lucky"),
        (15, "lucky"),
        (14, "unlucky"),
        (0, "unlucky"),
        (-50, "unlucky"),
    ],
)
def test_the_solo_title_falls_in_its_band(points: int, expected: str) -> None:
    assert title(points) == expected


def test_a_grid_is_appraised_line_by_line_with_its_total() -> None:
    cells = grid("AAB..", "A....", ".....", ".....", ".....")
    assert appraised(cells) == {
        **dict.fromkeys([*ROWS, *COLUMNS], 0),
        "row_1": 2,
        "column_a": 2,
        "total": 4,
    }


def test_an_advanced_grid_is_appraised_with_diagonals_and_minus_fives() -> None:
    lines = appraised(grid("AAB..", "A....", ".....", ".....", "....."), advanced=True)
    assert lines == {
        **dict.fromkeys([*ROWS, *COLUMNS], -5),
        "row_1": 2,
        "column_a": 2,
        "diagonal_down": 0,
        "diagonal_up": 0,
        "total": 4 - 8 * 5,
    }


def test_appraised_cells_are_symbols_numbers_dots_or_zeros() -> None:
    texts = ["star", "6", ".", "0", "dot", *["."] * 20]
    assert find("krisskross").appraise(make("krisskross"), texts)["total"] == 2


@pytest.mark.parametrize("count", [24, 26])
def test_an_appraised_grid_has_25_cells(count: int) -> None:
    with pytest.raises(BadDice, match=rf"^a grid of krisskross has 25 cells, not {count}$"):
        appraised((1,) * count)


def test_an_unknown_symbol_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        BadDice, match=r"^'moon' is not on this die; it shows dot, cross, triangle, square, circle, star$"
    ):
        find("krisskross").appraise(make("krisskross"), ["moon"] * 25)
