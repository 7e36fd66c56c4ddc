"""The lattice: what may lie on the table, and how one die leads from one holding to the next."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import D6, D10, BadDice, Die, outcomes
from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.lattice import Lattice, lattice
from tests.solve.cards import COIN, D3, D4

POOLS = st.lists(st.sampled_from([COIN, D3, D4]), min_size=1, max_size=4).map(tuple)


@pytest.mark.parametrize(
    ("pool", "rolls", "holdings"),
    [((D6,) * 5, 252, 462), ((*(D6,) * 5, D10), 2520, 5082), ((COIN, D3, D4), 24, 60)],
    ids=["five equal", "extreme", "all different"],
)
def test_a_pool_has_so_many_rolls_and_holdings(pool: tuple[Die, ...], rolls: int, holdings: int) -> None:
    assert (len(Lattice(pool).rolls), Lattice(pool).size) == (rolls, holdings)


@given(POOLS)
def test_every_roll_has_a_row_of_its_own(pool: tuple[Die, ...]) -> None:
    rows = lattice(pool).rolls.tolist()
    assert len(set(rows)) == len(rows) == len(list(outcomes(pool)))
    assert rows == [lattice(pool).row(faces) for faces in lattice(pool).falls]


@given(POOLS)
def test_the_chances_of_all_rolls_make_one(pool: tuple[Die, ...]) -> None:
    assert lattice(pool).chances.sum() == pytest.approx(1)


@given(POOLS)
def test_a_die_added_can_be_taken_away_again(pool: tuple[Die, ...]) -> None:
    for axis in lattice(pool).axes:
        for held, more in enumerate(axis.up.tolist()):
            assert all(held in axis.down[after] for after in more)


@given(POOLS)
def test_a_step_up_adds_one_face(pool: tuple[Die, ...]) -> None:
    for axis in lattice(pool).axes:
        faces = list(axis.index)
        for held, more in enumerate(axis.up.tolist()):
            added = [Counter(faces[after]) - Counter(faces[held]) for after in more]
            assert [sum(one.values()) for one in added] == [1] * len(added)
            assert len({next(iter(one)) for one in added}) == len(added)


@given(POOLS)
def test_the_mean_of_a_sum_is_what_lies_and_the_means_of_the_cup(pool: tuple[Die, ...]) -> None:
    grid = lattice(pool)
    held = numpy_kernel.expect(grid, np.array([[float(sum(faces))] for faces in grid.falls]))
    cup = sum(float(np.mean(die.values)) for die in pool)
    assert held[grid.row([None] * len(pool)), 0] == pytest.approx(cup)
    lying = pool[0].values[-1] + cup - float(np.mean(pool[0].values))
    assert held[grid.row([pool[0].values[-1], *[None] * (len(pool) - 1)]), 0] == pytest.approx(lying)


@given(POOLS, st.integers(0, 2**32 - 1))
def test_one_throw_more_never_harms(pool: tuple[Die, ...], seed: int) -> None:
    grid = lattice(pool)
    rolls = np.random.default_rng(seed).random((len(grid.falls), 2))
    assert (numpy_kernel.throw(grid, rolls) >= rolls).all()


def test_dice_that_cannot_lie_there_are_refused() -> None:
    with pytest.raises(BadDice, match="7 cannot lie there; these dice show 1, 2, 3, 4, 5, 6"):
        lattice((D6, D6)).row([7, None])
    with pytest.raises(BadDice, match="this pool has 2 dice, not 1"):
        lattice((D6, D6)).row([1])
