"""The games of a day in the terminal."""

import json
from datetime import date
from pathlib import Path

from knobel import Over, load
from knobel.core.proof import prove
from knobel.tables.day import day_game, day_of
from tests.commands import Run

ALONE = next(
    day
    for day in map(date.fromordinal, range(date(2024, 1, 1).toordinal(), 740_300))
    if not day_game(day, "hexhex").rivals
)
KEYS = "".join(f"\n{letter}{letter}\n" for letter in "abcdefghijk")


def test_the_games_of_a_day_are_listed_with_company_and_options(run: Run) -> None:
    told = run("today", "2026-11-17").stdout
    assert "Kribbeln     against Cat · Sheet 5 · Game of the day" in told
    assert "Classic      alone\n" in told
    assert "Kribbeln     gegen Katze · Blatt 5" in run("today", "2026-11-17", "--lang", "de").stdout


def test_programs_get_all_that_the_dice_follow_from(run: Run) -> None:
    found = json.loads(run("today", "2026-11-17", "--json").stdout)
    assert [one["featured"] for one in found] == [True] + [False] * (len(found) - 1)
    for one in found:
        game = day_game(date(2026, 11, 17), one["game"])
        assert (one["dice"], tuple(one["rivals"])) == (game.dice.text(), game.rivals)


def test_a_game_of_a_day_is_played_with_its_dice_and_told(run: Run, tmp_path: Path) -> None:
    words = ("today", ALONE.isoformat(), "--game", "hexhex", "--play", "--save", "day.knobel")
    played = run(*words, text=KEYS)
    assert played.returncode == 0
    record = load(tmp_path / "day.knobel")
    assert isinstance(record.pending, Over)
    assert prove(record).holds
    assert day_of(record) == day_game(ALONE, "hexhex")
    assert "The owl with the same dice: " in played.stdout
    told = json.loads(run("today", "--result", "day.knobel", "--json").stdout)
    assert told["counts"] is True
    assert told["scores"] == list(record.game.scores(record.state))


def test_a_game_of_a_day_goes_on_where_it_was_left(run: Run, tmp_path: Path) -> None:
    words = ("today", ALONE.isoformat(), "--game", "hexhex", "--play", "--save")
    run(*words, "whole.knobel", text=KEYS)
    run(*words, "parts.knobel", text=KEYS[:12])
    run(*words, "parts.knobel", text=KEYS[12:])
    assert (tmp_path / "parts.knobel").read_bytes() == (tmp_path / "whole.knobel").read_bytes()


def test_a_game_of_a_day_is_kept_and_goes_on_by_itself(run: Run, tmp_path: Path) -> None:
    words = ("today", ALONE.isoformat(), "--game", "hexhex", "--play")
    left = run(*words, text=KEYS[:12])
    assert f"The game is saved. Go on with: knobel {' '.join(words[:4])} --play" in left.stdout
    assert "The owl with the same dice: " in run(*words, text=KEYS[12:]).stdout
    # It is not among the games that go on without its rivals and its dice.
    assert not list((tmp_path / ".local/share/knobel/games").glob("*.knobel"))


def test_what_is_wrong_is_said_in_the_language_of_the_player(run: Run) -> None:
    wrong = run("today", "17.11.2026", lang="de_DE.UTF-8")
    assert (wrong.returncode, wrong.stderr) == (
        2,
        "knobel: 17.11.2026 ist kein Datum; schreib es so: 2026-11-17\n",
    )
    early = run("today", "2020-01-01", lang="de_DE.UTF-8")
    assert (early.returncode, early.stderr) == (
        2,
        "knobel: Spiele des Tages gibt es seit 2024-01-01; 2020-01-01 liegt davor\n",
    )
    run("play", "hexhex", "--seats", "Anna", "--seed", "3", "--save", "g.knobel", text="q")
    other = run("today", "2026-11-17", "--game", "hexhex", "--save", "g.knobel", lang="de_DE.UTF-8")
    assert (other.returncode, other.stderr) == (2, "knobel: g.knobel ist ein anderes Spiel; nimm eine andere Datei\n")


def test_the_puzzle_of_a_day_is_shown_and_its_answer_told(run: Run) -> None:
    words = ("today", "2026-11-17", "--puzzle", "--game", "classic")
    found = json.loads(run(*words, "--json").stdout)
    asked = run(*words).stdout
    assert f"Puzzle of 2026-11-17: Classic, {found['difficulty']}" in asked
    right, wrong = (run(*words, "--answer", found[move], "--lang", "de").stdout for move in ("best", "natural"))
    assert right.startswith("Richtig.")
    assert wrong.startswith("Das ist nicht der beste Zug.")
    assert "Der naheliegende Zug: " in right
    refused = run(*words, "--answer", "write nothing")
    assert refused.returncode == 2
