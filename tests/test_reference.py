"""The reference says what the docstrings say."""

import pytest
from tools.docs import reference


@pytest.mark.parametrize(("name", "words"), reference.pages().items(), ids=lambda value: value[:20])
def test_the_reference_is_up_to_date(name: str, words: str) -> None:
    page = reference.FOLDER / name
    assert page.is_file(), f"run make reference: {name} is missing"
    assert page.read_text("utf-8") == words, f"run make reference: {name} is out of date"
