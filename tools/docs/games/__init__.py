"""The games as the documents list them, and what tools need to know of one of them: `KEY.toml` in this folder.

A game needs no such file: every tool has a rule for what it does not find there.
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
    """What a tool is to do differently for a game; an empty dictionary if nothing."""
    path = Path(__file__).with_name(f"{key}.toml")
    return tomllib.loads(path.read_text("utf-8")).get(tool, {}) if path.exists() else {}


def ordered() -> list[GameSpec]:
    """All games, the last of the list first; games of a family before others, and coupled games at the end."""
    last_first = reversed(SPECS)
    by_family = sorted(last_first, key=lambda spec: spec.family is None)
    return sorted(by_family, key=lambda spec: spec.coupled)


def title(spec: GameSpec, language: str = "en") -> str:
    """What a game is called."""
    return say(game_text(spec, "title"), language)
