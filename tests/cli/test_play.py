"""Playing: through a pipe, and with real keys in a real terminal."""

from pathlib import Path

import pexpect
import pytest

from knobel import Fell, Moved, Over, games, load
from tests.commands import KNOBEL, Run


def test_a_game_through_a_pipe_is_played_and_kept(run: Run, tmp_path: Path) -> None:
    keys = "".join(f"\n{letter}{letter}\n" for letter in "abcdefghijk")
    played = run("play", "hexhex", "--seats", "Anna", "--seed", "3", "--save", "g.knobel", text=keys)
    assert played.returncode == 0
    assert "1. Anna:" in played.stdout
    record = load(tmp_path / "g.knobel")
    assert isinstance(record.pending, Over)
    assert (record.names, record.dice) == (("Anna",), "seed 3")


def test_a_game_that_was_left_goes_on_with_the_dice_that_would_have_come(run: Run, tmp_path: Path) -> None:
    words = ("play", "classic", "--seats", "you", "--seed", "5")
    run(*words, "--save", "whole.knobel", text="\n12\nr\nmm\n\nll\n")
    run(*words, "--save", "parts.knobel", text="\n12\nr\n")
    run(*words, "--save", "parts.knobel", text="mm\n\nll\n")
    assert (tmp_path / "parts.knobel").read_bytes() == (tmp_path / "whole.knobel").read_bytes()


def test_the_same_seed_gives_the_same_game_with_bots(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        run("play", "classic", "--seats", "you,bot", "--seed", "8", "--save", name, text="\nmm\n\nll\n")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert "1 write" in (tmp_path / "one").read_text()


def test_a_mistyped_throw_is_corrected_rounds_later(run: Run, tmp_path: Path) -> None:
    asked = run("play", "classic", "--seats", "Anna,Bert", "--own-dice", "--save", "g", text="55522i11234a!255523q")
    assert "Anna: 5 5 5 2 2" in asked.stdout
    record = load(tmp_path / "g")
    assert record.text().endswith("fix 1 - 5 5 5 2 3\n")
    assert [number for number, _ in record.standing] == [1, 2, 3, 4]


def test_a_wrong_entry_is_corrected_as_a_score_rounds_later(run: Run, tmp_path: Path) -> None:
    # Anna wrote 19 as three of a kind; it was a full house. b is the entry before the last, i the ninth box.
    typed = "55522g11234a!bi25q"
    asked = run("play", "classic", "--seats", "Anna,Bert", "--own-dice", "--save", "g", text=typed)
    assert "b Anna: Write Three of a kind: 19" in asked.stdout
    record = load(tmp_path / "g")
    assert record.game.scores(record.state) == (25, 2)
    assert record.text().startswith("knobel 2\n")
    assert load(tmp_path / "g") == record


@pytest.mark.parametrize("typed", ["!z", "!bz", "!bi9", "!0"])
def test_a_correction_that_is_not_gone_through_with_leaves_everything(run: Run, tmp_path: Path, typed: str) -> None:
    words = ("play", "classic", "--seats", "Anna,Bert", "--own-dice", "--save", "g")
    asked = run(*words, text=f"55522g11234a{typed}q")
    assert "Everything stays as it is" in asked.stdout
    assert "fix" not in (tmp_path / "g").read_text()


def test_a_wrong_sum_and_a_wrong_grid_are_corrected_too(run: Run, tmp_path: Path) -> None:
    run("play", "kribbeln", "--seats", "Anna,Bert", "--own-dice", "--save", "k", text="1k2k3k4k5k6kg!aa21q")
    assert load(tmp_path / "k").state.sheets[0][0] == 21
    run("play", "krisskross", "--seats", "Anna", "--own-dice", "--save", "c", text="a12a1b1!ad4e4q")
    assert "d4 e4" in (tmp_path / "c").read_text()


def test_scores_are_entered_without_dice_until_dice_are_wished_for_again(run: Run, tmp_path: Path) -> None:
    # i is the ninth box, as where dice are typed.
    words = ("play", "classic", "--seats", "Anna,Bert", "--own-dice", "--save", "g", "--lang", "de")
    asked = run(*words, text="=i25l3z=11123aq")
    assert "Welches Feld? Tippe seinen Buchstaben" in asked.stdout
    record = load(tmp_path / "g")
    assert [event.inferred for _, event in record.standing if isinstance(event, Fell)] == [True, False]
    assert record.game.scores(record.state) == (25, 3)


def test_a_score_without_dice_is_taken_back_whole(run: Run, tmp_path: Path) -> None:
    run("play", "extreme", "--seats", "Anna", "--own-dice", "--save", "g", text="=p+50u")
    assert load(tmp_path / "g").standing == ()
    run("play", "extreme", "--seats", "Anna", "--own-dice", "--save", "h", text="=p+50")
    (sheet,) = load(tmp_path / "h").state.sheets
    assert sheet.chips == 2


@pytest.mark.parametrize(("game", "typed"), [("kribbeln", "=a24"), ("master", "=a1"), ("hexhex", "=a2")])
def test_every_game_takes_scores_without_dice(run: Run, tmp_path: Path, game: str, typed: str) -> None:
    run("play", game, "--seats", "Anna,Bert", "--own-dice", "--save", "g", text=typed)
    fell, *_, wrote = [event for _, event in load(tmp_path / "g").standing]
    assert isinstance(fell, Fell)
    assert fell.inferred
    assert isinstance(wrote, Moved)


def test_own_dice_are_typed_and_a_mistyped_throw_is_taken_back(run: Run, tmp_path: Path) -> None:
    run("play", "extreme", "--seats", "Anna", "--own-dice", "--save", "g", text="111119\nu\n666669\nf\n")
    lines = (tmp_path / "g").read_text().splitlines()
    assert lines[5:] == ["- 1 1 1 1 1 9", "undo 1", "- 6 6 6 6 6 9", "0 write sixes"]


@pytest.mark.parametrize("typed", ["123450", "012345", "120345"])
def test_own_dice_are_typed_in_any_order_that_they_can_show(run: Run, tmp_path: Path, typed: str) -> None:
    shown = run("play", "extreme", "--seats", "Anna", "--own-dice", "--save", "g", text=f"{typed}q")
    assert "Type the 6 dice, like 3 5 2 6 1 4" in shown.stdout
    assert "only die 6 shows 0 7 8 9" in shown.stdout
    assert (tmp_path / "g").read_text().splitlines()[-1] == "- 1 2 3 4 5 0"


def test_a_second_ten_sided_die_is_refused_where_it_is_typed(run: Run, tmp_path: Path) -> None:
    shown = run("play", "extreme", "--seats", "Anna", "--own-dice", "--save", "g", text="0712345q")
    assert "This die only shows 1 2 3 4 5 6" in shown.stdout
    assert (tmp_path / "g").read_text().splitlines()[-1] == "- 1 2 3 4 5 0"


def test_dice_that_are_thrown_again_are_typed_in_any_order_too(run: Run, tmp_path: Path) -> None:
    run("play", "extreme", "--seats", "Anna", "--own-dice", "--save", "g", text="1111141234 91q")
    assert (tmp_path / "g").read_text().splitlines()[-1] == "- 1 9"


def test_enter_after_own_dice_throws_nothing(run: Run, tmp_path: Path) -> None:
    shown = run("play", "classic", "--seats", "Anna", "--own-dice", "--save", "g", text="55566\n\n\nq")
    assert "without Enter" in shown.stdout
    assert "Enter does nothing here" in shown.stdout
    assert (tmp_path / "g").read_text().endswith("\n\n- 5 5 5 6 6\n")


def test_undo_goes_back_behind_the_bots(run: Run, tmp_path: Path) -> None:
    run("play", "classic", "--seats", "you,bot", "--seed", "8", "--save", "g", text="\nmm\nu\n")
    record = load(tmp_path / "g")
    assert [number for number, _ in record.standing] == [1]
    assert len(record.entries) > 3


def test_striking_while_something_better_is_open_asks_again(run: Run, tmp_path: Path) -> None:
    asked = run("play", "classic", "--seats", "you", "--own-dice", "--save", "g", text="11112\nl")
    assert "is still open. Press the same key again to confirm" in " ".join(asked.stdout.split())
    assert "write" not in (tmp_path / "g").read_text()


def test_a_key_shows_the_hint_with_its_reason_and_another_the_rules(run: Run) -> None:
    words = ("play", "classic", "--seats", "Anna", "--own-dice")
    shown = run(*words, text="*55566*/q").stdout
    assert "Throw first" in shown
    assert "Anna, best: Keep 5 5 5" in shown
    assert "It becomes: Fives" in " ".join(shown.split())
    assert "Full house 25" in shown
    assert "Würfle zuerst" in run(*words, "--lang", "de", text="*q").stdout


def test_a_game_of_the_day_has_no_hints(run: Run) -> None:
    assert "There are no hints in this game" in run("today", "--play", "--game", "classic", text="*q").stdout


@pytest.mark.parametrize("key", [info.key for info in games()])
def test_every_game_can_be_watched_bot_against_bot(run: Run, key: str) -> None:
    played = run("play", key, "--seats", "bot,bot 2", "--seed", "2", "--lang", "de")
    assert played.returncode == 0
    assert "1. bot" in played.stdout


@pytest.mark.parametrize("command", ["play", "menu"])
def test_the_menu_starts_a_game(run: Run, command: str) -> None:
    shown = run(command, text="6\n2\n\nq\n")
    assert "What shall we play?" in shown.stdout
    assert "Classic" in shown.stdout
    assert "See you soon" in shown.stdout


def test_options_without_a_game_ask_for_its_name(run: Run) -> None:
    done = run("play", "--seats", "Anna,bot")
    assert done.returncode == 2
    assert done.stderr == "knobel: Name the game that these options are for: knobel play GAME …\n"


def test_the_menu_shows_rules_and_can_be_left(run: Run) -> None:
    shown = run("menu", text="r5q\n")
    assert "frog" in shown.stdout
    assert shown.returncode == 0


PATIENCE = 300
"""Seconds until what should be on the screen is missed; a busy machine is no reason to fail."""


def terminal(tmp_path: Path, *words: str) -> "pexpect.spawn[str]":
    env = {"LANG": "en_GB.UTF-8", "TERM": "xterm-256color", "PYTHONUTF8": "1", "HOME": str(tmp_path)}
    return pexpect.spawn(
        str(KNOBEL),
        list(words),
        cwd=str(tmp_path),
        env=env,
        dimensions=(30, 100),
        encoding="utf-8",
        timeout=PATIENCE,
    )


def test_single_keys_play_in_a_terminal_and_fast_ones_all_count(tmp_path: Path) -> None:
    child = terminal(tmp_path, "play", "extreme", "--seats", "you", "--seed", "7", "--save", "g")
    child.expect("Space: throw")
    child.send(" ")
    child.expect("number holds")
    child.send("135 ")
    child.expect("throw the others once more")
    child.send("x")
    child.expect("Space: throw")
    child.send("q")
    child.expect("See you soon")
    child.expect(pexpect.EOF)
    assert load(tmp_path / "g").text().splitlines()[5:] == [
        "- 2 1 4 1 4 3",
        "0 keep 1 3 5",
        "- 1 4 0",
        "0 write chance",
    ]


def test_keys_that_are_typed_before_they_are_asked_for_count_too(tmp_path: Path) -> None:
    child = terminal(tmp_path, "play", "extreme", "--seats", "you", "--seed", "7", "--save", "g")
    child.send(" 135 xq")
    child.expect("See you soon")
    child.expect(pexpect.EOF)
    assert load(tmp_path / "g").text().splitlines()[-1] == "0 write chance"


def test_holding_every_die_is_answered_with_a_hint(tmp_path: Path) -> None:
    child = terminal(tmp_path, "play", "classic", "--seats", "you", "--seed", "7")
    child.expect("Space: throw")
    child.send(" ")
    child.expect("number holds")
    child.send("12345 ")
    child.expect("Let go of at least one die")
    child.send("?")
    child.expect("at least three of a kind")
    child.sendcontrol("c")
    child.expect("See you soon")


def test_a_game_is_kept_and_offered_again(tmp_path: Path) -> None:
    for _ in range(2):
        # A game in which nothing happened is not kept.
        child = terminal(tmp_path, "play", "classic")
        child.expect("Space: throw")
        child.send("q")
        child.expect("See you soon")
        child.expect(pexpect.EOF)
    child = terminal(tmp_path, "play", "classic", "--seats", "Anna,bot", "--seed", "7")
    child.expect("Space: throw")
    child.send(" mmq")
    child.expect("Go on with: knobel play classic")
    child.expect(pexpect.EOF)
    (path,) = (tmp_path / ".local/share/knobel/games").iterdir()
    before = load(path)
    child = terminal(tmp_path, "play", "classic")
    child.expect(r"Go on with Classic \(Anna \d+ · bot \d+\)")
    child.send("\r")
    child.expect("Space: throw")
    child.send(" q")
    child.expect("saved")
    child.expect(pexpect.EOF)
    assert load(path).entries[: len(before.entries)] == before.entries
    assert len(load(path).entries) > len(before.entries)


def test_another_game_than_the_kept_one_begins_on_a_key_or_with_other_players(tmp_path: Path) -> None:
    child = terminal(tmp_path, "play", "classic", "--seats", "Anna", "--seed", "7")
    child.send(" q")
    child.expect("saved")
    child.expect(pexpect.EOF)
    child = terminal(tmp_path, "play", "classic", "--seats", "Ben")
    child.expect("Ben: throw")
    child.send("q")
    child.expect(pexpect.EOF)
    child = terminal(tmp_path, "menu")
    child.expect("Go on with Classic")
    child.send("n")
    child.expect("What shall we play")
    child.send("q")
    child.expect("See you soon")


def test_without_a_home_to_write_to_a_game_is_played_all_the_same(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    played = run("play", "classic", "--seats", "Anna", text="\nq\n", XDG_DATA_HOME=str(tmp_path / "file"))
    assert played.returncode == 0
    assert "saved" not in played.stdout


def test_kriss_kross_is_played_by_typing_cells(tmp_path: Path) -> None:
    child = terminal(tmp_path, "play", "krisskross", "--seats", "you", "--seed", "7", "--save", "g")
    child.expect("choose a start symbol")
    child.send("a")
    child.expect("Space: throw")
    child.send(" ")
    child.expect("type two neighbouring cells")
    child.send("a1c3")
    child.expect("does not fit")
    child.send("a1b1")
    child.expect("throw for everyone, throw 2")
    child.send("q")
    child.expect(pexpect.EOF)
    assert load(tmp_path / "g").text().splitlines()[-1] == "0 place a1 b1"


def test_real_dice_of_kribbeln_are_typed_with_their_colours(run: Run, tmp_path: Path) -> None:
    shown = run(
        "play", "kribbeln", "--seats", "Anna,Bert", "--own-dice", "--save", "g", text="3b3r1s2k6y6o\nq\n"
    )  # fmt: skip
    assert "like 3b 5r" in shown.stdout
    written = (tmp_path / "g").read_text("utf-8")
    assert "option arrangement any\n" in written
    assert "- 3b 3r 1k 2k 6y 6o\n" in written


def test_dice_that_cannot_lie_together_are_typed_again(run: Run, tmp_path: Path) -> None:
    shown = run(
        "play", "kribbeln", "--lang", "de", "--seats", "Anna,Bert", "--own-dice", "--save", "g",
        text="3b3b1s2k6y6o\n3b3r1s2k6y6o\nq\n",
    )  # fmt: skip
    assert "kann nicht zweimal liegen" in shown.stdout
    assert (tmp_path / "g").read_text("utf-8").endswith("\n\n- 3b 3r 1k 2k 6y 6o\n")


def test_score_takes_dice_with_colours_and_says_mistakes_in_the_language(run: Run) -> None:
    shown = run(
        "score", "kribbeln", "--lang", "de", "--tasks", "2 × blau; rot > blau", "3b", "5blau", "1r", "2s", "6ge", "4o"
    )
    assert "2 × blau: ja" in shown.stdout
    wrong = run("score", "kribbeln", "--lang", "de", "--tasks", "2 lila", "1", "2", "3", "4", "5", "6")
    assert "Das Wort „lila“ kenne ich nicht" in wrong.stderr
