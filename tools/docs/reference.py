"""Generate the reference of the library, docs/reference, from docstrings and signatures."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from lab.tools.games import DOCS, settings

from knobel.games import SPECS

FOLDER = DOCS / "reference"
EXAMPLES = Path(__file__).with_name("examples.md")
PAGES: dict[str, tuple[str, dict[str, Sequence[str]]]] = {
    "library": ("Games, records, dice", {"knobel": ()}),
    "scene": (
        "Scenes and texts",
        {
            "knobel.scene": ("look", "label", "colours"),
            "knobel.scene.model": ("Scene", "Sheet", "Cell", "Tray", "TrayDie", "Choice", "as_json", "to_json"),
            "knobel.scene.text": ("Text", "text", "say", "catalogue"),
        },
    ),
    "players": (
        "Judges, bots, matches",
        {
            "knobel.players.judge": ("judge_of", "Judge"),
            "knobel.players.bot": ("Level", "level", "bot", "Graded", "Greedy"),
        },
    ),
    "coach": ("The coach", {"knobel.coach": ()}),
    "solve": (
        "Perfect play",
        {
            "knobel.solve": ("solve", "table_file"),
            "knobel.coach.explore": ("Odds", "odds_of"),
            "knobel.solve.kernel.turn": ("chances",),
            "knobel.solve.scores": ("Distribution", "distribution", "distributions"),
        },
    ),
    "known": ("Known values", {"knobel.known": ()}),
    "sim": ("Simulation", {"knobel_lab.sim": ()}),
    "envs": ("Environments", {"knobel_lab.envs": ()}),
    "plot": ("Plots", {"knobel_lab.plot": ()}),
    "testing": ("Testing a game", {"knobel.testing": ()}),
}
"""The title of each page, and its modules with the names to document; by default all public ones."""


def pages() -> dict[str, str]:
    """All pages of the reference, by file name."""
    contents = {name: (title, modules | from_rooms(name)) for name, (title, modules) in PAGES.items()}
    written = {f"{name}.md": page(title, modules) for name, (title, modules) in contents.items()}
    rows = [
        f"| [{title}]({name}.md) | {', '.join(f'`{one}`' for one in modules)} |"
        for name, (title, modules) in contents.items()
    ]
    head = "# Reference\n\nMade by `make reference` from the docstrings; a test compares.\n\n| page | of |\n|---|---|\n"
    return {"README.md": head + "\n".join(rows) + "\n", **written}


def from_rooms(page_name: str) -> dict[str, Sequence[str]]:
    """The modules that settings of games and families add to a page."""
    rooms = dict.fromkeys(room.rpartition(".")[2] for game in SPECS for room in reversed(game.rooms))
    return {module: names for room in rooms for module, names in settings(room, "reference").get(page_name, {}).items()}


def page(title: str, modules: dict[str, Sequence[str]]) -> str:
    """A page of the reference."""
    parts = [f"# {title}\n\n[All pages of the reference](README.md)"]
    for name, wanted in modules.items():
        module = import_module(name)
        parts.append(f"## {name}\n\n{inspect.getdoc(module)}")
        for one in wanted or sorted(module.__all__, key=str.lower):
            parts += [entry(module, one), *filter(None, [examples().get(f"{name}.{one}")])]
    return "\n\n".join(parts) + "\n"


@cache
def examples() -> dict[str, str]:
    """The example of each name that has one, as a block of code."""
    _, *sections = EXAMPLES.read_text("utf-8").split("\n## ")
    return {name: code.strip() for name, _, code in (section.partition("\n") for section in sections)}


def entry(module: ModuleType, name: str) -> str:
    """The entry of one name."""
    thing = getattr(module, name)
    if inspect.isclass(thing):
        lines = [line for kind in parts(thing, module) for line in members(kind)]
        return "\n\n".join([f"### {name}", code(f"class {name}{signature(thing)}"), docstring(thing), *lines])
    if inspect.isroutine(thing):
        return f"### {name}\n\n{code(name + signature(thing))}\n\n{docstring(thing)}"
    return f"### {name}\n\n{code(f'{name} = {plain(repr(thing))}')}"


def parts(kind: type, module: ModuleType) -> list[type]:
    """A class, and its base classes in our packages that are not documented by themselves."""
    ours = [base for base in kind.__mro__[1:] if base.__module__.startswith("knobel.")]
    seen = getattr(module, "__all__", vars(module))
    return [kind, *(base for base in ours if base.__name__ not in seen)]


def members(kind: type) -> Iterator[str]:
    """The fields and public methods that a class defines itself."""
    fields = [(name, words) for name, words in field_words(kind).items() if not name.startswith("_")]
    if fields:
        yield "\n".join(f"- `{name}`{': ' + words if words else ''}" for name, words in fields)
    for name, member in vars(kind).items():
        bare = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if name.startswith("_") or name in dict(fields):
            continue
        if isinstance(bare, property):
            yield f"- `{name}`: {docstring(bare)}"
        elif inspect.isfunction(bare) and bare.__doc__:
            yield f"- `{name}{signature(bare)}`: {docstring(bare)}"


def field_words(kind: type) -> dict[str, str]:
    """The annotated fields of a class, with their docstrings."""
    found: dict[str, str] = {}
    last = ""
    for node in source(kind).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = node.target.id
            found[last] = ""
        elif last and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found[last] = " ".join(str(node.value.value).split())
            last = ""
        else:
            last = ""
    return found


def source(thing: Any) -> Any:
    """The syntax tree of a class or function; annotations in source look the same in every version of Python."""
    return ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(thing)))).body[0]


def signature(thing: Any) -> str:
    """The signature of a class or function, without `self` or `cls`."""
    node = source(thing)
    if isinstance(node, ast.ClassDef):
        own = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
        fields = [ast.unparse(one) for one in node.body if isinstance(one, ast.AnnAssign)]
        if own is None and is_dataclass(thing):
            return f"({', '.join(field for field in fields if not field.startswith('_'))})"
        return call(own) if own else ""
    return call(node) + (f" -> {ast.unparse(node.returns)}" if node.returns else "")


def call(node: Any) -> str:
    """The parameters of a function."""
    if node.args.args and node.args.args[0].arg in {"self", "cls"}:
        node.args.args.pop(0)
    return f"({ast.unparse(node.args)})"


def docstring(thing: Any) -> str:
    """The docstring; empty for a dataclass that has only the generated one."""
    words = inspect.getdoc(thing) or ""
    return "" if words.startswith(f"{getattr(thing, '__name__', '')}(") else words


def plain(words: str) -> str:
    """A `repr` without module names."""
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", words).replace("~", "").replace("'", "")


def code(words: str) -> str:
    """A block of code in Markdown."""
    return f"```text\n{words}\n```"


def main() -> None:
    """Write all pages."""
    FOLDER.mkdir(exist_ok=True)
    for name, words in pages().items():
        (FOLDER / name).write_text(words, "utf-8")
        print(name)


if __name__ == "__main__":
    main()
