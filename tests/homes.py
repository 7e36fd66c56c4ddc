"""A home of its own for a program under test."""

import os
from pathlib import Path

CACHE = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
"""Compiled solvers are kept in the usual place, or every test would compile them again."""


def home_in(folder: Path) -> dict[str, str]:
    """The environment of somebody who lives in this folder."""
    return {"HOME": str(folder), "XDG_CACHE_HOME": CACHE}
