"""Bad input gets one clear sentence, exit code 2, no traceback, and nothing half-written."""

import subprocess
from pathlib import Path

import pytest

from knobel import load, make, save
from knobel.testing import random_record
from tests.commands import KNOBEL, Run


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["play", "chess"],
            "unknown game 'chess'; the games are kribbeln, extreme, krisskross, master, hexhex, classic",
        ),
        (["rules", "chess"], "unknown game 'chess'"),
        (["score", "chess", "1"], "unknown game 'chess'"),
        (["play", "classic", "--seats", "a,b,c,d,e,f,g"], "classic is for 1 to 6 seats, not 7"),
        (["play", "kribbeln", "--seats", "you"], "kribbeln is for 2 to 5 seats, not 1"),
        (["play", "classic", "--seats", "a,,b"], "a name has 1 to 24 characters, not 0"),
        (
            ["play", "classic", "--advanced"],
            "classic has no option 'advanced'; its options are strict, joker, further, begins",
        ),
        (["play", "kribbeln", "--sheet", "7"], "option sheet cannot be '7'"),
        (
            ["play", "kribbeln", "--sheet", "1", "--tasks", "1 red"],
            "Choose one of our sheets or tasks of your own, not both",
        ),
        (["play", "classic", "--lang", "fr"], "unknown language 'fr'; use one of de, en"),
        (["play", "classic", "--own-dice", "--seed", "1"], "own dice have no seed"),
        (["play", "classic", "--seats", "you,bot oul"], "Unknown bot 'oul'. Use one of the levels Chick, Hare, Cat"),
        (
            ["play", "classic", "--save", "no/such/game.knobel"],
            "cannot write no/such/game.knobel: its folder does not exist",
        ),
        (["score", "classic", "1", "2", "3", "4", "8"], "'8' is not on this die; it shows 1, 2, 3, 4, 5, 6"),
        (["score", "classic", "1", "2", "3"], "a roll of classic has 5 dice, not 3"),
        (["score", "extreme", "1", "2", "3", "4", "5", "10"], "'10' is not on this die"),
        (["score", "krisskross", "dot"], "a grid of krisskross has 25 cells, not 1"),
        (["replay", "nowhere.knobel"], "cannot read nowhere.knobel: there is no such file"),
        (["replay", "."], "cannot read .: this is a folder; name the file of a record"),
    ],
)
def test_a_mistake_is_answered_with_a_sentence_and_exit_code_2(run: Run, words: list[str], sentence: str) -> None:
    answered = run(*words)
    assert answered.returncode == 2
    assert sentence in answered.stderr
    assert answered.stderr.startswith("knobel: ")
    assert answered.stderr.count("\n") == 1
    assert "Traceback" not in answered.stderr + answered.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "chess"], "Unbekanntes Spiel 'chess'"),
        (["play", "kribbeln", "--seats", "du"], "kribbeln ist für 2 bis 5 Plätze, nicht für 1"),
        (["play", "kribbeln", "--tasks", "1 rot;" * 100], "Die Option tasks hat höchstens 500 Zeichen, nicht 600"),
        (["play", "kribbeln", "--arrangement", "any"], "Die Option arrangement gilt nur für eigene Würfel"),
        (
            ["play", "classic", "--seats", "du,Bot Eul"],
            "Unbekannter Bot 'Eul'. Nimm eine der Stufen Küken",
        ),
        (["play", "classic", "--own-dice", "--seed", "1"], "--seed gilt nicht für eigene Würfel"),
        (["play", "classic", "--save", "no/g"], "no/g lässt sich nicht schreiben: ihren Ordner gibt es nicht"),
        (["play", "hexhex", "--save", "table"], "table enthält ein anderes Spiel"),
        (["score", "kribbeln", "--tasks", "1 rot;" * 100, "1"], "Die Option tasks hat höchstens 500 Zeichen"),
        (["score", "classic", "-"], "Zeile 1 der Eingabe: Ein Wurf von classic hat 5 Würfel, nicht 2"),
        (["pad", "classic", "--out", "pad.png"], "Der Name der Datei muss auf .pdf oder .svg enden"),
        (
            ["pad", "classic", "--out", "pad.pdf", "--size", "A3"],
            "Das Papierformat 'A3' gibt es hier nicht; möglich sind A4, A5",
        ),
        (["pad", "classic", "--out", "no/pad.pdf"], "no/pad.pdf lässt sich nicht schreiben"),
        (["today", "gestern"], "gestern ist kein Datum"),
        (["verify", "table"], "Nur versiegelte Würfel lassen sich nachprüfen"),
        (["hint", "table", "--seat", "7"], "In dieser Aufzeichnung gibt es die Plätze 0 bis 0, nicht 7"),
        (["hint", "table", "--objective", "fame"], "classic lässt sich nicht nach 'fame' beurteilen"),
        (["review", "table", "--html", "no/page"], "no/page lässt sich nicht schreiben"),
        (["odds", "classic", "1", "1", "1", "1", "1", "1"], "classic hat 5 Würfel, nicht 6"),
        (["odds", "classic", "1", "--throws", "0"], "4 Würfel müssten noch geworfen werden"),
        (["odds", "classic", "1", "--chips", "1"], "classic hat keine Chips"),
        (["odds", "krisskross", "dot"], "In krisskross gibt es keine Felder mit Chancen"),
        (["value", "classic", "--open", "moon"], "classic hat kein Feld 'moon'"),
        (["value", "kribbeln"], "Für kribbeln lässt sich der Wert einer Stellung nicht berechnen"),
        (["distribution", "classic", "--joker"], "Für classic mit 1 Plätzen und diesen Optionen"),
    ],
)
def test_whoever_plays_in_german_is_answered_in_german(
    run: Run, tmp_path: Path, words: list[str], sentence: str
) -> None:
    (tmp_path / "table").write_text("knobel 1\ngame classic\nseat 0 A\ndice own\n\n- 1 2 3 4 5\n")
    answered = run(*words, text="1 2\n", lang="de_DE.UTF-8")
    assert answered.returncode == 2
    assert f"knobel: {sentence}" in answered.stderr


@pytest.mark.parametrize(
    ("tasks", "sentence", "caret"),
    [
        ("1 pink", "Task 1: I don’t know the word “pink”. The colours are black, green, blue", "  ^^^^"),
        ("1 red; 2 red", "A sheet has 6 tasks; there are 2 here. Separate them with semicolons.", "            ^"),
        ("gru\u0308n > rot; red > red", "names a colour twice", "            ^^^^^^^^^"),
        ("1 \u202ered", "isn’t a task", "^^^^^^"),
    ],
)
def test_a_mistake_in_typed_tasks_is_marked_below_them(run: Run, tasks: str, sentence: str, caret: str) -> None:
    answered = run("play", "kribbeln", "--tasks", tasks)
    assert answered.returncode == 2
    told, text, mark = answered.stderr.splitlines()
    assert sentence in told
    assert text == f"  {tasks}".replace("\u202e", "?")
    assert mark == f"  {caret}"


@pytest.mark.parametrize(
    "words", [["fly"], ["rules"], ["play", "classic", "--seed", "x"], ["score", "classic", "--what"]]
)
def test_a_command_that_does_not_exist_exits_with_2(run: Run, words: list[str]) -> None:
    answered = run(*words)
    assert answered.returncode == 2
    assert "Traceback" not in answered.stderr


def test_a_bad_line_among_rolls_is_named_after_the_good_ones_were_answered(run: Run) -> None:
    answered = run("score", "classic", "--json", "-", text="1 2 3 4 5\n1 2 3\n")
    assert answered.returncode == 2
    assert len(answered.stdout.splitlines()) == 1
    assert "line 2 of the input: a roll of classic has 5 dice, not 3" in answered.stderr


def test_a_line_of_rolls_without_end_is_refused(run: Run) -> None:
    answered = run("score", "classic", "--json", "-", text="1 " * 1_000_000)
    assert answered.returncode == 2
    assert "line 1 of the input: a roll is one line of at most 1000 characters" in answered.stderr


def test_rolls_in_a_wrong_encoding_are_refused(tmp_path: Path) -> None:
    ran = subprocess.run(
        [str(KNOBEL), "score", "classic", "--json", "-"],
        input=b"\xff\xfe\x00\n",
        capture_output=True,
        check=False,
        cwd=tmp_path,
    )
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "the record is empty; it begins with the line 'knobel 1'"),
        (b"\r\n", "the record is empty"),
        (b"\x00" * 100, "the record is incomplete"),
        (b"\xff\xfeknobel 1\n", "line 1: the file is not UTF-8 text"),
        (b"knobel 1\ngame classic\nseat 0 A\ndice own\n\n- 1 2 3 4 8\n", "line 6: no die of this game shows '8'"),
        (
            b"knobel 1\ngame classic\nseat 0 A\ndice own\n\n- 1 2 3 4 5\n1 write ones\n",
            "line 7: seat 1 cannot move now",
        ),
        (b"knobel 1\ngame classic\nseat 0 A\ndice own\n\n- 1 2 3 4", "line 6: the record is incomplete"),
        (b"knobel 1\n" * 6_000_000, "too large for a record"),
    ],
    ids=["empty", "blank", "zeros", "encoding", "face", "turn", "torn", "50 MB"],
)
def test_a_hostile_record_is_refused(run: Run, tmp_path: Path, data: bytes, sentence: str) -> None:
    (tmp_path / "bad.knobel").write_bytes(data)
    for words in (["replay", "bad.knobel"], ["play", "classic", "--seats", "A", "--own-dice", "--save", "bad.knobel"]):
        answered = run(*words)
        assert answered.returncode == 2
        assert sentence in answered.stderr
        assert "Traceback" not in answered.stderr
    assert (tmp_path / "bad.knobel").read_bytes() == data


def test_a_record_that_an_editor_has_changed_is_read(run: Run, tmp_path: Path) -> None:
    record = random_record(make("classic", 2), 4)
    (tmp_path / "game.knobel").write_bytes(b"\xef\xbb\xbf" + record.text().replace("\n", "\r\n").encode())
    assert load(tmp_path / "game.knobel") == record
    assert run("replay", "game.knobel").returncode == 0


@pytest.mark.parametrize("words", [["review", "game", "--html", "."], ["site", "--out", "game"]])
def test_a_file_is_no_folder_and_a_folder_no_file(run: Run, tmp_path: Path, words: list[str]) -> None:
    save(random_record(make("classic", 2), 4), tmp_path / "game")
    answered = run(*words)
    assert answered.returncode == 2
    assert answered.stderr.startswith("knobel: cannot write ")
    assert "folder" in answered.stderr


def test_another_game_in_the_file_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    run("play", "classic", "--seats", "you", "--seed", "1", "--save", "g.knobel", text="\n")
    before = (tmp_path / "g.knobel").read_bytes()
    answered = run("play", "hexhex", "--seats", "you", "--seed", "1", "--save", "g.knobel")
    assert answered.returncode == 2
    assert "holds another game" in answered.stderr
    assert (tmp_path / "g.knobel").read_bytes() == before


def test_other_options_than_the_files_are_not_ignored(run: Run, tmp_path: Path) -> None:
    run("play", "krisskross", "--seats", "you", "--seed", "1", "--save", "g.knobel", text="a\n")
    answered = run("play", "krisskross", "--advanced", "--save", "g.knobel")
    assert answered.returncode == 2
    assert "holds another game" in answered.stderr
    assert run("play", "krisskross", "--save", "g.knobel", text="q\n").returncode == 0


@pytest.mark.parametrize("name", ["[/a]", "[bold]A", ":smile:", "{0}", "%s"])
def test_a_name_is_printed_as_it_is(run: Run, name: str) -> None:
    shown = run("play", "classic", "--seats", f"{name},bot", "--save", "[x].knobel", text="\nmm\nq\n")
    assert shown.returncode == 0
    assert f"{name} " in shown.stdout
    assert "Saved in [x].knobel" in shown.stdout
    assert f"{name} " in run("replay", "[x].knobel").stdout


def test_a_reader_that_goes_away_is_no_accident(tmp_path: Path) -> None:
    ran = subprocess.run(
        f"{KNOBEL} rules kribbeln | head -1", shell=True, capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert "Traceback" not in ran.stderr
    assert "Exception" not in ran.stderr
