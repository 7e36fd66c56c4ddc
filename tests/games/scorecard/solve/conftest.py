"""Tables that several tests read, solved once."""

from tests.solve.conftest import classic, classic_file

__all__ = ["classic", "classic_file"]
