"""Runs bots at a pace that people can follow: one task for each table, and no lock is held while one thinks."""

import asyncio
from asyncio import sleep
from time import monotonic
from typing import Any

from knobel.app.ports import Clock, Jobs, Tables
from knobel.coach.bot import USUAL, bot
from knobel.coach.bot import level as level_of
from knobel.core.dealt import bot_seed
from knobel.core.game import AnyGame, Throw
from knobel.tables.errors import Busy, NoTable, Stale
from knobel.tables.pace import BotPace, weight
from knobel.tables.play import play_bot
from knobel.tables.table import Table

ATTEMPTS = 5
"""How often a bot tries a move that is refused before it waits for the next wake-up."""


def think(game: AnyGame, state: Any, seat: int, level: str, seed: int | None = None) -> Any:
    """The move of a bot; with a seed it is the same every time."""
    return bot(game, level_of(level), seed)(game, state, seat)


class BotRunner:
    """Plays for all bots, one task a table at most; if two workers try a move, one succeeds."""

    def __init__(self, tables: Tables, jobs: Jobs, clock: Clock, pace: float) -> None:
        self._tables, self._jobs, self._clock = tables, jobs, clock
        self._pace = pace
        """Seconds that a bot takes for a decision, so that people can follow."""
        self.pace = BotPace()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        """Tables at which something happened while their bots were busy."""

    def wake(self, table: Table) -> None:
        """Start a task that plays the bots of a table, if it is their turn."""
        if not table.bots:
            return
        name = table.setup.table
        if name in self._tasks:
            self._woken.add(name)
        else:
            self._tasks[name] = asyncio.ensure_future(self._run(name))

    async def idle(self) -> None:
        """Wait until no bot has anything to do."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """Cancel all tasks; the bots go on playing after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, name: str) -> None:
        """Play as long as it is a bot's turn."""
        refused = 0
        try:
            while refused < ATTEMPTS:
                self._woken.discard(name)
                try:
                    played = await self._play(name)
                except (Stale, Busy):
                    refused += 1
                except NoTable:
                    return
                else:
                    if not played and name not in self._woken:
                        return
        finally:
            # Nothing is awaited between the last check and this, or a wake-up could be lost.
            self._woken.discard(name)
            del self._tasks[name]

    async def _play(self, name: str) -> bool:
        """Make one move if it is a bot's turn; False otherwise."""
        table = await self._tables.load(name)
        if not table.bots:
            return False
        seat = table.bots[0]
        began = monotonic()
        move = await self._move(table, seat)
        pause = self._pace * self.pace.of(name) * weight(table, seat, move) - (monotonic() - began)
        if pause > 0:
            await sleep(pause)
        seen = table.seq
        await self._tables.change(name, "", lambda draft: play_bot(draft, seat, move, seen, self._clock()), quick=True)
        return True

    async def _move(self, table: Table, seat: int) -> Any:
        """The move of a bot at its turn, the same on every device in the game of a day; None if it has to throw."""
        if isinstance(table.pending, Throw):
            return None
        # Without values, a bot of any level plays greedily.
        await self._jobs.prepare(table.game.key)
        dealt = table.setup.dealt
        seed = bot_seed(dealt, seat, len(table.record.standing)) if dealt else None
        level = table.seats[seat].level or USUAL.key
        return await self._jobs.run(think, table.game, table.record.state, seat, level, seed)
