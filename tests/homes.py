"""Homes of their own, for tests and for programs under test: what a person has is neither seen nor touched."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

SHARED_CACHE = Path(__file__).parent.parent / "build" / "cache"
"""What is compiled and downloaded: of the project, not of the person, or every run would do it again."""
PERSONAL = ("KNOBEL_", "MPLCONFIGDIR", "NUMBA_", "PG", "XDG_")
"""How names begin of variables that programs under test may read."""
FOR_TESTS = ("KNOBEL_NIGHTLY", "KNOBEL_PRINTED", "KNOBEL_SITE")
"""Variables that tests themselves read."""


def _cache_in(folder: Path) -> Path:
    """The cache of all runs, or one in this folder where the project cannot be written to."""
    try:
        SHARED_CACHE.mkdir(parents=True, exist_ok=True)
    except OSError:
        return folder / ".cache"
    return SHARED_CACHE if os.access(SHARED_CACHE, os.W_OK) else folder / ".cache"


def home_in(folder: Path) -> dict[str, str]:
    """The environment of somebody who lives in this folder."""
    return {"HOME": str(folder), "XDG_CACHE_HOME": str(_cache_in(folder))}


def impersonal(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment without what a person has set for Knobel and for what it is made of."""
    return {name: value for name, value in environment.items() if name in FOR_TESTS or not name.startswith(PERSONAL)}


def move_out() -> Path:
    """Give this process, and all that it starts, an empty home until it ends."""
    home = Path(tempfile.mkdtemp(prefix="knobel-home-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    clean = impersonal(os.environ)
    os.environ.clear()
    os.environ.update(clean | home_in(home))
    return home
