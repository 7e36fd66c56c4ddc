"""The tables of a browser keep the contract of the port, in several windows; what they store stays readable."""

import asyncio
import json
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from knobel.app.ports import Tables
from knobel.browser.tables import BrowserTables
from knobel.tables.keys import new_token
from tests.app.tables_contract import LAWS, Law, new_table, opened, wear
from tests.browser.memory import Memory

pytestmark = pytest.mark.asyncio

T = TypeVar("T")


def alone(_table: str) -> None:
    """Tell no other window of a change."""


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
async def test_tables_of_a_browser_keep_the_law_that(law: Law) -> None:
    store, key = Memory(), new_token()
    windows: list[BrowserTables] = []

    async def make_tables() -> Tables:
        def changed(name: str) -> None:
            for window in windows:
                if window is not tables:
                    window.forget(name)

        tables = BrowserTables(store, key, changed)
        windows.append(tables)
        return tables

    await law(make_tables, key)


async def test_a_window_that_has_not_heard_of_a_change_changes_what_the_other_has_left() -> None:
    store, key = Memory(), new_token()
    one, other = BrowserTables(store, key, alone), BrowserTables(store, key, alone)
    name = await opened(one, new_table(key), key)
    await other.load(name)
    first = await one.change(name, key, lambda draft: wear(draft, "cat"))
    second = await other.change(name, key, lambda draft: wear(draft, "dog"))
    assert second == first + 1
    assert [entry.text for entry in await other.entries(await other.load(name), first - 1)] == ["cat", "dog"]


class Race:
    """Two windows at a table, one of which waits for an answer of its storage while something else happens."""

    def __init__(self) -> None:
        self.store, self.key = Memory(), new_token()
        self.one, self.other = (BrowserTables(self.store, self.key, alone) for _ in range(2))
        self.name = ""

    async def hold(self, waiting: Coroutine[Any, Any, T]) -> tuple[asyncio.Task[T], asyncio.Event]:
        """Begin something whose answer is on its way until an event is set."""
        arrived = self.store.held = asyncio.Event()
        task = asyncio.ensure_future(waiting)
        for _ in range(9):
            await asyncio.sleep(0)
        self.store.held = None
        return task, arrived

    async def opened(self) -> "Race":
        """The windows, with a table that the first one has opened."""
        self.name = await opened(self.one, new_table(self.key), self.key)
        return self

    def change(self, window: BrowserTables, face: str) -> Coroutine[Any, Any, int]:
        """Change the table."""
        return window.change(self.name, self.key, partial(wear, face=face))


async def test_what_was_read_while_another_window_changed_it_is_read_again() -> None:
    race = await Race().opened()
    reading, arrived = await race.hold(race.other.load(race.name))
    seq = await race.change(race.one, "cat")
    race.other.forget(race.name)
    arrived.set()
    assert (await reading).seq < seq
    assert (await race.other.load(race.name)).seq == seq


async def test_what_was_read_before_a_change_here_does_not_replace_it() -> None:
    race = await Race().opened()
    reading, arrived = await race.hold(race.other.load(race.name))
    seq = await race.change(race.other, "cat")
    arrived.set()
    assert (await reading).seq == (await race.other.latest(race.name, race.key)).seq == seq


async def test_what_was_written_while_another_window_went_on_is_read_again() -> None:
    race = await Race().opened()
    writing, arrived = await race.hold(race.change(race.one, "cat"))
    seq = await race.change(race.other, "dog")
    race.one.forget(race.name)
    arrived.set()
    assert await writing == seq - 1
    assert (await race.one.load(race.name)).seq == seq


async def test_a_table_that_an_earlier_version_stored_is_read_and_played_on() -> None:
    """The file was written by the first version that stored tables like this."""
    stored = json.loads((Path(__file__).parent / "stored_table.json").read_text("utf-8"))
    store = Memory()
    store.tables = {stored["head"]["table"]: (stored["head"], stored["log"])}
    tables = BrowserTables(store, stored["key"], alone)
    name = stored["head"]["table"]
    table = await tables.load(name)
    assert (table.seq, table.names) == (stored["head"]["seq"], ("Anna", "Bert"))
    assert await tables.request_hash(name) == stored["head"]["asked"]
    assert list(await tables.of_key(stored["key"])) == [(name, stored["head"]["updated"])]
    seq = await tables.change(name, stored["key"], lambda draft: wear(draft, "cat"))
    head, log = store.tables[name]
    assert (head["seq"], log[-1][0], log[:-1]) == (seq, seq, stored["log"])
    assert head.keys() == stored["head"].keys()
    assert head["asked"] == stored["head"]["asked"]
