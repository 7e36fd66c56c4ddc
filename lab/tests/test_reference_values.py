"""Known values are true: what is quick is solved anew, and the documents say the same."""

from pathlib import Path

import pytest

from knobel.reference_values import reference_values
from knobel_lab.solving import solve

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "docs", ROOT / "lab" / "docs")
ALL = reference_values()


@pytest.mark.parametrize("key", ["classic", "hexhex", "yatzy"])
def test_what_is_quick_is_solved_anew(key: str) -> None:
    best = reference_values(key)[0]
    assert best.what == "perfect play"
    assert best.agrees(solve(key).value)
    assert not best.agrees(solve(key).value + 1e-6)


def test_the_documents_say_the_same() -> None:
    pages = "\n".join(path.read_text("utf-8") for docs in PAGES for path in docs.rglob("*.md"))
    for value in ALL:
        exact = f"{value.value:.8f}"[: -8 + min(3, value.digits or 0)]
        written = exact if value.digits else f"{value.value:.2f} ± {value.error:.2f}"
        assert written in pages, value
