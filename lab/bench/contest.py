"""Contestants that alternate in one process, so that other load on the machine slows all of them alike.

Ratios are taken within each round. Seconds are seconds of processor time, of all threads together.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from lab.bench.common import duration, print_table, python, shown, tell

ROUNDS = 5
SEED = 1


class Slice(NamedTuple):
    """The work of one contestant in one slice: how many solutions or games, their value or mean, and the time."""

    done: int
    value: float
    seconds: float


@dataclass(frozen=True)
class Contestant:
    """Something that solves or plays, and its measurements so far."""

    name: str
    call: Callable[[], tuple[int, float]]
    """Does some work; returns how much, and its value or mean."""
    slices: list[Slice] = field(default_factory=list)

    @property
    def value(self) -> float:
        """The weighted mean of all values."""
        return sum(one.done * one.value for one in self.slices) / sum(one.done for one in self.slices)


@dataclass(frozen=True)
class Group:
    """Contestants compared with each other; ratios refer to the first, which is ours."""

    title: str
    contestants: tuple[Contestant, ...]
    compiling: float
    """The processor time to compile our code, or to load it from the cache."""


Check = Callable[[Sequence[Group]], None]
"""Exits the program if the results cannot be compared."""


@dataclass(frozen=True)
class Report:
    """How the figures of a contest are reported."""

    about: str
    """The description for the help."""
    heads: tuple[str, ...]
    cells: Callable[[dict[str, Any]], tuple[str, ...]]
    """The figures of one contestant as texts, in the order of the headings."""
    ratio: str
    """What the ratio means."""
    packages: tuple[str, ...]
    seconds: float
    """The default processor time of a slice."""
    facts: dict[str, str] = field(default_factory=dict)
    """Further facts about the measurement."""

    def run(
        self, compete: Callable[[], Iterable[Group]], check: Callable[[Sequence[Group]], None] | None = None
    ) -> None:
        """Measure by the command line options, and print; `compete` makes one group after the other."""
        parser = argparse.ArgumentParser(description=self.about)
        seconds_help = f"processor time of a slice (default: {self.seconds:g})"
        parser.add_argument("--seconds", type=duration, default=self.seconds, help=seconds_help)
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")
        options = parser.parse_args()
        try:
            groups = [ran(group, options.seconds) for group in compete()]
        except ModuleNotFoundError as error:
            sys.exit(f"{error.name} is missing here; `make bench` runs this with all it needs")
        except KeyboardInterrupt:
            sys.exit("\nstopped before all was measured")
        if check is not None:
            check(groups)
        tell(self._figures(groups, options.seconds), self._show, as_json=options.json)

    def _figures(self, groups: Sequence[Group], seconds: float) -> dict[str, Any]:
        """All figures, with the conditions of the measurement."""
        return {
            "python": python(),
            "packages": {name: version(name) for name in self.packages},
            **self.facts,
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

    def _show(self, figures: dict[str, Any]) -> None:
        """Print everything for people."""
        packages = ", ".join(f"{name} {number}" for name, number in figures["packages"].items())
        facts = "".join(f"{name} {what}; " for name, what in self.facts.items())
        print(f"{figures['python']}; {packages}; {facts}seed {figures['seed']}")
        print(f"median of {figures['rounds']} rounds of slices of at least {figures['seconds']:g} s processor time")
        print(self.ratio)
        for group in figures["groups"]:
            print_table(group["title"], [self.heads, *map(self.cells, group["rows"])])
            print(f"not counted: {group['compile_seconds']:.1f} s to compile ours, or to load what was compiled before")


def first_time(call: Callable[[], Any]) -> float:
    """How much longer the first call takes than the second."""
    start = process_time()
    call()
    between = process_time()
    call()
    return max(0.0, between - start - (process_time() - between))


def run_slice(contestant: Contestant, seconds: float) -> None:
    """Let a contestant work, at least once, until the time is up."""
    done, total, start = 0, 0.0, process_time()
    while True:
        more, value = contestant.call()
        done += more
        total += more * value
        spent = process_time() - start
        if spent >= seconds:
            break
    contestant.slices.append(Slice(done, total / done, spent))


def ran(group: Group, seconds: float) -> Group:
    """Run all rounds of a group, after one call of each contestant to warm up."""
    for contestant in group.contestants:
        contestant.call()
    turns = [contestant for _ in range(ROUNDS) for contestant in group.contestants]
    for at in shown([contestant.name for contestant in turns]):
        run_slice(turns[at], seconds)
    return group


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
