"""Solving Classic, and playing it perfectly, compared with the solver yatzy-solver on the same rules.

Run it with `make bench`. Seconds are seconds of processor time: yatzy-solver uses every core, ours one.
"""

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lab.bench.common import times
from lab.bench.contest import SEED, Contestant, Group, Report, first_time

from knobel.games.classic.rules import CARD
from knobel.games.scorecard.solve.book import open_book
from knobel_lab.games.scorecard.selfplay import BATCH, selfplay
from knobel_lab.solving import solve

VARIANT = "american+no-bonus"
START = "upper 0 | filled -"
SMALL_BATCH = 4096
"""Games in one call of yatzy-solver, which gains a tenth from eight times as many; and in one of our small batches."""


def solving(rival: Any) -> Group:
    """Solving Classic, the values kept in memory."""

    def theirs() -> tuple[int, float]:
        return 1, rival.Solver.build(rival.Variant(VARIANT)).state_value(START)

    ours = Contestant("knobel", lambda: (1, solve("classic").value))
    return Group("Solving Classic", (ours, Contestant("yatzy-solver", theirs)), first_time(ours.call))


def playing(rival: Any, table: Path) -> Group:
    """Perfect play of Classic; every call has its own seed."""
    solve("classic", out=table)
    book, solver = open_book(CARD, table), rival.Solver.build(rival.Variant(VARIANT))

    def ours(games: int) -> Contestant:
        seeds = count(SEED)
        name = f"knobel, {games:,} games at once"
        return Contestant(name, lambda: (games, float(selfplay(book, games, next(seeds)).totals.mean())))

    seeds = count(SEED)
    theirs = Contestant("yatzy-solver", lambda: (SMALL_BATCH, solver.simulate(SMALL_BATCH, seed=next(seeds))["mean"]))
    compiling = first_time(lambda: selfplay(book, 1))
    return Group("Perfect play of Classic", (ours(BATCH), ours(SMALL_BATCH), theirs), compiling)


def cells(figures: dict[str, Any]) -> tuple[str, ...]:
    """The figures of one contestant as texts, in the order of the headings."""
    return (
        figures["name"],
        f"{figures['cpu_seconds']:.3g}",
        f"{figures['per_cpu_second']:.3g}" if figures["per_cpu_second"] < 10 else f"{figures['per_cpu_second']:.0f}",
        f"{figures['value']:.4f}",
        times(figures["ratio"]),
        f"{times(figures['ratio_low'])} – {times(figures['ratio_high'])}",
    )


def compete() -> Iterator[Group]:
    """Solving, then playing."""
    rival = import_module("yatzy_solver")
    yield solving(rival)
    with TemporaryDirectory() as folder:
        yield playing(rival, Path(folder) / "classic.table")


def check(groups: Sequence[Group]) -> None:
    """Exit unless both have solved the same game."""
    ours, theirs = (one.value for one in groups[0].contestants)
    if abs(ours - theirs) > 1e-6:
        sys.exit(f"the solutions differ: {ours} and {theirs}; these are not the same rules")


if __name__ == "__main__":
    Report(
        about="Solving and perfect play of Classic, beside yatzy-solver.",
        heads=("", "CPU seconds each", "each per CPU second", "value or mean", "this ÷ ours", "low – high"),
        cells=cells,
        ratio="this ÷ ours: how many times the processor time of our first row the same work takes",
        packages=("yatzy-solver", "numba", "numpy"),
        seconds=1.0,
        facts={"rules": VARIANT},
    ).run(compete, check)
