"""The compiled turn kernel agrees with the plain one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import D6, Die
from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.lattice import lattice
from knobel_lab.solving.kernel import compiled
from tests.solve.cards import COIN, D4


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([(D6,) * 5, (D4, D4), (D6, D6, COIN), (D4, D6, D6, D6)]),
    st.integers(1, 70),
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(0, 2**32 - 1),
)
def test_the_compiled_turn_is_the_plain_turn(
    pool: tuple[Die, ...], lanes: int, chips: int, throws: int, seed: int
) -> None:
    grid = lattice(pool)
    entries = 500 * np.random.default_rng(seed).random((chips + 1, len(grid.falls), lanes))
    worths = compiled.turn(grid, entries.astype(np.float32), throws)
    assert worths == pytest.approx(numpy_kernel.turn(grid, list(entries), throws), rel=1e-5)
