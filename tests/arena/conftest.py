"""The `knobel` command as a user runs it, here too."""

from tests.cli.conftest import fork_server, run

__all__ = ["fork_server", "run"]
