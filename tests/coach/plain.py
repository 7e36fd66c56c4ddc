"""Positions of all games, and how judges rate them here; run by itself it tells the ratings as JSON."""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from knobel.coach.judge import judge_of
from knobel.core.game import AnyGame, Decide
from knobel.games.scorecard.win import Sheets, WinJudge, most_of
from knobel.library import make
from knobel.testing.games import random_play

TABLES: list[tuple[str, int, dict[str, str], str | None, int, int]] = [
    ("classic", 1, {}, None, 10, 1),
    ("classic", 3, {}, None, 4, 1),
    ("classic", 2, {"joker": "yes"}, None, 2, 1),
    ("yatzy", 1, {}, None, 10, 1),
    ("yatzy", 4, {}, None, 3, 1),
    ("hexhex", 1, {}, None, 8, 1),
    ("hexhex", 2, {}, None, 6, 1),
    ("hexhex", 5, {}, None, 3, 1),
    ("hexhex", 2, {"pairs": "alike"}, None, 4, 1),
    ("extreme", 1, {}, None, 3, 1),
    ("extreme", 3, {}, None, 1, 1),
    ("master", 1, {}, None, 1, 1),
    ("master", 4, {}, None, 1, 5),
    ("master", 2, {"last_round": "again"}, None, 1, 3),
    # To win without NumPy and without a browser, Kribbeln takes half a second a position.
    ("kribbeln", 2, {}, None, 1, 13),
    ("kribbeln", 3, {"sheet": "5"}, None, 1, 29),
    ("kribbeln", 4, {"sheet": "3"}, None, 1, 31),
    ("kribbeln", 3, {"sheet": "4", "beginner": "yes"}, None, 1, 29),
    ("kribbeln", 5, {"sheet": "2"}, None, 1, 47),
    ("kribbeln", 2, {"tasks": "1 green; 0 red; no 3; no 2; 3 any; 4 any"}, None, 1, 17),
    ("kribbeln", 4, {"arrangement": "any"}, None, 1, 37),
    ("kribbeln", 2, {}, "rank_points", 1, 2),
    ("kribbeln", 3, {"sheet": "5"}, "rank_points", 1, 3),
    ("kribbeln", 4, {"sheet": "3"}, "rank_points", 1, 4),
    ("kribbeln", 3, {"sheet": "4", "beginner": "yes"}, "rank_points", 1, 6),
    ("kribbeln", 5, {"sheet": "2"}, "rank_points", 1, 9),
    ("kribbeln", 2, {"tasks": "1 green; 0 red; no 3; no 2; 3 any; 4 any"}, "rank_points", 1, 6),
    ("kribbeln", 4, {"arrangement": "any"}, "rank_points", 1, 9),
    ("krisskross", 1, {}, None, 1, 1),
    ("krisskross", 3, {"advanced": "yes"}, None, 1, 1),
]
"""A game, its seats and options, what it is judged by (None is what it is mostly played for), how many games are looked
at, and each which position of them."""
MOST = 150
"""So many positions of a game are looked at, at most."""


def positions(game: AnyGame, count: int, every: int = 1) -> Iterator[tuple[Any, int]]:
    """Positions of so many games, and a seat that has to decide."""
    for seed in range(count):
        decisions = (record for record in random_play(game, seed) if isinstance(record.pending, Decide))
        for record in islice(decisions, every - 1, every * MOST, every):
            assert isinstance(record.pending, Decide)
            yield record.state, record.pending.seats[0]


def ratings(number: int) -> list[list[float]]:
    """How each move of each position of one of these tables is rated."""
    key, seats, options, objective, count, every = TABLES[number]
    game = make(key, seats, **options)
    judge = judge_of(game, objective)
    if isinstance(judge, WinJudge):
        # Plain Python does not solve as many ends of sheets as arrays do: here both solve as many as it can.
        sheets = judge.sheets
        judge = WinJudge(Sheets(sheets.book, sheets.spread, most_of(sheets.book, solves=False)), solves=False)
    return [list(judge.rate(game, state, seat).values()) for state, seat in positions(game, count, every)]


if __name__ == "__main__":
    json.dump([ratings(number) for number in range(len(TABLES))], sys.stdout)
