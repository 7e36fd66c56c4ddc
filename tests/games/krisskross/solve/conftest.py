"""Commands that tests run."""

from tests.cli.conftest import fork_server, run

__all__ = ["fork_server", "run"]
