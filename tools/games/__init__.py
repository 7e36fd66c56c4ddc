"""Settings of tools for single games, from `KEY.toml` in a folder such as this one.

The files are optional: every tool has defaults.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def settings(key: str, tool: str, folder: Path = FOLDER) -> Any:
    """The settings of a tool for a game or a family; an empty dictionary if there are none."""
    path = folder / f"{key}.toml"
    return tomllib.loads(path.read_text("utf-8")).get(tool, {}) if path.exists() else {}
