"""Tables in memory keep the contract of the port."""

import pytest

from knobel.app.ports import Tables
from knobel.tables.keys import new_token
from knobel.testing.memory import MemoryTables
from tests.app.tables_contract import LAWS, LAWS_OF_MANY, Law

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("law", [*LAWS, *LAWS_OF_MANY], ids=lambda law: law.__name__)
async def test_tables_in_memory_keep_the_law_that(law: Law) -> None:
    tables = MemoryTables(lambda: 9000)

    async def make_tables() -> Tables:
        return tables

    await law(make_tables, new_token())
