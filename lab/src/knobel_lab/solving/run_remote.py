"""Solving in other processes or on a cluster, which share the file system of the table being made.

Only a few numbers are sent: which chunk is wanted, and a checksum of all chunks before its layer. A worker reads
earlier layers from the file, and refuses to work if the checksum differs: it may see another file, or an older state.
"""

import time
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import lru_cache
from json import dumps
from pathlib import Path
from threading import Lock
from typing import Any, Protocol
from uuid import uuid4
from zlib import crc32

from knobel.core.errors import BadTable
from knobel.core.game import AnyGame
from knobel.solve.arrays import NDArray, np
from knobel.solve.tables import Identity
from knobel_lab.facets import solve_facet
from knobel_lab.solving.checkpoint import Part
from knobel_lab.solving.run import Plan, RemoteWorkers, Submit, fill_chunk

WAITS = (0.0, 0.5, 2.0, 5.0)
"""Seconds between attempts to read: a network file system may need a moment to show what was written."""


class Recipe(Protocol):
    """How to make a plan: unlike a plan it can be sent to another process; equal recipes make equal plans."""

    def __hash__(self) -> int:
        """Hash the recipe: a worker caches its plan."""

    def plan(self) -> Plan:
        """Make the plan."""


@dataclass(frozen=True, slots=True)
class Solving:
    """The recipe of a game with a solver."""

    game: AnyGame
    objective: str

    def plan(self) -> Plan:
        """Make the plan."""
        plan: Plan = solve_facet(self.game).plan(self.game, self.objective)
        return plan


@dataclass(frozen=True, slots=True)
class Chunk:
    """A request for a chunk; it can be sent to another process."""

    recipe: Recipe
    run: str
    """Identifies this run, as a worker caches the checksums it has verified."""
    file: Path
    number: int
    before: int
    """How many chunks come before its layer."""
    identity: int
    stamp: int
    """The checksum of the checksums of those chunks."""

    def fill(self) -> NDArray[Any]:
        """Compute the rows of the chunk."""
        plan = _plan(self.recipe)
        if _identity_checksum(plan.identity) != self.identity:
            raise BadTable("a worker has other rules or another version of Knobel; it cannot help to solve this")
        values = self._values(plan.identity)
        return fill_chunk(plan, values, self.number)

    def _values(self, identity: Identity) -> NDArray[Any]:
        """The values in the file, once those of earlier layers have the expected checksums."""
        for wait in WAITS:
            time.sleep(wait)
            try:
                values = np.memmap(self.file, identity.dtype, "r", identity.offset, identity.shape).view(np.ndarray)
            except (OSError, ValueError):
                continue
            with _LOCK:
                seen = _seen(self.run)
                for chunk in range(len(seen), self.before):
                    seen.append(crc32(values[identity.starts[chunk] : identity.starts[chunk + 1]].tobytes()))
                if _stamp(seen[: self.before]) == self.stamp:
                    return values
                seen.clear()
        raise BadTable(f"a worker cannot see {self.file}; all workers must share that file system")


_LOCK = Lock()


_SEEN: dict[str, list[int]] = {}
"""The checksums of the chunks that this worker has read, for the last run it worked for."""


def _seen(run: str) -> list[int]:
    if run not in _SEEN:
        _SEEN.clear()
    return _SEEN.setdefault(run, [])


@lru_cache(maxsize=1)
def _plan(recipe: Recipe) -> Plan:
    return recipe.plan()


def _identity_checksum(identity: Identity) -> int:
    return crc32(dumps(asdict(identity)).encode())


def _stamp(checksums: list[int]) -> int:
    return crc32(np.array(checksums, "<u4").tobytes())


def remote_workers(executor: Executor, recipe: Recipe) -> RemoteWorkers:
    """Remote workers that run on an executor."""

    def join(plan: Plan, part: Part) -> Submit:
        run, file, identity = uuid4().hex, part.part.resolve(), _identity_checksum(plan.identity)

        def submit(number: int) -> Any:
            layer = max(begin for begin in plan.layers if begin <= plan.identity.starts[number])
            before = plan.identity.starts.index(layer)
            stamp = _stamp([part.done[chunk] for chunk in range(before)])
            return executor.submit(Chunk(recipe, run, file, number, before, identity, stamp).fill)

        return submit

    return join
