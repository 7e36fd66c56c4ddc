"""How soon the best grid of random throws is proven: processor time of one thread, both variants."""

import argparse
import time
from collections.abc import Sequence
from random import Random
from statistics import median

from knobel.games.krisskross.best import THROWS, best_grid
from knobel.games.krisskross.rules import CELLS, DIE, EMPTY, START, KrissKross, fill

LIMIT = 10.0
"""Seconds of processor time in which a game should be proven."""


def seconds_of(game: KrissKross, random: Random, patience: float) -> tuple[float, int, int]:
    """The processor time of a game with random throws, the points found, and the upper bound."""
    start, *faces = (random.randrange(len(DIE.faces)) for _ in range(1 + 2 * THROWS))
    throws = [faces[at : at + 2] for at in range(0, 2 * THROWS, 2)]
    begun = fill((EMPTY,) * len(CELLS), (START,), (start + 1,))
    before = time.process_time()
    grid, bound = best_grid(game, start, throws, begun, patience, None)
    return time.process_time() - before, game.points(grid), bound


def proven_text(taken: Sequence[tuple[float, int, int]]) -> str:
    """How many games were proven, and how fast."""
    times = sorted(seconds for seconds, points, bound in taken if points == bound)
    soon = sum(seconds <= LIMIT for seconds in times)
    return f"{soon} of {len(taken)} proven within {LIMIT:.0f} s, {len(times)} in all; median {median(times):.2f} s"


def main() -> None:
    """Prove games, and print how many were in time."""
    parser = argparse.ArgumentParser(prog="python -m lab.bench.proofs", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=100.0, help="seconds of the clock, for a busy machine")
    wish = parser.parse_args()
    for advanced in (False, True):
        game, taken = KrissKross(1, advanced=advanced), []
        for number in range(wish.games):
            taken.append(seconds_of(game, Random(f"{wish.seed} {number} {advanced}"), wish.patience))
            seconds, points, bound = taken[-1]
            if points < bound or seconds > LIMIT:
                print(f"game {number}: {points} to {bound} after {seconds:.1f} s", flush=True)
        print(f"{'advanced' if advanced else 'basic'}: {proven_text(taken)}", flush=True)


if __name__ == "__main__":
    main()
