"""Whole games, told step by step, stay what they were."""

from pathlib import Path

import pytest
from tools.golden import GOLDEN, SEED, variants

from knobel import games
from knobel.testing import playthrough, random_record

NAMES = sorted(variants())


@pytest.mark.parametrize("name", NAMES)
def test_the_golden_game_is_played_as_before(name: str) -> None:
    path = Path(GOLDEN, f"{name}.txt")
    assert path.is_file(), f"{name} has no golden playthrough; `make golden` writes it"
    assert playthrough(random_record(variants()[name], SEED)) == path.read_text("utf-8")


def test_every_game_has_a_golden_game_and_no_golden_game_is_left_over() -> None:
    assert {info.key for info in games()} <= set(NAMES)
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == NAMES
