"""Tables in memory keep the contract of the port."""

import pytest

from knobel.app.application import App
from knobel.app.ports import Tables
from knobel.tables.keys import new_token
from knobel.testing.memory import MemoryTables, memory_app
from tests.app.table_driver import Clock
from tests.app.table_machine import drive
from tests.app.tables_contract import LAWS, LAWS_OF_MANY, Law


@pytest.mark.asyncio
@pytest.mark.parametrize("law", [*LAWS, *LAWS_OF_MANY], ids=lambda law: law.__name__)
async def test_tables_in_memory_keep_the_law_that(law: Law) -> None:
    tables = MemoryTables(lambda: 9000)

    async def make_tables() -> Tables:
        return tables

    await law(make_tables, new_token())


class MemoryStorage:
    """Tables in memory, which end with their application."""

    async def start(self, clock: Clock) -> list[App]:
        self.app = memory_app(clock)
        return [self.app]

    async def restart(self) -> list[App]:
        return [self.app]

    async def stop(self) -> None:
        await self.app.close()


def test_whatever_people_do_at_tables_in_memory_follows_from_a_plain_model() -> None:
    drive(MemoryStorage(), runs=40, steps=25)
