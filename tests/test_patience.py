"""No test depends on speed: what only ends a test that hangs waits for as long as all others."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
LIMITS = {"timeout", "wait_for"}
"""What of `asyncio` gives up after a time; so does the `result` of a future."""


def hasty(path: Path) -> Iterator[str]:
    """Where a file gives up after a time of its own."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of_asyncio = isinstance(node.func.value, ast.Name) and node.func.value.id == "asyncio"
            asked = node.func.attr == "result" or (of_asyncio and node.func.attr in LIMITS)
            given = [*node.args, *(word.value for word in node.keywords)]
            if asked and any(isinstance(word, ast.Constant) and word.value for word in given):
                yield f"{path.relative_to(TESTS)}:{node.lineno}"


def test_whoever_waits_has_the_patience_of_all() -> None:
    found = [place for path in sorted(TESTS.rglob("*.py")) for place in hasty(path)]
    assert not found, "wait for PATIENCE: " + ", ".join(found)


def forgetful(path: Path) -> Iterator[str]:
    """Where a file waits for a condition that answers later: a promise is taken for a yes."""
    tree = ast.parse(path.read_text("utf-8"))
    words = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "wait_for_function"
        ):
            first = node.args[0]
            asked = words.get(first.id) if isinstance(first, ast.Name) else getattr(first, "value", None)
            if isinstance(asked, str) and asked.lstrip().startswith("async"):
                yield f"{path.relative_to(TESTS)}:{node.lineno}"


def test_whoever_waits_for_a_page_waits_for_its_answer() -> None:
    found = [place for path in sorted((TESTS / "web").glob("*.py")) for place in forgetful(path)]
    assert not found, "ask with poll (tests/web/waiting.py): " + ", ".join(found)
