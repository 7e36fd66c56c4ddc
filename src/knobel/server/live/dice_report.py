"""The dice report: how often every face fell on the dice of a server, with chi-square tests."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, NamedTuple

from sqlalchemy import select

from knobel.core.game import Fell, Throw
from knobel.library import make
from knobel.scene.text import Text, text
from knobel.server.live.chi_square import ENOUGH, chi_square, likelihood
from knobel.server.live.pool import Pool
from knobel.server.storage.database import database_errors
from knobel.server.storage.schema import TABLES
from knobel.server.storage.store import Store
from knobel.tables.errors import NoTable, TableError
from knobel.tables.log import LogEntry
from knobel.tables.setup import Setup
from knobel.tables.table import Table

LOADED = 1e-6
"""Below this p-value, which fair dice reach in one report of a million, dice are called loaded."""
UNUSUAL = 1e-3
NEWEST = 1000
"""How many of the newest tables the report of the API covers; `knobel dice` covers all."""
FRESH = 600_000
"""Milliseconds for which a report is cached."""

Progress = Callable[[int, int], None]
"""Called with the number of tables that were counted, and of all."""
Split = Literal["all", "game", "position", "cup", "by", "after"]
Verdict = Literal["few", "fair", "unusual", "loaded"]


class DieFall(NamedTuple):
    """One die that fell: everything that might have influenced it, and its face."""

    die: str
    """The kind of die; dice whose names differ only by a number are of one kind."""
    game: str
    position: int
    """Its index among all dice of the game."""
    cup: str
    """`all` if every die of the game was in the cup, `some` if others were held."""
    by: str
    """Who threw it: `bot` or `person`."""
    before: int
    """The face that this die showed before, or -1 for the first time."""
    face: int
    """The face, counted from 0."""


DiceCounts = Counter[DieFall]


def count_dice(setup: Setup, log: Iterable[LogEntry]) -> tuple[DiceCounts, int]:
    """Count the dice that the server threw at a table, and its throws; own, imported and dealt dice are left out."""
    counts: DiceCounts = Counter()
    throws = 0
    if setup.own_dice or setup.dealt:
        return counts, throws
    table = Table(setup)
    pool = table.game.pool
    kinds = [re.sub(r"_\d+$", "", die.name) for die in pool]
    shown: dict[int, int] = {}
    seen: set[tuple[tuple[int, ...], int]] = set()
    for logged in log:
        pending, started = table.pending, table.started
        throw = table.throw_name(pending.seat) if isinstance(pending, Throw) and logged.kind == "entry" else ()
        table.read([logged])
        # Entries from before the start were imported, so their dice fell elsewhere.
        if not started or logged.kind != "entry":
            continue
        entry = table.record.entries[-1]
        if not isinstance(entry, Fell) or not isinstance(pending, Throw):
            continue
        # After an undo, checked dice show the same faces again: they are not counted twice.
        again = seen if setup.dice.startswith("checked") else ()
        fell = [pair for pair in zip(pending.dice, entry.faces, strict=True) if (throw, pair[0]) not in again]
        throws += bool(fell)
        cup = "all" if len(pending.dice) == len(pool) else "some"
        by = "bot" if table.seats[pending.seat].level else "person"
        for position, value in fell:
            seen.add((throw, position))
            face = value - pool[position].first
            counts[DieFall(kinds[position], setup.game, position, cup, by, shown.get(position, -1), face)] += 1
            shown[position] = face
    return counts, throws


@dataclass(frozen=True, slots=True)
class Trial:
    """A chi-square test of some dice of one kind."""

    die: str
    faces: tuple[str, ...]
    split: Split
    """What these dice have in common; `after` has a row for every face that the die showed before."""
    value: str
    """Which game, position, cup (`all`, `some`) or thrower (`bot`, `person`)."""
    dice: int
    counts: tuple[tuple[int, ...], ...]
    """How often every face fell."""
    chi_square: float
    freedom: int
    chance: float | None
    """The p-value: how likely fair dice are to be at least so uneven; null if there are too few to tell."""


@dataclass(frozen=True, slots=True)
class Report:
    """Statistics of the server's dice, with chi-square tests; own dice and imported ones are not counted."""

    tables: int
    unread: int
    """The number of tables whose log cannot be replayed."""
    throws: int
    dice: int
    verdict: Verdict
    chance: float | None
    """An upper bound of how likely fair dice are to be at least so uneven in any of the tests."""
    words: Text
    """The verdict as a sentence."""
    trials: tuple[Trial, ...]

    def as_dict(self) -> dict[str, Any]:
        """The report as a dictionary for JSON."""
        return {**asdict(self), "words": {"key": self.words.key, "values": dict(self.words.values)}}


@dataclass
class Totals:
    """Counts of all tables so far."""

    counts: DiceCounts = field(default_factory=Counter)
    tables: int = 0
    unread: int = 0
    throws: int = 0

    def add(self, counted: tuple[DiceCounts, int]) -> None:
        """Add the counts of a table."""
        self.counts.update(counted[0])
        self.throws += counted[1]
        self.tables += 1

    def report(self) -> Report:
        """The report on everything that was counted."""
        trials = tuple(_trials(self.counts))
        chances = [trial.chance for trial in trials if trial.chance is not None]
        # Bonferroni correction: of many tests, one is easily uneven by chance.
        chance = min(1.0, len(chances) * min(chances)) if chances else None
        verdict = _verdict(chance)
        return Report(
            tables=self.tables,
            unread=self.unread,
            throws=self.throws,
            dice=self.counts.total(),
            verdict=verdict,
            chance=chance,
            words=_words(verdict, chance),
            trials=trials,
        )


def _verdict(chance: float | None) -> Verdict:
    if chance is None:
        return "few"
    return "loaded" if chance < LOADED else "unusual" if chance < UNUSUAL else "fair"


def _words(verdict: Verdict, chance: float | None) -> Text:
    """The verdict as a sentence."""
    match verdict:
        case "few":
            return text("dice.few", least=ENOUGH)
        case "fair":
            return text("dice.fair", percent=max(1, round(100 * (chance or 1))))
        case "unusual":
            return text("dice.unusual", often=round(1 / (chance or 1)))
    return text("dice.loaded")


def _trials(counts: DiceCounts) -> Iterator[Trial]:
    """Tests for every kind of die: all its dice, then split by game, position, cup, thrower and previous face."""
    kinds: dict[tuple[str, tuple[str, ...]], list[tuple[DieFall, int]]] = {}
    for cast, count in sorted(counts.items()):
        kinds.setdefault((cast.die, make(cast.game).pool[cast.position].faces), []).append((cast, count))
    for (die, faces), mine in kinds.items():
        yield _trial(die, faces, "all", "", [_row(faces, mine)])
        for split in ("game", "position", "cup", "by"):
            parts: dict[str, list[tuple[DieFall, int]]] = {}
            for cast, count in mine:
                parts.setdefault(str(getattr(cast, split)), []).append((cast, count))
            for value, part in parts.items() if len(parts) > 1 else ():
                yield _trial(die, faces, split, value, [_row(faces, part)])
        rows = [_row(faces, [one for one in mine if one[0].before == before]) for before in range(len(faces))]
        yield _trial(die, faces, "after", "", rows)


def _row(faces: tuple[str, ...], counted: Iterable[tuple[DieFall, int]]) -> tuple[int, ...]:
    row = [0] * len(faces)
    for cast, count in counted:
        row[cast.face] += count
    return tuple(row)


def _trial(die: str, faces: tuple[str, ...], split: Split, value: str, rows: list[tuple[int, ...]]) -> Trial:
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
    store: Store, newest: int | None = None, pool: Pool | None = None, progress: Progress | None = None
) -> Report:
    """The report on all tables, or on the newest; with a pool, tables are counted there."""
    names = [name async for name in store.names()] if newest is None else await _newest(store, newest)
    total = Totals()
    for done, name in enumerate(names, 1):
        try:
            # Counting does not need the secret.
            setup = replace(await store.setup(name), secret=None)
            log, _ = await store.read(name)
            total.add(await pool.run(count_dice, setup, log) if pool else count_dice(setup, log))
        except NoTable:
            # The table was deleted in the meantime.
            pass
        except TableError:
            raise
        except ValueError:
            total.unread += 1
        if progress:
            progress(done, len(names))
    return total.report()


async def _newest(store: Store, limit: int) -> list[str]:
    query = select(TABLES.c.id).order_by(TABLES.c.created.desc(), TABLES.c.id).limit(limit)
    with database_errors():
        async with store.database.reader.connect() as connection:
            return list((await connection.execute(query)).scalars())


class DiceReports:
    """A cached report on the newest tables, renewed on request when it is too old; simultaneous requests share one."""

    def __init__(self, store: Store, pool: Pool, clock: Callable[[], int]) -> None:
        self._store, self._pool, self._clock = store, pool, clock
        self._making: asyncio.Task[dict[str, Any]] | None = None
        self._report: dict[str, Any] | None = None

    async def newest(self) -> dict[str, Any]:
        """The report, at most ten minutes old."""
        if self._report and 0 <= self._clock() - self._report["made"] < FRESH:
            return self._report
        if self._making is None:
            self._making = asyncio.create_task(self._make())
            self._making.add_done_callback(self._made)
        # Shielded: if the first caller is cancelled, the others still wait for the report.
        return await asyncio.shield(self._making)

    async def close(self) -> None:
        """Cancel the report in progress."""
        if self._making:
            self._making.cancel()
            await asyncio.wait({self._making})

    async def _make(self) -> dict[str, Any]:
        report = await dice_report(self._store, NEWEST, self._pool)
        self._report = {"made": self._clock(), **report.as_dict()}
        return self._report

    def _made(self, task: asyncio.Task[dict[str, Any]]) -> None:
        self._making = None
        if not task.cancelled():
            # Retrieve the error, which the waiting callers got, so that asyncio does not log it.
            task.exception()
