"""The rows of the log: entries of an import share some, and whoever reads gets every entry as it was."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from knobel import Record, make
from knobel.server.storage.rows import entries_of, rows_of
from knobel.tables.keys import new_token
from knobel.tables.log import LogEntry
from knobel.tables.open import MOST_IMPORTED, imported
from tests.server.databases import new_postgres, new_sqlite
from tests.server.service import Service

pytestmark = pytest.mark.asyncio


def undone_again_and_again(entries: int, name: str = "Anna") -> str:
    """A record of short lines: the same throw, taken back so often."""
    record = Record(make("hexhex", 1), [name], dice="own")
    for _ in range(entries // 2):
        record.fell(1, 1, 1, 1, 1)
        record.undo()
    return record.text()


async def test_entries_of_an_import_share_rows_and_all_others_have_their_own() -> None:
    log = [LogEntry(n, "entry", f"- {n}", None, 7) for n in range(3, 1203)]
    log = [LogEntry(1, "import", "x unproved", None, 7), LogEntry(2, "name", "Anna", 0, 7), *log]
    log += [LogEntry(n, "entry", f"0 move {n}", 0, 8, f"key-{n}", "1 move") for n in range(1203, 1206)]
    log += [replace(log[5], seq=1206, at=9)]
    rows = rows_of(log)
    assert [row[0] for row in rows] == [1, 2, 502, 1002, 1202, 1203, 1204, 1205, 1206]
    for after in (0, 1, 2, 3, 250, 502, 503, 1201, 1202, 1206):
        # As a database gives them: those whose number is greater.
        read = [row for row in rows if row[0] > after]
        assert entries_of(read, after) == log[after:]


async def test_a_table_of_an_import_is_read_from_any_number_on_and_played_on(service: Service) -> None:
    key = new_token()
    record = undone_again_and_again(1_200)
    opened = await service.import_record(record, key, mine=[0])
    whole, _ = await service.store.read(opened.table)
    assert [entry.seq for entry in whole] == list(range(1, len(whole) + 1))
    for after in (0, 3, 777, len(whole) - 1, len(whole)):
        assert await service.store.entries(opened.table, after) == whole[after:]
    await service.join(opened.table, key)
    service.cache.evict()
    assert await service.record(opened.table, key) == record


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_an_import_makes_the_database_at_most_four_times_as_much_larger(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = new_sqlite(tmp_path)
    if kind == "postgresql":
        url = await new_postgres(request.getfixturevalue("postgres"))
    service = Service(url)
    await service.start()
    before, imports = await size_of(service), 0
    for number in range(4):
        record = undone_again_and_again(MOST_IMPORTED, f"Anna {number}")
        assert await service.store.open(imported(record, new_token(), None, 1_000_000))
        imports += len(record.encode())
    assert await size_of(service) - before <= 4 * imports
    await service.close()


async def size_of(service: Service) -> int:
    """The bytes that a database takes, once everything that is written is in its file."""
    async with service.store.database.reader.connect() as connection:
        if service.store.database.postgres:
            sizes = text("SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'")
            return int((await connection.execute(sizes)).scalar_one())
        pages = [(await connection.exec_driver_sql(f"PRAGMA page_{what}")).scalar_one() for what in ("count", "size")]
        return int(pages[0] * pages[1])
