"""A store that keeps tables in memory, as a browser keeps them on its disk."""

import asyncio
import json
from typing import Any


class Memory:
    """Tables as JSON; several windows may share one. Nothing is answered at once, as in a browser."""

    def __init__(self) -> None:
        self.tables: dict[str, tuple[dict[str, Any], list[Any]]] = {}
        self.held: asyncio.Event | None = None
        """If there is one, answers to reads and writes stay on their way until it is set."""

    async def read(self, table: str) -> str | None:
        """A table that is stored."""
        stored = self.tables.get(table)
        await self._on_the_way()
        return json.dumps({"head": stored[0], "log": stored[1]}) if stored else None

    async def heads(self) -> str:
        """The heads of all tables."""
        await asyncio.sleep(0)
        return json.dumps([head for head, _ in self.tables.values()])

    async def write(self, changes: str) -> bool:
        """Store all changes or none."""
        await asyncio.sleep(0)
        made = json.loads(changes)
        if any(self._seq(one["table"]) != one["after"] for one in made):
            return False
        for one in made:
            _, log = self.tables.get(one["table"], ({}, []))
            self.tables[one["table"]] = one["head"], [*log, *one["log"]]
        await self._on_the_way()
        return True

    async def erase(self) -> None:
        """Delete all tables."""
        await asyncio.sleep(0)
        self.tables.clear()

    async def _on_the_way(self) -> None:
        await (self.held.wait() if self.held else asyncio.sleep(0))

    def _seq(self, table: str) -> int | None:
        return self.tables[table][0]["seq"] if table in self.tables else None
