"""The best way to use each roll in plain Python: ways put together are held against each one looked at alone."""

from random import Random

import pytest

from knobel.solve.kernel.ways import Kinds, Way, best, best_ways

ROLLS = 40


def _ways(random: Random, kinds: list[int]) -> list[Way]:
    return [
        Way(
            10 + at,
            Kinds([random.randrange(some) for _ in range(ROLLS)]),
            [float(random.randrange(4)) for _ in range(some)],
        )
        for at, some in enumerate(kinds)
    ]


@pytest.mark.parametrize("kinds", [[2], [2, 2, 2], [3, 2, 2, 5, 2], [4, 3], [2, 2, 3, 2, 2, 2]])
def test_the_first_of_the_best_ways_is_found_however_many_are_met_or_not(kinds: list[int]) -> None:
    ways = _ways(Random(len(kinds)), kinds)
    rows = [[way.worth(roll) for way in ways] for roll in range(ROLLS)]
    assert list(best(ways, plain=True)) == [max(row) for row in rows]
    assert best_ways(ways, plain=True) == [ways[row.index(max(row))].number for row in rows]
