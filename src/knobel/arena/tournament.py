"""A tournament: every table of players, often enough to tell them apart, by any workers."""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from knobel.arena.bout import COMMON, FRESH, Bout, seatings
from knobel.arena.entrant import Entrant
from knobel.arena.journal import Journal
from knobel.arena.limits import Limits
from knobel.arena.played import Played
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame

BATCH = 5
"""How many numbers go to a worker at once, each in every seating: little is lost by a crash, and progress is seen."""

Progress = Callable[[int, int, float], None]
"""Called with games done, games in all, and seconds spent."""


@dataclass(frozen=True, eq=False)
class Tournament:
    """Every choice of as many players as a table has seats plays so many games, each player in each seat as often."""

    game: AnyGame
    entrants: tuple[Entrant, ...]
    games: int
    """How many games every table plays."""
    seed: int = 0
    dice: str = COMMON
    limits: Limits = field(default_factory=Limits)
    journal: Path | None = None
    """Where games are noted as they end; what is there already is not played again."""
    _known: dict[tuple[int, tuple[str, ...]], Played] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seats = self.game.seats
        if self.dice not in {COMMON, FRESH}:
            raise BadSetup(f"dice are {COMMON} or {FRESH}, not {self.dice[:60]!r}")
        if seats < 2 or len(self.entrants) < seats:
            raise BadSetup(f"a table of {max(2, seats)} needs at least so many players, not {len(self.entrants)}")
        if self.games < 2 * seats or self.games % seats:
            raise BadSetup(
                f"everybody sits in every seat equally often, at least twice; so games are {2 * seats}, {3 * seats}, "
                f"{4 * seats}, … at every table, not {self.games}"
            )

    @property
    def settings(self) -> dict[str, Any]:
        """What is played by whom: games with the same settings, number and seats come to the same."""
        return {
            "game": self.game.key,
            "options": dict(self.game.options),
            "seats": self.game.seats,
            "seed": self.seed,
            "dice": self.dice,
            "limits": asdict(self.limits),
            "players": {entrant.name: entrant.what for entrant in self.entrants},
        }

    def tables(self) -> Iterator[tuple[Entrant, ...]]:
        """Who sits together."""
        return combinations(self.entrants, self.game.seats)

    def _keys(self) -> list[tuple[int, tuple[str, ...]]]:
        """All games, in the order in which they are told."""
        tables = [tuple(entrant.name for entrant in seats) for table in self.tables() for seats in seatings(table)]
        return [(number, names) for number in range(self.games // self.game.seats) for names in tables]

    def bouts(self) -> Iterator[Bout]:
        """The work that is still to be done, number by number, so that all tables get on alike."""
        options = tuple(sorted(self.game.options.items()))
        count = self.games // self.game.seats
        for first in range(0, count, BATCH):
            numbers = range(first, min(first + BATCH, count))
            for table in self.tables():
                names = [tuple(entrant.name for entrant in seats) for seats in seatings(table)]
                open_ = tuple(n for n in numbers if any((n, seats) not in self._known for seats in names))
                if open_:
                    yield Bout(self.game.key, options, table, open_, self.seed, self.dice, self.limits)

    def run(self, executor: Executor, progress: Progress | None = None) -> list[Played]:
        """Play all games, and tell what they came to. Interrupted, it takes in what is being played, then stops."""
        journal = Journal(self.journal, self.settings) if self.journal else None
        keys, start = self._keys(), time.perf_counter()
        asked = set(keys)

        def take(games: Iterable[Played], *, noted: bool = False) -> None:
            # A game that comes twice, from a worker that was taken for lost, counts once.
            new = [game for game in games if game.key in asked and game.key not in self._known]
            self._known.update({game.key: game for game in new})
            if journal and not noted:
                journal.note(new)
            if progress:
                progress(len(self._known), len(keys), time.perf_counter() - start)

        if journal:
            take(journal.read(), noted=True)
        tasks = [executor.submit(bout.play) for bout in self.bouts()]
        try:
            for task in as_completed(tasks):
                take(task.result())
        except KeyboardInterrupt:
            for task in _uncancelled(tasks):
                if task.exception() is None:
                    take(task.result())
            raise
        return self.played

    @property
    def played(self) -> list[Played]:
        """The games that were played so far, in their order."""
        return [self._known[key] for key in self._keys() if key in self._known]


def _uncancelled(tasks: Iterable["Future[list[Played]]"]) -> list["Future[list[Played]]"]:
    """The tasks that had begun, once all others are cancelled."""
    return [task for task in tasks if not task.cancel()]
