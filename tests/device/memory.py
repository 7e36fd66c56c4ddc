"""A store that keeps tables in memory, as a browser keeps them on its disk."""

import json
from typing import Any


class Memory:
    """Tables as JSON; several windows may share one."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[dict[str, Any], list[Any]]] = {}
        self.writes = 0

    async def read(self, table: str) -> str | None:
        """A table that is kept."""
        if table not in self.kept:
            return None
        head, log = self.kept[table]
        return json.dumps({"head": head, "log": log})

    async def heads(self) -> str:
        """The heads of all tables."""
        return json.dumps([head for head, _ in self.kept.values()])

    async def write(self, changes: str) -> bool:
        """Keep all changes or none."""
        made = json.loads(changes)
        if any(self._seq(one["table"]) != one["after"] for one in made):
            return False
        for one in made:
            _, log = self.kept.get(one["table"], ({}, []))
            self.kept[one["table"]] = one["head"], [*log, *one["log"]]
        self.writes += 1
        return True

    async def erase(self) -> None:
        """Forget all tables."""
        self.kept.clear()

    def _seq(self, table: str) -> int | None:
        return self.kept[table][0]["seq"] if table in self.kept else None
