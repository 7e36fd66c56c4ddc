"""Tables that several tests read, solved once, and commands that tests run."""

from tests.cli.conftest import fork_server, run
from tests.solve.conftest import classic, classic_file

__all__ = ["classic", "classic_file", "fork_server", "run"]
