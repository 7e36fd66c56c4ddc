"""`make chaos`: kill workers and databases under load beside a rude guest, and see whether anything is lost."""

import argparse
import asyncio
import random
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tools.server.chaos.course import Plan, Verdict, run

LIMIT = 0.3
"""Seconds within which 99 of 100 responses must come to others during an attack."""


def main() -> None:
    """Run the test for each database; exits with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.server.chaos", description=__doc__)
    parser.add_argument("databases", nargs="*", choices=["postgresql", "sqlite", []], help="both, unless said")
    parser.add_argument("--kills", type=int, default=50, help="how often a worker and a database is killed, and so on")
    parser.add_argument(
        "--restarts",
        type=int,
        default=10,
        help="how often a worker starts while the database is away, and how often that is ill in each way",
    )
    parser.add_argument(
        "--measured", type=int, default=3000, help="answers that are measured before anything is killed"
    )
    parser.add_argument("--parties", type=int, default=11, help="how many tables are played at once")
    parser.add_argument("--minutes", type=float, default=30.0, help="the longest a course may take")
    parser.add_argument("--thinkers", type=int, default=1, help="processes for bots a worker; 0 for threads")
    parser.add_argument("--seed", type=int, help="the same choices as in another run; the moments differ")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.randrange(1_000_000)
    good = True
    for name in options.databases or ["postgresql", "sqlite"]:
        plan = Plan(
            name == "postgresql",
            options.kills,
            seed,
            restarts=options.restarts,
            measured=options.measured,
            limit=LIMIT,
            parties=options.parties,
            seconds=options.minutes * 60,
            thinkers=options.thinkers,
        )
        verdict = _shown(plan, name)
        print(f"{verdict.text()}\n")
        good = good and verdict.good
    sys.exit(not good)


def _shown(plan: Plan, name: str) -> Verdict:
    """Run the test with progress bars."""
    columns = (
        TextColumn("{task.description:<28}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        killed = progress.add_task(f"{name}: workers killed", total=plan.kills)
        crashed = progress.add_task(f"{name}: database killed", total=plan.kills, visible=plan.postgres)

        def watch(verdict: Verdict) -> None:
            progress.update(killed, completed=verdict.killed, description=f"{name}: worker ({verdict.done} moves)")
            progress.update(crashed, completed=verdict.crashed)

        return asyncio.run(run(plan, watch))


if __name__ == "__main__":
    main()
