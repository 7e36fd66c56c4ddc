"""What is left of a tournament: numbers that can be worked out by hand, a table of games, a report, plots."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest

from knobel import BadSetup
from knobel.arena.parquet import read, write
from knobel.arena.played import Played
from knobel.arena.rating import ratings
from knobel.arena.result import keep, outcome
from knobel.arena.standing import standing
from knobel.plot import THEMES, ladder, save, scores
from knobel.plot import ratings as plot_ratings

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
    Played(0, ("a", "b"), (30, 20), (1, 2), 50, version="1"),
    Played(0, ("b", "a"), (24, 24), (1, 1), 50, version="1"),
    Played(1, ("a", "b"), (21, 22), (2, 1), 50, version="1"),
    Played(1, ("b", "a"), (3, 9), (2, 1), 12, 0, "ended with exit code 1: 'a | b'", "1"),
]


def test_games_of_the_same_number_count_as_one_for_the_error() -> None:
    found = standing(("a", "b"), GAMES)
    [pairing] = found.pairings
    # Numbers 0 and 1 are won by 3/4 and 1/2: mean 5/8, and the error of two values is half their distance.
    assert (pairing.games, pairing.won.mean, pairing.won.error) == (4, 0.625, 0.125)
    # The game that was given away has no points: means 5 and -1.
    assert pairing.ahead is not None
    assert (pairing.ahead.mean, pairing.ahead.error) == (2.0, 3.0)
    assert found.points["a"] is not None
    assert found.points["a"].mean == (27 + 21) / 2
    assert found.forfeits == {"a": 0, "b": 1}
    assert found.reasons["b"] == {"ended with exit code 1: 'a | b'": 1}
    share = found.share("b", "a")
    assert share is not None
    assert share.mean == 0.375
    assert found.share("a", "a") is None


def test_who_wins_more_is_rated_higher_and_more_games_make_it_surer() -> None:
    few = ratings(("b", "a"), GAMES)
    assert list(few) == ["a", "b"]
    wins = [Played(number, ("a", "b"), (1, 0), (1, 2), 1) for number in range(50)]
    many = ratings(("a", "b"), wins)
    assert many["a"].mean > few["a"].mean > few["b"].mean > many["b"].mean
    assert many["a"].error < few["a"].error < 25 / 3
    assert ratings(("a", "b"), reversed(wins)) == many


def test_games_are_kept_one_a_row_and_read_back(tmp_path: Path) -> None:
    write(tmp_path / "games.parquet", SETTINGS, GAMES)
    assert read(tmp_path / "games.parquet") == (SETTINGS, GAMES)
    table = pq.read_table(tmp_path / "games.parquet")
    names = "game options seed dice number players scores places moves forfeit reason version"
    assert table.column_names == names.split()
    assert table.num_rows == len(GAMES)
    assert table["forfeit"].to_pylist() == [None, None, None, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]


def test_a_file_without_games_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.parquet").write_text("hello")
    with pytest.raises(BadSetup, match=r"bad\.parquet holds no results of an arena"):
        read(tmp_path / "bad.parquet")


def test_a_report_has_all_numbers_and_breaks_at_no_name(tmp_path: Path) -> None:
    names = keep(outcome(SETTINGS, GAMES), tmp_path)
    assert names == ["games.parquet", "report.md", "ratings.svg", "ladder.svg", "scores.svg"]
    page = (tmp_path / "report.md").read_text()
    assert page.startswith("# Hex-hex: a tournament of 2 players\n")
    assert "| 62.5 ± 12.5 | 24.00 ± 3.00 | 0 |" in page
    assert "| b | exec:sh b.sh \\| &lt;b> |" in page
    assert "| b | ended with exit code 1: 'a \\| b' | 1 |" in page
    for name in ("ratings", "ladder", "scores"):
        assert f"{name}.svg" in page
        for end in ("", "-dark"):
            ElementTree.parse(tmp_path / f"{name}{end}.svg")


def test_without_matplotlib_the_report_has_no_plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert keep(outcome(SETTINGS, GAMES), tmp_path) == ["games.parquet", "report.md"]
    assert "svg" not in (tmp_path / "report.md").read_text()


def test_plots_are_written_as_svg_and_png_and_equal_ones_alike(tmp_path: Path) -> None:
    reached = {"a": [1, 2, 2, 300], "[b]$x$": [5], "none": []}
    for theme in THEMES:
        for name, figure in {
            "scores": scores(reached, "Title", theme_name=theme),
            "ratings": plot_ratings({"a": (25.0, 1.0), "b": (20.0, 2.0)}, theme_name=theme),
            "ladder": ladder(["a", "b"], {("a", "b"): (0.75, 0.1), ("b", "a"): (0.25, 0.1)}, theme_name=theme),
        }.items():
            save(figure, tmp_path / f"{name}.svg")
            ElementTree.parse(tmp_path / f"{name}.svg")
    save(scores(reached), tmp_path / "one.svg")
    save(scores(reached), tmp_path / "two.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    save(scores(reached), tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_a_plot_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"a plot is written as \.svg or \.png, not 'a\.bmp'"):
        save(scores({"a": [1]}), tmp_path / "a.bmp")
    with pytest.raises(BadSetup, match="there is no theme 'pink'; there are light, dark"):
        scores({"a": [1]}, theme_name="pink")
    with pytest.raises(BadSetup, match="cannot write"):
        save(scores({"a": [1]}), tmp_path / "no" / "a.svg")
