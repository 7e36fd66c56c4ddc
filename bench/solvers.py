"""Solving Classic, and playing it perfectly, beside the solver yatzy-solver on the same rules.

Run it with `make bench`. The contestants of a group take turns in one process, so that other work on the machine slows
all of them alike, and ratios are taken within each round. Seconds are seconds of processor time, of all threads
together: yatzy-solver uses every core, ours one.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

from common import duration, print_table, python, shown, tell, times

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from knobel.games.classic import CARD
from knobel.solve.book import open_book
from knobel.solve.scorecard import solve
from knobel.solve.selfplay import BATCH, selfplay

ROUNDS = 5
SEED = 1
VARIANT = "american+no-bonus"
START = "upper 0 | filled -"
FEW = 4096
"""Games in one call of yatzy-solver, which gains a tenth from eight times as many; and in a small batch of ours."""
PACKAGES = ("yatzy-solver", "numba", "numpy")
HEADS = ("", "CPU seconds each", "each per CPU second", "value or mean", "this ÷ ours", "low – high")


class Slice(NamedTuple):
    """What one contestant did in one slice: so many solutions or games, their value or mean, and the time."""

    done: int
    value: float
    seconds: float


@dataclass(frozen=True)
class Contestant:
    """Something that solves or plays, and how it did so far."""

    name: str
    call: Callable[[], tuple[int, float]]
    """Does some of it: how many, and their value or mean."""
    slices: list[Slice] = field(default_factory=list)

    @property
    def value(self) -> float:
        """The mean of all values."""
        return sum(one.done * one.value for one in self.slices) / sum(one.done for one in self.slices)


@dataclass(frozen=True)
class Group:
    """Contestants compared with each other; ratios refer to the first, which is ours."""

    title: str
    contestants: tuple[Contestant, ...]
    compiling: float
    """The processor time ours took before, to compile or to load what was compiled."""


def first_time(call: Callable[[], Any]) -> float:
    """How much longer a call takes the first time than the second."""
    start = process_time()
    call()
    between = process_time()
    call()
    return max(0.0, between - start - (process_time() - between))


def solving(rival: Any) -> Group:
    """Solving Classic, the values kept in memory."""

    def theirs() -> tuple[int, float]:
        return 1, rival.Solver.build(rival.Variant(VARIANT)).state_value(START)

    ours = Contestant("knobel", lambda: (1, solve("classic").value))
    return Group("Solving Classic", (ours, Contestant("yatzy-solver", theirs)), first_time(ours.call))


def playing(rival: Any, table: Path) -> Group:
    """Perfect play of Classic; every call has a seed of its own."""
    solve("classic", out=table)
    book, solver = open_book(CARD, table), rival.Solver.build(rival.Variant(VARIANT))

    def ours(games: int) -> Contestant:
        seeds = count(SEED)
        name = f"knobel, {games:,} games at once"
        return Contestant(name, lambda: (games, float(selfplay(book, games, next(seeds)).totals.mean())))

    seeds = count(SEED)
    theirs = Contestant("yatzy-solver", lambda: (FEW, solver.simulate(FEW, seed=next(seeds))["mean"]))
    compiling = first_time(lambda: selfplay(book, 1))
    return Group("Perfect play of Classic", (ours(BATCH), ours(FEW), theirs), compiling)


def run_slice(contestant: Contestant, seconds: float) -> None:
    """Let a contestant work, once at least, until the time is up."""
    done, total, start = 0, 0.0, process_time()
    while True:
        more, value = contestant.call()
        done += more
        total += more * value
        spent = process_time() - start
        if spent >= seconds:
            break
    contestant.slices.append(Slice(done, total / done, spent))


def run(group: Group, seconds: float) -> None:
    """Run all rounds of a group, after one call of everybody to warm up."""
    for contestant in group.contestants:
        contestant.call()
    turns = [contestant for _ in range(ROUNDS) for contestant in group.contestants]
    for at in shown([contestant.name for contestant in turns]):
        run_slice(turns[at], seconds)


def row(base: Contestant, one: Contestant) -> dict[str, Any]:
    """The figures of one contestant."""
    each = [part.seconds / part.done for part in one.slices]
    ratios = [mine / part.seconds * part.done for mine, part in zip(each, base.slices, strict=True)]
    return {
        "name": one.name,
        "cpu_seconds": median(each),
        "per_cpu_second": median(1 / seconds for seconds in each),
        "value": one.value,
        "ratio": median(ratios),
        "ratio_low": min(ratios),
        "ratio_high": max(ratios),
    }


def report(groups: Sequence[Group], seconds: float) -> dict[str, Any]:
    """All figures, with what they were measured on."""
    return {
        "python": python(),
        "packages": {name: version(name) for name in PACKAGES},
        "rules": VARIANT,
        "seed": SEED,
        "rounds": ROUNDS,
        "seconds": seconds,
        "groups": [
            {
                "title": group.title,
                "compile_seconds": group.compiling,
                "rows": [row(group.contestants[0], one) for one in group.contestants],
            }
            for group in groups
        ],
    }


def cells(figures: dict[str, Any]) -> tuple[str, ...]:
    """The figures of one contestant as texts, in the order of the heads."""
    return (
        figures["name"],
        f"{figures['cpu_seconds']:.3g}",
        f"{figures['per_cpu_second']:.3g}" if figures["per_cpu_second"] < 10 else f"{figures['per_cpu_second']:.0f}",
        f"{figures['value']:.4f}",
        times(figures["ratio"]),
        f"{times(figures['ratio_low'])} – {times(figures['ratio_high'])}",
    )


def print_report(figures: dict[str, Any]) -> None:
    """Everything, for people."""
    packages = ", ".join(f"{name} {number}" for name, number in figures["packages"].items())
    print(f"{figures['python']}; {packages}; rules {figures['rules']}; seed {figures['seed']}")
    print(f"median of {figures['rounds']} rounds of slices of at least {figures['seconds']:g} s processor time")
    print("this ÷ ours: how many times the processor time of our first row the same work takes")
    for group in figures["groups"]:
        print_table(group["title"], [HEADS, *map(cells, group["rows"])])
        print(f"not counted: {group['compile_seconds']:.1f} s to compile ours, or to load what was compiled before")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Solving and perfect play of Classic, beside yatzy-solver.")
    parser.add_argument("--seconds", type=duration, default=1.0, help="processor time of a slice (default: 1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    try:
        rival = import_module("yatzy_solver")
        with TemporaryDirectory() as folder:
            groups = solving(rival), playing(rival, Path(folder) / "classic.table")
            for group in groups:
                run(group, options.seconds)
    except ModuleNotFoundError as error:
        sys.exit(f"{error.name} is missing here; `make bench` runs this with all it needs")
    except KeyboardInterrupt:
        sys.exit("\nstopped before all was measured")
    figures = report(groups, options.seconds)
    ours, theirs = (one.value for one in groups[0].contestants)
    if abs(ours - theirs) > 1e-6:
        sys.exit(f"the solutions differ: {ours} and {theirs}; these are not the same rules")
    tell(figures, print_report, as_json=options.json)


if __name__ == "__main__":
    main()
