"""Positions of all games, and how judges rate them here; run by itself it tells the ratings as JSON."""

import json
import sys
from collections.abc import Iterator
from typing import Any

from knobel.core.game import AnyGame, Decide
from knobel.library import make
from knobel.players.judge import judge_of
from knobel.testing.games import random_play

TABLES: list[tuple[str, int, dict[str, str], int]] = [
    ("classic", 1, {}, 10),
    ("classic", 3, {}, 4),
    ("classic", 2, {"joker": "yes"}, 2),
    ("yatzy", 1, {}, 10),
    ("yatzy", 4, {}, 3),
    ("hexhex", 1, {}, 8),
    ("hexhex", 2, {}, 6),
    ("hexhex", 5, {}, 3),
    ("hexhex", 2, {"pairs": "alike"}, 4),
    ("extreme", 1, {}, 3),
    ("extreme", 3, {}, 1),
    ("master", 1, {}, 1),
    ("master", 4, {}, 1),
    ("master", 2, {"last_round": "again"}, 1),
    ("krisskross", 1, {}, 1),
    ("krisskross", 3, {"advanced": "yes"}, 1),
]
"""A game, its seats and options, and how many games are looked at."""
MOST = 150
"""So many positions of a game are looked at, at most."""


def positions(game: AnyGame, count: int) -> Iterator[tuple[Any, int]]:
    """Positions of so many games, and a seat that has to decide."""
    for seed in range(count):
        found = 0
        for record in random_play(game, seed):
            if isinstance(record.pending, Decide) and found < MOST:
                found += 1
                yield record.state, record.pending.seats[0]


def ratings(number: int, objective: str | None = None) -> tuple[str, list[list[float]]]:
    """How the positions of one of these tables are rated: by what objective, and each move of each."""
    key, seats, options, count = TABLES[number]
    game = make(key, seats, **options)
    judge = judge_of(game, objective)
    found = [list(judge.rate(game, state, seat).values()) for state, seat in positions(game, count)]
    return judge.objective, found


if __name__ == "__main__":
    json.dump([ratings(number) for number in range(len(TABLES))], sys.stdout)
