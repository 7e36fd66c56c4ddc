"""Compilation where Numba is installed; it is loaded only when something is compiled.

Elsewhere the decorated functions stay as they are and nobody calls them.
"""

import os
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Function = Callable[..., Any]

COMPILED = find_spec("numba") is not None


@cache
def _folder() -> str:
    """The folder of compiled code, one for each state of our sources.

    Numba looks only at the file of a function, not at what the function calls: an edited kernel would go unseen.
    """
    sources = sha256()
    for folder in ("solve", "sim"):
        for path in sorted((Path(__file__).parent.parent / folder).glob("*.py")):
            sources.update(path.read_bytes())
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return str(Path(home) / "knobel" / "compiled" / sources.hexdigest()[:16])


def jit(function: Function) -> Function:
    """The function compiled: without the GIL, kept on disk; itself where there is no compiler."""
    if not COMPILED:
        return function
    import numba

    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, _folder()
    try:
        made: Function = numba.njit(nogil=True, cache=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = before
    return made
