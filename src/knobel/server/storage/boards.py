"""The store of boards: circles, and the results handed in for the games of a day."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from knobel.server.storage.database import Database
from knobel.server.storage.schema import CIRCLES, HOLDERS, RESULTS, TABLES
from knobel.tables.keys import new_table

EVERYBODY = ""
"""The circle id of the board for everybody."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle: everybody who has its ticket shares a board."""

    id: str
    ticket: str
    """The hash of the ticket."""
    name: str
    hash: str
    """The hash of the key that made it."""
    created: int

    def as_dict(self) -> dict[str, Any]:
        """The circle as a dictionary, without hashes of keys and tickets."""
        return {"id": self.id, "name": self.name, "created": self.created}


@dataclass(frozen=True, slots=True)
class BoardResult:
    """The result of somebody who played the game of a day, on one board."""

    id: str
    circle_id: str
    day: str
    game: str
    hash: str
    """The hash of the key that handed it in."""
    name: str
    face: str
    score: int
    objective: str | None
    luck: float | None
    decisions: float | None
    spread: float | None
    brought: bool
    """Whether it was played elsewhere and handed in as a record."""
    at: int

    def as_dict(self) -> dict[str, Any]:
        """The result as a dictionary, without the hash of the key."""
        return {name: value for name, value in asdict(self).items() if name != "hash"}

    def on(self, board: str) -> "BoardResult":
        """A copy of the result for another board."""
        return replace(self, id=new_table(), circle_id=board)


_RESULT = select(*(RESULTS.c[name] for name in BoardResult.__slots__))
_CIRCLE = select(*(CIRCLES.c[name] for name in Circle.__slots__))
_HERE = RESULTS.c.circle_id == CIRCLES.c.id


class BoardStore:
    """The circles and results in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, circle: Circle) -> None:
        """Store a new circle."""
        await self._database.write(lambda connection: connection.execute(insert(CIRCLES).values(asdict(circle))))

    async def circle(self, ticket: str) -> Circle | None:
        """The circle whose ticket has this hash."""
        return next(iter(await self._circles(CIRCLES.c.ticket == ticket)), None)

    async def circles(self, limit: int) -> list[Circle]:
        """The newest circles."""
        rows = await self._database.query(_CIRCLE.order_by(CIRCLES.c.created.desc(), CIRCLES.c.id).limit(limit))
        return [Circle(*row) for row in rows]

    async def circles_of(self, hashed: str) -> list[Circle]:
        """The circles that a key has made."""
        return await self._circles(CIRCLES.c.hash == hashed)

    async def count(self, board: str, day: str, game: str) -> int:
        """The number of results on a board for the game of a day."""
        where = (RESULTS.c.circle_id == board, RESULTS.c.day == day, RESULTS.c.game == game)
        return int((await self._database.query(select(func.count()).select_from(RESULTS).where(*where)))[0][0])

    async def best(self, board: str, day: str, limit: int) -> list[BoardResult]:
        """The results of a day on a board, the best of each game first; of equal ones the earlier first."""
        order = (RESULTS.c.score.desc(), RESULTS.c.at, RESULTS.c.id)
        place = func.row_number().over(partition_by=RESULTS.c.game, order_by=order).label("place")
        where = (RESULTS.c.circle_id == board, RESULTS.c.day == day)
        ranked = _RESULT.add_columns(place).where(*where).subquery()
        query = select(ranked).where(ranked.c.place <= limit).order_by(ranked.c.game, ranked.c.place)
        return [BoardResult(*row[:-1]) for row in await self._database.query(query)]

    async def of_key(self, hashed: str, day: str | None = None, game: str | None = None) -> list[BoardResult]:
        """The results that a key has handed in, of all days or of one game of a day; newest first."""
        where = [RESULTS.c.hash == hashed]
        if day is not None:
            where += [RESULTS.c.day == day, RESULTS.c.game == game]
        return await self._results(*where)

    async def listed(self, limit: int, day: str | None = None) -> list[BoardResult]:
        """The newest results, of all days or of one."""
        return await self._results(*([RESULTS.c.day == day] if day else []), limit=limit)

    async def add(self, results: Sequence[BoardResult]) -> bool:
        """Store new results, all or none; False if the key has handed in one before."""
        rows = [asdict(one) for one in results]
        try:
            await self._database.write(lambda connection: connection.execute(insert(RESULTS), rows))
        except IntegrityError:
            return False
        return True

    async def first_table(self, hashed: str, game: str, dice: str) -> str | None:
        """The table at which a key first played these dice."""
        holds = exists().where(HOLDERS.c.table_id == TABLES.c.id, HOLDERS.c.hash == hashed, HOLDERS.c.seat >= 0)
        query = select(TABLES.c.id).where(TABLES.c.game == game, TABLES.c.dice == dice, holds)
        rows = await self._database.query(query.order_by(TABLES.c.created, TABLES.c.id).limit(1))
        return rows[0][0] if rows else None

    async def blank(self, name: str) -> int:
        """Remove the name of a circle, or all names that the key of a result gave to results; the number of rows."""

        def write(connection: Connection) -> int:
            key = select(RESULTS.c.hash).where(RESULTS.c.id == name).scalar_subquery()
            shown = connection.execute(update(RESULTS).where(RESULTS.c.hash == key).values(name="", face=""))
            named = connection.execute(update(CIRCLES).where(CIRCLES.c.id == name).values(name=""))
            return shown.rowcount + named.rowcount

        return await self._database.write(write)

    async def delete(self, name: str) -> int:
        """Delete a result from all boards, or a circle with all its results; the number of rows."""

        def write(connection: Connection) -> int:
            this = select(RESULTS.c.hash, RESULTS.c.day, RESULTS.c.game).where(RESULTS.c.id == name)
            deleted = 0
            for key, day, game in connection.execute(this).all():
                same = (RESULTS.c.hash == key, RESULTS.c.day == day, RESULTS.c.game == game)
                deleted += connection.execute(delete(RESULTS).where(*same)).rowcount
            if connection.execute(delete(CIRCLES).where(CIRCLES.c.id == name)).rowcount:
                deleted += 1 + connection.execute(delete(RESULTS).where(RESULTS.c.circle_id == name)).rowcount
            return deleted

        return await self._database.write(write)

    async def forget(self, hashed: str) -> None:
        """Delete all results of a key, and its circles without results; other circles lose their names."""

        def write(connection: Connection) -> None:
            connection.execute(delete(RESULTS).where(RESULTS.c.hash == hashed))
            mine = CIRCLES.c.hash == hashed
            connection.execute(delete(CIRCLES).where(mine, ~exists().where(_HERE)))
            connection.execute(update(CIRCLES).where(mine).values(name="", hash=""))

        await self._database.write(write)

    async def prune(self, before: int) -> int:
        """Delete results handed in before a time, and older circles without results; the number of rows."""

        def write(connection: Connection) -> int:
            deleted = connection.execute(delete(RESULTS).where(RESULTS.c.at < before)).rowcount
            empty = and_(CIRCLES.c.created < before, ~exists().where(_HERE))
            return deleted + connection.execute(delete(CIRCLES).where(empty)).rowcount

        return await self._database.write(write)

    async def named(self, name: str) -> list[BoardResult | Circle]:
        """The result or the circle with this id."""
        return [*await self._results(RESULTS.c.id == name), *await self._circles(CIRCLES.c.id == name)]

    async def _results(self, *where: Any, limit: int | None = None) -> list[BoardResult]:
        query = _RESULT.where(*where).order_by(RESULTS.c.at.desc(), RESULTS.c.id).limit(limit)
        return [BoardResult(*row) for row in await self._database.query(query)]

    async def _circles(self, *where: Any) -> list[Circle]:
        return [Circle(*row) for row in await self._database.query(_CIRCLE.where(*where).order_by(CIRCLES.c.created))]
