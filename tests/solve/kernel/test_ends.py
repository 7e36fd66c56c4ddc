"""Where turns end: a turn is worth what its endings are worth, each as often as it comes."""

import numpy as np
import pytest

from knobel.core.dice import D6, D10, Die
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.turn_arrays import STOP, holdings, lay_open
from knobel.solve.kernel.ways import Ends

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
    turn = lay_open(grid, ending, 3, after if bought else None)
    labels = range(len(ending))
    ends = [Ends(labels, [[worth, 1.0] for worth in ending])] * (3 - throws)
    if bought:
        ends.append(Ends(labels, [[worth, 1.0] for worth in after]))
    dice = [pool[0].first, *[None] * (len(pool) - 1)]
    ((worth, sure),) = turn.ends(ends, throws, [dice])
    assert worth == pytest.approx(turn.held(throws, dice))
    assert sure == 1


def test_of_dice_that_are_all_different_the_first_of_the_best_holdings_is_held() -> None:
    grid = lattice((Die("one", ("1", "2")), Die("other", ("1", "2", "3")), D6))
    # Few worths, so that many are equal.
    turn = lay_open(grid, np.random.default_rng(1).integers(3, size=len(grid.rolls)).astype(np.float64), 3)
    worths, rows = turn.holding[1], holdings(grid)
    best = rows[np.arange(len(rows)), worths[rows].argmax(axis=1)]
    assert turn.stays(1).tolist() == np.where(turn.ending >= worths[best], STOP, best).tolist()


def test_of_a_roll_anything_may_be_held() -> None:
    grid = lattice((D6, D6, D10))
    rows = holdings(grid)
    assert rows.shape == (210, 8)
    for faces, held in zip(grid.falls, rows, strict=True):
        one, other, ten = faces
        assert grid.row([None, None, None]) in held
        assert grid.row([one, None, ten]) in held
        assert grid.row([None, other, None]) in held
        assert grid.row(faces) in held
