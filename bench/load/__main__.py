"""`make load`: a load test of the server with commands and streams."""

import argparse
import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from .proxies import PROXIES
from .search import LIMIT, Search, growing, highest_rate, share
from .trial import Plan, Result, Watch, run

T = TypeVar("T")


def main() -> None:
    """Test both databases at the promised load, or the requested one; exits with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("database", nargs="?", choices=["postgresql", "sqlite"], help="both, unless said")
    parser.add_argument("--rate", type=float, nargs="*", help="commands a second; several for a series")
    parser.add_argument("--streams", type=int, help="streams that are open all the time")
    parser.add_argument("--tables", type=int, nargs="*", default=[0], help="tables in the database; several possible")
    parser.add_argument("--seconds", type=float, help="how long each trial takes; 60, or 10 of a search")
    parser.add_argument("--seed", type=int, default=1, help="the same games again")
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--against", type=Path, help="the source tree of another version, whose turn is after ours")
    other.add_argument(
        "--behind",
        choices=sorted(PROXIES),
        help="a proxy that hashes by table, whose turn is after ours: see hosting.md",
    )
    parser.add_argument("--rounds", type=int, default=1, help="how often each trial is made, in turns")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--search", action="store_true", help="find the highest rate at which p99 is below 150 ms")
    mode.add_argument(
        "--growth", action="store_true", help="measure how a command's cost grows with streams, seats, tables"
    )
    options = parser.parse_args()
    do = _search if options.search else _grow if options.growth else _try
    try:
        good = do(options)
    except KeyboardInterrupt:
        sys.exit(130)
    print("As promised." if good else "NOT as promised.")
    sys.exit(not good)


def _plans(options: argparse.Namespace, seconds: float, streams: int | None = None) -> Iterator[Plan]:
    """The requested plans."""
    for name in [options.database] if options.database else ["postgresql", "sqlite"]:
        postgres = name == "postgresql"
        for rate in options.rate or [200.0 if postgres else 100.0]:
            for tables in options.tables:
                held = options.streams or streams or (1000 if postgres else 500)
                yield Plan(postgres, rate, held, options.seconds or seconds, tables, options.seed)


def _try(options: argparse.Namespace) -> bool:
    """Run a trial of each plan."""
    print(HEAD)
    good = True
    for plan in _plans(options, 60.0):
        ours, theirs = _compared(_turns(plan, options), options.rounds)
        good = good and all(one.good and not one.late and share(one.commands, 0.99) < LIMIT for one in ours)
        if theirs:
            print(f"  the server's time for a command: {ratio(ours, theirs)}", flush=True)
    return good


def _turns(plan: Plan, options: argparse.Namespace) -> list[Plan]:
    """This plan, and that of the other version or the one behind a proxy, if one is asked for."""
    if options.behind and not plan.postgres:
        sys.exit("several processes need PostgreSQL: say postgresql --behind …")
    others = [replace(plan, source=options.against, proxy=options.behind)] if options.against or options.behind else []
    return [plan, *others]


def _search(options: argparse.Namespace) -> bool:
    """Find the highest rate of this version, and of the other; on an interrupt, print what is known."""
    good = True
    for plan in _plans(options, 10.0, streams=2000):
        searches = []
        for turn in _turns(plan, options):
            search = Search()
            searches.append(search)
            whose = "this version" if turn is plan else "the other"
            print(f"{whose}, {'postgresql' if plan.postgres else 'sqlite'}, {plan.streams} streams\n{HEAD}", flush=True)
            try:
                _shown(partial(_searched, turn, search))
            finally:
                print(
                    f"  {whose}: {search.text()}; {search.logged[0]} of {search.logged[1]} commands in the logs",
                    flush=True,
                )
            for fault in search.faults[:5]:
                print(f"  FAULT: {fault}")
            good = good and not search.faults and search.logged[0] == search.logged[1]
        if len(searches) == 2 and searches[1].good:
            print(f"  {searches[0].good / searches[1].good:.2f} times the rate of the other", flush=True)
    return good


async def _searched(plan: Plan, search: Search, watch: Watch) -> None:
    """A search whose trials are printed as they finish."""

    printed: list[Result] = []

    def tell(phase: str, done: float) -> None:
        for result in search.results[len(printed) :]:
            print(line(result), flush=True)
            printed.append(result)
        watch(phase, done)

    await highest_rate(plan, search, tell)
    tell("end", 1.0)


def _grow(options: argparse.Namespace) -> bool:
    """Measure the cost of a command with more streams, more seats at a table, and more tables in the database."""
    good = True
    for plan in _plans(options, 10.0, streams=2000):
        print(
            "database    grows    streams  seats  stored  asked/s  done/s  server ms  database ms  faults", flush=True
        )
        for name, one in growing(plan):
            result = _shown(partial(run, one))
            used = [1000 * result.used[name] for name in ("server", "database")]
            stored = max(one.tables, one.streams // one.seats)
            database = "postgresql" if one.postgres else "sqlite"
            print(
                f"{database:10}  {name:8} {one.streams:7}  {one.seats:5}  {stored:6}  {one.rate:7.0f}  "
                f"{result.rate:6.1f}  {used[0]:9.2f}  {used[1]:11.2f}  {len(result.faults):6}",
                flush=True,
            )
            good = good and result.good
    return good


def _compared(turns: Sequence[Plan], rounds: int) -> tuple[list[Result], list[Result]]:
    """Alternating trials of this version and, if given, of the other."""
    results: tuple[list[Result], list[Result]] = ([], [])
    for _ in range(rounds):
        for turn, own_results in zip(turns, results, strict=False):
            result = _shown(partial(run, turn))
            own_results.append(result)
            print(f"{line(result)}{'' if turn is turns[0] else '  THE OTHER'}", flush=True)
            for fault in result.faults[:5]:
                print(f"  FAULT: {fault}")
    return results


def ratio(ours: Sequence[Result], theirs: Sequence[Result]) -> str:
    """The server's processor time per command, here and in the other version."""
    here, there = (median(1000 * one.used["server"] for one in results) for results in (ours, theirs))
    return f"{here:.2f} ms here, {there:.2f} ms there, {there / here:.2f} times as much"


HEAD = (
    "database    tables  streams  asked/s  done/s  command p50  p95  p99  max ms   view p50  p99   "
    "event p50  p99    late  faults  found"
)


def line(result: Result) -> str:
    """The figures of a trial in one line."""
    plan, commands = result.plan, result.commands
    name = "postgresql" if plan.postgres else "sqlite"
    cells = [f"{name:10}", f"{plan.tables or plan.streams // plan.seats:7}", f"{plan.streams:8}", f"{plan.rate:8.0f}"]
    cells += [
        f"{result.rate:7.1f}",
        f"{ms(commands, 0.5):>12}",
        ms(commands, 0.95),
        ms(commands, 0.99),
        ms(commands, 1.0),
    ]
    cells += [
        f"{len(result.looks) / max(1, len(commands)):4.2f}",
        f"{ms(result.looks, 0.5):>9}",
        ms(result.looks, 0.99),
    ]
    cells += [f"{ms(result.event_times, 0.5):>9}", ms(result.event_times, 0.99)]
    cells += [
        f"{result.late:5}",
        f"{len(result.faults):7}",
        f"{'?' if result.logged is None else result.logged}/{len(commands)}",
        f"(machine {result.load:.1f})",
    ]
    cells += [f"{name} {1000 * seconds:.2f} ms" for name, seconds in result.used.items()]
    return " ".join(cells)


def ms(times: Sequence[float], part: float) -> str:
    """A percentile in milliseconds."""
    return f"{1000 * share(times, part):5.0f}"


def _shown(doing: Callable[[Watch], Coroutine[Any, Any, T]]) -> T:
    """Run something with a progress bar."""
    columns = (
        TextColumn("{task.description:<14}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=2) as progress:
        task = progress.add_task("start", total=1.0)

        def watch(phase: str, done: float) -> None:
            progress.update(task, description=phase, completed=done)

        return asyncio.run(doing(watch))


if __name__ == "__main__":
    main()
