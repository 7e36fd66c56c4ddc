"""The time of a hint, game by game, as on a fresh install: processor time, cold (a new process) and warm."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

PLAYED = 4
"""How many games the positions come from."""


def tables() -> Iterator[tuple[str, int, dict[str, str]]]:
    """Every game with few seats, with its options, and with numbers of seats that have another judge."""
    from knobel.library import games

    for spec in games():
        fewest, most = spec.seats[0], spec.seats[-1]
        for seats in [fewest, *([2] if "win" in spec.spread else []), *([most] if spec.coupled else [])]:
            yield spec.key, seats, {}
        for option in spec.options:
            if option.flag:
                yield spec.key, fewest, {option.key: "yes"}


def decisions(game: Any, seed: int) -> Iterator[tuple[Any, int]]:
    """The positions of a game in which somebody decides; one move in three is random."""
    from knobel.coach.judge import judge_of
    from knobel.core.dice import seeded
    from knobel.core.game import Moved
    from knobel.core.playout import steps

    random, judge = Random(seed), judge_of(game)

    def careless(game: Any, state: Any, seat: int) -> Any:
        ratings = judge.rate(game, state, seat)
        best = max(ratings, key=lambda move: ratings[move])
        return random.choice(list(ratings)) if random.random() < 1 / 3 else best

    for step in steps(game, [careless] * game.seats, seeded(seed)):
        if isinstance(step.event, Moved):
            yield step.before, step.event.seat


def once(key: str, seats: int, options: dict[str, str]) -> None:
    """Print milliseconds of processor time: first hint after the start of the process, median of others, longest."""
    start = time.process_time()
    import knobel
    from knobel.coach.judge import judge_of
    from knobel.games.holding.rating import Memory

    game = knobel.make(key, seats=seats, **options)
    state, seat = next(decisions(game, 0))
    judge_of(game).rate(game, state, seat)
    cold = time.process_time() - start
    positions = [position for seed in range(PLAYED) for position in decisions(game, seed)]
    judge = judge_of(game)
    times = []
    for state, seat in positions:
        # As for a new position: nothing of its turn is cached.
        for cached, name in ((judge, "_turns"), (judge, "_seconds"), (getattr(judge, "values", None), "_rated")):
            if hasattr(cached, name):
                object.__setattr__(cached, name, Memory())
        start = time.process_time()
        judge.rate(game, state, seat)
        times.append(time.process_time() - start)
    print(f"{1000 * cold:.0f} {1000 * median(times):.1f} {1000 * max(times):.1f} {len(times)}")


def main() -> None:
    print("Hints: all moves of a position rated, processor time on one core, nothing solved\n")
    print(f"{'game':28} {'cold':>9} {'warm, median':>14} {'warm, longest':>14} {'positions':>10}")
    with tempfile.TemporaryDirectory() as nothing:
        env = {**os.environ, "KNOBEL_TABLES": nothing, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        for key, seats, options in tables():
            words = [sys.executable, __file__, key, str(seats), *(f"{name}={text}" for name, text in options.items())]
            cold, middle, longest, count = subprocess.run(
                words, env=env, check=True, capture_output=True, text=True
            ).stdout.split()
            label = " ".join([key, f"({seats})", *options])
            print(f"{label:28} {cold + ' ms':>9} {middle + ' ms':>14} {longest + ' ms':>14} {count:>10}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        once(sys.argv[1], int(sys.argv[2]), dict(word.split("=", 1) for word in sys.argv[3:]))
    else:
        main()
