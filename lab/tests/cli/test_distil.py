"""The command that makes what is shipped."""

import json
from pathlib import Path

import pytest

from tests.commands import Run


def test_distil_keeps_a_small_table_and_measures_it(run: Run, solved: str, tmp_path: Path) -> None:
    words = ["distil", "hexhex", "--out", "small.table", "--compared", "5", "--measure"]
    report = json.loads(run(*words, "60", "--json", KNOBEL_TABLES=solved).stdout)
    assert (report["game"], report["rank"], report["size"]) == (
        "hexhex",
        None,
        (tmp_path / "small.table").stat().st_size,
    )
    assert (report["trial"]["games"], report["trial"]["compared"]) == (60, 5)
    assert report["trial"]["loss"]["mean"] == pytest.approx(0, abs=1e-5)
    shown = run(*words, "5", KNOBEL_TABLES=solved).stdout
    assert "hexhex, score: kept as it is, 16,384 bytes" in shown
    assert "Perfect play: 33.9319; lost by decisions, in 5 of the games: " in shown


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["distil", "extreme"], "extreme.table; make it with knobel solve extreme"),
        (["distil", "hexhex", "--players", "2"], "make it with knobel solve hexhex --players 2"),
        (["distil", "krisskross"], "krisskross has no table to distil"),
        (["distil", "chess"], "unknown game 'chess'"),
        (["distil", "classic", "--players", "2"], "classic is too large to solve for two"),
    ],
)
def test_what_cannot_be_distilled_gets_a_sentence(run: Run, words: list[str], sentence: str) -> None:
    answered = run(*words)
    assert answered.returncode == 2
    assert sentence in " ".join(answered.stderr.split())
    assert "Traceback" not in answered.stderr
