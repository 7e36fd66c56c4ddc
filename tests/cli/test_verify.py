"""`knobel verify`: holds, does not hold, or cannot be checked."""

import json
from pathlib import Path

import pytest

from knobel import Record, make, save
from tests.cli.conftest import Run
from tests.core.test_checked import DICE, played


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.knobel"


def test_a_record_that_holds_is_told_in_a_sentence_and_with_exit_code_0(run: Run, file: Path) -> None:
    save(played(30), file)
    ran = run("verify", "game.knobel")
    assert ran.returncode == 0
    assert ran.stdout.startswith("The record holds: ")
    assert run("verify", "game.knobel", "--lang", "de").stdout.startswith("Die Aufzeichnung stimmt: ")


def test_programs_get_json(run: Run, file: Path) -> None:
    save(played(3), file)
    told = json.loads(run("verify", "game.knobel", "--json").stdout)
    assert told == {"holds": True, "throws": 2, "dice": 8, "again": 0, "problem": None, "entry": None}


def test_a_forged_record_is_exit_code_1_and_says_which_die(run: Run, file: Path) -> None:
    file.write_text(played(3).text().replace("- 3 3 1", "- 3 4 1"))
    ran = run("verify", "game.knobel")
    assert ran.returncode == 1
    assert ran.stdout == "The record does not hold: die 4 of entry 3 (throw 2) shows 4; sealed was 3\n"
    assert json.loads(run("verify", "game.knobel", "--json").stdout)["entry"] == 3


def test_a_game_that_is_not_over_is_exit_code_1(run: Run, file: Path) -> None:
    save(Record(make("classic", 2), dice=DICE.hidden().text()), file)
    assert run("verify", "game.knobel").returncode == 1


@pytest.mark.parametrize("text", ["knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n", "no record", "", "\x00\n"])
def test_what_cannot_be_checked_is_exit_code_2(run: Run, file: Path, text: str) -> None:
    file.write_text(text)
    ran = run("verify", "game.knobel")
    assert ran.returncode == 2
    assert ran.stderr.startswith("knobel: ")


def test_a_file_that_is_not_there_is_exit_code_2(run: Run) -> None:
    assert run("verify", "nothing.knobel").returncode == 2


def test_a_checked_game_cannot_be_played_on_in_the_terminal(run: Run, file: Path) -> None:
    save(played(3), file)
    ran = run("play", "classic", "--save", "game.knobel")
    assert ran.returncode == 2
    assert "checked dice fall only at the table that sealed them" in ran.stderr
