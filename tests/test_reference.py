"""The reference says what the docstrings say."""

import pytest
from tools import reference


@pytest.mark.parametrize(("name", "words"), reference.pages().items(), ids=lambda value: value[:20])
def test_the_reference_is_up_to_date(name: str, words: str) -> None:
    kept = reference.FOLDER / name
    assert kept.is_file(), f"run make reference: {name} is missing"
    assert kept.read_text("utf-8") == words, f"run make reference: {name} is out of date"
