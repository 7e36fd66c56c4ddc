"""The programs of the gallery run, and print what their page says."""

import runpy
from pathlib import Path

import pytest

GALLERY = Path(__file__).parent.parent / "docs" / "gallery"


def shown(name: str, capsys: pytest.CaptureFixture[str], **wishes: int) -> list[str]:
    """What a program prints."""
    runpy.run_path(str(GALLERY / name))["main"](**wishes)
    return capsys.readouterr().out.splitlines()


def test_the_odds_of_a_highway_are_those_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\n".join(shown("highway.py", capsys)) in (GALLERY / "README.md").read_text("utf-8")


def test_greedy_lies_between_random_and_perfect_play(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown("greedy.py", capsys, games=200)
    assert [line.split()[0] for line in lines] == ["classic", "greedy", "hexhex", "greedy"]


def test_the_best_level_gives_nothing_away(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown("luck.py", capsys, games=2)
    assert [line.split()[0] for line in lines] == ["chick", "hare", "cat", "fox", "owl"]
    assert "given away   0.00" in lines[-1]


def test_every_program_is_on_the_page() -> None:
    page = (GALLERY / "README.md").read_text("utf-8")
    assert all(f"[{program.name}]" in page for program in GALLERY.glob("*.py"))
