"""Known values name a game, the command that gives them and their source."""

import shlex

from knobel import games, make
from knobel.cli.main import app
from knobel.reference_values import reference_values

COMMANDS = {one.name for one in app.registered_commands}
ALL = reference_values()


def test_every_game_with_data_has_known_values_with_a_command_and_a_source() -> None:
    assert {value.game for value in ALL} == {game.key for game in games() if "data" not in game.absent}
    for value in ALL:
        assert make(value.game, value.seats, **value.options).key == value.game
        program, command, game, *_ = shlex.split(value.command)
        assert (program, command in COMMANDS, game) == ("knobel", True, value.game)
        assert value.source
        assert value.unit
        assert (value.error > 0) == (value.digits is None)
