"""The order of games in the documents of the laboratory, and settings of its tools for single games."""

from pathlib import Path
from typing import Any

from knobel.games import SPECS
from knobel.games.spec import GameSpec
from knobel.scene.text import game_text, say
from tools.games import settings as read_settings

FOLDER = Path(__file__).parent
DOCS = FOLDER.parents[1] / "docs"


def settings(key: str, tool: str) -> Any:
    """The settings of a tool for a game, from `KEY.toml` in this folder; an empty dictionary if there are none."""
    return read_settings(key, tool, FOLDER)


def ordered() -> list[GameSpec]:
    """All games, the last of the list first; games of a family before others, and coupled games at the end."""
    last_first = reversed(SPECS)
    by_family = sorted(last_first, key=lambda spec: spec.family is None)
    return sorted(by_family, key=lambda spec: spec.coupled)


def title(spec: GameSpec, language: str = "en") -> str:
    """The title of a game."""
    return say(game_text(spec, "title"), language)
