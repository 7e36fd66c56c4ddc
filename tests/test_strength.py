"""The ladder of the bots: what the page shows is what the arena measured."""

import json
from pathlib import Path

from tools.docs.games import DOCS
from tools.docs.strength import page, table

from knobel.games.spec import find
from knobel.players.bot import LEVELS


def measured() -> dict[str, Path]:
    """The ladders there are, by game."""
    return {path.stem: path for path in (DOCS / "strength").glob("*.json")}


def test_the_page_is_written_from_what_the_arena_measured() -> None:
    assert (DOCS / "strength.md").read_text() == page()


def test_every_level_met_every_other_in_both_seats_often_enough() -> None:
    assert measured()
    pairs = len(LEVELS) * (len(LEVELS) - 1) // 2
    for key, path in measured().items():
        assert find(key).key == key
        pairings = json.loads(path.read_text())["pairings"]
        assert len(pairings) == pairs
        assert all(pairing["games"] >= 2000 for pairing in pairings)


def test_a_stronger_level_wins_more_than_half() -> None:
    for path in measured().values():
        for pairing in json.loads(path.read_text())["pairings"]:
            won = pairing["won"]
            assert won["mean"] < 0.5 + 3 * won["error"], (path.stem, pairing["one"], pairing["other"])


def test_a_share_is_shown_from_both_sides() -> None:
    won = {"mean": 0.25, "error": 0.01}
    points = {"chick": {"mean": 1, "error": 0}, "owl": {"mean": 2, "error": 0}}
    rows = table({"points": points, "pairings": [{"one": "chick", "other": "owl", "won": won}]}).splitlines()
    assert rows[2:] == ["| **chick** |  | 25.0 ± 1.0 | 1.00 ± 0.00 |", "| **owl** | 75.0 ± 1.0 |  | 2.00 ± 0.00 |"]
