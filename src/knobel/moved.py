"""Old names of packages that moved, most of them to the laboratory: they work for one release, with a warning."""

import sys
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any
from warnings import warn

LABORATORY = "knobel_lab"
PACKAGES = {f"knobel.{name}": f"{LABORATORY}.{name}" for name in ("arena", "envs", "plot", "sim")} | {
    "knobel.players": "knobel.coach"
}
"""The packages that moved, by their old names."""


def import_moved(old: str, new: str) -> ModuleType:
    """Import a module by its new name, with a warning; raise an error that says what to install if it is missing."""
    if new.startswith(LABORATORY) and find_spec(LABORATORY) is None:
        raise ModuleNotFoundError(f"{old} is {new} now; run pip install knobel-lab", name=old)
    warn(f"{old} is {new} now; the old name goes with the next release", FutureWarning, stacklevel=2)
    return import_module(new)


class MovedModules(MetaPathFinder, Loader):
    """Imports modules that moved by their old names: the same modules, under both names."""

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """A spec for the old name of a module that moved."""
        return ModuleSpec(name, self) if ".".join(name.split(".")[:2]) in PACKAGES else None

    def exec_module(self, module: ModuleType) -> None:
        """Put the module with the new name in the place of this one."""
        old = module.__name__
        package = ".".join(old.split(".")[:2])
        sys.modules[old] = import_moved(old, PACKAGES[package] + old.removeprefix(package))


def allow_old_names() -> None:
    """Let old names be imported. They come first: the finder of files would load submodules a second time."""
    if not any(isinstance(finder, MovedModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, MovedModules())
