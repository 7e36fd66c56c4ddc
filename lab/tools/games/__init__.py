"""The order of games in the documents, and settings of tools for single games, from `KEY.toml` in this folder.

The files are optional: every tool has defaults.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from knobel.games import SPECS
from knobel.games.spec import GameSpec
from knobel.scene.text import game_text, say

DOCS = Path(__file__).parents[3] / "docs"


@cache
def settings(key: str, tool: str) -> Any:
    """The settings of a tool for a game; an empty dictionary if there are none."""
    path = Path(__file__).with_name(f"{key}.toml")
    return tomllib.loads(path.read_text("utf-8")).get(tool, {}) if path.exists() else {}


def ordered() -> list[GameSpec]:
    """All games, the last of the list first; games of a family before others, and coupled games at the end."""
    last_first = reversed(SPECS)
    by_family = sorted(last_first, key=lambda spec: spec.family is None)
    return sorted(by_family, key=lambda spec: spec.coupled)


def title(spec: GameSpec, language: str = "en") -> str:
    """The title of a game."""
    return say(game_text(spec, "title"), language)
