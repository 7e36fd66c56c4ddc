"""The reference says what the docstrings say."""

from tools.docs.reference import GAME


def test_the_reference_is_up_to_date() -> None:
    assert not GAME.outdated(), "run make reference"
