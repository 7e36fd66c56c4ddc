"""The turn kernel: the plain one agrees with enumeration, the compiled one with the plain one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import D6, Die
from knobel.core.dice import Faces
from knobel.solve.kernel import reference
from knobel.solve.kernel.lattice import lattice
from knobel_lab.solving.kernel import compiled
from tests.solve.brute import best_chance
from tests.solve.cards import COIN, D3, D4

SEEDS = st.integers(0, 2**32 - 1)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from([COIN, D3]), min_size=1, max_size=3).map(tuple), SEEDS, st.integers(1, 3))
def test_a_turn_is_worth_what_enumeration_says(pool: tuple[Die, ...], seed: int, throws: int) -> None:
    grid = lattice(pool)
    worths = np.random.default_rng(seed).random(len(grid.falls))
    known: dict[int, float] = {grid.row(faces): worth for faces, worth in zip(grid.falls, worths.tolist(), strict=True)}

    def worth(faces: Faces) -> float:
        return known[grid.row(faces)]

    expected = best_chance(pool, worth, (None,) * len(pool), throws)
    assert reference.turn(grid, [worths[:, None]], throws)[0, 0] == pytest.approx(expected)


def test_a_chip_is_one_throw_more_if_it_costs_nothing() -> None:
    grid = lattice((D3, D3, COIN))
    entry = np.random.default_rng(1).random((len(grid.falls), 3))
    assert reference.turn(grid, [entry, entry], 2)[1] == pytest.approx(reference.turn(grid, [entry], 3)[0])


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([(D6,) * 5, (D4, D4), (D6, D6, COIN), (D4, D6, D6, D6)]),
    st.integers(1, 70),
    st.integers(0, 3),
    st.integers(1, 3),
    SEEDS,
)
def test_the_compiled_turn_is_the_plain_turn(
    pool: tuple[Die, ...], lanes: int, chips: int, throws: int, seed: int
) -> None:
    grid = lattice(pool)
    entries = 500 * np.random.default_rng(seed).random((chips + 1, len(grid.falls), lanes))
    found = compiled.turn(grid, entries.astype(np.float32), throws)
    assert found == pytest.approx(reference.turn(grid, list(entries), throws), rel=1e-5)
