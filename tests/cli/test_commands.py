"""The commands for the eyes and for programs."""

import json
from pathlib import Path

import pytest

from knobel import games, make, save
from knobel.cli.main import ADMIN, COMMANDS, UNLISTED
from knobel.testing import random_record
from knobel.version import __version__
from tests.commands import Run

LISTED = [name for commands in COMMANDS.values() for name in commands]
GROUPS = ("tables list", "tables show", "tables prune", "tables delete", "board list", "board blank", "board delete")


@pytest.mark.parametrize("command", ["", *LISTED, *UNLISTED, *GROUPS, *(f"admin {name}" for name in (*ADMIN, *GROUPS))])
def test_every_command_explains_itself(run: Run, command: str) -> None:
    shown = run(*command.split(), "--help")
    assert shown.returncode == 0
    assert "Usage: knobel" in shown.stdout


def test_a_player_and_a_host_see_few_commands() -> None:
    assert len(LISTED) == 17


def test_those_who_look_after_a_server_use_commands_by_either_name(run: Run, tmp_path: Path) -> None:
    for words in (["dice"], ["admin", "dice"]):
        done = run(*words, "--data", str(tmp_path / "nobody"))
        assert done.returncode == 2
        assert str(tmp_path / "nobody") in done.stderr


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").stdout == f"knobel {__version__}\n"


def test_games_are_listed_for_programs(run: Run) -> None:
    listed = json.loads(run("games", "--json").stdout)
    assert [game["key"] for game in listed] == [info.key for info in games()]
    kribbeln = listed[0]
    assert kribbeln["seats"] == [2, 3, 4, 5]
    assert [option["key"] for option in kribbeln["options"]] == ["sheet", "tasks", "beginner", "arrangement", "begins"]
    assert kribbeln["moves"][-3:] == ["write", "strike", "dodge"]


def test_games_are_listed_in_the_language_of_the_computer(run: Run) -> None:
    assert "Farbaufgaben" in run("games", lang="de_DE.UTF-8").stdout
    assert "colour tasks" in run("games").stdout
    assert "Farbaufgaben" in run("games", "--lang", "de").stdout


@pytest.mark.parametrize("key", [info.key for info in games()])
@pytest.mark.parametrize("language", ["de", "en"])
def test_rules_are_shown(run: Run, key: str, language: str) -> None:
    shown = run("rules", key, "--lang", language)
    assert shown.returncode == 0
    assert "→" in shown.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["--lang", "de", "score", "classic", "1"],
        ["score", "--lang=de", "classic", "1"],
        ["score", "classic", "1", "--lang", "de"],
    ],
)
def test_the_language_counts_wherever_it_stands(run: Run, words: list[str]) -> None:
    assert run(*words).stderr == "knobel: Ein Wurf von classic hat 5 Würfel, nicht 1\n"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("admin --lang de tables list --data nowhere", "Unter nowhere/knobel.db ist keine Datenbank; knobel serve"),
        ("board list --database sqlite:///empty --lang de", "Das ist keine Datenbank von Knobel: empty ist leer"),
        ("dice --lang de --database mysql://x", "In mysql lassen sich keine Tische speichern; nimm sqlite oder"),
        ("backup x --database what --lang de", "Eine Datenbank wird als sqlite:///knobel.db oder postgresql://"),
        ("--lang de serve --workers 2", "SQLite geht nur mit einem Prozess"),
        ("--lang de serve --host nosuch.invalid --port 0", "Unter nosuch.invalid lässt sich an Port 0 kein Server"),
        ("serve --data empty/x --lang de", "Der Ordner empty/x lässt sich nicht anlegen"),
    ],
)
def test_hosts_are_answered_in_their_language(run: Run, tmp_path: Path, line: str, sentence: str) -> None:
    (tmp_path / "empty").touch()
    answered = run(*line.split())
    assert answered.returncode == 2
    assert answered.stderr.startswith(f"knobel: {sentence}")


@pytest.mark.parametrize(
    ("line", "english", "german"),
    [
        ("fly", "there is no command fly; knobel --help lists", "Den Befehl fly gibt es nicht; knobel --help"),
        (
            "ruels",
            "there is no command ruels; did you mean 'rules'?",
            "Den Befehl ruels gibt es nicht; meinst du 'rules'?",
        ),
        (
            "admin fly",
            "there is no command fly; knobel admin --help",
            "Den Befehl fly gibt es nicht; knobel admin --help",
        ),
        (
            "extreme",
            "extreme is a game, not a command: knobel play extreme",
            "extreme ist ein Spiel, kein Befehl: knobel play",
        ),
        ("rules", "knobel rules needs GAME; knobel rules --help", "knobel rules braucht GAME; knobel rules --help"),
        ("play --seed", "--seed needs a value", "--seed braucht einen Wert"),
        ("play --seed x", "--seed takes a whole number; knobel play --help", "--seed braucht eine ganze Zahl"),
        ("best game --seconds x", "--seconds takes a number", "--seconds braucht eine Zahl"),
        ("odds classic 1 --chips -1", "--chips is at least 0", "--chips ist mindestens 0"),
        ("serve --port 70000", "--port is at most 65535", "--port ist höchstens 65535"),
        ("value classic --strict", "knobel value has no option --strict", "knobel value hat keine Option --strict"),
        (
            "play --sed 1",
            "knobel play has no option --sed; did you mean --save, --seed, --sheet?",
            "knobel play hat keine Option --sed; meinst",
        ),
        (
            "rules classic now",
            "knobel rules does not know what to do with now",
            "knobel rules kann mit now nichts anfangen",
        ),
    ],
)
def test_a_mistake_in_a_command_is_one_sentence(run: Run, line: str, english: str, german: str) -> None:
    for words, sentence in ((line.split(), english), ([*line.split(), "--lang", "de"], german)):
        answered = run(*words)
        assert (answered.returncode, answered.stdout) == (2, "")
        assert answered.stderr.startswith(f"knobel: {sentence}"), answered.stderr
        assert answered.stderr.count("\n") == 1


def test_what_follows_two_dashes_is_no_language(run: Run) -> None:
    assert "'--lang' is not on this die" in run("score", "classic", "--", "--lang", "de", "1", "1", "1").stderr


@pytest.mark.parametrize("option", ["--last-round", "--last_round"])
def test_options_have_dashes_and_old_spellings_stay(run: Run, option: str) -> None:
    played = run("play", "master", "--seats", "A", option, "again", "--save", "my_game", text="q\n")
    assert played.returncode == 0
    assert "Saved in my_game" in played.stdout
    shown = run("play", "--help").stdout
    assert "--last-round" in shown
    assert "--last_round" not in shown + run("games").stdout


def test_score_tells_every_box_the_dice_fit(run: Run) -> None:
    told = run("score", "extreme", "5", "5", "5", "6", "6", "6").stdout
    assert "Two triples 45" in told
    assert "Highway" not in told


def test_score_reads_one_roll_per_line_and_answers_one_object_per_line(run: Run) -> None:
    answered = run("score", "classic", "--json", "-", text="1 2 3 4 5\n6 6 6 6 6\n").stdout.splitlines()
    first, second = map(json.loads, answered)
    assert first["large_straight"] == 40
    assert second["five_of_a_kind"] == 50
    assert list(first) == [
        *("ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind", "full_house"),
        *("small_straight", "large_straight", "five_of_a_kind", "chance"),
    ]


@pytest.mark.parametrize("roll", ["frog frog frog mash mash", "6 6 6 1 1", "Frosch Frosch Frosch Kartoffelbrei 1"])
def test_symbols_are_given_by_name_or_by_number(run: Run, roll: str) -> None:
    worth = json.loads(run("score", "hexhex", "--json", "-", text=f"{roll}\n").stdout)
    assert (worth["frog"], worth["mash"], worth["triple_and_pair"]) == (3, 2, 4)


@pytest.mark.parametrize("roll", ["0 1 2 3 4 5", "5 4 3 2 1 0", "1 2 0 3 5 4"])
def test_dice_are_given_in_any_order(run: Run, roll: str) -> None:
    """A 0 can only be the ten-sided die."""
    assert json.loads(run("score", "extreme", "--json", *roll.split()).stdout)["highway"] == 50
    shown = run("score", "extreme", *roll.split()).stdout
    assert shown.startswith(roll)
    assert "Highway 50" in shown


def test_two_ten_sided_dice_are_one_too_many(run: Run) -> None:
    assert "'8' is not on this die" in run("score", "extreme", "7", "8", "1", "1", "1", "1").stderr


def test_kribbeln_asks_for_colours_that_are_missing(run: Run) -> None:
    answered = run("score", "kribbeln", "1", "2b", "3", "4r", "5g", "6k")
    assert answered.returncode == 2
    assert answered.stderr == "knobel: 1, 3: which colour? Type number and colour of each die, like 3b 5r.\n"


def test_kribbeln_says_how_numbers_alone_are_read(run: Run) -> None:
    assert "Numbers alone are read in order" in run("score", "kribbeln", *"123456").stdout
    assert "Numbers alone" not in run("score", "kribbeln", "3b", "5r", "1g", "2k", "4o", "6y").stdout


def test_kribbeln_answers_which_of_the_given_tasks_are_met(run: Run) -> None:
    answered = run(
        "score", "kribbeln", "--json", "--tasks", "1 green; blue > red", "-", text="1 2 3 4 5 6\n1 6 5 4 3 2\n"
    )
    assert [json.loads(line) for line in answered.stdout.splitlines()] == [
        {"1 green": False, "blue > red": True},
        {"1 green": False, "blue > red": False},
    ]


def test_kriss_kross_scores_a_grid(run: Run) -> None:
    answered = json.loads(run("score", "krisskross", "--json", "-", text="dot " * 25 + "\n").stdout)
    assert answered["total"] == 100
    advanced = json.loads(run("score", "krisskross", "--advanced", "--json", *["1"] * 25).stdout)
    assert advanced["total"] == 120


def test_master_scores_tasks_rows_and_coins(run: Run) -> None:
    answered = json.loads(run("score", "master", "--json", "3", "3", "3", "5", "5").stdout)
    assert (answered["full_house"], answered["row_3"], answered["coins_two_pairs"]) == (1, 3, 2)


def test_a_replay_is_told_for_programs(run: Run, tmp_path: Path) -> None:
    record = random_record(make("kribbeln", 3), 4)
    save(record, tmp_path / "game.knobel")
    told = json.loads(run("replay", "game.knobel", "--json").stdout)
    assert told["over"] is True
    assert told["scores"] == list(record.game.scores(record.state))
    assert told["standing"] == list(range(1, len(record.entries) + 1))
    assert told["options"] == {"sheet": "1", "beginner": "no"}


def test_a_replay_shows_entries_and_the_sheet(run: Run, tmp_path: Path) -> None:
    save(random_record(make("classic", 2), 4), tmp_path / "game.knobel")
    shown = run("replay", "game.knobel", "--lang", "de").stdout
    assert "    1  - " in shown
    assert "Große Straße" in shown
