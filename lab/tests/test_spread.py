"""How far a turn moves the result is measured over whole games."""

import pytest
from lab.tools.spread import play

from knobel import make


@pytest.mark.parametrize(("key", "turns"), [("classic", 13), ("hexhex", 11), ("krisskross", 12)])
def test_a_yardstick_is_measured_over_all_turns_of_the_best_play(key: str, turns: int) -> None:
    reached, taken = play(make(key, 1), seed=1)
    assert reached > 0
    assert taken == turns
