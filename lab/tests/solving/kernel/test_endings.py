"""Where turns end, compiled: as often as NumPy says."""

import numpy as np
import pytest

from knobel import D6, Die
from knobel.games.kribbeln.rules.tasks import DICE
from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.numpy_kernel import endings
from knobel_lab.solving.kernel import endings_compiled
from tests.solve.cards import COIN, D4


@pytest.mark.parametrize("pool", [(D6,) * 5, DICE, (D4, D4, COIN)])
def test_compiled_endings_are_the_plain_ones(pool: tuple[Die, ...]) -> None:
    grid = lattice(pool)
    random = np.random.default_rng(7)
    classes = random.integers(0, 20, len(grid.falls))
    worths = random.random((20, 3)).astype(np.float32)
    expected = np.zeros(worths.shape)
    np.add.at(expected, classes, endings(grid, worths[classes].astype(np.float64), 3).last)
    assert endings_compiled.endings(grid, classes, worths, 3) == pytest.approx(expected, abs=1e-5)
    turn = numpy_kernel.turn(grid, [worths[classes].astype(np.float64)], 3)[0]
    assert endings_compiled.turns(grid, classes, worths, 3) == pytest.approx(turn, rel=1e-5)
