"""The command `match`."""

import json

from tests.commands import Run


def test_a_match_goes_on_and_names_the_values_it_was_played_by(run: Run) -> None:
    words = ("match", "krisskross", "--games", "2", "--seed", "1", "--out", "match.jsonl")
    result = json.loads(run(*words, "--json").stdout)
    assert (result["game"], result["seats"], result["games"], result["seed"]) == ("krisskross", 2, 2, 1)
    assert [name.partition(" (sha256 ")[0] for name in result["values"]] == ["basic.npz, shipped"]
    shown = run(*words).stdout
    assert shown.startswith("krisskross for 2, 2 games in each seat (seed 1):\nto win: ")
    assert shown.endswith(f"\nPlayed by {result['values'][0]}\n")
