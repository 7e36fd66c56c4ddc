"""The learner of the documents learns, and far more than random moves bring."""

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "docs" / "research" / "learn.py"


def test_the_learner_beats_random_moves_clearly() -> None:
    told = runpy.run_path(str(SCRIPT))["main"]()
    random, learned = told["random"], told["learned"]
    assert learned[0] - random[0] > 10 * (learned[1] + random[1])
    assert learned[0] > 2 * random[0]
