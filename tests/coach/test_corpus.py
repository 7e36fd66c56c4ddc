"""What the coach says in many positions of all games, by every objective: laws that hold of each of them."""

import pytest
from tools.reasons import broken, corpus, tables

from knobel import games

POSITIONS = 60
"""So many of each game; `python -m tools.reasons` looks at as many as one likes."""


@pytest.mark.parametrize("key", [spec.key for spec in games()])
def test_every_reason_keeps_the_laws(key: str) -> None:
    for entry in corpus(POSITIONS, 3, tables(keys=[key])):
        assert not broken(entry), f"{broken(entry)}: {entry.said('en')}"


def test_the_advanced_grid_keeps_them_too() -> None:
    for entry in corpus(POSITIONS // 2, 4, tables({"advanced": "yes"}, ["krisskross"])):
        assert not broken(entry), f"{broken(entry)}: {entry.said('en')}"
