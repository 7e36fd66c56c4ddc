"""The writer of SQLite: what waits together is committed together, and bulk writes keep nobody waiting for them all."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
import pytest_asyncio
from sqlalchemy import Connection, text

from knobel.server.storage.database import Database
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database with one table of words."""
    database = Database(f"sqlite:///{tmp_path / 'knobel.db'}")
    await database.write(lambda connection: connection.execute(text("CREATE TABLE words (word TEXT PRIMARY KEY)")))
    yield database
    await database.close()


class Writing:
    """Writes words, and tells what others could read when each was written."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.seen: dict[str, list[str]] = {}
        self.begun, self.free = Event(), Event()

    def word(self, word: str, *, held: bool = False) -> Callable[[Connection], None]:
        """What writes a word; one that is held keeps the writer until it is set free."""

        def write(connection: Connection) -> None:
            with closing(sqlite3.connect(str(self._database.url.database))) as other:
                self.seen[word] = [row[0] for row in other.execute("SELECT word FROM words ORDER BY rowid")]
            if held:
                self.begun.set()
                self.free.wait(PATIENCE)
            connection.execute(text("INSERT INTO words VALUES (:word)"), {"word": word})

        return write


async def test_a_move_is_committed_before_all_bulk_writes_but_the_one_under_way(database: Database) -> None:
    writing = Writing(database)
    first = asyncio.create_task(database.write(writing.word("bulk 1", held=True), bulk=True))
    try:
        assert await asyncio.to_thread(writing.begun.wait, PATIENCE)
        others = [asyncio.create_task(database.write(writing.word(f"bulk {n}"), bulk=True)) for n in (2, 3)]
        moves = [asyncio.create_task(database.write(writing.word(f"move {n}"))) for n in (1, 2)]
        # All of them are in the queue now.
        await asyncio.sleep(0)
    finally:
        writing.free.set()
    await asyncio.gather(first, *others, *moves)
    assert writing.seen == {
        "bulk 1": [],
        "move 1": ["bulk 1"],
        "move 2": ["bulk 1"],
        "bulk 2": ["bulk 1", "move 1", "move 2"],
        "bulk 3": ["bulk 1", "move 1", "move 2", "bulk 2"],
    }


async def test_bulk_writes_have_their_turn_however_many_moves_there_are(database: Database) -> None:
    writing, loop = Writing(database), asyncio.get_running_loop()
    moves: list[asyncio.Task[None]] = []

    def move(number: int) -> Callable[[Connection], None]:
        """A move during which the next one comes, so that there is always one waiting."""
        word, queued = writing.word(f"move {number}"), Event()

        def come() -> None:
            moves.append(asyncio.create_task(database.write(move(number + 1))))
            loop.call_soon(queued.set)

        def write(connection: Connection) -> None:
            word(connection)
            if number < 5:
                loop.call_soon_threadsafe(come)
                assert queued.wait(PATIENCE)

        return write

    first = asyncio.create_task(database.write(writing.word("held", held=True)))
    assert await asyncio.to_thread(writing.begun.wait, PATIENCE)
    bulk = [asyncio.create_task(database.write(writing.word(f"bulk {n}"), bulk=True)) for n in (1, 2)]
    moves.append(asyncio.create_task(database.write(move(1))))
    await asyncio.sleep(0)
    writing.free.set()
    await asyncio.gather(first, *bulk)
    while len(moves) < 5 or not all(one.done() for one in moves):
        await asyncio.gather(*moves)
    assert writing.seen["move 5"] == ["held", "move 1", "bulk 1", "move 2", "bulk 2", "move 3", "move 4"]


async def test_what_waits_is_written_when_the_writer_is_closed(database: Database, tmp_path: Path) -> None:
    writing = Writing(database)
    writes = [asyncio.create_task(database.write(writing.word("first", held=True)))]
    assert await asyncio.to_thread(writing.begun.wait, PATIENCE)
    writes += [asyncio.create_task(database.write(writing.word(f"bulk {n}"), bulk=True)) for n in range(3)]
    await asyncio.sleep(0)
    closing = asyncio.create_task(database.sqlite_writer.close())
    await asyncio.sleep(0)
    writing.free.set()
    await asyncio.gather(closing, *writes)
    assert len(writing.seen) == 4
