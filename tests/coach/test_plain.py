"""Judges without NumPy: in plain Python they rate as with it, in every game, variant and number of seats."""

import json

from tests.coach.plain import TABLES, ratings
from tests.light import alone

NEAR = 1e-3
"""Values are as near as this."""


def test_plain_judges_agree_with_those_of_arrays_on_thousands_of_positions() -> None:
    done = alone("import runpy; runpy.run_module('tests.coach.plain', run_name='__main__')")
    assert done.returncode == 0, done.stderr
    positions = 0
    for number, plain in enumerate(json.loads(done.stdout)):
        arrays = ratings(number)
        positions += len(plain)
        for mine, theirs in zip(plain, arrays, strict=True):
            assert all(abs(one - other) < NEAR for one, other in zip(mine, theirs, strict=True)), TABLES[number]
            # The move that is best to the one is best to the other too, but for moves that are worth the same.
            assert max(theirs) - theirs[mine.index(max(mine))] < NEAR / 10, TABLES[number]
    assert positions >= 3000
