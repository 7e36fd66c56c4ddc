"""Measure how far a turn moves the result: the yardstick of the coach (`GameSpec.spread`)."""

import argparse
from math import sqrt
from statistics import mean, stdev

from lab.tools.strategy.experiments import OWL, TurnCounter, seed_of

from knobel.coach.bot import Graded
from knobel.coach.judge import judge_of
from knobel.coach.values import values_of
from knobel.core.dice import seeded
from knobel.core.game import AnyGame, Moved
from knobel.core.playout import steps
from knobel.games.spec import spec
from knobel.library import make


def play(game: AnyGame, seed: int) -> tuple[float, int]:
    """The result of the first seat in a game of the best bots, and its number of turns."""
    rules, counter = spec(game), TurnCounter()
    keyed = rules.has("rules", "turn_key")
    turns, end = set(), game.start()
    for state, event, after in steps(game, [Graded(OWL)] * game.seats, seeded(seed)):
        end = after
        if isinstance(event, Moved) and event.seat == 0:
            turns.add(rules.rules.turn_key(state) if keyed else counter.turn(0, event.move))
    # Decisions before the first throw belong to no turn; their key is 0.
    count = len(turns - {0})
    return count if judge_of(game).objective == "turns" else game.scores(end)[0], count


def main() -> None:
    """Play games and print the standard deviation of the results, and the same divided by the root of the turns."""
    parser = argparse.ArgumentParser(prog="python -m lab.tools.spread", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    wish = parser.parse_args()
    game = make(wish.game, wish.seats, **dict(option.split("=", 1) for option in wish.option))
    played = [play(game, seed_of(wish.game, wish.seats, "spread", wish.seed, at)) for at in range(wish.games)]
    results, turns = zip(*played, strict=True)
    spread = stdev(results) / sqrt(mean(turns))
    print(f"{wish.games:,} games: {mean(results):.2f}, deviation {stdev(results):.3f}, {mean(turns):.2f} turns")
    print(f"values: {', '.join(map(str, values_of(game)))}")
    print(f"spread {spread:.3f}, give or take {spread / sqrt(2 * wish.games):.3f}")


if __name__ == "__main__":
    main()
