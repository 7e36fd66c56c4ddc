"""The `knobel` command as a user runs it, here too."""

from tests.cli.conftest import run

__all__ = ["run"]
