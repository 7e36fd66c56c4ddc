"""What the documents show is true: their code runs, and nothing public is left out of them."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from knobel import games
from knobel.cli.main import app
from tests.commands import Run
from tests.homes import home_in

ROOT = Path(__file__).parent.parent
OTHERS = (ROOT / "docs" / "add-a-game.md",)
"""Pages with a test of their own."""

PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")} - set(OTHERS))
BLOCK = re.compile(r"^```(?P<kind>python|console)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"[|<>&;$*?`]")
"""Signs that mean something to a shell."""
COMMANDS = sorted(one.name or getattr(one.callback, "__name__", "") for one in app.registered_commands)


def blocks(kind: str) -> list[tuple[str, str]]:
    """All code of a kind, page by page; the blocks of a page belong together."""
    found = []
    for page in PAGES:
        code = [block["code"] for block in BLOCK.finditer(page.read_text("utf-8")) if block["kind"] == kind]
        if code:
            found.append((str(page.relative_to(ROOT)), "\n".join(code)))
    return found


@pytest.mark.parametrize(("page", "code"), blocks("python"), ids=lambda value: value if value.endswith(".md") else "")
def test_python_in_the_documents_runs(page: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if ">>>" not in code:
        exec(compile(code, page, "exec"), {"__name__": "__main__"})
        return
    test = doctest.DocTestParser().get_doctest(code, {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    said: list[str] = []
    runner.run(test, out=said.append)
    assert not runner.failures, "".join(said)


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


@pytest.mark.parametrize(("page", "code"), blocks("console"), ids=lambda value: value if value.endswith(".md") else "")
def test_commands_in_the_documents_print_what_is_shown(page: str, code: str, tmp_path: Path, run: Run) -> None:
    """`…` stands for anything; commands that begin with make, git or pip are for people."""
    for command, shown in examples(code):
        program, *words = shlex.split(command)
        if program in ("make", "git", "pip", "cd"):
            continue
        plain = program == "knobel" and not SHELL.search(command)
        ran = run(*words) if plain else in_shell(command, tmp_path)
        pattern = ".*".join(re.escape(part) for part in " ".join(shown.split()).split("…"))
        printed = " ".join((ran.stdout + ran.stderr).split())
        assert re.fullmatch(pattern, printed, re.DOTALL), f"{page}: {command} printed\n{ran.stdout}{ran.stderr}"


@pytest.mark.parametrize("key", [info.key for info in games()])
def test_every_game_has_a_page_that_names_its_options(key: str) -> None:
    page = ROOT / "docs" / "games" / f"{key}.md"
    assert page.is_file(), f"docs/games/{key}.md is missing"
    text = page.read_text("utf-8")
    info = next(info for info in games() if info.key == key)
    for option in info.options:
        assert f"`{option.key}`" in text, f"docs/games/{key}.md does not name the option {option.key}"


def test_the_page_of_the_record_lists_the_options_of_every_game_in_their_order() -> None:
    page = (ROOT / "docs" / "record.md").read_text("utf-8")
    rows = {row[1].strip(" `"): row[3] for line in page.splitlines() if len(row := line.split("|")) == 7}
    for info in games():
        assert re.findall(r"`(\w+)`", rows[info.key]) == [option.key for option in info.options]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    texts = "".join(page.read_text("utf-8") for page in PAGES)
    assert f"knobel {command}" in texts, f"no document shows `knobel {command}`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"
