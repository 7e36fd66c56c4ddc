"""Generate references from docstrings and signatures: that of the game, docs/reference, when run."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from knobel.games import SPECS
from tools.games import FOLDER as SETTINGS
from tools.games import settings

ROOT = Path(__file__).parents[2]
Modules = dict[str, Sequence[str]]
"""Names to document, by module; if there are none, all public ones."""


@dataclass(frozen=True)
class Reference:
    """The reference of a package: where it is, and what is on which page."""

    title: str
    other: str
    """A sentence that leads to the reference of the other package."""
    folder: Path
    pages: Mapping[str, tuple[str, Modules]]
    """The title of each page, and its modules."""
    examples: Path
    settings: Path
    """The folder of settings in which games and families add modules to a page."""

    def files(self) -> dict[str, str]:
        """The text of every page, by file name."""
        contents = {name: (title, modules | self._from_rooms(name)) for name, (title, modules) in self.pages.items()}
        rows = [
            f"| [{title}]({name}.md) | {', '.join(f'`{module}`' for module in modules)} |"
            for name, (title, modules) in contents.items()
        ]
        head = f"# {self.title}\n\nMade by `make reference` from the docstrings; a test compares. {self.other}"
        examples = read_examples(self.examples)
        return {
            "README.md": "\n".join([head, "", "| page | of |", "|---|---|", *rows, ""]),
            **{f"{name}.md": page(title, modules, examples) for name, (title, modules) in contents.items()},
        }

    def _from_rooms(self, page_name: str) -> Modules:
        """The modules that settings of games and families add to a page."""
        rooms = dict.fromkeys(package.rpartition(".")[2] for game in SPECS for package in reversed(game.packages))
        added = (settings(room, "reference", self.settings).get(page_name, {}) for room in rooms)
        return {module: names for modules in added for module, names in modules.items()}

    def outdated(self) -> list[str]:
        """The pages that are not what `make reference` writes, or that it would not write."""
        written = {path.name: path.read_text("utf-8") for path in self.folder.iterdir()}
        files = self.files()
        return [name for name in sorted({*files, *written}) if files.get(name) != written.get(name)]

    def write(self) -> None:
        """Write all pages."""
        self.folder.mkdir(exist_ok=True)
        for name, words in self.files().items():
            (self.folder / name).write_text(words, "utf-8")
            print((self.folder / name).relative_to(ROOT))


GAME = Reference(
    title="Reference",
    other="The laboratory has [its own](../../lab/docs/reference/README.md).",
    folder=ROOT / "docs" / "reference",
    pages={
        "library": ("Games, records, dice", {"knobel": ()}),
        "scene": (
            "Scenes and texts",
            {
                "knobel.scene": ("look", "choices", "label"),
                "knobel.scene.model": ("Scene", "Sheet", "Cell", "Tray", "TrayDie", "Choice", "as_json", "to_json"),
                "knobel.scene.text": ("Text", "text", "say", "catalogue"),
            },
        ),
        "players": (
            "Judges, bots, matches",
            {
                "knobel.coach.judge": ("judge_of", "Judge"),
                "knobel.coach.bot": ("Level", "level", "bot", "Graded", "Greedy"),
            },
        ),
        "coach": ("The coach", {"knobel.coach": ()}),
        "values": (
            "Odds and values",
            {
                "knobel.coach.explore": ("Odds", "odds_of"),
                "knobel.solve.kernel.turn": ("chances",),
                "knobel.solve.scores": ("Distribution", "distribution", "distributions"),
            },
        ),
        "reference-values": ("Reference values", {"knobel.reference_values": ()}),
        "testing": ("Testing a game", {"knobel.testing": ()}),
    },
    examples=Path(__file__).with_name("examples.md"),
    settings=SETTINGS,
)


def page(title: str, modules: Modules, examples: Mapping[str, str]) -> str:
    """A page of the reference."""
    parts = [f"# {title}\n\n[All pages of the reference](README.md)"]
    for name, names in modules.items():
        module = import_module(name)
        parts.append(f"## {name}\n\n{inspect.getdoc(module)}")
        for one in names or sorted(module.__all__, key=str.lower):
            parts += [entry(module, one), *filter(None, [examples.get(f"{name}.{one}")])]
    return "\n\n".join(parts) + "\n"


def read_examples(path: Path) -> dict[str, str]:
    """The example of each name that has one, as a block of code."""
    _, *sections = path.read_text("utf-8").split("\n## ")
    return {name: code.strip() for name, _, code in (section.partition("\n") for section in sections)}


def entry(module: ModuleType, name: str) -> str:
    """The entry of one name."""
    member = getattr(module, name)
    if inspect.isclass(member):
        lines = [line for kind in parts(member, module) for line in members(kind)]
        return "\n\n".join([f"### {name}", code(f"class {name}{signature(member)}"), docstring(member), *lines])
    if inspect.isroutine(member):
        return f"### {name}\n\n{code(name + signature(member))}\n\n{docstring(member)}"
    return f"### {name}\n\n{code(f'{name} = {plain(repr(member))}')}"


def parts(kind: type, module: ModuleType) -> list[type]:
    """A class, and its base classes in our packages that are not documented by themselves."""
    ours = [base for base in kind.__mro__[1:] if base.__module__.startswith(("knobel.", "knobel_lab."))]
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
    words: dict[str, str] = {}
    last = ""
    for node in source(kind).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = node.target.id
            words[last] = ""
        elif last and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            words[last] = " ".join(str(node.value.value).split())
            last = ""
        else:
            last = ""
    return words


def source(member: Any) -> Any:
    """The syntax tree of a class or function; annotations in source look the same in every version of Python."""
    return ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(member)))).body[0]


def signature(member: Any) -> str:
    """The signature of a class or function, without `self` or `cls`."""
    node = source(member)
    if isinstance(node, ast.ClassDef):
        own = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
        fields = [ast.unparse(one) for one in node.body if isinstance(one, ast.AnnAssign)]
        if own is None and is_dataclass(member):
            return f"({', '.join(field for field in fields if not field.startswith('_'))})"
        return call(own) if own else ""
    return call(node) + (f" -> {ast.unparse(unquoted(node.returns))}" if node.returns else "")


def call(node: Any) -> str:
    """The parameters of a function."""
    if node.args.args and node.args.args[0].arg in {"self", "cls"}:
        node.args.args.pop(0)
    for parameter in (*node.args.args, *node.args.kwonlyargs):
        parameter.annotation = unquoted(parameter.annotation)
    return f"({ast.unparse(node.args)})"


def unquoted(annotation: Any) -> Any:
    """An annotation without the quotes that it has where its names are not imported."""
    quoted = isinstance(annotation, ast.Constant) and isinstance(annotation.value, str)
    return ast.parse(annotation.value, mode="eval").body if quoted else annotation


def docstring(member: Any) -> str:
    """The docstring; empty for a dataclass that has only the generated one."""
    words = inspect.getdoc(member) or ""
    return "" if words.startswith(f"{getattr(member, '__name__', '')}(") else words


def plain(words: str) -> str:
    """A `repr` without module names."""
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", words).replace("~", "").replace("'", "")


def code(words: str) -> str:
    """A block of code in Markdown."""
    return f"```text\n{words}\n```"


if __name__ == "__main__":
    GAME.write()
