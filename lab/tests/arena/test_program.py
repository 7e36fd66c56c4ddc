"""Programs at the table: good ones play, bad ones lose their game with the reason told, and nothing else happens."""

import os
import re
import sys
import time
from pathlib import Path

import pytest
from lab.tests.arena.players import FIRST, program, series

from knobel import BadSetup, Record, make
from knobel.core.game import Over
from knobel_lab.arena.program import Failed, Limits, Program, kill_all
from tests.patience import PATIENCE

DOCUMENT = Path(__file__).parents[2] / "docs" / "arena.md"


def test_a_program_plays_whole_games_in_each_seat(tmp_path: Path) -> None:
    games = series("random", program(tmp_path, FIRST), games=2).play()
    assert [game.players for game in games] == [("random", "bot"), ("bot", "random")] * 2
    assert all(game.forfeit is None and game.moves >= 22 and min(game.scores) >= 0 for game in games)


def test_a_program_is_told_the_record_and_what_it_may_do(tmp_path: Path) -> None:
    [first, _] = series("random", program(tmp_path, f"tee {tmp_path}/heard | (\n{FIRST})\n")).play()
    text = (tmp_path / "heard").read_text()
    head, rest = text.split("\n\n", 1)
    lines = rest.splitlines()
    assert lines[0] == "you 0"
    assert lines[1].startswith("seed ")
    assert lines[-1].startswith("over ")
    entries = [line for line in lines[2:-1] if not line.startswith("move\t")]
    record = Record.read(head + "\n\n" + "\n".join(entries) + "\n")
    assert record.names == ("bot", "random")
    assert isinstance(record.pending, Over)
    assert f"over {' '.join(map(str, record.pending.places))}" == lines[-1]
    game = make("hexhex", 2)
    offer = next(line for line in lines if line.startswith("move\t"))
    assert len(offer.split("\t")) == 1 + len([move for move in game.alphabet if str(move).startswith("keep")]) + 11
    assert first.forfeit is None


@pytest.mark.parametrize(("kind", "command"), [("py", sys.executable), ("sh", "/bin/sh")])
def test_the_programs_of_the_document_are_short_and_play(tmp_path: Path, kind: str, command: str) -> None:
    sample = re.search(rf"^```{kind}\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert sample
    assert len(sample[1].splitlines()) <= 20
    (tmp_path / "bot").write_text(sample[1])
    games = [series("random", f"bot=exec:{command} {tmp_path}/bot").play() for _ in range(2)]
    assert all(game.forfeit is None for game in games[0])
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("exit 3", "ended with exit code 3"),
        ("echo oh no >&2; exit 1", "ended with exit code 1: 'oh no'"),
        ("kill -SEGV $$", "was ended by SIGSEGV"),
        ("read line; exec >&-; sleep 60", "closed its output"),
        ("yes hello", "wrote 'hello' before it was asked|made no move: 'hello' is not a move in hexhex"),
        ("head -c 1000000 /dev/zero; sleep 60", "wrote '.* before it was asked|wrote a line that has no end"),
    ],
    ids=["quits", "complains", "crashes", "closes", "floods", "endless"],
)
def test_a_bad_program_loses_its_game_with_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    for game in series("random", program(tmp_path, text)).play():
        assert game.forfeit == game.players.index("bot")
        assert game.places[game.forfeit] == 2
        assert game.places[1 - game.forfeit] == 1
        assert re.match(reason, str(game.reason)), game.reason


@pytest.mark.parametrize("text", ["read line; sleep 60", "cat >/dev/null", "sleep 60 & sleep 60"])
def test_a_program_that_says_nothing_in_time_loses_its_game(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("knobel_lab.arena.program.START_SECONDS", 0.2)
    games = series("random", program(tmp_path, text), limits=Limits(move_seconds=0.3)).play()
    assert [game.forfeit for game in games] == [1, 0]
    assert {game.reason for game in games} == {"made no move within 0.5 seconds"}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("castle", "made no move: 'castle' is not a move in hexhex"),
        ("", "made no move: '' is not a move in hexhex"),
        ("write mash ", "made no move: 'write mash ' is not a move in hexhex"),
        ("x" * 500, "wrote a line that has no end: 'xxx"),
        ("\\377\\376", "made no move: '��' is not a move in hexhex"),
    ],
    ids=["unknown", "empty", "space", "long", "no text"],
)
def test_an_answer_that_is_no_move_loses(tmp_path: Path, answer: str, reason: str) -> None:
    text = f'while read -r line; do case $line in move*) printf "{answer}\\n"; cat >/dev/null;; esac; done'
    games = series("random", program(tmp_path, text)).play()
    assert [game.forfeit for game in games] == [1, 0]
    assert all(str(game.reason).startswith(reason) for game in games), games


def test_a_move_that_is_not_allowed_loses(tmp_path: Path) -> None:
    text = "while read -r line; do case $line in move*) echo write mash;; esac; done"
    games = series("random", program(tmp_path, text)).play()
    assert {game.reason for game in games} == {"made the move 'write mash', which was not allowed"}
    assert all(game.moves >= 2 for game in games)


def test_a_program_that_takes_too_much_memory_or_time_is_ended(tmp_path: Path) -> None:
    hog = program(tmp_path, f"exec {sys.executable} -c 'x = bytearray(1 << 30)'", "hog.sh")
    [game, _] = series("random", hog, limits=Limits(memory_mb=300)).play()
    assert "MemoryError" in str(game.reason)
    busy = program(tmp_path, "while :; do :; done", "busy.sh")
    [game, _] = series("random", busy, limits=Limits(move_seconds=60, cpu_seconds=1)).play()
    assert str(game.reason).startswith(("was ended by SIGXCPU", "was ended by SIGKILL"))


def test_nothing_that_a_program_has_started_outlives_its_game(tmp_path: Path) -> None:
    text = f"sleep 60 & echo $! >>{tmp_path}/pids\n{FIRST}"
    assert all(game.forfeit is None for game in series("random", program(tmp_path, text)).play())
    assert all(_gone(int(pid)) for pid in (tmp_path / "pids").read_text().split())


def test_all_programs_can_be_ended_at_once() -> None:
    running = [Program(["sleep", "60"], Limits()) for _ in range(2)]
    kill_all()
    assert not any(one.running for one in running)


def test_a_program_that_cannot_be_started_fails() -> None:
    with pytest.raises(Failed, match="could not be started: No such file or directory"):
        Program(["sleep", "60"], Limits(), Path("/no/such/folder"))


@pytest.mark.parametrize("limits", [(0, 1, 1), (-1, 1, 1), (float("nan"), 1, 1), (1, -1, 1), (1, 1, -1)])
def test_limits_that_make_no_sense_are_refused(limits: tuple[float, int, int]) -> None:
    with pytest.raises(BadSetup):
        Limits(*limits)


def _gone(pid: int) -> bool:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").exists() and " Z " in Path(f"/proc/{pid}/stat").read_text():
            return True
        time.sleep(0.05)
    return False
