"""A match through the rules: its dice belong to seats, and it goes on where it stopped."""

import pytest

from knobel import BadSetup, make
from knobel_lab.solving.match_by_rules import match


def test_a_match_goes_on_where_it_stopped() -> None:
    game = make("krisskross", 2)
    noted: dict[int, list[float]] = {}
    result = match(game, 3, 1, note=noted.__setitem__)
    assert list(noted) == [0]
    assert match(game, 3, 1, earlier=noted) == result
    assert result.share.mean == pytest.approx(1 / 2 + sum(result.by_seat) / 2)


def test_where_nobody_plays_to_win_there_is_nothing_to_compare() -> None:
    with pytest.raises(BadSetup, match="nothing to compare"):
        match(make("krisskross", 1), 2)
