"""The command `match`."""

import json
from pathlib import Path

import pytest

from tests.commands import Run


def test_a_match_goes_on_and_names_the_values_it_was_played_by(run: Run) -> None:
    words = ("match", "krisskross", "--games", "2", "--seed", "1", "--out", "match.jsonl")
    result = json.loads(run(*words, "--json").stdout)
    assert (result["game"], result["seats"], result["games"], result["seed"]) == ("krisskross", 2, 2, 1)
    assert [name.partition(" (sha256 ")[0] for name in result["values"]] == ["basic.npz, shipped"]
    shown = run(*words).stdout
    assert shown.startswith("krisskross for 2, 2 games in each seat (seed 1):\nto win: ")
    assert shown.endswith(f"\nPlayed by {result['values'][0]}\n")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("classic --strict", "a match has no house rules, and the first seat begins"),
        ("classic --begins lot", "a match has no house rules, and the first seat begins"),
        ("master --triple 1", "a match has the usual rules"),
        ("kribbeln --begins lot", "a match has our dice, and the first seat begins"),
        ("krisskross --out no/such", "cannot write no/such: its folder does not exist"),
        ("krisskross --out .", "cannot write .: this is a folder; name a file"),
    ],
)
def test_a_match_that_cannot_be_played_as_it_is_wished_is_refused(run: Run, line: str, sentence: str) -> None:
    answered = run("match", *line.split(), "--games", "2")
    assert (answered.returncode, answered.stdout) == (2, "")
    assert answered.stderr == f"knobel: {sentence}\n"


@pytest.mark.parametrize("line", ["train krisskross --games 1", "puzzles hexhex --games 1", "solve hexhex"])
def test_what_cannot_be_written_is_told_before_the_work(run: Run, tmp_path: Path, line: str) -> None:
    answered = run(*line.split(), "--out", str(tmp_path))
    assert (answered.returncode, answered.stdout) == (2, "")
    assert answered.stderr == f"knobel: cannot write {tmp_path}: this is a folder; name a file\n"
