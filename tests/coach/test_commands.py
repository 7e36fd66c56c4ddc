"""The commands of the coach, for the eyes and for programs."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from knobel import Record, make, save
from knobel.cli.main import run
from knobel.testing import random_record

Knobel = Callable[..., tuple[int, str, str]]


@pytest.fixture
def knobel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Knobel:
    """Runs a command in an empty folder; answers with its exit code and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KNOBEL_TABLES", str(tmp_path / "tables"))
    monkeypatch.setenv("COLUMNS", "80")

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["knobel", *words])
        with pytest.raises(SystemExit) as left:
            run()
        return (int(left.value.code or 0), *capsys.readouterr())

    return call


def thrown(*faces: int) -> Record:
    record = Record(make("classic", 2), ["Anna", "Bert"])
    record.fell(*faces)
    return record


def test_a_hint_tells_the_best_choice_first(knobel: Knobel) -> None:
    save(thrown(6, 6, 6, 6, 1), Path("game.knobel"))
    code, told, _ = knobel("hint", "game.knobel", "--lang", "en")
    assert code == 0
    assert told.startswith("Anna, best: Keep 6 6 6 6, throw one die again (")
    assert "You are collecting Sixes." in told
    assert "It becomes: Sixes" in told
    assert "The next best, “" in told
    assert "more choices" in told
    assert "Judged by the chance to win" in told
    assert "Judged by the points" in knobel("hint", "game.knobel", "--lang", "en", "--objective", "points")[1]
    assert "cannot be judged by 'turns'" in knobel("hint", "game.knobel", "--objective", "turns")[2]


def test_a_hint_tells_term_by_term_what_makes_the_difference(knobel: Knobel) -> None:
    save(thrown(6, 6, 6, 6, 1), Path("game.knobel"))
    _, told, _ = knobel("hint", "game.knobel", "--lang", "en", "--why")
    assert "Difference to the next best" in told
    assert "together" in told
    assert "Difference to the next best" not in knobel("hint", "game.knobel", "--lang", "en")[1]


def test_a_hint_is_told_for_programs(knobel: Knobel) -> None:
    save(thrown(6, 6, 6, 6, 1), Path("game.knobel"))
    (hint,) = json.loads(knobel("hint", "game.knobel", "--json", "--lang", "de")[1])
    values = [choice["value"] for choice in hint["choices"]]
    assert values == sorted(values, reverse=True)
    assert hint["choices"][0]["label"] == "6 6 6 6 halten"
    assert hint["action"] == "6 6 6 6 behalten, einen Würfel neu werfen"
    assert sum(term["amount"] for term in hint["terms"]) == pytest.approx(values[0] - values[1], abs=1e-9)
    assert hint["aims"][0]["label"] == "Sechser"
    assert hint["seat"] == 0
    assert hint["objective"] == "win"
    assert hint["objectives"] == ["win", "points"]


def test_a_hint_without_a_decision_says_so(knobel: Knobel) -> None:
    save(Record(make("classic", 2), ["Anna", "Bert"]), Path("new.knobel"))
    save(thrown(1, 2, 3, 4, 5), Path("game.knobel"))
    save(random_record(make("hexhex", 1), 1), Path("over.knobel"))
    for words, sentence in (
        (["new.knobel"], "Anna throws next: there is nothing to decide now.\n"),
        (["new.knobel", "--seat", "1"], "Bert has nothing to decide now.\n"),
        (["game.knobel", "--seat", "1"], "Bert has nothing to decide now.\n"),
        (["over.knobel"], "The game is over: there is nothing left to decide.\n"),
    ):
        assert knobel("hint", *words, "--lang", "en") == (0, sentence, "")
    assert knobel("hint", "new.knobel", "--json")[1] == "[]\n"


def test_a_review_is_told_for_the_eyes(knobel: Knobel) -> None:
    save(random_record(make("hexhex", 2), 3), Path("game.knobel"))
    code, told, _ = knobel("review", "game.knobel", "--lang", "de")
    assert code == 0
    for words in ("Hex-hex: Rückblick", "Beurteilt nach der Gewinnchance", "Fehlerrate", "Patzer", "Besser: "):
        assert words in told
    assert told.count("Die Würfel waren") == 2


def test_a_review_of_one_seat_is_told_for_programs(knobel: Knobel) -> None:
    save(random_record(make("classic", 2), 3), Path("game.knobel"))
    told = json.loads(knobel("review", "game.knobel", "--json", "--seat", "1")[1])
    (seat,) = told["seats"]
    assert seat["seat"] == 1
    won = seat["start"] + seat["luck"] + seat["others"] - seat["losses"]
    assert won == pytest.approx(seat["result"], abs=1e-6)
    (alone,) = json.loads(knobel("review", "game.knobel", "--json", "--seat", "1", "--objective", "points")[1])["seats"]
    assert alone["start"] + alone["luck"] - alone["losses"] == pytest.approx(alone["result"], abs=1e-6)


def test_a_review_is_written_as_a_page(knobel: Knobel) -> None:
    save(thrown(1, 2, 3, 4, 5), Path("game.knobel"))
    code, told, _ = knobel("review", "game.knobel", "--lang", "en", "--html", "review.html")
    assert code == 0
    assert "Saved in review.html" in told
    assert Path("review.html").read_text("utf-8").startswith("<!doctype html>\n")


@pytest.mark.parametrize("command", ["hint", "review"])
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere.knobel"], "cannot read nowhere.knobel"),
        (["game.knobel", "--seat", "2"], "this record has seats 0 to 1, not 2"),
        (["game.knobel", "--seat", "-1"], "this record has seats 0 to 1, not -1"),
        (["game.knobel", "--lang", "fr"], "unknown language 'fr'"),
    ],
)
def test_a_mistake_is_answered_with_a_sentence(knobel: Knobel, command: str, words: list[str], sentence: str) -> None:
    save(thrown(1, 2, 3, 4, 5), Path("game.knobel"))
    code, told, answer = knobel(command, *words)
    assert (code, told) == (2, "")
    assert answer.startswith("knobel: ")
    assert sentence in answer
    assert answer.count("\n") == 1


def test_a_page_that_cannot_be_written_is_a_clear_error(knobel: Knobel) -> None:
    save(thrown(1, 2, 3, 4, 5), Path("game.knobel"))
    assert "cannot write no/such.html" in knobel("review", "game.knobel", "--html", "no/such.html")[2]
