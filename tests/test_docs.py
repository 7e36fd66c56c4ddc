"""What the documents of the game show is true: their code runs, and nothing public is left out of them."""

import re
from pathlib import Path

import pytest

from knobel import games
from knobel.cli.main import COMMANDS, LABORATORY, UNLISTED
from tests.commands import Run
from tests.documents import ROOT, blocks, broken_links, each_page, run_commands, run_python, undocumented
from tests.environments import play_environment
from tests.outside import write_package
from tests.shell import Shell, clone_in, run_page

__all__ = ["play_environment"]

ALL_PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")})
OTHERS = (ROOT / "docs" / "add-a-game.md",)
"""Pages whose code has a test of its own."""
PAGES = [page for page in ALL_PAGES if page not in OTHERS]
FIRST_PAGES = [ROOT / name for name in ("README.md", "docs/quickstart.md", "docs/hosting.md", "docs/add-a-game.md")]
"""Pages whose lines somebody types who has nothing but a clone."""


@each_page(PAGES, "python")
def test_python_in_the_documents_runs(page: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_python(page, code)


@each_page(FIRST_PAGES, "console")
def test_a_shell_with_a_clone_does_what_the_first_pages_show(
    page: str, code: str, tmp_path: Path, play_environment: Path
) -> None:
    clone = clone_in(tmp_path, play_environment)
    shell = Shell(tmp_path, clone)
    if "make play" not in code:
        shell.run(". .venv/bin/activate")
    if page.endswith("add-a-game.md"):
        write_package(clone / "pasch")
    run_page(page, code, shell)


@each_page([page for page in PAGES if page not in FIRST_PAGES], "console")
def test_commands_in_the_documents_print_what_is_shown(page: str, code: str, tmp_path: Path, run: Run) -> None:
    run_commands(page, code, tmp_path, run)


def test_what_the_documents_show_needs_no_laboratory() -> None:
    research = re.compile(rf"\bknobel_lab\b|^\$ .*\bknobel (?:{'|'.join(LABORATORY)})\b", re.MULTILINE)
    code_of = [*blocks(PAGES, "python"), *blocks(PAGES, "console")]
    wrong = [f"{page}: {found.group()}" for page, code in code_of for found in research.finditer(code)]
    assert not wrong, "\n".join(wrong)


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


def test_every_command_is_documented() -> None:
    commands = {*UNLISTED, *(name for panel in COMMANDS.values() for name in panel)}
    assert not undocumented(sorted(commands), PAGES)


def test_links_in_the_documents_lead_somewhere() -> None:
    broken = list(broken_links(ALL_PAGES))
    assert not broken, "\n".join(broken)


def test_a_link_leads_to_a_file_and_to_a_heading_as_github_names_it(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# `knobel play`: wie geht's?\n## Größer\n## Größer\n```sh\n# no heading\n```\n"
        "[1](#knobel-play-wie-gehts) [2](page.md#größer) [3](page.md#größer-1) [4](https://example.org/none#none)\n"
        '[5](#no-heading) [6](page.md#größer-2) [7](none.md) <img src="none.svg">\n',
        "utf-8",
    )
    wrong = [place.removeprefix(f"{page}: ") for place in broken_links([page])]
    assert wrong == [
        "#no-heading: there is no such heading",
        "page.md#größer-2: there is no such heading",
        "none.md is not there",
        "none.svg is not there",
    ]
