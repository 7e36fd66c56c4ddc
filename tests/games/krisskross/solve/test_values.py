"""The worth of Kriss Kross grids: symmetric, exact at the end, the same with and without NumPy."""

from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel.games.krisskross.rules import PAIRS, START, Grid, can_place, fill, grid_points
from knobel.games.krisskross.solve.array_grids import ArrayGrids
from knobel.games.krisskross.solve.endings import exact_worth
from knobel.games.krisskross.solve.features import patterns
from knobel.games.krisskross.solve.fitting import fits, free_cells
from knobel.games.krisskross.solve.plain_grids import PlainGrids
from knobel.games.krisskross.solve.shapes import SYMMETRIES
from knobel.games.krisskross.solve.values import GridValues, open_grid_values

FACES = range(1, 7)
THROWS = [(dice, 1 if dice[0] == dice[1] else 2) for dice in combinations_with_replacement(FACES, 2)]


def random_grid(seed: int, throws: int) -> Grid:
    """A grid after so many throws, or as many as fit, placed at random."""
    random = Random(seed)
    grid = fill((0,) * 25, (START,), (random.choice(FACES),))
    for _ in range(throws):
        free = [pair for pair in PAIRS if grid[pair[0]] == grid[pair[1]] == 0]
        if free:
            grid = fill(grid, random.choice(free), tuple(random.choices(FACES, k=2)))
    return grid


def late_grid(seed: int, left: int) -> Grid:
    """A grid at random in which so many throws fit, and not one more."""
    grids = [random_grid(seed, throws) for throws in range(13)]
    return next(grid for grid in reversed(grids) if fits(free_cells(grid), left))


def placements(grid: Grid) -> list[tuple[int, int]]:
    return [cells for one, other in PAIRS if grid[one] == grid[other] == 0 for cells in ((one, other), (other, one))]


@cache
def slow_worth(grid: Grid, advanced: bool) -> float:
    """The mean points of perfect play, by recursion through the rules."""
    if not can_place(grid):
        return grid_points(grid, advanced)
    return (
        sum(
            ways * max(slow_worth(fill(grid, cells, dice), advanced) for cells in placements(grid))
            for dice, ways in THROWS
        )
        / 36
    )


grids = st.builds(random_grid, st.integers(0, 10**6), st.integers(0, 12))
faces = st.sampled_from(FACES)
both = pytest.mark.parametrize("advanced", [False, True])


@both
@settings(deadline=None, max_examples=30)
@given(grids, st.sampled_from(range(8)), st.permutations(FACES))
def test_symmetry_and_exchange_of_symbols_change_no_worth(
    advanced: bool, grid: Grid, turn: int, names: list[int]
) -> None:
    values = open_grid_values(advanced)
    renamed = [0 if symbol == 0 else names[symbol - 1] for symbol in grid]
    turned = tuple(renamed[cell] for cell in SYMMETRIES[turn])
    assert values.after(turned) == pytest.approx(values.after(grid), abs=1e-9)


@both
@settings(deadline=None, max_examples=20)
@given(grids, faces, faces)
def test_arrays_and_plain_python_look_ahead_alike(advanced: bool, grid: Grid, one: int, other: int) -> None:
    values = open_grid_values(advanced)
    assert isinstance(values.grids, ArrayGrids)
    rated = pytest.approx(values.rate(grid, (one, other)), abs=1e-9)
    assert GridValues(PlainGrids(advanced)).rate(grid, (one, other)) == rated


@both
@settings(deadline=None, max_examples=20)
@given(grids, faces, faces)
def test_a_placement_is_worth_the_grid_it_makes(advanced: bool, grid: Grid, one: int, other: int) -> None:
    values = open_grid_values(advanced)
    rated = values.rate(grid, (one, other))
    assert list(rated) == placements(grid)
    for cells, worth in rated.items():
        assert values.after(fill(grid, cells, (one, other))) == worth
    if rated:
        assert rated[values.best(grid, (one, other))] == max(rated.values())


@both
@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_the_last_throw_is_worth_what_enumeration_says(advanced: bool, seed: int) -> None:
    grid = late_grid(seed, 1)
    worth = pytest.approx(slow_worth(grid, advanced), abs=1e-9)
    assert exact_worth(grid, advanced) == worth
    assert PlainGrids(advanced).exact(grid) == worth


@both
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_last_two_throws_are_worth_what_enumeration_says(advanced: bool, seed: int) -> None:
    grid = late_grid(seed, 2)
    values = open_grid_values(advanced)
    assert values.exact(grid)
    assert values.after(grid) == pytest.approx(slow_worth(grid, advanced), abs=1e-9)


@both
def test_a_grid_without_room_is_worth_its_points(advanced: bool) -> None:
    for seed in range(20):
        grid = random_grid(seed, 12)
        assert not can_place(grid)
        assert open_grid_values(advanced).after(grid) == grid_points(grid, advanced)


@both
def test_values_are_exact_while_two_throws_fit_at_most(advanced: bool) -> None:
    values = open_grid_values(advanced)
    assert [values.exact(late_grid(5, left)) for left in (0, 1, 2, 3)] == [True, True, True, False]
    assert not values.exact(random_grid(0, 0))


def test_lines_have_117_patterns() -> None:
    # Of the 203 ways to part five cells and an empty one, 31 read the same from both sides.
    assert patterns().max() + 1 == (203 + 31) // 2
