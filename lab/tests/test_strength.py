"""The ladder of the bots: what the page shows is what the arena measured."""

import json
from itertools import combinations, pairwise
from pathlib import Path

from lab.tools.games import DOCS
from lab.tools.strength import page, table

from knobel.coach.bot import LEVELS
from knobel.games.spec import find
from knobel_lab.arena.tournament import LADDER

SKILL = ("master",)
"""Games in which between a child and the best are more steps than five levels."""


def measured() -> dict[str, Path]:
    """The ladders there are, by game."""
    return {path.stem: path for path in (DOCS / "strength").glob("*.json")}


def test_the_page_is_written_from_what_the_arena_measured() -> None:
    assert (DOCS / "strength.md").read_text() == page()


def ladders() -> dict[str, dict[tuple[str, str], dict[str, float]]]:
    """What was won by each pairing of games that were measured with everybody on the ladder."""
    won = {}
    for key, path in measured().items():
        assert find(key).key == key
        results = json.loads(path.read_text())
        if set(results["points"]) == set(LADDER):
            won[key] = {(pair["one"], pair["other"]): pair["won"] for pair in results["pairings"]}
    return won


def test_everybody_on_a_ladder_met_everybody_else() -> None:
    assert ladders()
    for pairings in ladders().values():
        assert set(pairings) == set(combinations(LADDER, 2))


def test_a_stronger_level_wins_more_than_half() -> None:
    for key, pairings in ladders().items():
        for one, other in combinations([level.key for level in LEVELS], 2):
            won = pairings[one, other]
            assert won["mean"] < 0.5 + 3 * won["error"], (key, one, other)


def test_levels_are_neighbours_and_the_lowest_loses_to_the_greedy() -> None:
    for key, pairings in ladders().items():
        lowest = pairings[LEVELS[0].key, "greedy"]
        assert lowest["mean"] <= 0.35 + 2 * lowest["error"], key
        for one, other in pairwise(level.key for level in LEVELS):
            lost, error = 1 - pairings[one, other]["mean"], 2 * pairings[one, other]["error"]
            assert lost >= 0.58 - error, (key, one, other)
            assert lost <= 0.75 + error or key in SKILL, (key, one, other)


def test_a_share_is_shown_from_both_sides() -> None:
    won = {"mean": 0.25, "error": 0.01}
    points = {"chick": {"mean": 1, "error": 0}, "owl": {"mean": 2, "error": 0}}
    rows = table({"points": points, "pairings": [{"one": "chick", "other": "owl", "won": won}]}).splitlines()
    assert rows[2:] == ["| **chick** |  | 25.0 ± 1.0 | 1.00 ± 0.00 |", "| **owl** | 75.0 ± 1.0 |  | 2.00 ± 0.00 |"]
