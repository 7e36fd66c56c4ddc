"""The `knobel` command for all tests of the game."""

from tests.commands import run

__all__ = ["run"]
