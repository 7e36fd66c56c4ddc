"""Where turns end: a turn is worth what its endings are worth, each as often as it comes."""

from itertools import product

import numpy as np
import pytest

from knobel.core.dice import D6, D10, Die
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.numpy_kernel import NumpyKernel
from knobel.solve.kernel.turn import Turn
from knobel.solve.kernel.uses import Kinds, Outcomes

POOLS = [(D6,) * 3, (D6, D6, D10), (Die("one", ("1", "2")), Die("other", ("1", "2", "3")))]


@pytest.mark.parametrize("pool", POOLS, ids=len)
@pytest.mark.parametrize("bought", [False, True])
@pytest.mark.parametrize("throws", [0, 1, 2])
def test_endings_weighted_by_their_worth_are_what_holding_is_worth(
    pool: tuple[Die, ...], bought: bool, throws: int
) -> None:
    grid = lattice(pool)
    random = np.random.default_rng(1)
    ending, after = random.random(len(grid.rolls)), random.random(len(grid.rolls)) + 0.2
    turn = Turn(grid, ending, 3, after if bought else None)
    kinds = Kinds(range(len(ending)))
    outcomes = [Outcomes(kinds, [[worth, 1.0] for worth in ending])] * (3 - throws)
    if bought:
        outcomes.append(Outcomes(kinds, [[worth, 1.0] for worth in after]))
    dice = [pool[0].first, *[None] * (len(pool) - 1)]
    ((worth, sure),) = turn.outcomes(outcomes, throws, [dice])
    assert worth == pytest.approx(turn.held(throws, dice))
    assert sure == 1


@pytest.mark.parametrize("pool", POOLS, ids=len)
def test_of_the_best_holdings_of_a_roll_the_first_is_held(pool: tuple[Die, ...]) -> None:
    grid, kernel = lattice(pool), NumpyKernel()
    # Few worths, so that many are equal.
    random = np.random.default_rng(1)
    held, ending = random.integers(3, size=grid.size).astype(np.float64), np.ones(len(grid.rolls))
    best = kernel.best(grid, held, ending).tolist()
    for faces, row in zip(grid.falls, best, strict=True):
        taken = product(*[(None, face) for face in faces])
        rows = sorted(grid.row(dice) for dice in taken)
        first = max(rows, key=lambda holding: held[holding])
        assert row == (first if held[first] > 1 else -1)
