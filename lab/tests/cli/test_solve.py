"""The commands for perfect play: solve and selfplay."""

import json
import os
import re
import time
from pathlib import Path

import pytest

from tests.commands import Forked, Run


def test_solve_answers_programs_with_the_published_optimum(run: Run) -> None:
    """245.8707745 is the published value of this game without joker and extra bonus."""
    words = ["solve", "classic", "--json", "--out", "classic.table"]
    report = json.loads(run(*words).stdout)
    assert list(report) == ["game", "objective", "value", "positions", "seconds", "cpu_seconds", "peak_mb"]
    assert report["value"] == pytest.approx(245.8707745, abs=1e-6)
    assert json.loads(run(*words).stdout) == report


def test_selfplay_comes_to_the_value_of_the_table(run: Run, solved: str) -> None:
    words = ["selfplay", "hexhex", "--games", "4000", "--seed", "1", "--json"]
    played = json.loads(run(*words, KNOBEL_TABLES=solved).stdout)
    assert re.fullmatch(r"hexhex\.table, solved here \(crc32 [0-9a-f]{8}\)", " ".join(played["values"]))
    total = played["means"]["total"]
    assert abs(total["mean"] - played["value_by_chips"]["0"]) < 4 * total["error"]


def test_selfplay_without_a_table_says_what_to_do(run: Run) -> None:
    answered = run("selfplay", "hexhex")
    assert answered.returncode == 2
    assert "hexhex.table; make it with knobel solve" in answered.stderr


def test_a_killed_solve_leaves_no_half_table_and_goes_on(tmp_path: Path) -> None:
    words = ["solve", "extreme", "--out", "x.table"]
    journal = tmp_path / "x.table.journal"
    noted: list[int] = []
    for _ in range(2):
        solving = Forked(words, tmp_path, os.environ, tmp_path / "log")
        before = noted[-1] if noted else 0
        while not journal.exists() or journal.read_text().count("\n") <= before + 2:
            assert solving.poll() is None, "solved before it was killed"
            time.sleep(0.05)
        solving.kill()
        solving.wait()
        noted.append(journal.read_text().count("\n"))
    assert noted[1] > noted[0] > 1
    assert not (tmp_path / "x.table").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["solve", "chess"], "unknown game 'chess'"),
        (
            ["solve", "classic", "--strict", "--joker"],
            "solved without house rules; leave out --strict and --joker",
        ),
        (["solve", "master", "--triple", "3"], "master is solved with the usual coin steps; leave out triple"),
        (["train", "krisskross", "--edition", "double"], "krisskross is trained for the usual edition only"),
        (["measure", "krisskross", "--edition", "double"], "krisskross is trained for the usual edition only"),
        (
            ["solve", "krisskross"],
            "krisskross is too large to solve; train a strong player with knobel train krisskross",
        ),
    ],
)
def test_what_cannot_be_solved_gets_a_sentence(run: Run, words: list[str], sentence: str) -> None:
    answered = run(*words)
    assert answered.returncode == 2
    assert sentence in answered.stderr
    assert "Traceback" not in answered.stderr
