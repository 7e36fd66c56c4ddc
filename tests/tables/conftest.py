"""Tables are tested without a server."""

import pytest

from tests.tables.memory import MemoryTables


@pytest.fixture
def tables() -> MemoryTables:
    """Tables in memory."""
    return MemoryTables()
