"""What holds for all tests of the laboratory is what holds for those of the game."""

from tests.conftest import pytest_collection_finish, run

__all__ = ["pytest_collection_finish", "run"]
