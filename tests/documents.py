"""How documents are tried, those of the game and those of the laboratory: their code, commands and links."""

import doctest
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.commands import Run
from tests.homes import home_in

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(?P<kind>python|console)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^(?P<fence>`{3,}).*?^(?P=fence)$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
LINK = re.compile(r"""\]\((?!https?:|mailto:)([^)\s]+)|(?:src|srcset|href)="(?!https?:|mailto:)([^"]+)""")
SHELL = re.compile(r"[|<>&;$*?`]")
"""Signs that mean something to a shell."""
FOR_PEOPLE = ("make", "git", "pip", "cd")
"""Programs that are shown and not run."""


def name_of(page: Path) -> str:
    """The path of a page, below the root where it is there."""
    return (page.relative_to(ROOT) if page.is_relative_to(ROOT) else page).as_posix()


def blocks(pages: Iterable[Path], kind: str) -> list[tuple[str, str]]:
    """All code of a kind, page by page; the blocks of a page belong together."""
    code_of = {
        name_of(page): [block["code"] for block in BLOCK.finditer(page.read_text("utf-8")) if block["kind"] == kind]
        for page in pages
    }
    return [(name, "\n".join(code)) for name, code in code_of.items() if code]


def each_page(pages: Iterable[Path], kind: str) -> pytest.MarkDecorator:
    """A test for each page with code of a kind, named after the page."""
    tested = [pytest.param(name, code, id=name) for name, code in blocks(pages, kind)]
    return pytest.mark.parametrize(("page", "code"), tested)


def run_python(page: str, code: str) -> None:
    """Run the Python code of a page; what it prints must be what is shown."""
    if ">>>" not in code:
        exec(compile(code, page, "exec"), {"__name__": "__main__"})
        return
    test = doctest.DocTestParser().get_doctest(code, {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    failures: list[str] = []
    runner.run(test, out=failures.append)
    assert not runner.failures, "".join(failures)


def examples(code: str) -> list[tuple[str, str]]:
    """The commands of a console block with the output shown below each."""
    parts = re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def in_shell(command: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Runs what only a shell can."""
    env = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "LANG": "en_GB.UTF-8", "COLUMNS": "80"}
    words = ["/bin/sh", "-c", command]
    env |= {"PYTHONUTF8": "1", **home_in(folder)}
    return subprocess.run(words, check=False, cwd=folder, env=env, capture_output=True, text=True)


def matches(shown: str, printed: str) -> bool:
    """Whether a command printed what is shown, where `…` stands for anything."""
    pattern = ".*".join(re.escape(part) for part in " ".join(shown.split()).split("…"))
    return bool(re.fullmatch(pattern, " ".join(printed.split()), re.DOTALL))


def run_commands(page: str, code: str, folder: Path, run: Run) -> None:
    """Run the commands of a page; they must print what is shown."""
    for command, shown in examples(code):
        program, *words = shlex.split(command)
        if program in FOR_PEOPLE:
            continue
        plain = program == "knobel" and not SHELL.search(command)
        ran = run(*words) if plain else in_shell(command, folder)
        printed = ran.stdout + ran.stderr
        assert matches(shown, printed), f"{page}: {command} printed\n{printed}"


def undocumented(commands: Iterable[str], pages: Iterable[Path]) -> list[str]:
    """The commands that no page shows; those for hosts may be shown as a part of `knobel admin`."""
    texts = "\n".join(page.read_text("utf-8") for page in pages)
    return [name for name in commands if not re.search(rf"\bknobel (?:admin )?{name}\b", texts)]


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors of a page's headings, as GitHub makes them: of equal ones the second ends in -1."""
    counts: Counter[str] = Counter()
    names = set()
    for heading in HEADING.findall(FENCED.sub("", page.read_text("utf-8"))):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        names.add(f"{name}-{counts[name]}" if counts[name] else name)
        counts[name] += 1
    return frozenset(names)


def broken_links(pages: Iterable[Path]) -> Iterator[str]:
    """The links and pictures that lead to no file, or to no heading of it, with the pages that have them."""
    for page in pages:
        for link in LINK.finditer(page.read_text("utf-8")):
            path, _, anchor = unquote(link[1] or link[2]).partition("#")
            target = page.parent / path if path else page
            if not target.exists():
                yield f"{name_of(page)}: {link[1] or link[2]} is not there"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target.resolve()):
                yield f"{name_of(page)}: {link[1] or link[2]}: there is no such heading"
