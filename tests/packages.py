"""What a package imports, and what it declares that it needs."""

import ast
import re
import sys
from collections.abc import Iterable
from pathlib import Path

MODULES = {"pillow": "PIL"}
"""What is imported, where it is called otherwise than the package."""


def modules_of(requirements: Iterable[str]) -> set[str]:
    """The modules that these requirements bring."""
    names = {re.split(r"[<>=\[; ]", requirement)[0] for requirement in requirements}
    return {MODULES.get(name, name.replace("-", "_")) for name in names}


def imported(source: Path) -> dict[str, Path]:
    """Every top-level module outside the standard library that a source imports, with a file that does."""
    files: dict[str, Path] = {}
    for path in source.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [name.name for name in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            files |= {name.split(".")[0]: path for name in names}
    return {name: path for name, path in files.items() if name not in sys.stdlib_module_names}
