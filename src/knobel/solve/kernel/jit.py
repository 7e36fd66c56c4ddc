"""Compilation where Numba is installed; it is loaded only when something is compiled.

Elsewhere the decorated functions stay as they are and nobody calls them.
"""

import os
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Function = Callable[..., Any]

COMPILED = find_spec("numba") is not None


READ = ("core", "games", "sim", "solve")
"""The packages whose sources compiled code may read: functions it calls, and rules that it takes as constants."""


@cache
def _folder(package: str) -> str:
    """The folder of compiled code of a package, one for each state of all sources that it may have read.

    Numba looks only at the file of a function: an edited kernel, or rule, in another file would go unseen.
    """
    home = Path(__file__).parents[2]
    read = [path for name in READ for path in (home / name).rglob("*.py")]
    if package != __name__.partition(".")[0]:
        # A game of another package brings kernels of its own.
        for folder in import_module(package).__path__:
            read += Path(folder).rglob("*.py")
    sources = sha256()
    for path in sorted(read):
        sources.update(path.read_bytes())
    cache_home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return str(Path(cache_home) / "knobel" / "compiled" / sources.hexdigest()[:16])


def jit(function: Function) -> Function:
    """The function compiled: without the GIL, kept on disk; itself where there is no compiler."""
    if not COMPILED:
        return function
    import numba

    folder = _folder(function.__module__.partition(".")[0])
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, folder
    try:
        made: Function = numba.njit(nogil=True, cache=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = before
    return made
