"""Just-in-time compilation with Numba and an on-disk cache.

The cache is shared by all processes: one of them compiles a function and the others wait for it.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from numba import config, njit
from numba.core.compiler_lock import global_compiler_lock

try:
    import fcntl
except ImportError:  # Windows has no such locks: processes that begin together compile the same.
    fcntl = None  # type: ignore[assignment]

Function = Callable[..., Any]

READ = {"knobel": ("core", "games", "solve"), "knobel_lab": ("games", "sim", "solving")}
"""The folders whose sources compiled code may depend on: functions it calls, and rules that it takes as constants."""


def _sources(package: str) -> Iterator[Path]:
    """The sources that compiled code of a package may depend on, in the same order wherever they lie."""
    # A game of another package has kernels of its own.
    for name in dict.fromkeys((*READ, package)):
        for home in import_module(name).__path__:
            for folder in READ.get(name, ("",)):
                yield from sorted(Path(home, folder).rglob("*.py"))


@cache
def _folder(package: str) -> Path:
    """The cache folder of the compiled code of a package, named by a hash of all sources it may depend on.

    Numba checks only the file of a function: an edited kernel, or rule, in another file would be missed. It also checks
    where that file lies, which makes no difference: copies of the same sources share one cache.
    """
    sources = sha256()
    for path in _sources(package):
        sources.update(path.read_bytes())
    cache_home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache_home) / "knobel" / "compiled" / sources.hexdigest()[:16]


class Locator:
    """Tells Numba where to cache the compiled code of a function; the name of the folder identifies the sources."""

    def __init__(self, function: Function, path: str) -> None:
        self._line, self._py_file = function.__code__.co_firstlineno, path
        self._folder = _folder(function.__module__.partition(".")[0]) / function.__module__

    @classmethod
    def from_function(cls, function: Function, path: str) -> "Locator | None":
        """The cache locator of a function in this file; None if its folder is not writable."""
        locator = cls(function, path)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator if os.access(locator.get_cache_path(), os.W_OK) else None

    def ensure_cache_path(self) -> None:
        """Create the cache folder."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """The cache folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """The version of the sources: empty, as the name of the folder identifies them."""
        return ""

    def get_disambiguator(self) -> str:
        """Distinguishes functions of the same name, by their line."""
        return str(self._line)


def jit(function: Function) -> Function:
    """Compile a function without the GIL, cached on disk if possible."""
    cached = Locator.from_function(function, "") is not None
    before, config.CACHE_LOCATOR_CLASSES = config.CACHE_LOCATOR_CLASSES, f"{__name__}.{Locator.__name__}"
    try:
        compiled: Any = njit(nogil=True, cache=cached, error_model="numpy")(function)
    finally:
        config.CACHE_LOCATOR_CLASSES = before
    if cached and fcntl is not None:
        lock = Path(Locator(function, "").get_cache_path()) / f"{function.__qualname__}.lock"
        compile_now = compiled.compile

        def compile_once(signature: Any) -> Any:
            # Numba's own lock comes first: its threads take it again while they hold others.
            with global_compiler_lock, _alone(lock):
                return compile_now(signature)

        compiled.compile = compile_once
    return cast("Function", compiled)


_held: set[Path] = set()
"""The file locks that this process holds."""


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Hold a file lock that excludes other processes; reentrant, for functions that call themselves."""
    if lock in _held:
        yield
        return
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        _held.add(lock)
        try:
            yield
        finally:
            _held.remove(lock)
