"""No test depends on speed: what only ends a test that hangs waits for as long as all others."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
LIMITS = {"timeout", "wait_for"}
"""What of `asyncio` gives up after a time."""


def hasty(path: Path) -> Iterator[str]:
    """Where a file gives up after a time of its own."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LIMITS:
            asked = isinstance(node.func.value, ast.Name) and node.func.value.id == "asyncio"
            given = [*node.args, *(word.value for word in node.keywords)]
            if asked and any(isinstance(word, ast.Constant) and word.value for word in given):
                yield f"{path.relative_to(TESTS)}:{node.lineno}"


def test_whoever_waits_has_the_patience_of_all() -> None:
    found = [place for path in sorted(TESTS.rglob("*.py")) for place in hasty(path)]
    assert not found, "wait for PATIENCE: " + ", ".join(found)
