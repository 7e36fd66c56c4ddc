"""The tables of a server keep the contract of the port, with several workers on SQLite and on PostgreSQL."""

import pytest

from knobel.app.ports import Tables
from knobel.tables.keys import new_token
from tests.app.tables_contract import LAWS, LAWS_OF_MANY, Law
from tests.server.conftest import Start

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("law", [*LAWS, *LAWS_OF_MANY], ids=lambda law: law.__name__)
async def test_tables_in_a_database_keep_the_law_that(law: Law, start: Start) -> None:
    async def make_tables() -> Tables:
        return (await start()).app.tables

    await law(make_tables, new_token())
