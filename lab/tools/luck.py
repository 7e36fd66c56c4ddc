"""Measure the luck that reviews tell of: among equals it is nothing on average, or values are not what they say."""

import argparse
from itertools import chain
from math import sqrt
from statistics import mean, stdev

from lab.tools.strategy.experiments import seed_of

from knobel.coach.bot import bot, level
from knobel.coach.numbers import Scale
from knobel.coach.review import review
from knobel.coach.values import values_of
from knobel.core.dice import seeded
from knobel.core.game import AnyGame
from knobel.core.playout import play_record
from knobel.core.record import Record
from knobel.library import make


def luck(game: AnyGame, rank: str, seed: int) -> list[float]:
    """The luck of each seat, by the review, in a game of bots of a level."""
    record = Record(game, [f"seat {seat}" for seat in range(game.seats)])
    play_record(record, [bot(game, level(rank), seat) for seat in range(game.seats)], seeded(seed))
    reviewed = review(record)
    scale = Scale(reviewed.objective, reviewed.spread)
    return [scale.shown(seat.luck) for seat in reviewed.seats]


def main() -> None:
    """Play games, review them, and print the mean luck with its standard error, by seat and for all."""
    parser = argparse.ArgumentParser(prog="python -m lab.tools.luck", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", default="owl")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    wish = parser.parse_args()
    game = make(wish.game, wish.seats, **dict(option.split("=", 1) for option in wish.option))
    seeds = (seed_of(wish.game, wish.seats, "luck", wish.seed, at) for at in range(wish.games))
    luck_by_game = [luck(game, wish.level, seed) for seed in seeds]
    of_seats = [_mean_text([one[seat] for one in luck_by_game]) for seat in range(wish.seats)]
    print(f"{wish.game} for {wish.seats}, {wish.games:,} games: luck {_mean_text([mean(one) for one in luck_by_game])}")
    print(f"values: {', '.join(map(str, values_of(game)))}")
    print(f"by seat: {', '.join(of_seats)}; in one game give or take {stdev(chain.from_iterable(luck_by_game)):.1f}")


def _mean_text(values: list[float]) -> str:
    return f"{mean(values):+.2f} ± {stdev(values) / sqrt(len(values)):.2f}"


if __name__ == "__main__":
    main()
