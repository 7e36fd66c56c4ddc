"""Measure how far a turn moves the result: the yardstick of the coach (`knobel.coach.verdict`)."""

import argparse
from math import sqrt
from statistics import mean, stdev

from knobel.core.dice import seeded
from knobel.core.game import AnyGame, Decide, Over, Throw
from knobel.library import make
from knobel.players.graded import Graded
from knobel.players.judge import judge_of
from knobel.players.level import LEVELS
from tools.strategy.watch import seed_of, turn_of

OWL = LEVELS[-1]


def play(game: AnyGame, seed: int) -> tuple[float, int]:
    """What the first seat reaches when all play as well as can be, and in how many turns."""
    state, dice, owl, turns = game.start(), seeded(seed), Graded(OWL), set[int]()
    while True:
        match game.pending(state):
            case Over():
                # Where stars are a race, the turns it took are the result.
                race = judge_of(game).objective == "turns"
                return len(turns) if race else game.scores(state)[0], len(turns)
            case Throw(_, cup):
                state = game.land(state, dice([game.pool[position] for position in cup]))
            case Decide((seat, *_)):
                # The start symbol of Kriss Kross is chosen before its first turn.
                if seat == 0 and (turn := turn_of(state, seat)):
                    turns.add(turn)
                state = game.play(state, seat, owl(game, state, seat))


def main() -> None:
    """Play games and tell the standard deviation of the results, and that over the root of the turns."""
    parser = argparse.ArgumentParser(prog="python -m tools.spread", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    game = make(asked.game, asked.seats, **dict(option.split("=", 1) for option in asked.option))
    played = [play(game, seed_of(asked.game, asked.seats, "spread", asked.seed, at)) for at in range(asked.games)]
    results, turns = zip(*played, strict=True)
    found = stdev(results) / sqrt(mean(turns))
    print(f"{asked.games:,} games: {mean(results):.2f}, deviation {stdev(results):.3f}, {mean(turns):.2f} turns")
    print(f"spread {found:.3f}, give or take {found / sqrt(2 * asked.games):.3f}")


if __name__ == "__main__":
    main()
