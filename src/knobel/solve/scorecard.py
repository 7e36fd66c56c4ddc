"""Solving a scorecard game: the expected points still to come, in every position, with perfect play."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from knobel.core.errors import BadSetup
from knobel.games.scorecard import Card
from knobel.solve import plain
from knobel.solve.fill import entries, fill
from knobel.solve.positions import Positions, positions
from knobel.solve.rules import card_of, rules
from knobel.solve.store import Memory, Part, Store
from knobel.solve.tables import BadTable, Figures, Identity, read_table

CHUNK = 1 << 17
"""About how many positions are lost at most by a crash."""
EXACT = 1 << 24
"""Tables up to this size are kept in double precision."""

Progress = Callable[[int, int, float], None]
"""Called with positions done, positions in all, and seconds spent."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was solved, its value from the start, and what it cost."""

    game: str
    objective: str
    value: float
    positions: int
    seconds: float
    cpu_seconds: float
    peak_mb: float


def identity(place: Positions) -> Identity:
    """The identity of the table of all these positions."""
    rows = max(1, CHUNK // int(np.prod(place.shape[1:])))
    layers = pairwise(place.layers)
    starts = [start for begin, end in layers for start in range(begin, end, rows)]
    card = place.rules.card
    dtype = "<f8" if place.count <= EXACT else "<f4"
    return Identity(card.key, "score", place.rules.digest, place.shape, dtype, (*starts, place.shape[0]))


def run(place: Positions, store: Store, facts: Identity, jobs: int = 1, progress: Progress | None = None) -> None:
    """Work out every chunk that the store does not have yet, layer by layer."""
    work_out = fill(place.count)
    row = int(np.prod(place.shape[1:]))

    def work(chunk: int) -> np.ndarray[Any, Any]:
        start, end = facts.starts[chunk], facts.starts[chunk + 1]
        out = np.zeros((end - start, *facts.shape[1:]), facts.dtype)
        work_out(place, store.values, out, start)
        return out

    def rows_done() -> int:
        return sum(facts.starts[chunk + 1] - facts.starts[chunk] for chunk in store.done)

    with ThreadPoolExecutor(jobs) as pool:
        for layer in _layers(place, facts):
            tasks = {pool.submit(work, chunk): chunk for chunk in layer if chunk not in store.done}
            try:
                while tasks:
                    ready: set[Future[Any]] = wait(tasks, return_when=FIRST_COMPLETED).done
                    for task in ready:
                        store.put(tasks.pop(task), task.result())
                    if progress:
                        progress(rows_done() * row, place.count, store.costs()[0])
            finally:
                for task in tasks:
                    task.cancel()


def prepare(place: Positions, facts: Identity) -> None:
    """Fill the first row once for nothing: what must be compiled is compiled, and the clock counts solving only."""
    row = np.zeros((1, *facts.shape[1:]), facts.dtype)
    fill(place.count)(place, row, row.copy(), 0)


def _layers(place: Positions, facts: Identity) -> Iterator[list[int]]:
    """The chunks of each layer; chunks of a layer do not need each other."""
    for begin, end in pairwise(place.layers):
        yield [chunk for chunk in range(facts.chunks) if begin <= facts.starts[chunk] < end]


def verify(place: Positions, values: np.ndarray[Any, Any], samples: int = 24, seed: int = 0) -> None:
    """Work out sampled positions again with the plain kernel; raise an error if one differs."""
    random = Random(seed)
    count = place.shape[2]
    tolerance = 1e-9 if values.dtype == np.float64 else 2e-6
    for _ in range(samples):
        row = random.randrange(place.shape[0])
        lanes = np.array(sorted(random.sample(range(count), min(count, 8))))
        best = [
            entries(place, values, values[row], int(place.subsets[row]), chips, lanes)
            for chips in range(place.chips + 1)
        ]
        again = plain.turn(place.rules.lattice, best, place.rules.throws)
        found = values[row][:, lanes]
        if not np.allclose(found, again, rtol=tolerance, atol=tolerance):
            raise BadTable(f"row {row} of the table does not agree with the plain kernel")


def solve_card(
    card: Card, out: Path | None = None, jobs: int = 1, progress: Progress | None = None, *, again: bool = False
) -> Report:
    """Solve a card for the expected score; `solve` by key says more."""
    place = positions(rules(card))
    facts = identity(place)
    begin = place.find(range(len(card.boxes)), 0, card.chips)
    if out and out.exists() and not again:
        table = read_table(out, facts.rules)
        return _report(facts, table.figures)
    prepare(place, facts)
    with ExitStack() as stack:
        part = stack.enter_context(Part(out, facts)) if out else None
        store: Store = part or Memory(facts)
        run(place, store, facts, jobs, progress)
        verify(place, store.values)
        figures = Figures(float(store.values[begin]), place.count, *store.costs(), peak_mb())
        if part:
            part.finish(figures)
    return _report(facts, figures)


def _report(facts: Identity, figures: Figures) -> Report:
    return Report(
        facts.game,
        facts.objective,
        figures.value,
        figures.positions,
        figures.seconds,
        figures.cpu_seconds,
        figures.peak_mb,
    )


def peak_mb() -> float:
    """The most memory this process has used, in megabytes; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def solve(
    game_key: str,
    objective: str = "score",
    out: Path | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    again: bool = False,
) -> Report:
    """Solve a game exactly; with `out`, keep its table there.

    A run that was interrupted goes on where it stopped. A finished table of the same rules is not solved `again`
    unless asked: the report is then the one of its making.
    """
    if objective != "score":
        raise BadSetup(f"{game_key} has no objective {objective[:60]!r}; it has score")
    if jobs < 1:
        raise BadSetup(f"at least one job must do the work, not {jobs}")
    return solve_card(card_of(game_key), out, jobs, progress, again=again)
