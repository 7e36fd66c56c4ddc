"""Backup and restore: nothing is lost between the databases, and nothing is changed by a file that is wrong."""

import asyncio
import gzip
import os
import stat
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from knobel import BadSetup, KnobelError
from knobel.core.checked import Checked
from knobel.server.storage import backup as backup_file
from knobel.server.storage.backup import (
    FORMAT,
    OURS,
    BackupSize,
    BadBackup,
    Head,
    backup,
    read_head,
    read_rows,
    restore,
    writing,
)
from knobel.server.storage.database import Database
from knobel.server.storage.schema import METADATA
from knobel.tables.keys import hashed, new_token
from knobel.tables.table import Table
from tests.server.databases import give_back, logs, new_postgres, new_sqlite
from tests.server.service import Service
from tests.server.storage.test_migrations import TABLE, old_tables
from tests.tables.people import HOST, Ticket, join, play, record_of, two, wish
from tests.tables.people import say as send

pytestmark = pytest.mark.asyncio

New = Callable[[], Awaitable[str]]


@pytest.fixture(params=["sqlite", "postgresql"])
def new(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[New]:
    """Makes databases of a kind."""
    made: list[str] = []

    async def make() -> str:
        if request.param == "sqlite":
            made.append(new_sqlite(tmp_path))
        else:
            made.append(await new_postgres(request.getfixturevalue("postgres")))
        return made[-1]

    yield make
    give_back(made)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "knobel.backup"


async def started(url: str) -> Service:
    service = Service(url)
    await service.start()
    return service


_FILLED: list[tuple[bytes, list[Ticket]]] = []
"""The file of a server that was filled before, and its tickets: games are played once for all files."""


async def filled(url: str) -> list[Ticket]:
    """A server with a finished game, one that goes on, one that waits for people, one with own dice, and a ticket."""
    if not url.startswith("sqlite"):
        return await _played(url)
    file = Path(url.removeprefix("sqlite:///"))
    if not _FILLED:
        tickets = await _played(url)
        _FILLED.append((file.read_bytes(), tickets))
        return tickets
    content, tickets = _FILLED[0]
    file.write_bytes(content)
    return tickets


async def _played(url: str) -> list[Ticket]:
    """The same, played at a server that starts for it."""
    service = await started(url)
    _, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    await service.rematch(anna.table, anna.token)
    _, carl, dora = await two(service, "kribbeln", options={"beginner": "yes"}, clock=60, coach=True)
    await play(service, [carl, dora], most=5)
    await service.ticket(carl.table, carl.token)
    waiting = await service.open(wish("classic", 3, bots={1: "chick"}), HOST)
    await join(service, waiting, "Ümläut 🎲")
    _, own, _ = await two(service, dice="own")
    await send(service, own, "- 1 2 3 4 5", "key-1")
    await service.close()
    return [anna, carl, own]


async def test_what_is_restored_is_what_was_kept(new: New, file: Path) -> None:
    source, target = await new(), await new()
    tickets = await filled(source)
    kept = await backup(source, file)
    assert kept.tables == 5
    assert await restore(file, target) == kept
    assert await logs(target) == await logs(source)
    service = await started(target)
    for ticket in tickets:
        assert (await service.view(ticket.table, ticket.token))["you"] == [ticket.seat]
    view = await service.view(tickets[1].table, tickets[1].token)
    assert (view["clock"], view["coach"], view["options"]["beginner"]) == (60, True, "yes")
    await service.close()


async def test_a_game_goes_on_after_the_restore_with_the_dice_that_were_sealed(new: New, file: Path) -> None:
    source, target = await new(), await new()
    service = await started(source)
    opened, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert], most=9)
    await service.close()
    await backup(source, file)
    await restore(file, target)
    service = await started(target)
    await play(service, [anna, bert])
    dice = Checked.read((await record_of(service, anna)).dice)
    assert dice
    assert dice.sealed
    assert dice.seal == opened.seal
    await service.close()


async def test_a_host_moves_from_sqlite_to_postgresql_and_back_without_losing_a_byte(
    tmp_path: Path, postgres: str
) -> None:
    here, there, back = new_sqlite(tmp_path), await new_postgres(postgres), new_sqlite(tmp_path)
    await filled(here)
    files = [tmp_path / f"{number}.backup" for number in range(3)]
    await backup(here, files[0])
    await restore(files[0], there)
    await backup(there, files[1])
    await restore(files[1], back)
    await backup(back, files[2])
    assert await logs(here) == await logs(there) == await logs(back)
    give_back([there])
    assert len({path.read_bytes() for path in files}) == 1


async def test_a_backup_of_a_server_at_work_is_one_moment_of_it(new: New, file: Path) -> None:
    """All that was answered before is in it; of what comes later only whole commands, and no gap in any log."""
    source = await new()
    service = await started(source)
    games = [await two(service, "extreme") for _ in range(6)]
    backing_up, enough = asyncio.Event(), asyncio.Event()

    async def at_work(seed: int, anna: Ticket, bert: Ticket) -> None:
        """Play this game, and others, whenever a backup is made, until it is enough."""
        random = Random(seed)
        while not enough.is_set():
            if (await play(service, [anna, bert], seed=random.randrange(1000), most=5))["over"]:
                _, anna, bert = await two(service, "extreme")
            await backing_up.wait()

    playing = [asyncio.create_task(at_work(seed, anna, bert)) for seed, (_, anna, bert) in enumerate(games)]
    for _ in range(3):
        backing_up.set()
        told = {opened.table: (await service.view(opened.table, opened.watch))["seq"] for opened, _, _ in games}
        await backup(source, file)
        backing_up.clear()
        target = await new()
        await restore(file, target)
        store = (copy := Service(target)).store
        for name, seq in told.items():
            rows, _ = await store.read(name)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert len(rows) >= seq
            assert Table(await store.setup(name)).read(rows).seq == len(rows)
        await copy.close()
    enough.set()
    backing_up.set()
    await asyncio.gather(*playing)
    await service.close()


async def test_a_backup_is_for_its_owner_alone(new: New, file: Path) -> None:
    """It holds the secrets of all dice that are still to fall."""
    source = await new()
    await filled(source)
    before = os.umask(0)
    try:
        await backup(source, file)
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.glob(".*")] == []


async def test_a_backup_holds_no_key_and_no_ticket_in_the_clear(tmp_path: Path, file: Path) -> None:
    source = new_sqlite(tmp_path)
    tickets = await filled(source)
    await backup(source, file)
    told = gzip.decompress(file.read_bytes()).decode()
    assert all(ticket.token not in told and hashed(ticket.token) in told for ticket in tickets)


async def test_a_restore_into_a_database_with_tables_is_refused_and_changes_nothing(new: New, file: Path) -> None:
    source, target = await new(), await new()
    await filled(source)
    await backup(source, file)
    service = await started(target)
    await two(service)
    await service.close()
    before = await logs(target)
    with pytest.raises(BadBackup, match="there are tables in this database already; restore into an empty one"):
        await restore(file, target)
    assert await logs(target) == before


async def test_a_restore_into_a_database_that_is_only_prepared_is_fine(new: New, file: Path) -> None:
    source, target = await new(), await new()
    await filled(source)
    await backup(source, file)
    await (await started(target)).close()
    await restore(file, target)
    assert await logs(target) == await logs(source)


async def test_a_database_of_somebody_else_is_left_alone(new: New, file: Path) -> None:
    source, target = await new(), await new()
    await filled(source)
    await backup(source, file)
    database = Database(target)
    async with database.writer.begin() as connection:
        await connection.execute(text("CREATE TABLE recipes (id INTEGER)"))
    await database.close()
    with pytest.raises(BadBackup, match="holds other things \\(recipes\\)"):
        await restore(file, target)
    with pytest.raises(BadSetup, match="not a database of Knobel"):
        await backup(target, file)


async def test_a_backup_of_an_older_schema_is_brought_up_to_date(new: New, file: Path) -> None:
    source, target = await new(), await new()
    key = new_token()
    database = Database(source)
    async with database.writer.begin() as connection:
        await connection.run_sync(old_tables, "0001")
        await connection.execute(
            text(
                "INSERT INTO tables (id, game, seats, options, undo, dice, secret, invite_hash, watch_hash, created)"
                " VALUES (:id, 'classic', 1, '{}', 'ask', 'own', :secret, 'x', 'x', 5)"
            ),
            {"id": TABLE, "secret": b"\x00\xff"},
        )
        await connection.execute(
            text("INSERT INTO seats (table_id, seat, token_hash) VALUES (:id, 0, :hash)"),
            {"id": TABLE, "hash": hashed(key)},
        )
    await database.close()
    assert await backup(source, file) == BackupSize(tables=1, rows=2)
    assert read_head(file).revision == "0001"
    await restore(file, target)
    service = await started(target)
    setup = await service.store.setup(TABLE)
    assert (setup.secret, setup.coach) == (b"\x00\xff", False)
    assert [one["table"] for one in await service.player_data.tables(key)] == [TABLE]
    await service.close()


async def test_every_table_of_the_schema_is_kept() -> None:
    assert set(METADATA.tables) <= OURS


async def test_a_backup_of_a_newer_schema_is_refused(tmp_path: Path, file: Path) -> None:
    with writing(file, Head("9999", {"tables": ["id"]})) as add:
        add("tables", ["x"])
    url = new_sqlite(tmp_path)
    with pytest.raises(BadBackup, match="a newer Knobel made this backup"):
        await restore(file, url)
    assert not Path(url.removeprefix("sqlite:///")).exists()


async def test_a_backup_whose_rows_do_not_fit_changes_nothing(new: New, file: Path) -> None:
    source, target = await new(), await new()
    await filled(source)
    await backup(source, file)
    head, rows = read_head(file), list(read_rows(file))
    forged = file.with_name("forged.backup")
    for lines, words in (
        ([*rows, rows[-1]], "does not fit into this database"),
        ([row for row in rows if row[0] != "tables"], "does not fit into this database"),
    ):
        with writing(forged, head) as add:
            for name, values in lines:
                add(name, values)
        with pytest.raises(BadBackup, match=words):
            await restore(forged, target)
    with writing(forged, Head(head.revision, {**head.tables, "log": ["table_id", "secrets"]})) as add:
        pass
    with pytest.raises(BadBackup, match="other tables than its schema"):
        await restore(forged, target)
    await restore(file, target)
    assert await logs(target) == await logs(source)


async def broken(path: Path, url: str) -> str:
    """What is said of a file that is wrong; no database came of it."""
    with pytest.raises(BadBackup) as caught:
        await restore(path, url)
    assert not Path(url.removeprefix("sqlite:///")).exists()
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not a backup of Knobel"),
        (b"SQLite format 3\0", "is not a backup of Knobel"),
        (gzip.compress(b""), "is not a backup of Knobel"),
        (gzip.compress(b"knobel 1\ngame classic\n"), "is not a backup of Knobel"),
        (gzip.compress(b"no end"), "is not a backup of Knobel"),
        (gzip.compress(b'{"knobel": "backup"}\n'), "is not a backup of Knobel"),
        (gzip.compress(b'{"knobel":"backup","format":2}\n'), f"has format 2; this Knobel reads format {FORMAT}"),
        (gzip.compress(b"[" * 100_000 + b"\n"), "is not a backup of Knobel"),
        (gzip.compress(b"0" * (backup_file.LONGEST_LINE + 1) + b"\n"), "is not a backup of Knobel"),
    ],
    ids=["empty", "sqlite", "nothing", "record", "torn line", "no format", "newer", "deep", "long"],
)
async def test_a_foreign_file_is_refused_with_a_sentence(tmp_path: Path, file: Path, data: bytes, words: str) -> None:
    file.write_bytes(data)
    assert words in await broken(file, new_sqlite(tmp_path))


async def test_a_file_that_is_not_there_is_told(tmp_path: Path, file: Path) -> None:
    assert "cannot read" in await broken(file, new_sqlite(tmp_path))
    assert "cannot read" in await broken(tmp_path, new_sqlite(tmp_path))


async def test_no_damage_goes_unnoticed(tmp_path: Path, file: Path) -> None:
    """Cut anywhere, or with any line changed, left out, doubled or added, it is refused before anything is touched."""
    source = new_sqlite(tmp_path)
    await filled(source)
    await backup(source, file)
    whole = file.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    damaged = [whole[:length] for length in (1, 9, 20, len(whole) // 2, len(whole) - 9, len(whole) - 1)]
    damaged += [whole[:50] + bytes([whole[50] ^ 1]) + whole[51:], whole + b"more", whole[:-8] + bytes(8)]
    changed = lines[5].replace(b"classic", b"hexhex") if b"classic" in lines[5] else lines[5].replace(b"0", b"1", 1)
    for other in (
        lines[:-1],
        lines[:5] + lines[6:],
        lines[:6] + lines[5:],
        [*lines, lines[5]],
        [*lines[:5], changed, *lines[6:]],
        [*lines[:5], b'["tables"]\n', *lines[6:]],
        [*lines[:5], b"null\n", *lines[6:]],
        [*lines[:-1], b'{"rows": 1, "sha256": ""}\n'],
    ):
        damaged.append(gzip.compress(b"".join(other)))
    for data in damaged:
        file.write_bytes(data)
        assert "backup" in await broken(file, new_sqlite(tmp_path))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["one", "other"]),
            st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text() | st.binary(),
        )
    )
)
async def test_any_row_reads_back_as_it_was_written(file: Path, rows: list[tuple[str, Any]]) -> None:
    written = [(name, [value]) for name, value in rows if not (isinstance(value, str) and "\x00" in value)]
    with writing(file, Head("0001", {"one": ["a"], "other": ["b"]})) as add:
        for name, values in written:
            add(name, values)
    assert list(read_rows(file)) == written


async def test_a_new_backup_takes_the_place_of_the_last_one_and_of_nothing_else(tmp_path: Path, file: Path) -> None:
    source = new_sqlite(tmp_path)
    await filled(source)
    await backup(source, file)
    await backup(source, file)
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary")
    for path in (diary, Path(source.removeprefix("sqlite:///")), tmp_path):
        with pytest.raises(BadBackup, match="exists and is not a backup; choose another name"):
            await backup(source, path)
    assert diary.read_text() == "Dear diary"


async def test_a_backup_that_cannot_be_finished_leaves_the_last_one(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = new_sqlite(tmp_path)
    await filled(source)
    await backup(source, file)
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadBackup, match=r"cannot write .*: No space left on device"):
        await backup(source, file)
    assert file.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []
    with pytest.raises(BadBackup, match="cannot write"):
        await backup(source, tmp_path / "nowhere" / "x.backup")


async def test_a_folder_for_the_tables_is_made_if_there_is_none_and_is_for_its_owner_alone(
    tmp_path: Path, file: Path
) -> None:
    source = new_sqlite(tmp_path)
    await filled(source)
    await backup(source, file)
    await restore(file, f"sqlite:///{tmp_path}/new/knobel.db")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    with pytest.raises(BadBackup, match="cannot be created"):
        await restore(file, f"sqlite:///{file}/knobel.db")


async def test_a_newer_database_is_not_touched_by_an_older_program(new: New, file: Path) -> None:
    source = await new()
    await (await started(source)).close()
    database = Database(source)
    async with database.writer.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    with pytest.raises(KnobelError, match="a newer Knobel made this database"):
        await backup(source, file)
    assert not file.exists()
