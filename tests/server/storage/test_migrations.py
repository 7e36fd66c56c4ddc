"""A database of any earlier state of the schema is brought up to date, with all that is in it."""

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, text

from knobel.server.storage.database import Database, migrations
from knobel.tables.keys import hashed, new_token
from tests.server.service import Service
from tests.server.storage.test_store import fresh
from tests.tables.people import HOST, Ticket, say

pytestmark = pytest.mark.asyncio

TABLE = "a" * 16


def old_tables(connection: Connection, revision: str) -> None:
    """The tables of an earlier state of the schema."""
    command.upgrade(migrations(connection), revision)


async def test_a_table_of_the_first_schema_is_played_on(tmp_path: Path, postgres: str) -> None:
    key = new_token()
    for url in (f"sqlite:///{tmp_path / 'old.db'}", await fresh(postgres)):
        database = Database(url)
        async with database.writer.begin() as connection:
            await connection.run_sync(old_tables, "0001")
            await connection.execute(
                text(
                    "INSERT INTO tables (id, game, seats, options, undo, dice, invite_hash, watch_hash, created)"
                    " VALUES (:id, 'classic', 1, '{}', 'ask', 'own', :host, :host, 5)"
                ),
                {"id": TABLE, "host": hashed(HOST)},
            )
            await connection.execute(
                text("INSERT INTO seats (table_id, seat, token_hash) VALUES (:id, 0, :hash)"),
                {"id": TABLE, "hash": hashed(key)},
            )
            await connection.execute(
                text(
                    "INSERT INTO log (table_id, seq, kind, text, seat, at) VALUES"
                    " (:id, 1, 'join', :joined, 0, 6), (:id, 2, 'entry', '- 1 2 3 4 5', 0, 7)"
                ),
                {"id": TABLE, "joined": f"{'0' * 32} Anna"},
            )
        await database.close()
        service = Service(url)
        await service.start()
        await say(service, Ticket(TABLE, 0, key), "write large_straight")
        view = await service.view(TABLE, key)
        assert (view["you"], view["coach"], view["clock"]) == ([0], False, None)
        assert [one["table"] for one in await service.player_data.tables(key)] == [TABLE]
        assert "0 write large_straight" in await service.record(TABLE, key)
        await service.close()
