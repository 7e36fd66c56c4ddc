"""A turn that is walked along by a kernel of the machine around Python is the turn that plain Python lays open."""

import json
from collections.abc import Iterator

import pytest

from knobel.core.dice import D6, D10
from knobel.solve.kernel import quick, turn_plain
from knobel.solve.kernel.lattice import Lattice, lattice
from knobel.solve.kernel.quick import Numbers
from knobel.solve.kernel.turn import endings, lay_open, starts
from knobel.solve.kernel.ways import Ends, Kinds

POOL = (D6, D6, D10)


class Plainly:
    """A kernel that does what `web/src/device/kernel.ts` does, and counts."""

    def __init__(self, grid: Lattice) -> None:
        self._grid, self.walked = grid, 0

    def learn(self, axes: str, order: str) -> int:
        assert [axis["size"] for axis in json.loads(axes)] == list(self._grid.shape)
        assert json.loads(order) == self._grid.order
        return 7

    def expect(self, lattice: int, rolls: Numbers, held: Numbers) -> None:
        self._fill(lattice, held, turn_plain._expect(self._grid, list(rolls)))

    def choose(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        self._fill(lattice, rolls, list(map(max, rolls, turn_plain._choose(self._grid, list(held)))))

    def best(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        pairs = zip(rolls, turn_plain.best(self._grid, held), strict=True)
        self._fill(lattice, rolls, [-1.0 if end >= worth else -float(row) for end, (worth, row) in pairs])

    def hold(self, best: Numbers, rolls: Numbers, held: Numbers) -> None:
        for roll, row in enumerate(best):
            if row >= 0:
                held[int(row)] += rolls[roll]
                rolls[roll] = 0.0

    def gather(self, lattice: int, kinds: Numbers, rolls: Numbers, found: Numbers) -> None:
        shares = [0.0] * len(found)
        for roll, chance in zip(self._grid.order, rolls, strict=True):
            shares[int(kinds[roll])] += chance
        self._fill(lattice, found, shares)

    def starts(self, lattice: int, kinds: Numbers, ends: Numbers, throws: int, found: Numbers) -> None:
        each = len(ends) // len(found)
        turns = [ends[at : at + each] for at in range(0, len(ends), each)]
        columns = [[worths[int(kind)] for kind in kinds] for worths in turns]
        self._fill(lattice, found, [turn_plain.PlainTurn(self._grid, one, throws, None).start for one in columns])

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
    kinds, worths = Kinds([sum(faces) - 3 for faces in grid.falls]), [[float(at**2 % 7) for at in range(20)]] * 2
    many = [starts(grid, kinds, worths, 3, plain=True), endings(grid, kinds, worths, 3, plain=True)]
    return [turn.start, turn.held(2, held[0]), turn.thrown(held[0]), *turn.ends(ends, 1, held), *many]


def test_a_turn_is_the_same_whoever_walks(request: pytest.FixtureRequest) -> None:
    plainly = _told()
    kernel: Plainly = request.getfixturevalue("kernel")
    assert _told() == plainly
    assert kernel.walked > 5
