"""The report on the dice of a server: how often every face fell, and what chance says to that."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import select

from knobel.library import make
from knobel.scene.text import Text, text
from knobel.server.chance import ENOUGH, chi_square, likelihood
from knobel.server.database import answering
from knobel.server.errors import NoTable, ServerError
from knobel.server.pool import Pool
from knobel.server.schema import TABLES
from knobel.server.store import Store
from knobel.server.tally import Cast, Tally, tally

LOADED = 1e-6
"""Dice that chance makes so uneven once in a million reports are called loaded."""
UNUSUAL = 1e-3
NEWEST = 1000
"""So many tables are looked at for somebody who asks by the way; `knobel dice` looks at all."""
FRESH = 600_000
"""Milliseconds for which a report is good."""

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """Some dice of one kind, counted, and how often fair ones would be at least so uneven."""

    die: str
    faces: tuple[str, ...]
    split: str
    """What the dice have in common: `all`, `game`, `position`, `cup`, `by`, or `after`: what the die showed before."""
    value: str
    """Which game, position, cup or thrower."""
    dice: int
    counts: tuple[tuple[int, ...], ...]
    """How often every face fell; for `after` a row for every face that was there before."""
    chi_square: float
    freedom: int
    chance: float | None
    """None if there are too few to tell."""


@dataclass(frozen=True, slots=True)
class Report:
    """All trials, and what they come to."""

    tables: int
    """How many were looked at."""
    unread: int
    """How many have a log that cannot be played again."""
    throws: int
    dice: int
    verdict: str
    """`few`, `fair`, `unusual` or `loaded`."""
    chance: float | None
    """How often fair dice would be at least so uneven in any of all trials, at most."""
    words: Text
    trials: tuple[Trial, ...]

    def plain(self) -> dict[str, Any]:
        """The report as JSON has it."""
        return {**asdict(self), "words": {"key": self.words.key, "values": dict(self.words.values)}}


@dataclass
class Sum:
    """What was counted so far."""

    found: Tally = field(default_factory=Counter)
    tables: int = 0
    unread: int = 0
    throws: int = 0

    def add(self, counted: tuple[Tally, int]) -> None:
        """Add a table."""
        self.found.update(counted[0])
        self.throws += counted[1]
        self.tables += 1

    def report(self) -> Report:
        """What it comes to."""
        trials = tuple(_trials(self.found))
        told = [trial.chance for trial in trials if trial.chance is not None]
        # Of many trials one is easily uneven; so each counts for all of them.
        chance = min(1.0, len(told) * min(told)) if told else None
        verdict = _verdict(chance)
        return Report(
            tables=self.tables,
            unread=self.unread,
            throws=self.throws,
            dice=self.found.total(),
            verdict=verdict,
            chance=chance,
            words=_words(verdict, chance),
            trials=trials,
        )


def _verdict(chance: float | None) -> str:
    if chance is None:
        return "few"
    return "loaded" if chance < LOADED else "unusual" if chance < UNUSUAL else "fair"


def _words(verdict: str, chance: float | None) -> Text:
    """The verdict as a sentence."""
    match verdict:
        case "few":
            return text("dice.few", least=ENOUGH)
        case "fair":
            return text("dice.fair", percent=max(1, round(100 * (chance or 1))))
        case "unusual":
            return text("dice.unusual", often=round(1 / (chance or 1)))
    return text("dice.loaded")


def _trials(found: Tally) -> Iterator[Trial]:
    """Every kind of die by itself: all of them, then by what might have had a hand in it."""
    kinds: dict[tuple[str, tuple[str, ...]], list[tuple[Cast, int]]] = {}
    for cast, count in sorted(found.items()):
        kinds.setdefault((cast.die, make(cast.game).pool[cast.position].faces), []).append((cast, count))
    for (die, faces), mine in kinds.items():
        yield _trial(die, faces, "all", "", [_row(faces, mine)])
        for split in ("game", "position", "cup", "by"):
            parts: dict[str, list[tuple[Cast, int]]] = {}
            for cast, count in mine:
                parts.setdefault(str(getattr(cast, split)), []).append((cast, count))
            for value, part in parts.items() if len(parts) > 1 else ():
                yield _trial(die, faces, split, value, [_row(faces, part)])
        rows = [_row(faces, [one for one in mine if one[0].before == before]) for before in range(len(faces))]
        yield _trial(die, faces, "after", "", rows)


def _row(faces: tuple[str, ...], counted: Iterable[tuple[Cast, int]]) -> tuple[int, ...]:
    row = [0] * len(faces)
    for cast, count in counted:
        row[cast.face] += count
    return tuple(row)


def _trial(die: str, faces: tuple[str, ...], split: str, value: str, rows: list[tuple[int, ...]]) -> Trial:
    total, freedom = chi_square(rows)
    return Trial(
        die=die,
        faces=faces,
        split=split,
        value=value,
        dice=sum(map(sum, rows)),
        counts=tuple(rows),
        chi_square=total,
        freedom=freedom,
        chance=likelihood(total, freedom),
    )


async def dice_report(
    store: Store, newest: int | None = None, pool: Pool | None = None, tell: Tell | None = None
) -> Report:
    """The report on all tables, or on the newest; the pool does the work, table by table, if there is one."""
    names = [name async for name in store.names()] if newest is None else await _newest(store, newest)
    total = Sum()
    for done, name in enumerate(names, 1):
        try:
            # Whoever counts need not know the secret.
            setup = replace(await store.setup(name), secret=None)
            rows, _ = await store.read(name)
            total.add(await pool.run(tally, setup, rows) if pool else tally(setup, rows))
        except NoTable:
            # Somebody wanted to be forgotten in the meantime.
            pass
        except ServerError:
            raise
        except ValueError:
            total.unread += 1
        if tell:
            tell(done, len(names))
    return total.report()


async def _newest(store: Store, limit: int) -> list[str]:
    query = select(TABLES.c.id).order_by(TABLES.c.created.desc(), TABLES.c.id).limit(limit)
    with answering():
        async with store.database.reader.connect() as connection:
            return list((await connection.execute(query)).scalars())


class DiceReports:
    """The report on the newest tables, made anew when it is old and somebody asks; all who ask share one."""

    def __init__(self, store: Store, pool: Pool, clock: Callable[[], int]) -> None:
        self._store, self._pool, self._clock = store, pool, clock
        self._making: asyncio.Task[dict[str, Any]] | None = None
        self._told: dict[str, Any] | None = None

    async def newest(self) -> dict[str, Any]:
        """The report, at most ten minutes old."""
        if self._told and 0 <= self._clock() - self._told["made"] < FRESH:
            return self._told
        if self._making is None:
            self._making = asyncio.create_task(self._make())
            self._making.add_done_callback(self._made)
        # Whoever asked first may go; the others still wait for it.
        return await asyncio.shield(self._making)

    async def close(self) -> None:
        """Leave it."""
        if self._making:
            self._making.cancel()
            await asyncio.wait({self._making})

    async def _make(self) -> dict[str, Any]:
        report = await dice_report(self._store, NEWEST, self._pool)
        self._told = {"made": self._clock(), **report.plain()}
        return self._told

    def _made(self, task: asyncio.Task[dict[str, Any]]) -> None:
        self._making = None
        if not task.cancelled():
            # Those who waited were told; if nobody did, nobody has to be.
            task.exception()
