"""A tournament: games of every table of players, in processes here, on a cluster, or by remote workers."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, TypeVar

from knobel.coach.bot import level
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.games.spec import spec
from knobel.library import make
from knobel_lab.arena.dice import COMMON, FRESH, STREAM
from knobel_lab.arena.journal import GameRow, Journal
from knobel_lab.arena.participant import LEVEL_KEYS, SIMPLE, Entrant
from knobel_lab.arena.program import Limits, kill_all
from knobel_lab.arena.sequential import Verdict, verdict
from knobel_lab.arena.series import Series, seatings, values_used

T = TypeVar("T")

TRIES = 3
CONNECT_SECONDS = 10


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """A pool of processes; on an error, or if this process dies, they exit with everything they have started."""
    # Each process uses one core; more threads in it would compete for it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, _exit_with_parent, (stop,)) as pool:
        try:
            yield pool
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _exit_with_parent(stop: Event) -> None:
    """Exit when `stop` is set, or when the parent process has ended."""
    # Ctrl+C signals all processes of a terminal; the parent decides when these end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def watch() -> None:
        while not stop.wait(0.5) and (parent is None or parent.is_alive()):
            pass
        kill_all()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor on the Dask cluster with this scheduler; Dask retries the work of a lost worker."""
    from distributed import Client, KilledWorker

    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0][:200]
        raise BadSetup(f"there is no Dask scheduler at {address[:60]!r}: {reason}") from error
    with client:
        executor = client.get_executor()
        try:
            yield executor
        except (KilledWorker, CancelledError) as error:
            raise BadSetup(
                f"the cluster lost the work ({type(error).__name__}); the same command continues where it stopped"
            ) from error
        finally:
            executor.shutdown(wait=False)


def with_retries(workers: Callable[[], AbstractContextManager[Executor]], work: Callable[[Executor], T]) -> T:
    """Run work that can be continued, with new workers if they are killed."""
    for _ in range(TRIES):
        with workers() as executor:
            try:
                return work(executor)
            except BrokenExecutor:
                continue
    raise BadSetup(f"workers were killed {TRIES} times, perhaps because memory ran out; try fewer --jobs")


BATCH = 5
"""How many numbers go to a worker at once, each in every seating: a crash loses little, and progress is visible."""

Progress = Callable[[int, int, float], None]
"""Called with the games done, all games, and the seconds spent."""


@dataclass(frozen=True, eq=False)
class Tournament:
    """Every combination of players plays the same number of games, each player equally often in each seat."""

    game: AnyGame
    entrants: tuple[Entrant, ...]
    games: int
    """The number of games of every table."""
    seed: int = 0
    dice: str = COMMON
    limits: Limits = field(default_factory=Limits)
    journal: Path | None = None
    """The journal to which games are written; games in it are not played again."""
    alone: bool = False
    """Whether everybody plays alone: for games in which players do not affect each other."""
    games_by_table: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    """The numbers of games of tables that play more; by the names at the table, in the order of `entrants`."""
    until: float | None = None
    """Stop early when it is decided whether the first of two players wins this share of games, or half."""
    _rows: dict[tuple[int, tuple[str, ...]], GameRow] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seats = self.game.seats
        if self.dice not in {COMMON, FRESH, STREAM}:
            raise BadSetup(f"dice are {COMMON} or {FRESH}, not {self.dice[:60]!r}")
        if seats < 2 or len(self.entrants) < self._size:
            raise BadSetup(f"a table of {max(2, seats)} needs at least that many players, not {len(self.entrants)}")
        if self.until is not None and (len(self.entrants) != 2 or self._size != 2):
            raise BadSetup(f"--until compares two players at tables of two, not {len(self.entrants)}")
        # With shared dice, the error of a mean needs two numbers.
        least = 1 if self.dice == STREAM else 2
        for games in (self.games, *self.games_by_table.values()):
            if games < least * seats or games % seats:
                raise BadSetup(
                    "everybody sits in every seat equally often, at least twice; so games are "
                    f"{2 * seats}, {3 * seats}, {4 * seats}, … at every table, not {games}"
                )

    @property
    def settings(self) -> dict[str, Any]:
        """What is played by whom: games with the same settings, number and seats have the same result."""
        return {
            "game": self.game.key,
            "options": dict(self.game.options),
            "seats": self._size,
            "seed": self.seed,
            "dice": self.dice,
            "limits": asdict(self.limits),
            "players": {entrant.name: entrant.definition for entrant in self.entrants},
            "values": list(self.values),
        }

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The values that levels decide by."""
        if not any(entrant.uses_values for entrant in self.entrants):
            return ()
        return values_used(make(self.game.key, self._size, **self.game.options))

    @property
    def _size(self) -> int:
        """The number of players at a table."""
        return 1 if self.alone else self.game.seats

    def _tables(self) -> list[tuple[tuple[Entrant, ...], ...]]:
        """All seatings of each table."""
        return [seatings(table) for table in combinations(self.entrants, self._size)]

    def seats(self) -> list[tuple[str, ...]]:
        """The names by seat in every seating, table by table."""
        return [_names(seats) for table in self._tables() for seats in table]

    def _numbers(self, table: Iterable[Entrant]) -> int:
        """How many numbers a table plays, each in every seating."""
        return max(self.games, self.games_by_table.get(_names(table), 0)) // self._size

    def _keys(self) -> list[tuple[int, tuple[str, ...]]]:
        """The keys of all games, in the order in which they are returned."""
        tables = [(self._numbers(table[0]), _names(seats)) for table in self._tables() for seats in table]
        most = max(count for count, _ in tables)
        return [(number, seats) for number in range(most) for count, seats in tables if number < count]

    def series(self) -> list[Series]:
        """The series still to be played, number by number, so that all tables advance together."""
        game, same = self.game, (self.seed, self.dice, self.limits, self.values)
        options = tuple(sorted(game.options.items()))
        counts = {table: self._numbers(table[0]) for table in self._tables()}
        series = []
        for first in range(0, max(counts.values()), BATCH):
            for table, count in counts.items():
                numbers = range(first, min(first + BATCH, count))
                names = [_names(seats) for seats in table]
                left = tuple(n for n in numbers if any((n, seats) not in self._rows for seats in names))
                if left:
                    series.append(Series(game.key, options, table, left, *same))
        return series

    def run(self, executor: Executor, progress: Progress | None = None) -> list[GameRow]:
        """Play all games and return them. On Ctrl+C, it waits for the series in progress, then stops."""
        journal = Journal(self.journal, self.settings) if self.journal else None
        keys, start = self._keys(), time.perf_counter()
        expected = set(keys)

        def take(games: Iterable[GameRow], *, journaled: bool = False) -> None:
            # A game that arrives twice, from a worker whose lease had expired, counts once.
            new = [game for game in games if game.key in expected and game.key not in self._rows]
            self._rows.update({game.key: game for game in new})
            if journal and not journaled:
                journal.note(new)
            if progress:
                progress(len(self._rows), len(keys), time.perf_counter() - start)

        if journal:
            take(journal.read(), journaled=True)
        tasks = [executor.submit(Series.play, series) for series in self.series() if not self._decided]
        try:
            for task in as_completed(tasks):
                take(task.result())
                if self._decided:
                    break
        except KeyboardInterrupt:
            # Collect the series in progress, after all others are cancelled.
            for task in [task for task in tasks if not task.cancel()]:
                if task.exception() is None:
                    take(task.result())
            raise
        for task in tasks:
            task.cancel()
        return self.played

    @property
    def played(self) -> list[GameRow]:
        """The games played so far, in order; without those after a decision, if there is one."""
        rows = [self._rows[key] for key in self._keys() if key in self._rows]
        if self.until is None or not self._decided:
            return rows
        numbers = self.verdict(self.until).numbers
        return [game for game in rows if game.number < numbers]

    def verdict(self, share: float) -> Verdict:
        """The verdict so far on whether the first of two players wins this share."""
        return verdict([entrant.name for entrant in self.entrants], self._rows.values(), share)

    @property
    def _decided(self) -> bool:
        return self.until is not None and self.verdict(self.until).decided


LADDER = ("random", LEVEL_KEYS[0], "greedy", *LEVEL_KEYS[1:])
"""The players of the ladder, from the weakest: random, greedy, and all levels."""


NEIGHBOURS: tuple[tuple[str, ...], ...] = ((LEVEL_KEYS[0], "greedy"), *pairwise(LEVEL_KEYS))
"""The pairs of the ladder whose games matter most: neighbouring levels, and the lowest against greedy."""


def level_tournament(
    game: AnyGame,
    levels: Iterable[str],
    games: int,
    seed: int = 0,
    journal: Path | None = None,
    neighbours: int = 0,
) -> Tournament:
    """A tournament of levels, greedy and random, for two; played alone where players do not affect each other.

    Neighbours may play more games. Dice are independent, but where a throw is for everybody: there games with the same
    number have the same throws.
    """
    for count in (games, neighbours or games):
        if count < 2 or count % 2:
            raise BadSetup(f"both begin equally often, so a pairing needs an even number of games, not {count}")
    alone = not spec(game).coupled
    if alone and neighbours:
        raise BadSetup(f"in {game.key} everybody plays alone and all play equally many games; leave out --neighbours")
    games_by_table = dict.fromkeys(NEIGHBOURS, neighbours) if neighbours else {}
    entrants = tuple(Entrant(key, key if key in SIMPLE else level(key).key) for key in levels)
    dice = COMMON if spec(game).simultaneous else STREAM
    return Tournament(game, entrants, games, seed, dice, journal=journal, alone=alone, games_by_table=games_by_table)


def _names(seats: Iterable[Entrant]) -> tuple[str, ...]:
    return tuple(entrant.name for entrant in seats)
