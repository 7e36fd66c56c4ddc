"""Where turns end: chances that add up to one, and to the worth of the turn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import Die
from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.numpy_kernel import endings
from tests.solve.cards import COIN, D3, D4

POOLS = st.sampled_from([(COIN,), (D3, D3), (D4, D4, COIN), (D3, D4, D4, D4)])
SEEDS = st.integers(0, 2**32 - 1)


@settings(max_examples=20, deadline=None)
@given(POOLS, SEEDS, st.integers(1, 3))
def test_chances_of_endings_are_one_and_bring_the_worth_of_the_turn(
    pool: tuple[Die, ...], seed: int, throws: int
) -> None:
    grid = lattice(pool)
    worths = np.random.default_rng(seed).random((len(grid.falls), 3))
    chances = endings(grid, worths, throws).last
    assert chances.sum(axis=0) == pytest.approx(1)
    assert chances.min() >= 0
    assert (chances * worths).sum(axis=0) == pytest.approx(numpy_kernel.turn(grid, [worths], throws)[0])


@settings(max_examples=20, deadline=None)
@given(POOLS, SEEDS)
def test_the_chance_of_an_ending_is_what_a_little_more_worth_of_it_would_bring(
    pool: tuple[Die, ...], seed: int
) -> None:
    grid = lattice(pool)
    worths = np.random.default_rng(seed).random(len(grid.falls))
    little = 1e-7
    raised = worths[:, None] + little * np.eye(len(worths))
    before, after = (numpy_kernel.turn(grid, [entries], 3)[0] for entries in (worths[:, None], raised))
    assert (after - before) / little == pytest.approx(endings(grid, worths[:, None], 3).last[:, 0], abs=1e-5)
