"""Plots: drawn in both themes, as SVG and PNG, the same for the same figures, and refused with a sentence."""

import itertools
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.figure import Figure
from typer.testing import CliRunner

from knobel import make, save
from knobel.cli.main import app
from knobel.coach import Review, review
from knobel.coach.judge import judge_of
from knobel.core.errors import BadSetup
from knobel.games.scorecard.judge import ScorecardJudge
from knobel.solve.scores import distributions
from knobel.testing import random_record
from knobel_lab.games.scorecard.solve import worth_of_chips
from knobel_lab.plot import THEMES, chances, chips, ladder, learning, ratings, scores, trajectory
from knobel_lab.plot import save as keep

LADDER = Path(__file__).parents[2] / "docs" / "strength" / "hexhex.json"


@cache
def reviewed() -> Review:
    """A review of a game, which always says the same."""
    return review(random_record(make("hexhex", 2), 1))


DRAWN: dict[str, Callable[[str], Figure]] = {
    "scores": lambda theme: scores({"one": [1, 2, 2, 7], "two": [3, 3]}, "Game", theme_name=theme),
    "chances": lambda theme: chances({one.players.who: one for one in distributions(make("hexhex"))}, theme_name=theme),
    "ladder": lambda theme: ladder(["a", "b"], {("a", "b"): (0.6, 0.01), ("b", "a"): (0.4, 0.01)}, "Game", theme),
    "ratings": lambda theme: ratings({"a": (25.0, 1.0), "b": (20.0, 0.5)}, "Game", theme),
    "learning": lambda theme: learning({"a": [(1, 20), (2, 60)], "b": [(1, 30), (2, 50)]}, "Game", theme_name=theme),
    "chips": lambda theme: chips({1: (4.0, 0.0), 2: (6.0, 3.0)}, "Game", theme),
    "trajectory": lambda theme: trajectory(reviewed(), "Game", "win", theme),
}


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("theme", THEMES)
def test_every_plot_is_drawn_on_both_papers_and_always_the_same(name: str, theme: str, tmp_path: Path) -> None:
    figures = {"first": DRAWN[name](theme), "second": DRAWN[name](theme)}
    for ending in ("svg", "png"):
        for which, figure in figures.items():
            keep(figure, tmp_path / f"{which}.{ending}")
        assert (tmp_path / f"first.{ending}").read_bytes() == (tmp_path / f"second.{ending}").read_bytes()
    drawn = (tmp_path / "first.svg").read_text("utf-8")
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert THEMES[theme].paper in drawn
    assert "#000000" not in drawn, "black ink would be lost on dark paper"


def test_plots_are_written_as_svg_and_png_and_equal_ones_alike(tmp_path: Path) -> None:
    reached = {"a": [1, 2, 2, 300], "[b]$x$": [5], "none": []}
    for theme in THEMES:
        for name, figure in {
            "scores": scores(reached, "Title", theme_name=theme),
            "ratings": ratings({"a": (25.0, 1.0), "b": (20.0, 2.0)}, theme_name=theme),
            "ladder": ladder(["a", "b"], {("a", "b"): (0.75, 0.1), ("b", "a"): (0.25, 0.1)}, theme_name=theme),
        }.items():
            keep(figure, tmp_path / f"{name}.svg")
            ElementTree.parse(tmp_path / f"{name}.svg")
    keep(scores(reached), tmp_path / "one.svg")
    keep(scores(reached), tmp_path / "two.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    keep(scores(reached), tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_a_plot_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"the name of a plot must end in \.svg or \.png, not 'a\.bmp'"):
        keep(scores({"a": [1]}), tmp_path / "a.bmp")
    with pytest.raises(BadSetup, match="unknown theme 'pink'; use one of light, dark"):
        scores({"a": [1]}, theme_name="pink")
    with pytest.raises(BadSetup, match="cannot write"):
        keep(scores({"a": [1]}), tmp_path / "no" / "a.svg")


def test_a_chip_is_worth_less_the_later_and_the_more_there_are() -> None:
    judge = judge_of(make("extreme"))
    assert isinstance(judge, ScorecardJudge)
    worths = worth_of_chips(judge.book, sheets=5)
    assert worths[22] == pytest.approx((12.2, 10.0, 8.7), abs=0.3)
    # Compact values are near the exact ones, not equal to them.
    near = 0.0 if judge.book.exact else 0.5
    assert all(one >= other - near for by_chip in worths.values() for one, other in itertools.pairwise(by_chip))
    assert min(map(min, worths.values())) >= -near
    assert worths[1][0] < worths[22][0]


@pytest.mark.parametrize("theme", THEMES)
def test_the_command_draws_what_is_asked_for(theme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save(random_record(make("hexhex", 2), 1), "game.txt")
    for words in (["scores", "hexhex"], ["ladder", str(LADDER)], ["trajectory", "game.txt"]):
        ran = CliRunner().invoke(app, ["plot", *words, "--theme", theme, "--out", f"{words[0]}.svg"])
        assert ran.exit_code == 0, ran.output
        assert THEMES[theme].paper in Path(f"{words[0]}.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["scores", "ludo"], "unknown game 'ludo'"),
        (["scores", "classic", "--out", "x.jpg"], "the name of a plot must end in .svg or .png"),
        (["scores", "classic", "--theme", "pink"], "unknown theme 'pink'; use one of light, dark"),
        (["ladder", "nothing.json"], "cannot read nothing.json"),
        (["ladder", "game.txt"], "game.txt is not JSON"),
        (["ladder", "list.json"], "list.json is not a ladder"),
        (["scores", "classic", "--out", "no/where.svg"], "cannot write"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save(random_record(make("hexhex"), 1), "game.txt")
    Path("list.json").write_text('{"pairings": 3}', "utf-8")
    ran = CliRunner().invoke(app, ["plot", *words])
    assert isinstance(ran.exception, BadSetup | ValueError)
    assert sentence in str(ran.exception)


def test_without_the_extra_the_command_says_what_is_missing() -> None:
    code = "import sys; sys.modules['matplotlib'] = None; from knobel.cli.main import run; run()"
    ran = subprocess.run(
        [sys.executable, "-c", code, "plot", "scores", "classic"], check=False, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "knobel: plots need one more package; run pip install 'knobel-lab[plot]'\n"
