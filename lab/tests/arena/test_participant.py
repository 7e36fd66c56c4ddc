"""Who may enter: levels, simple players, Python objects, installed players and programs."""

import sys
from pathlib import Path

import pytest
from lab.tests.arena.players import series

from knobel import BadSetup
from knobel_lab.arena.participant import GROUP, preflight, read_entrant, read_entrants
from knobel_lab.arena.program import Limits

HERE = "lab.tests.arena.hosted"


def test_a_player_has_the_name_it_is_given_or_one_of_its_own() -> None:
    texts = ["owl", "random", "a=owl", f"{HERE}:Chatty", f"b={HERE}:hasty", "exec:sh bot.sh", "c=exec:sh -c 'a=b'"]
    assert [read_entrant(text).name for text in texts] == ["owl", "random", "a", "Chatty", "b", "bot.sh", "c"]
    assert read_entrant("exec:sh x=1.sh").definition == "exec:sh x=1.sh"


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["bear"], "unknown player 'bear'; use one of chick, hare, cat, fox, owl, greedy, random, or your own as"),
        (["owl", "owl"], "two players are called 'owl'; name one as in other=owl"),
        (["exec:"], "after exec: comes a command"),
        (["exec:sh 'a"], "is not a valid command: No closing quotation"),
        (["exec:/no/such/program"], "there is no program '/no/such/program' to run"),
        (["a b:c"], "'a b:c' is not a player; a Python player is MODULE:ATTRIBUTE"),
        (["=owl"], "'=owl' needs another name"),
        ([f"{'x' * 30}=owl"], "a name has 1 to 24 characters, not 30"),
    ],
)
def test_a_text_that_names_nobody_is_answered_with_a_sentence(texts: list[str], sentence: str) -> None:
    with pytest.raises(BadSetup) as error:
        read_entrants(texts)
    assert sentence in str(error.value)


def test_an_installed_player_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    info = tmp_path / "fine_players-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fine-players\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nfine = {HERE}:hasty\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    entrant = read_entrant("fine")
    assert (entrant.name, entrant.definition) == ("fine", f"{HERE}:hasty")
    with pytest.raises(BadSetup, match="owl, greedy, random, fine, or your own"):
        read_entrant("unknown")


def test_a_python_player_plays_and_may_print_what_it_likes() -> None:
    games = series(f"{HERE}:Chatty", f"{HERE}:hasty", games=3).play()
    assert all(game.forfeit is None and game.moves == 22 for game in games)
    # Both play alike, so with seats changed and the same dice every seat gets the same points.
    assert [game.scores for game in games[::2]] == [game.scores for game in games[1::2]]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("dies", "was ended by SIGABRT"),
        ("sleeps", "made no move within 0.5 seconds"),
        ("cheats", "made the move 'write five_of_a_kind', which was not allowed"),
        (
            "nobody",
            "ended with exit code 1: \"AttributeError: module 'lab.tests.arena.hosted' has no attribute 'nobody'",
        ),
    ],
)
def test_a_bad_python_player_loses_its_game_with_the_reason(
    name: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "sleeps":
        monkeypatch.setattr("knobel_lab.arena.program.START_SECONDS", 0.2)
    limits = Limits(move_seconds=0.3) if name == "sleeps" else Limits()
    games = series("random", f"{HERE}:{name}", limits=limits).play()
    assert [game.forfeit for game in games] == [1, 0]
    assert all(str(game.reason).startswith(reason) for game in games), games


def test_a_python_player_that_does_not_load_is_told_of_before_the_first_game() -> None:
    preflight(read_entrants(["owl", f"{HERE}:hasty"], Path.cwd()), Limits())
    with pytest.raises(BadSetup, match=r"cannot load the player no_such:thing: ModuleNotFoundError: No module named"):
        preflight(read_entrants(["no_such:thing"]), Limits())
