"""A table follows from its log: entries are parsed once and printed once, and any log reads back."""

from collections import Counter
from typing import Any

import pytest

from knobel import games
from knobel.core import entry as entries
from knobel.tables import play as commands
from knobel.tables import table as table_module
from knobel.tables.log import COLUMNS, LogEntry
from knobel.tables.play import play_bot
from knobel.tables.table import Table
from tests.tables.memory import MemoryTables
from tests.tables.people import play, roll, say, sit, two, wish

pytestmark = pytest.mark.asyncio


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often lines are read and written."""
    found: Counter[str] = Counter()

    def count(name: str) -> Any:
        def run(*given: Any) -> Any:
            found[name] += 1
            return getattr(entries, name)(*given)

        return run

    for module in (commands, table_module):
        monkeypatch.setattr(module, "read_entry", count("read_entry"))
    monkeypatch.setattr(table_module, "write_entry", count("write_entry"))
    return found


async def test_a_command_is_parsed_once_and_printed_once(tables: MemoryTables, counted: Counter[str]) -> None:
    _, anna, bert = await two(tables)
    seen = await roll(tables, anna)
    counted.clear()
    await say(tables, anna, "write chance", "key", seen)
    assert counted == {"read_entry": 1, "write_entry": 1}
    for ticket in (anna, bert):
        await tables.view(ticket.table, ticket.token)
        await tables.events(ticket.table, ticket.token)
    await say(tables, anna, "write chance", "key", seen)
    assert counted == {"read_entry": 1, "write_entry": 1}


async def test_the_move_of_a_bot_is_not_parsed_at_all(tables: MemoryTables, counted: Counter[str]) -> None:
    _, (anna,) = await sit(tables, wish("classic", 2, bots={1: "cat"}), "Anna")
    await say(tables, anna, "write chance")
    table = tables.tables[anna.table]
    play_bot(table, 1, None, table.seq, 0)
    counted.clear()
    move = table.game.moves(table.record.state, 1)[-1]
    play_bot(table, 1, move, table.seq, 0)
    assert counted == {"write_entry": 1}


@pytest.mark.parametrize("game", [info.key for info in games()])
async def test_a_log_reads_back_and_is_parsed_once(tables: MemoryTables, game: str, counted: Counter[str]) -> None:
    _, anna, bert = await two(tables, game, undo="free")
    await play(tables, [anna, bert], most=30)
    there, log = tables.tables[anna.table], tables.logs[anna.table]
    stored = [LogEntry(*entry.stored()) for entry in log]
    counted.clear()
    again = Table(there.setup, there.seat_keys).read(stored)
    assert counted["read_entry"] == sum(entry.kind == "entry" for entry in log)
    assert (again.record, again.seats, again.seq, again.pending) == (
        there.record,
        there.seats,
        there.seq,
        there.pending,
    )
    assert again.lines() == there.lines()
    assert counted["write_entry"] == 0


async def test_what_is_stored_of_an_entry_is_all_but_the_parsed_one() -> None:
    entry = LogEntry(1, "name", "Anna", 0, 5, "key", "request")
    fields = {"asked": "request"}
    assert dict(zip(COLUMNS, entry.stored(), strict=True)) == {
        name: getattr(entry, fields.get(name, name)) for name in COLUMNS
    }
    assert LogEntry(*entry.stored()) == entry
    assert entry.event() == {"seq": 1, "kind": "name", "text": "Anna", "seat": 0, "at": 5}


async def test_nobody_changes_a_table_by_changing_its_copy(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    await roll(tables, anna)
    table = tables.tables[anna.table]
    before = (table.seq, table.lines(), list(table.seats), dict(table.commands))
    copy = table.fork(table.seat_keys)
    copy.add("leave", "", 0, 0, key="left")
    assert (copy.seats[0].away, copy.added[0].kind) == (True, "leave")
    assert (table.seq, table.lines(), list(table.seats), dict(table.commands)) == before
    assert not table.added
