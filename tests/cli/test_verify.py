"""`knobel verify`: holds, does not hold, or cannot be checked."""

import json
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from knobel import D6, Record, make, save
from knobel.core.checked import Checked, seal_for
from tests.commands import Run
from tests.core.test_checked import DICE, NOW, dealt, played


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.knobel"


def test_a_record_that_holds_is_told_in_a_sentence_and_with_exit_code_0(run: Run, file: Path) -> None:
    save(played(30), file)
    ran = run("verify", "game.knobel", "--seal", DICE.seal)
    assert ran.returncode == 0
    assert ran.stdout.startswith("The record checks out: ")
    assert run("verify", "game.knobel", "--lang", "de").stdout.startswith("Die Aufzeichnung stimmt: ")


def test_a_record_that_holds_is_exit_code_3_without_a_seal_to_compare_with(run: Run, file: Path) -> None:
    save(played(30), file)
    for more in ((), ("--json",), ("--nonce", DICE.nonces[0])):
        assert run("verify", "game.knobel", *more).returncode == 3
    assert "compare it with --seal" in run("verify", "game.knobel").stdout


def test_programs_get_json(run: Run, file: Path) -> None:
    save(played(3), file)
    told = json.loads(run("verify", "game.knobel", "--json").stdout)
    counts = {"throws": 2, "dice": 8, "again": 0, "otherwise": 0}
    assert told == {"holds": True, "version": 1, **counts, "unopened": [], "problem": None, "entry": None}


def test_a_forged_record_is_exit_code_1_and_says_which_die(run: Run, file: Path) -> None:
    file.write_text(played(3).text().replace("- 3 3 1", "- 3 4 1"))
    ran = run("verify", "game.knobel")
    assert ran.returncode == 1
    assert ran.stdout == "The record does not check out: die 4 of entry 3 (throw 2) shows 4, but 3 was sealed\n"
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


@pytest.mark.parametrize(
    ("text", "german", "english"),
    [
        (
            "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n",
            "Nur versiegelte Würfel lassen sich nachprüfen; in dieser Aufzeichnung steht „dice own“",
            "only checked dice can be verified; this record says 'dice own'",
        ),
        (
            "no record\n",
            "Zeile 1: Das ist keine Aufzeichnung; ihre erste Zeile muss „knobel 1“ sein",
            "line 1: this is not a record; its first line must be 'knobel 1'",
        ),
        (
            "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n- 1 2 3 4 5\n0 write chance",
            "Zeile 7: Die Aufzeichnung ist unvollständig: Ihre letzte Zeile ist abgeschnitten",
            "line 7: the record is incomplete: its last line is cut off",
        ),
        (
            "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n- 1 2 3 4 8\n",
            "Zeile 6: Kein Würfel dieses Spiels zeigt '8'; sie zeigen 1, 2, 3, 4, 5, 6",
            "line 6: no die of this game shows '8'; they show 1, 2, 3, 4, 5, 6",
        ),
        ("knobel 99\n", "Zeile 1: Diese Aufzeichnung hat das Format 99", "line 1: this record has format 99"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_in_the_language_asked_for(
    run: Run, file: Path, text: str, german: str, english: str
) -> None:
    file.write_text(text)
    for language, told in (("de", german), ("en", english)):
        assert run("verify", "game.knobel", "--lang", language).stderr.startswith(f"knobel: {told}")


def test_a_file_that_is_not_there_is_exit_code_2(run: Run) -> None:
    assert run("verify", "nothing.knobel").returncode == 2
    german = run("verify", "nothing.knobel", "--lang", "de").stderr
    assert german.startswith("knobel: nothing.knobel lässt sich nicht lesen")


def test_a_checked_game_cannot_be_played_on_in_the_terminal(run: Run, file: Path) -> None:
    save(played(3), file)
    ran = run("play", "classic", "--save", "game.knobel")
    assert ran.returncode == 2
    assert "a game with sealed dice can only go on at its own table" in ran.stderr


def swapped() -> tuple[str, Record]:
    """The seal that a player kept, and a record whose secret was looked for until the first throw was five fives."""
    nonces = ("0f" * 16, "1e" * 16)
    seal = seal_for("table1", bytes(range(32)))
    for number in count():
        secret = number.to_bytes(32)
        dice = Checked("table1", seal_for("table1", secret), nonces, secret, version=2)
        if dice.roll((0, 1, 1, 0), [D6] * 5) == (5,) * 5:
            return seal, dealt(dice, "write chance, write chance")
    raise AssertionError


def test_dice_that_were_exchanged_before_the_first_throw_are_noticed_by_who_kept_the_seal(run: Run, file: Path) -> None:
    seal, record = swapped()
    assert "- 5 5 5 5 5" in record.text()
    save(record, file)
    unaware = run("verify", "game.knobel")
    assert unaware.returncode == 3
    assert "compare it with --seal" in unaware.stdout
    ran = run("verify", "game.knobel", "--seal", seal)
    assert ran.returncode == 1
    assert ran.stdout.startswith("The record does not check out: its seal is ")
    assert "swapped" in ran.stdout
    german = run("verify", "game.knobel", "--seal", seal, "--lang", "de")
    assert german.stdout.endswith("Die Würfel wurden ausgetauscht\n")
    assert json.loads(run("verify", "game.knobel", "--seal", seal, "--json").stdout)["holds"] is False


def test_what_a_player_kept_is_compared(run: Run, file: Path) -> None:
    save(dealt(NOW, "keep 1, undo 3 2, keep 2, write chance"), file)
    mine = next(nonce for nonce in NOW.nonces if nonce != "-")
    ran = run("verify", "game.knobel", "--seal", NOW.seal.upper(), "--nonce", mine)
    assert ran.returncode == 0
    assert "The seal is the one you kept" in ran.stdout
    assert "with other dice, because an earlier decision was changed: 1" in ran.stdout
    ran = run("verify", "game.knobel", "--nonce", "00" * 16)
    assert ran.returncode == 1
    assert "no seat contributed your number" in ran.stdout


def test_dice_of_version_1_say_what_they_do_not_prove(run: Run, file: Path) -> None:
    save(played(3), file)
    assert "These dice are of version 1" in run("verify", "game.knobel").stdout
    save(dealt(NOW, "keep 1, write chance"), file)
    assert "version 1" not in run("verify", "game.knobel").stdout


def test_a_number_that_was_never_opened_is_told_with_its_name(run: Run, file: Path) -> None:
    dice = replace(NOW, nonces=(NOW.nonces[0], f"-{'ab' * 32}"))
    save(dealt(dice, "write chance"), file)
    assert "Player 2 promised a number and never revealed it" in run("verify", "game.knobel").stdout


def test_problems_are_told_in_german_too(run: Run, file: Path) -> None:
    file.write_text(dealt(NOW, "keep 1, write chance").text().replace("0 write chance", "0 write ones"))
    assert run("verify", "game.knobel", "--lang", "de", "--seal", NOW.seal).returncode == 0
    faces = dealt(NOW, "").text().splitlines()[-1]
    forged = " ".join(["-", str(int(faces.split()[1]) % 6 + 1), *faces.split()[2:]])
    file.write_text(dealt(NOW, "").text().replace(faces, forged))
    told = run("verify", "game.knobel", "--lang", "de").stdout
    assert "Würfel 1 von Eintrag 1 (Player 1, Zug 1, Wurf 1) zeigt" in told
