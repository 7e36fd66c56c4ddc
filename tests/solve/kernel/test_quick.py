"""A turn that is walked along by a kernel of the machine around Python is the turn that plain Python lays open."""

import json
from collections.abc import Iterator

import pytest

from knobel.core.dice import D6, D10
from knobel.solve.kernel import quick, turn_plain
from knobel.solve.kernel.lattice import Lattice, lattice
from knobel.solve.kernel.quick import Numbers
from knobel.solve.kernel.turn import lay_open
from knobel.solve.kernel.ways import Ends

POOL = (D6, D6, D10)


class Plainly:
    """A kernel that does what `web/src/device/kernel.ts` does, and counts."""

    def __init__(self, grid: Lattice) -> None:
        self._grid, self.walked = grid, 0

    def learn(self, axes: str) -> int:
        assert [axis["size"] for axis in json.loads(axes)] == list(self._grid.shape)
        return 7

    def expect(self, lattice: int, rolls: Numbers, held: Numbers) -> None:
        self._fill(lattice, held, turn_plain._expect(self._grid, list(rolls)))

    def choose(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        self._fill(lattice, rolls, list(map(max, rolls, turn_plain._choose(self._grid, list(held)))))

    def best(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        self._fill(lattice, rolls, [-float(row) for _, row in turn_plain.best(self._grid, held)])

    def fall(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        self._fill(lattice, rolls, turn_plain._fall(self._grid, list(held)))

    def _fill(self, number: int, numbers: Numbers, found: list[float]) -> None:
        assert number == 7
        assert len(numbers) == len(found)
        numbers[:] = type(numbers)("d", found)
        self.walked += 1


@pytest.fixture
def kernel() -> Iterator[Plainly]:
    """A kernel that walks from now on."""
    made = Plainly(lattice(POOL))
    quick.use(made)
    yield made
    quick.stop()


def _told() -> list[object]:
    """All that is asked of a turn."""
    grid = lattice(POOL)
    ending = [float(sum(faces) ** 2 % 13) for faces in grid.falls]
    turn = lay_open(grid, ending, 3, plain=True)
    ends = [Ends([int(worth) % 2 for worth in ending], [[1.0, 0.0], [0.0, 1.0]])] * 2
    held = [(1, None, 3), (None, None, None)]
    return [turn.start, turn.held(2, held[0]), turn.thrown(held[0]), *turn.ends(ends, 1, held)]


def test_a_turn_is_the_same_whoever_walks(request: pytest.FixtureRequest) -> None:
    plainly = _told()
    kernel: Plainly = request.getfixturevalue("kernel")
    assert _told() == plainly
    assert kernel.walked > 5
