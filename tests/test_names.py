"""No engine knows a game: outside their rooms games are not named, neither by key nor by type nor by title."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from knobel import games, make
from knobel.scene.text import game_text, say

ROOT = Path(__file__).parent.parent
PACKAGES = (ROOT / "src" / "knobel", ROOT / "lab" / "src" / "knobel_lab")
TOOLS = (ROOT / "tools", ROOT / "lab" / "tools")
KEYS = [spec.key for spec in games()]
FAMILIES = sorted({spec.family.split(".")[-1] for spec in games() if spec.family})
TYPES = sorted({type(make(key)).__name__ for key in KEYS})
TITLES = sorted({say(game_text(key, "title"), "en") for key in KEYS})
ENGLISH = ("classic", "extreme", "master")
"""Keys that are also words: they name a game where they are quoted, or part of a name."""

NAMES = re.compile(
    "|".join(
        [
            *(rf"\b{re.escape(title)}\b" for title in TITLES),
            *(rf"\b{name}\b" for name in TYPES),
            *(rf"(?i:(?<![a-z]){key}(?![a-z]))" for key in KEYS if key not in ENGLISH),
            *(rf"""["'`_.]{key}(?![a-z])|(?<![a-z]){key}["'`_]""" for key in (*ENGLISH, *FAMILIES)),
        ]
    )
)


def sources() -> Iterator[Path]:
    """Everything that is no room, no page of a game, and not generated."""
    for package in PACKAGES:
        for suffix in ("py", "css", "json"):
            for path in package.rglob(f"*.{suffix}"):
                parts = path.relative_to(package).parts
                if parts[:2] != ("server", "web") and (parts[0] != "games" or path.name == "spec.py"):
                    yield path
    for suffix in ("ts", "svelte", "css"):
        for path in (ROOT / "web" / "src").rglob(f"*.{suffix}"):
            if path.relative_to(ROOT / "web" / "src").parts[0] != "games" and path.name != "shapes.ts":
                yield path
    for tools in TOOLS:
        for path in tools.rglob("*.py"):
            if path.stem not in {*KEYS, *FAMILIES}:
                yield path


def named(path: Path) -> Iterator[str]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for found in NAMES.finditer(line):
            yield f"{path.relative_to(ROOT)}:{number}: {found.group()}: {line.strip()[:80]}"


def test_no_engine_names_a_game() -> None:
    found = [place for path in sorted(sources()) for place in named(path)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ('if key == "master":', True),
        ("from knobel.games.kribbeln import x", True),
        ("isinstance(game, Scorecard)", True),
        ("master_positions()", True),
        ("Kriss Kross has grids", True),
        ("play, score and master a family of games", False),
        ("a classic mistake", False),
    ],
)
def test_names_are_found_and_words_are_not(line: str, names: bool) -> None:
    assert bool(NAMES.search(line)) == names
