"""The learner of the documents learns: in a minute at most, and far more than random moves bring."""

import runpy
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "docs" / "research" / "learn.py"


@pytest.fixture(scope="module")
def told() -> Any:
    return runpy.run_path(str(SCRIPT))["main"]()


def test_the_learner_beats_random_moves_clearly(told: dict[str, tuple[float, float]]) -> None:
    random, learned = told["random"], told["learned"]
    assert learned[0] - random[0] > 10 * (learned[1] + random[1])
    assert learned[0] > 2 * random[0]


def test_it_trains_within_a_minute(told: dict[str, tuple[float, float]]) -> None:
    """Of processor time, so that a busy machine is no reason to fail."""
    assert told["seconds"][0] < 60
