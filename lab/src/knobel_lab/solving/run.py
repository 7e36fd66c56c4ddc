"""Runs a solver the same way for every game: chunk by chunk, resumable, verified, with a report."""

import sys
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from knobel.core.errors import BadSetup
from knobel.solve.arrays import NDArray, np
from knobel.solve.tables import Figures, Identity, read_table
from knobel_lab.solving.checkpoint import Memory, Part, Store

CHUNK = 1 << 17
"""About how many values a crash loses at most."""

Progress = Callable[[int, int, float], None]
"""Called with the positions done, the positions in all, and the seconds spent."""

Fill = Callable[[NDArray[Any], NDArray[Any], int], None]
"""Called with all values, the rows to fill, and the number of the first of them."""


Submit = Callable[[int], "Future[NDArray[Any]]"]
"""Called with a chunk; returns a future of its rows. All chunks of earlier layers are in the store by then."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of solving: the value of the start position, and the costs."""

    game: str
    objective: str
    value: float
    positions: int
    seconds: float
    cpu_seconds: float
    peak_mb: float
    gain: float | None = None
    """For games solved as an equilibrium: how much more than the value a best response would expect."""


@dataclass(frozen=True, eq=False)
class Plan:
    """How a game is solved: rows of values in layers, each row from rows of earlier layers and from itself."""

    identity: Identity
    layers: tuple[int, ...]
    """The first row of each layer, and the number of rows; rows of a layer do not depend on each other."""
    sizes: NDArray[np.int64]
    """How many positions each row has."""
    fill: Fill
    verify: Callable[[NDArray[Any]], None]
    """Recomputes sampled positions with the reference kernel; raises an error if one differs."""
    value: Callable[[NDArray[Any]], float]
    """The value of the start position."""
    gain: Callable[[NDArray[Any]], float] | None = None
    """For games solved as an equilibrium: how much more than the value a best response would expect."""
    in_order: bool = False
    """Whether each chunk needs the one before, so that remote workers could not help."""


RemoteWorkers = Callable[[Plan, Part], Submit]
"""Makes a `Submit` of remote workers, who read the file that the store writes."""


def starts(layers: tuple[int, ...], row: int, chunk: int = CHUNK) -> tuple[int, ...]:
    """The first row of each chunk, and the number of rows, for rows of `row` values; no chunk spans two layers."""
    rows = max(1, chunk // row)
    return (*(start for begin, end in pairwise(layers) for start in range(begin, end, rows)), layers[-1])


def fill_chunk(plan: Plan, values: NDArray[Any], chunk: int) -> NDArray[Any]:
    """The rows of a chunk, from the values of earlier layers."""
    begin, end = plan.identity.starts[chunk : chunk + 2]
    out = np.zeros((end - begin, *plan.identity.shape[1:]), plan.identity.dtype)
    plan.fill(values, out, begin)
    return out


def run(plan: Plan, store: Store, submit: Submit, progress: Progress | None) -> None:
    """Compute every chunk that the store does not have yet, layer by layer."""
    identity = plan.identity
    until = np.cumsum([0, *plan.sizes])
    sizes = [int(until[end] - until[start]) for start, end in pairwise(identity.starts)]
    done = sum(sizes[chunk] for chunk in store.done)
    for begin, end in pairwise(plan.layers):
        layer = [chunk for chunk in range(identity.chunks) if begin <= identity.starts[chunk] < end]
        tasks = {submit(chunk): chunk for chunk in layer if chunk not in store.done}
        try:
            while tasks:
                ready: set[Future[Any]] = wait(tasks, return_when=FIRST_COMPLETED).done
                for task in ready:
                    chunk = tasks.pop(task)
                    store.put(chunk, task.result())
                    done += sizes[chunk]
                if progress:
                    progress(done, int(until[-1]), store.clock.spent()[0])
        finally:
            for task in tasks:
                task.cancel()


def _here(pool: ThreadPoolExecutor, plan: Plan, store: Store) -> Submit:
    """Submit chunks to a pool of threads, which read the values in memory."""
    return lambda chunk: pool.submit(fill_chunk, plan, store.values, chunk)


def execute(
    plan: Plan,
    out: Path | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    again: bool = False,
    workers: RemoteWorkers | None = None,
) -> Report:
    """Execute a plan, in threads of this process or by remote workers; with `out`, write the table there.

    An interrupted run resumes where it stopped. A finished table of the same rules is not solved `again` unless asked:
    the report is then that of its solution.
    """
    if jobs < 1:
        raise BadSetup(f"there must be at least one job, not {jobs}")
    identity = plan.identity
    if out and out.exists() and not again:
        table = read_table(out, identity.rules)
        return _report(plan, table.figures, table.values)
    # A first call compiles what must be compiled, so that the clock counts solving only.
    row = np.zeros((1, *identity.shape[1:]), identity.dtype)
    plan.fill(row, row.copy(), 0)
    with ExitStack() as stack:
        part = stack.enter_context(Part(out, identity)) if out else None
        store: Store = part or Memory(identity)
        if workers and part:
            submit = workers(plan, part)
        elif workers:
            raise BadSetup("remote workers read the table from its file; name one with --out")
        else:
            submit = _here(stack.enter_context(ThreadPoolExecutor(jobs)), plan, store)
        run(plan, store, submit, progress)
        plan.verify(store.values)
        figures = Figures(plan.value(store.values), int(plan.sizes.sum()), *store.clock.spent(), peak_mb())
        report = _report(plan, figures, store.values)
        if part:
            part.finish(figures)
    return report


def _report(plan: Plan, figures: Figures, values: NDArray[Any]) -> Report:
    identity, costs = plan.identity, (figures.seconds, figures.cpu_seconds, figures.peak_mb)
    gain = plan.gain(values) if plan.gain else None
    return Report(identity.game, identity.objective, figures.value, figures.positions, *costs, gain)


def peak_mb() -> float:
    """The peak memory of this process, in megabytes; 0 where the system does not report it."""
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)
