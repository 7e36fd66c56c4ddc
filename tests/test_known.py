"""Known values are true: what is quick is solved anew, and all agree with what the documents say."""

import shlex
from pathlib import Path

import pytest

from knobel import games, make
from knobel.cli.main import app
from knobel.known import known
from knobel_lab.solving import solve

DOCS = Path(__file__).parent.parent / "docs"
COMMANDS = {one.name for one in app.registered_commands}
ALL = known()


@pytest.mark.parametrize("key", ["classic", "hexhex", "yatzy"])
def test_what_is_quick_is_solved_anew(key: str) -> None:
    best = known(key)[0]
    assert best.what == "perfect play"
    assert best.agrees(solve(key).value)
    assert not best.agrees(solve(key).value + 1e-6)


def test_every_game_has_known_values_with_a_command_and_a_source() -> None:
    assert {value.game for value in ALL} == {game.key for game in games()}
    for value in ALL:
        assert make(value.game, value.seats, **value.options).key == value.game
        program, command, game, *_ = shlex.split(value.command)
        assert (program, command in COMMANDS, game) == ("knobel", True, value.game)
        assert value.source
        assert value.unit
        assert (value.error > 0) == (value.digits is None)


def test_the_documents_say_the_same() -> None:
    pages = "\n".join(path.read_text("utf-8") for path in DOCS.glob("**/*.md"))
    for value in ALL:
        exact = f"{value.value:.8f}"[: -8 + min(3, value.digits or 0)]
        told = exact if value.digits else f"{value.value:.2f} ± {value.error:.2f}"
        assert told in pages, value
