"""Batched simulation: random Classic against OpenSpiel's yacht, perfect Classic against yatzy-solver, then all games.

Run it with `make bench`. Everything runs on one core, except yatzy-solver, which uses every core.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from lab.bench.common import times
from lab.bench.contest import SEED, Contestant, Group, Report, first_time
from lab.bench.playouts import yacht, yacht_by_number
from lab.bench.solvers import SMALL_BATCH, VARIANT

from knobel import games, make
from knobel.solve.tables import table_path
from knobel_lab.sim import simulate
from knobel_lab.solving import solve

LOT = 1 << 16
"""Random games in one of our calls."""
MANY = 1 << 18
"""Perfect games in one of our calls: the more, the more of them share a position."""
SMALL = {("master", "greedy"): 1 << 8, ("master", "random"): 1 << 11}
"""Games in one call, where they are slow."""


def ours(name: str, policy: str, lot: int, **wishes: Any) -> Contestant:
    """Our games; every call has its own seed."""
    seeds = count(SEED)
    return Contestant(name, lambda: (lot, simulate("classic", policy, lot, next(seeds), **wishes).mean()[0]))


def random_classic() -> Group:
    """Classic and yacht with two seats each, all moves random."""
    spiel = import_module("pyspiel")
    game, random = spiel.load_game("yacht"), Random(SEED)
    bots = [spiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(game.num_players())]
    seeds = count(SEED)

    def in_cpp() -> tuple[int, float]:
        return 1, spiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))[0]

    def in_python(play: Callable[[], Any]) -> Callable[[], tuple[int, float]]:
        def call() -> tuple[int, float]:
            play()
            return 1, float("nan")

        return call

    ways = {
        "chance_outcomes()": partial(yacht, game, lambda state: random.choice(state.chance_outcomes())[0], random),
        "legal_actions()": partial(yacht, game, lambda state: random.choice(state.legal_actions()), random),
        "outcome by number": partial(yacht_by_number, game, random),
    }
    theirs = [Contestant(f"yacht from Python, {way}", in_python(play)) for way, play in ways.items()]
    mine = ours("knobel_lab.sim", "random", LOT, seats=2)
    everybody = mine, Contestant("yacht, loop in C++", in_cpp), *theirs
    return Group("Random Classic and yacht, two seats", everybody, first_time(mine.call))


def perfect_classic(folder: str) -> Group:
    """Perfect play of Classic, each from its own table."""
    rival = import_module("yatzy_solver")
    # Both play from a table in double precision, unlike our shipped one.
    os.environ["KNOBEL_TABLES"] = folder
    solve("classic", out=table_path("classic"))
    solver, seeds = rival.Solver.build(rival.Variant(VARIANT)), count(SEED)
    mine = ours(f"knobel_lab.sim, {MANY:,} games at once", "optimal", MANY)
    less = ours(f"knobel_lab.sim, {SMALL_BATCH:,} games at once", "optimal", SMALL_BATCH)
    theirs = Contestant("yatzy-solver", lambda: (SMALL_BATCH, solver.simulate(SMALL_BATCH, seed=next(seeds))["mean"]))
    return Group("Perfect play of Classic", (mine, less, theirs), first_time(lambda: simulate("classic", "optimal", 1)))


def all_games() -> Group:
    """Every game with its fewest seats, random and greedy."""

    def call(key: str, policy: str) -> Callable[[], tuple[int, float]]:
        game, seeds, lot = make(key), count(SEED), SMALL.get((key, policy), 1 << 13)
        return lambda: (lot, simulate(game, policy, lot, next(seeds)).mean()[0])

    named = [(info.key, policy) for info in games() for policy in ("random", "greedy")]
    named.sort(key=lambda pair: pair != ("classic", "random"))
    players = [Contestant(f"{key} ({make(key).seats}), {policy}", call(key, policy)) for key, policy in named]
    return Group("All games, fewest seats", tuple(players), sum(first_time(player.call) for player in players))


def cells(figures: dict[str, Any]) -> tuple[str, ...]:
    """The figures of one contestant as texts, in the order of the headings."""
    value = figures["value"]
    return (
        figures["name"],
        f"{figures['per_cpu_second']:,.0f}",
        "" if value != value else f"{value:.2f}",  # noqa: PLR0124 - what is not a number is not equal to itself
        times(figures["ratio"]),
        f"{times(figures['ratio_low'])} – {times(figures['ratio_high'])}",
    )


def compete() -> Iterator[Group]:
    """Random games, perfect ones, then all games."""
    yield random_classic()
    with TemporaryDirectory() as folder:
        yield perfect_classic(folder)
    yield all_games()


if __name__ == "__main__":
    Report(
        about="Batched simulation beside OpenSpiel and yatzy-solver.",
        heads=("", "games per CPU second", "mean", "ours ÷ this", "low – high"),
        cells=cells,
        ratio="ours ÷ this: how many games our first row plays in the processor time that this needs for one",
        packages=("open-spiel", "yatzy-solver", "numba", "numpy"),
        seconds=0.5,
    ).run(compete)
