"""Every command that reads or writes a file says in a sentence of its own what is wrong with it."""

from pathlib import Path

import pytest

from knobel import make, save
from knobel.testing import random_record
from tests.commands import Run

READING = [
    "replay FILE",
    "hint FILE",
    "review FILE",
    "best FILE",
    "verify FILE",
    "pad FILE --out sheets.pdf",
    "today --result FILE",
    "restore FILE",
]
"""What reads a file that must be there."""
GOING_ON = ["play classic --save FILE", "today --save FILE"]
"""What reads a file if it is there, and writes it."""
WRITING = [
    *GOING_ON,
    "review game.knobel --html FILE",
    "pad classic --out FILE.pdf",
    "pad game.knobel --out FILE.svg",
    "site --out FILE/site",
]


def sentence(run: Run, line: str, name: str, language: str = "en") -> str:
    """What a command says that fails."""
    done = run(*line.replace("FILE", name).split(), "--lang", language)
    assert (done.returncode, done.stdout) == (2, ""), f"{line}: {done.stdout}"
    assert done.stderr.startswith("knobel: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize("line", READING)
def test_a_file_that_is_missing_empty_or_a_folder_is_told(run: Run, tmp_path: Path, line: str) -> None:
    (tmp_path / "empty.knobel").touch()
    (tmp_path / "folder.knobel").mkdir()
    backup = line.startswith("restore")
    assert "cannot read missing.knobel: there is no such file" in sentence(run, line, "missing.knobel")
    assert "cannot read folder.knobel: this is a folder" in sentence(run, line, "folder.knobel")
    assert ("is not a backup of Knobel" if backup else "the record is empty") in sentence(run, line, "empty.knobel")
    assert "missing.knobel lässt sich nicht lesen: diese Datei gibt es nicht" in sentence(
        run, line, "missing.knobel", "de"
    )


@pytest.mark.parametrize("line", GOING_ON)
def test_a_game_to_go_on_with_that_is_empty_or_a_folder_is_told(run: Run, tmp_path: Path, line: str) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    assert "the record is empty" in sentence(run, line, "empty")
    assert "cannot read folder: this is a folder" in sentence(run, line, "folder")


@pytest.mark.parametrize("line", WRITING)
def test_a_file_in_no_folder_or_below_a_file_is_told(run: Run, tmp_path: Path, line: str) -> None:
    save(random_record(make("classic", 2), 4), tmp_path / "game.knobel")
    if not line.startswith("site"):  # which makes its folders
        assert "cannot write no/such" in sentence(run, line, "no/such")
        assert "its folder does not exist" in sentence(run, line, "no/such")
        assert "lässt sich nicht schreiben: ihren Ordner gibt es nicht" in sentence(run, line, "no/such", "de")
    assert "there is a file where a folder should be" in sentence(run, line, "game.knobel/below")


@pytest.mark.parametrize(
    "line", ["review game.knobel --html FILE", "pad classic --out FILE", "pad game.knobel --out FILE"]
)
def test_a_folder_in_place_of_a_file_is_told(run: Run, tmp_path: Path, line: str) -> None:
    save(random_record(make("classic", 2), 4), tmp_path / "game.knobel")
    (tmp_path / "folder.pdf").mkdir()
    assert "cannot write folder.pdf: this is a folder; name a file" in sentence(run, line, "folder.pdf")


def test_a_file_in_place_of_the_folder_of_a_site_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot write file: there is a file where a folder should be" in sentence(run, "site --out FILE", "file")


@pytest.mark.parametrize("line", [*READING[:-1], *GOING_ON])
def test_a_record_that_an_editor_has_saved_is_read(run: Run, tmp_path: Path, line: str) -> None:
    key = "krisskross" if "best" in line else "classic"
    text = random_record(make(key, 2), 4).text()
    (tmp_path / "game.knobel").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    done = run(*line.replace("FILE", "game.knobel").split())
    # Its dice are neither sealed nor those of a day; whoever says so has read it.
    assert done.returncode == 0 or "dice" in done.stderr or "another game" in done.stderr
