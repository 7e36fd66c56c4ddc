"""The commands about single scores: how likely they are, and how to reach them."""

import json
from pathlib import Path

import pytest

from knobel import Record, make, save
from tests.commands import Run


def test_a_distribution_tells_what_a_score_beats(run: Run) -> None:
    told = run("distribution", "hexhex", "--score", "34", "--lang", "en").stdout
    assert "Perfect" in told
    assert "34 beats" in told
    assert "60.0 %" in told
    assert "Perfect: exact" in told


def test_a_distribution_is_told_for_programs(run: Run) -> None:
    found = json.loads(run("distribution", "classic", "--score", "300", "--json").stdout)
    best = found["distributions"][0]
    assert best["mean"] == pytest.approx(245.8707745, abs=1e-6)
    assert found["beats"][0] == pytest.approx(90.4, abs=0.1)


def test_the_chance_of_a_wish_is_told_from_any_position(run: Run) -> None:
    words = ("value", "hexhex", "--open", "frog", "--reach", "5")
    # Each of five dice shows a frog within three throws with 91 in 216.
    chance = (91 / 216) ** 5
    assert run(*words).stdout == f"Best chance of at least 5 more points: {100 * chance:.4f}%.\n"
    answered = json.loads(run(*words, "--json").stdout)
    assert (answered["reach"], answered["value"]) == (5, pytest.approx(chance))
    # Six dice that show a six at most, the last of them a nine, within three throws, or four with a chip.
    late = ("value", "extreme", "--open", "chance", "--upper", "80", "--reach", "39")
    for chips, throws in (("0", 3), ("1", 4)):
        answered = json.loads(run(*late, "--chips", chips, "--json").stdout)
        assert answered["value"] == pytest.approx((1 - (5 / 6) ** throws) ** 5 * (1 - (9 / 10) ** throws))


def test_a_hint_may_be_for_a_wish(run: Run, tmp_path: Path) -> None:
    record = Record(make("hexhex", 1), ["Anna"])
    record.fell(6, 6, 6, 1, 2)
    save(record, tmp_path / "game.knobel")
    told = run("hint", "game.knobel", "--reach", "40", "--lang", "en").stdout
    assert told.startswith("Anna, best: Keep 3 × frog, throw 2 dice again (")
    assert "Judged by the chance of reaching the score you want" in told


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("distribution", "master", "--seats", "1"), "no score distribution is included for master with 1 seats"),
        (("value", "extreme", "--reach", "700"), "with 22 open boxes this takes too long"),
        (("value", "master", "--open", "full_house", "--reach", "9"), "master cannot be played for a target score"),
    ],
)
def test_what_cannot_be_told_is_said_in_a_sentence(run: Run, words: tuple[str, ...], reason: str) -> None:
    answered = run(*words)
    assert answered.returncode == 2
    assert reason in answered.stderr
    assert "Traceback" not in answered.stderr


@pytest.mark.parametrize(
    "line",
    [
        "hexhex --pairs alike",
        "krisskross --edition criss",
        "master --last-round again",
        "master --triple 1",
        "kribbeln --sheet 2",
        "classic --strict",
    ],
)
def test_house_rules_have_no_distribution_of_the_usual_ones(run: Run, line: str) -> None:
    answered = run("distribution", *line.split())
    assert (answered.returncode, answered.stdout) == (2, "")
    assert "no score distribution is included" in answered.stderr


@pytest.mark.parametrize("line", ["krisskross --advanced", "hexhex --begins lot", "kribbeln --sheet 1"])
def test_options_that_were_counted_or_change_no_score_have_one(run: Run, line: str) -> None:
    assert "Owl" in run("distribution", *line.split()).stdout or "Perfect" in run("distribution", *line.split()).stdout
