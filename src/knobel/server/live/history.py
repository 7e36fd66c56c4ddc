"""The entries of logs that are no longer in memory, read once for all who follow a table from far behind."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from knobel.tables.log import LogEntry
from knobel.tables.setup import Setup
from knobel.tables.table import Table

MOST_HISTORIES = 64
"""The most tables whose history is kept; of each it is no longer than what followers are sent."""


@dataclass(eq=False, slots=True)
class _History:
    """The log of a table after a number, as far as somebody has asked for it."""

    setup: Setup
    """That of the table it was read for; a table that is opened again under its name has another."""
    named: int
    """The last entry that names somebody: names are replaced before another one follows."""
    after: int
    entries: list[LogEntry] = field(default_factory=list)
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self.after + len(self.entries)

    def serves(self, table: Table, after: int) -> bool:
        """Whether it has, or can be continued to, the entries of a table after a number."""
        return self.setup is table.setup and self.named == table.named and self.after <= after <= self.seq


class Histories:
    """The histories of the tables that were asked for last."""

    def __init__(self, read: Callable[[str, int], Awaitable[Sequence[LogEntry]]]) -> None:
        self._read = read
        self._histories: OrderedDict[str, _History] = OrderedDict()

    async def entries(self, table: Table, after: int) -> Sequence[LogEntry]:
        """The log entries of a table after this number, up to its last one; fewer if it was deleted meanwhile."""
        name = table.setup.table
        history = self._histories.get(name)
        if history is None or not history.serves(table, after):
            history = self._histories[name] = _History(table.setup, table.named, after)
        self._histories.move_to_end(name)
        if len(self._histories) > MOST_HISTORIES:
            self._histories.popitem(last=False)
        async with history.reading:
            if history.seq < table.seq:
                history.entries += await self._read(name, history.seq)
        first = after - history.after
        return history.entries[first : first + table.seq - after]
