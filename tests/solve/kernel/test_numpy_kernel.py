"""The turn kernel for reading agrees with enumeration."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import Die
from knobel.core.dice import Faces
from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.lattice import lattice
from tests.solve.brute import best_chance
from tests.solve.cards import COIN, D3


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.sampled_from([COIN, D3]), min_size=1, max_size=3).map(tuple),
    st.integers(0, 2**32 - 1),
    st.integers(1, 3),
)
def test_a_turn_is_worth_what_enumeration_says(pool: tuple[Die, ...], seed: int, throws: int) -> None:
    grid = lattice(pool)
    worths = np.random.default_rng(seed).random(len(grid.falls))
    known: dict[int, float] = {grid.row(faces): worth for faces, worth in zip(grid.falls, worths.tolist(), strict=True)}

    def worth(faces: Faces) -> float:
        return known[grid.row(faces)]

    expected = best_chance(pool, worth, (None,) * len(pool), throws)
    assert numpy_kernel.turn(grid, [worths[:, None]], throws)[0, 0] == pytest.approx(expected)


def test_a_chip_is_one_throw_more_if_it_costs_nothing() -> None:
    grid = lattice((D3, D3, COIN))
    entry = np.random.default_rng(1).random((len(grid.falls), 3))
    assert numpy_kernel.turn(grid, [entry, entry], 2)[1] == pytest.approx(numpy_kernel.turn(grid, [entry], 3)[0])
