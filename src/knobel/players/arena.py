"""The arena: every level against every other, often enough to tell them apart."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Protocol

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.players.match import Batch, Result, apart

BATCH = 20
"""How many games go to a worker at once: little is lost by a crash, and progress is seen."""

Progress = Callable[[int, int, float], None]
"""Called with games done, games in all, and seconds spent."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, and its standard error."""

    mean: float
    error: float


def mean(numbers: Sequence[float]) -> Mean:
    """The mean of some numbers, with its standard error."""
    middle = sum(numbers) / len(numbers)
    spread = sum((number - middle) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    return Mean(middle, sqrt(spread / len(numbers)))


class Met(Protocol):
    """Two who played each other, and how often the one won, a draw counting half."""

    @property
    def one(self) -> str:
        """The one."""

    @property
    def other(self) -> str:
        """The other."""

    @property
    def won(self) -> Mean:
        """The share of games that the one won."""


def share_of(pairings: Iterable[Met], one: str, other: str) -> Mean | None:
    """The share of games that one won against the other; None if they never met."""
    for pairing in pairings:
        if (pairing.one, pairing.other) == (one, other):
            return pairing.won
        if (pairing.one, pairing.other) == (other, one):
            return Mean(1 - pairing.won.mean, pairing.won.error)
    return None


@dataclass(frozen=True, slots=True)
class Pairing:
    """How one level did against another: games won, a draw counting half, and points ahead; in each seat."""

    one: str
    other: str
    games: int
    won: Mean
    ahead: Mean
    won_first: Mean
    """Won when the first of the two sat first."""
    won_second: Mean


@dataclass(frozen=True, slots=True)
class Ladder:
    """All pairings of a game, and the points of every level."""

    game: str
    options: dict[str, str]
    seed: int
    pairings: tuple[Pairing, ...]
    points: dict[str, Mean]

    def share(self, one: str, other: str) -> Mean | None:
        """The share of games that one won against the other; None against itself."""
        return share_of(self.pairings, one, other)


@dataclass(frozen=True, eq=False)
class Arena:
    """A round of levels, each against each, so many games a pairing, half of them with seats changed."""

    game: AnyGame
    """With two seats."""
    levels: tuple[str, ...]
    games: int
    seed: int = 0
    notes: Path | None = None
    """Where results are kept as they come in; what is there already is not played again."""
    _known: dict[Batch, list[Result]] = field(default_factory=dict)

    def batches(self) -> Iterator[Batch]:
        """All games that are played: sheets one by one where players do not touch each other."""
        options = tuple(sorted(self.game.options.items()))
        for levels in self._tables():
            count = self.games if len(levels) == 1 else self.games // 2
            for first in range(0, count, BATCH):
                yield Batch(self.game.key, options, levels, self.seed, first, min(BATCH, count - first))

    def _tables(self) -> list[tuple[str, ...]]:
        """Who sits at a table."""
        if apart(self.game):
            return [(level,) for level in self.levels]
        return [seats for pair in combinations(self.levels, 2) for seats in (pair, pair[::-1])]

    def run(self, executor: Executor, progress: Progress | None = None) -> Ladder:
        """Play all games and tell who won."""
        if self.games < 2 or self.games % 2:
            raise BadSetup(
                f"both sit first equally often, so a pairing needs an even number of games, not {self.games}"
            )
        self._read()
        batches = list(self.batches())
        done = sum(batch.count for batch in batches if batch in self._known)
        waiting = {executor.submit(batch.play): batch for batch in batches if batch not in self._known}
        start = time.perf_counter()
        for task in as_completed(waiting):
            batch = waiting[task]
            self._known[batch] = task.result()
            self._note(batch)
            done += batch.count
            if progress:
                progress(done, sum(each.count for each in batches), time.perf_counter() - start)
        return self._ladder()

    def _read(self) -> None:
        if self.notes is None or not self.notes.exists():
            return
        for line in self.notes.read_text().splitlines():
            try:
                noted = json.loads(line)
                asked = noted["batch"]
                options = tuple((key, value) for key, value in asked["options"])
                batch = Batch(**{**asked, "options": options, "levels": tuple(asked["levels"])})
                self._known[batch] = [Result(tuple(scores), tuple(places)) for scores, places in noted["results"]]
            except (ValueError, KeyError, TypeError):
                # A line that was cut short by a crash: its games are played again.
                continue

    def _note(self, batch: Batch) -> None:
        if self.notes is not None:
            results = [(result.scores, result.places) for result in self._known[batch]]
            with open(self.notes, "a") as file:
                file.write(json.dumps({"batch": asdict(batch), "results": results}) + "\n")

    def _results(self, levels: tuple[str, ...]) -> list[Result]:
        """The results of a table, in the order of its games."""
        batches = sorted((batch for batch in self.batches() if batch.levels == levels), key=lambda batch: batch.first)
        return [result for batch in batches for result in self._known[batch]]

    def _ladder(self) -> Ladder:
        pairings, points = [], {level: list[float]() for level in self.levels}
        if apart(self.game):
            points = {level: [result.scores[0] for result in self._results((level,))] for level in self.levels}
        for one, other in combinations(self.levels, 2):
            if apart(self.game):
                ahead = [mine - theirs for mine, theirs in zip(points[one], points[other], strict=True)]
                first, second = ahead[: len(ahead) // 2], ahead[len(ahead) // 2 :]
                wins = [[0.5 + 0.5 * (lead > 0) - 0.5 * (lead < 0) for lead in part] for part in (first, second)]
            else:
                sat_first, sat_second = self._results((one, other)), self._results((other, one))
                points[one] += [result.scores[0] for result in sat_first] + [result.scores[1] for result in sat_second]
                points[other] += [result.scores[1] for result in sat_first] + [
                    result.scores[0] for result in sat_second
                ]
                wins = [
                    [_won(result.places) for result in sat_first],
                    [1 - _won(result.places) for result in sat_second],
                ]
                ahead = [result.scores[0] - result.scores[1] for result in sat_first]
                ahead += [result.scores[1] - result.scores[0] for result in sat_second]
            every = [*wins[0], *wins[1]]
            pairings.append(Pairing(one, other, len(every), mean(every), mean(ahead), mean(wins[0]), mean(wins[1])))
        means = {level: mean(found) for level, found in points.items()}
        return Ladder(self.game.key, dict(self.game.options), self.seed, tuple(pairings), means)


def _won(places: Sequence[int]) -> float:
    """What the first seat won: 1, or half for a draw."""
    return 0.5 + 0.5 * (places[0] < places[1]) - 0.5 * (places[0] > places[1])
