"""Compiled look-ahead: the same values as the game's own."""

import pytest
from hypothesis import given, settings

from knobel.games.krisskross.rules import Grid
from knobel.games.krisskross.solve.array_grids import ArrayGrids
from knobel.games.krisskross.solve.values import GridValues
from knobel.games.krisskross.solve.weights import shipped_weights
from knobel_lab.games.krisskross.compiled_grids import CompiledGrids
from tests.games.krisskross.solve.test_values import both, faces, grids, late_grid


@both
@settings(deadline=None, max_examples=20)
@given(grids, faces, faces)
def test_compiled_code_and_arrays_look_ahead_alike(advanced: bool, grid: Grid, one: int, other: int) -> None:
    weights = shipped_weights(advanced)
    rated = GridValues(ArrayGrids(advanced, weights)).rate(grid, (one, other))
    assert GridValues(CompiledGrids(advanced, weights)).rate(grid, (one, other)) == pytest.approx(rated, abs=1e-9)


@both
def test_the_last_throws_are_those_of_the_game(advanced: bool) -> None:
    grid, weights = late_grid(1, 2), shipped_weights(advanced)
    compiled, arrays = CompiledGrids(advanced, weights), ArrayGrids(advanced, weights)
    assert compiled.exact(grid) == arrays.exact(grid)
    assert compiled.finals(grid) == arrays.finals(grid)
