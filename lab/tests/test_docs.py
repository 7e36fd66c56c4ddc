"""What the documents of the laboratory show is true: their code runs, and no command is left out of them."""

from pathlib import Path

import pytest

from knobel.cli.main import LABORATORY
from knobel_lab.cli import COMMANDS
from tests.commands import Run
from tests.documents import ROOT, broken_links, each_page, run_commands, run_python, undocumented

PAGES = sorted({*ROOT.glob("lab/*.md"), *ROOT.glob("lab/docs/**/*.md")})
NAMES = [name for panel in COMMANDS.values() for name in panel]


@each_page(PAGES, "python")
def test_python_in_the_documents_runs(page: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_python(page, code)


@each_page(PAGES, "console")
def test_commands_in_the_documents_print_what_is_shown(page: str, code: str, tmp_path: Path, run: Run) -> None:
    run_commands(page, code, tmp_path, run)


def test_every_command_is_documented() -> None:
    assert not undocumented(NAMES, PAGES)


def test_the_game_knows_the_names_of_these_commands() -> None:
    assert list(LABORATORY) == NAMES


def test_links_in_the_documents_lead_somewhere() -> None:
    broken = list(broken_links(PAGES))
    assert not broken, "\n".join(broken)
