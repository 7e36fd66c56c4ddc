"""A set of tables: one of each game is opened and joined over HTTP, then copied many times in the database."""

from base64 import b32encode
from collections.abc import Iterator

from sqlalchemy import Connection, MetaData, Table, insert, literal, select, text
from tools.server.caller import Caller

from knobel.library import games
from knobel.server.storage.store import Store
from knobel.tables.keys import new_token


class Stock:
    """The keys of the players, one for each seat and the same at all tables, and the ids of all tables."""

    def __init__(self, seats: int) -> None:
        self.keys = tuple(new_token() for _ in range(seats))
        self.tables: list[str] = []
        self._games = [spec.key for spec in games() if seats in spec.seats]

    async def make(self, port: int, url: str, count: int) -> None:
        """Create `count` tables with people in each seat and no throw yet; equally many of each game."""
        models = [await self._open(port, game) for game in self._games]
        names = _names()
        store = Store(url)
        try:
            async with store.database.writer.begin() as connection:
                kinds = await connection.run_sync(_kinds)
                for number in range(count):
                    name = next(names)
                    model = models[number % len(models)]
                    for copied_table, column in kinds:
                        others = [other for other in copied_table.c if other.name != column]
                        copied = select(literal(name), *others).where(copied_table.c[column] == model)
                        columns = [column, *(other.name for other in others)]
                        await connection.execute(insert(copied_table).from_select(columns, copied))
                    self.tables.append(name)
            if store.database.postgres:
                async with store.database.writer.connect() as connection:
                    await connection.execution_options(isolation_level="AUTOCOMMIT")
                    await connection.execute(text("VACUUM ANALYZE"))
        finally:
            await store.close()

    async def _open(self, port: int, game: str) -> str:
        anna, *guests = (Caller(port, key) for key in self.keys)
        seats = [{"kind": "here", "name": "Anna"}, *({"kind": "link"} for _ in guests)]
        opened = (await anna.ask("POST", "/api/tables", {"game": game, "seats": seats})).value
        path = f"/api/tables/{opened['table']}/join"
        await anna.ask("POST", path, {})
        for number, guest in enumerate(guests, 2):
            await guest.ask("POST", path, {"ticket": opened["invite"], "name": f"Guest {number}"})
        for caller in (anna, *guests):
            caller.close()
        table: str = opened["table"]
        return table


def _kinds(connection: Connection) -> list[tuple[Table, str]]:
    """The rows copied for a table, and the column of its id; another version may have other columns."""
    schema = MetaData()
    schema.reflect(connection, only=["tables", "holders", "log"])
    return [
        (schema.tables[kind], column)
        for kind, column in (("tables", "id"), ("holders", "table_id"), ("log", "table_id"))
    ]


def _names() -> Iterator[str]:
    """Valid ids of tables, one after another."""
    number = 0
    while True:
        number += 1
        yield b32encode(number.to_bytes(10)).decode().lower()
