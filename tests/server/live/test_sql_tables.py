"""The tables of a server keep the contract of the port, with several workers on SQLite and on PostgreSQL."""

import asyncio
from pathlib import Path

import pytest

from knobel.app.application import App
from knobel.app.ports import Tables
from knobel.server.live.service import Service
from knobel.tables.keys import new_token
from tests.app.table_driver import Clock
from tests.app.table_machine import drive
from tests.app.tables_contract import LAWS, LAWS_OF_MANY, Law
from tests.server.conftest import Start
from tests.server.databases import empty, give_back, new_postgres, prepared_sqlite


@pytest.mark.asyncio
@pytest.mark.parametrize("law", [*LAWS, *LAWS_OF_MANY], ids=lambda law: law.__name__)
async def test_tables_in_a_database_keep_the_law_that(law: Law, start: Start) -> None:
    async def make_tables() -> Tables:
        return (await start()).app.tables

    await law(make_tables, new_token())


class SqlStorage:
    """Two workers on a database that is empty at the start."""

    def __init__(self, url: str) -> None:
        self._url, self._clock, self._services = url, Clock(), list[Service]()

    async def start(self, clock: Clock) -> list[App]:
        self._clock = clock
        apps = await self.restart()
        await empty(self._url)
        return apps

    async def restart(self) -> list[App]:
        await self.stop()
        self._services = [Service(self._url, clock=self._clock) for _ in range(2)]
        for service in self._services:
            await service.start()
        return [service.app for service in self._services]

    async def stop(self) -> None:
        for service in self._services:
            await service.close()
        self._services = []


def test_whatever_people_do_at_tables_in_sqlite_follows_from_a_plain_model(tmp_path: Path) -> None:
    drive(SqlStorage(prepared_sqlite(tmp_path)), runs=4, steps=25)


def test_whatever_people_do_at_tables_in_postgresql_follows_from_a_plain_model(postgres: str) -> None:
    own = asyncio.run(new_postgres(postgres))
    drive(SqlStorage(own), runs=3, steps=25)
    give_back([own])
