"""What is left of a tournament: numbers that can be worked out by hand, a table of games, a report, plots."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest

from knobel import BadSetup
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.results import outcome, read_games, report, save_results, write_games

SETTINGS = {
    "game": "hexhex",
    "options": {},
    "seats": 2,
    "seed": 7,
    "dice": "common",
    "limits": {"move_seconds": 10.0, "memory_mb": 0, "cpu_seconds": 600},
    "players": {"a": "owl", "b": "exec:sh b.sh | <b>"},
}
GAMES = [
    GameRow(0, ("a", "b"), (30, 20), (1, 2), 50, version="1"),
    GameRow(0, ("b", "a"), (24, 24), (1, 1), 50, version="1"),
    GameRow(1, ("a", "b"), (21, 22), (2, 1), 50, version="1"),
    GameRow(1, ("b", "a"), (3, 9), (2, 1), 12, 0, "ended with exit code 1: 'a | b'", "1"),
]


def test_games_are_kept_one_a_row_and_read_back(tmp_path: Path) -> None:
    write_games(tmp_path, SETTINGS, GAMES)
    assert read_games(tmp_path / "games.parquet") == (SETTINGS, GAMES)
    table = pq.read_table(tmp_path / "games.parquet")
    names = "game options seed dice number players scores places moves forfeit reason version"
    assert table.column_names == names.split()
    assert table.num_rows == len(GAMES)
    assert table["forfeit"].to_pylist() == [None, None, None, 0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.parquet", "seats.parquet"]


def test_every_seat_of_a_game_has_a_row_of_its_own(tmp_path: Path) -> None:
    write_games(tmp_path, SETTINGS, GAMES)
    rows = pq.read_table(tmp_path / "seats.parquet").to_pylist()
    seats = [(row["number"], row["table"], row["seat"], row["player"], row["score"], row["place"]) for row in rows]
    assert seats[:3] == [(0, "a b", 0, "a", 30, 1), (0, "a b", 1, "b", 20, 2), (0, "b a", 0, "b", 24, 1)]
    assert [row["forfeited"] for row in rows] == [False] * 6 + [True, False]
    assert {(row["game"], row["seed"], row["dice"]) for row in rows} == {("hexhex", 7, "common")}


def test_a_file_without_games_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.parquet").write_text("hello")
    with pytest.raises(BadSetup, match=r"bad\.parquet holds no results of an arena"):
        read_games(tmp_path / "bad.parquet")


def test_a_report_has_all_numbers_and_breaks_at_no_name(tmp_path: Path) -> None:
    names = save_results(outcome(SETTINGS, GAMES), tmp_path)
    assert names == ["games.parquet", "seats.parquet", "report.md", "ratings.svg", "ladder.svg", "scores.svg"]
    page = (tmp_path / "report.md").read_text()
    assert page.startswith("# Hex-hex: a tournament of 2 players\n")
    assert "| 62.5 ± 12.5 | 24.00 ± 3.00 | 0 |" in page
    assert "| b | exec:sh b.sh \\| &lt;b> |" in page
    assert "| b | ended with exit code 1: 'a \\| b' | 1 |" in page
    for name in ("ratings", "ladder", "scores"):
        assert f"{name}.svg" in page
        for end in ("", "-dark"):
            ElementTree.parse(tmp_path / f"{name}{end}.svg")


def test_a_report_names_the_values_by_which_levels_decided(tmp_path: Path) -> None:
    for settings in (SETTINGS, {**SETTINGS, "values": []}):
        assert "The levels played" not in report("Hex-hex", outcome(settings, GAMES), [])
    named = {**SETTINGS, "values": ["points.table, shipped (crc32 c240752c)"]}
    assert "\nThe levels played by points.table, shipped (crc32 c240752c).\n" in report(
        "Hex-hex", outcome(named, GAMES), []
    )


def test_without_matplotlib_the_report_has_no_plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert save_results(outcome(SETTINGS, GAMES), tmp_path) == ["games.parquet", "seats.parquet", "report.md"]
    assert "svg" not in (tmp_path / "report.md").read_text()
