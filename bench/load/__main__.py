"""`make load`: how much the server bears, command by command and stream by stream."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from .trial import Plan, Result, run

PROMISED = 0.150
"""Seconds in which 99 of 100 commands are answered."""


def main() -> None:
    """Both databases as promised, or the load that was asked for; ends with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("database", nargs="?", choices=["postgresql", "sqlite"], help="both, unless said")
    parser.add_argument("--rate", type=float, nargs="*", help="commands a second; several for a series")
    parser.add_argument("--streams", type=int, help="streams that are open all the time")
    parser.add_argument("--tables", type=int, nargs="*", default=[0], help="tables in the database; several possible")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each trial takes")
    parser.add_argument("--seed", type=int, default=1, help="the same games again")
    parser.add_argument("--against", type=Path, help="the source tree of another version, whose turn is after ours")
    parser.add_argument("--rounds", type=int, default=1, help="how often each trial is made, in turns")
    asked = parser.parse_args()
    print(HEAD)
    good = True
    for name in [asked.database] if asked.database else ["postgresql", "sqlite"]:
        postgres = name == "postgresql"
        for rate in asked.rate or [200.0 if postgres else 100.0]:
            for tables in asked.tables:
                streams = asked.streams or (1000 if postgres else 500)
                plan = Plan(postgres, rate, streams, asked.seconds, tables, asked.seed)
                ours, theirs = _compared(plan, asked.against, asked.rounds)
                good = good and all(one.good and not one.late and share(one.commands, 0.99) < PROMISED for one in ours)
                if theirs:
                    print(f"  the server's time for a command: {ratio(ours, theirs)}", flush=True)
    print("As promised." if good else "NOT as promised.")
    sys.exit(not good)


def _compared(plan: Plan, against: Path | None, rounds: int) -> tuple[list[Result], list[Result]]:
    """Trials of this version and, if there is another, of that one, in turns."""
    results: tuple[list[Result], list[Result]] = ([], [])
    for _ in range(rounds):
        for source, found in zip((None, against) if against else (None,), results, strict=False):
            result = _shown(replace(plan, source=source))
            found.append(result)
            print(f"{line(result)}{'  THE OTHER' if source else ''}", flush=True)
            for fault in result.faults[:5]:
                print(f"  FAULT: {fault}")
    return results


def ratio(ours: Sequence[Result], theirs: Sequence[Result]) -> str:
    """How much processor time of the server a command takes here and there."""
    here, there = (median(1000 * one.used["server"] for one in some) for some in (ours, theirs))
    return f"{here:.2f} ms here, {there:.2f} ms there, {there / here:.2f} times as much"


HEAD = (
    "database    tables  streams  asked/s  done/s  command p50  p95  p99  max ms   view p50  p99   "
    "event p50  p99    late  faults  found"
)


def line(result: Result) -> str:
    """The figures of a trial."""
    plan, told = result.plan, result.commands
    name = "postgresql" if plan.postgres else "sqlite"
    cells = [f"{name:10}", f"{plan.tables or plan.streams // 2:7}", f"{plan.streams:8}", f"{plan.rate:8.0f}"]
    cells += [f"{result.rate:7.1f}", f"{ms(told, 0.5):>12}", ms(told, 0.95), ms(told, 0.99), ms(told, 1.0)]
    cells += [f"{len(result.looks) / max(1, len(told)):4.2f}", f"{ms(result.looks, 0.5):>9}", ms(result.looks, 0.99)]
    cells += [f"{ms(result.heard, 0.5):>9}", ms(result.heard, 0.99)]
    cells += [
        f"{result.late:5}",
        f"{len(result.faults):7}",
        f"{result.found}/{len(told)}",
        f"(machine {result.load:.1f})",
    ]
    cells += [f"{name} {1000 * seconds:.2f} ms" for name, seconds in result.used.items()]
    return " ".join(cells)


def share(times: Sequence[float], part: float) -> float:
    """The time that this part of all did not exceed."""
    return times[min(len(times) - 1, int(len(times) * part))] if times else float("inf")


def ms(times: Sequence[float], part: float) -> str:
    """The same in milliseconds."""
    return f"{1000 * share(times, part):5.0f}"


def _shown(plan: Plan) -> Result:
    """A trial with its progress."""
    columns = (TextColumn("{task.description:<10}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=2) as progress:
        task = progress.add_task("start", total=1.0)

        def watch(what: str, done: float) -> None:
            progress.update(task, description=what, completed=done)

        return asyncio.run(run(plan, watch))


if __name__ == "__main__":
    main()
