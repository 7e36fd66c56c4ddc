"""The reference of the laboratory says what the docstrings say."""

from lab.tools.reference import LABORATORY


def test_the_reference_is_up_to_date() -> None:
    assert not LABORATORY.outdated(), "run make reference"
