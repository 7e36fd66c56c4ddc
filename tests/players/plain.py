"""Positions of all games, and how judges rate them here; run by itself it tells the ratings as JSON."""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from knobel.core.game import AnyGame, Decide
from knobel.games.scorecard.win import Sheets, WinJudge, most_of
from knobel.library import make
from knobel.players.judge import judge_of
from knobel.testing.games import random_play

TABLES: list[tuple[str, int, dict[str, str], int, int]] = [
    ("classic", 1, {}, 10, 1),
    ("classic", 3, {}, 4, 1),
    ("classic", 2, {"joker": "yes"}, 2, 1),
    ("yatzy", 1, {}, 10, 1),
    ("yatzy", 4, {}, 3, 1),
    ("hexhex", 1, {}, 8, 1),
    ("hexhex", 2, {}, 6, 1),
    ("hexhex", 5, {}, 3, 1),
    ("hexhex", 2, {"pairs": "alike"}, 4, 1),
    ("extreme", 1, {}, 3, 1),
    ("extreme", 3, {}, 1, 1),
    ("master", 1, {}, 1, 1),
    ("master", 4, {}, 1, 5),
    ("master", 2, {"last_round": "again"}, 1, 3),
    ("kribbeln", 2, {}, 1, 1),
    ("kribbeln", 3, {"sheet": "5"}, 1, 2),
    ("kribbeln", 4, {"sheet": "3"}, 1, 2),
    ("kribbeln", 3, {"sheet": "4", "beginner": "yes"}, 1, 6),
    ("kribbeln", 5, {"sheet": "2"}, 1, 9),
    ("kribbeln", 2, {"tasks": "1 green; 0 red; no 3; no 2; 3 any; 4 any"}, 1, 6),
    ("kribbeln", 4, {"arrangement": "any"}, 1, 9),
    ("krisskross", 1, {}, 1, 1),
    ("krisskross", 3, {"advanced": "yes"}, 1, 1),
]
"""A game, its seats and options, how many games are looked at, and each which position of them."""
ASKED = [
    *((number, None) for number in range(len(TABLES))),
    *((number, "rank_points") for number, (key, *_, every) in enumerate(TABLES) if key == "kribbeln" and every > 1),
]
"""Which of them are judged by what; None is what a game is mostly played for."""
MOST = 150
"""So many positions of a game are looked at, at most."""


def positions(game: AnyGame, count: int, every: int = 1) -> Iterator[tuple[Any, int]]:
    """Positions of so many games, and a seat that has to decide."""
    for seed in range(count):
        decisions = (record for record in random_play(game, seed) if isinstance(record.pending, Decide))
        for record in islice(decisions, every - 1, every * MOST, every):
            assert isinstance(record.pending, Decide)
            yield record.state, record.pending.seats[0]


def ratings(number: int, objective: str | None = None) -> tuple[str, list[list[float]]]:
    """How the positions of one of these tables are rated: by what objective, and each move of each."""
    key, seats, options, count, every = TABLES[number]
    game = make(key, seats, **options)
    judge = judge_of(game, objective)
    if isinstance(judge, WinJudge):
        # Plain Python does not solve as many ends of sheets as arrays do: here both solve as many as it can.
        sheets = judge.sheets
        judge = WinJudge(Sheets(sheets.book, sheets.spread, most_of(sheets.book, plain=True)), solves=False)
    found = [list(judge.rate(game, state, seat).values()) for state, seat in positions(game, count, every)]
    return judge.objective, found


if __name__ == "__main__":
    json.dump([(number, *ratings(number, objective)) for number, objective in ASKED], sys.stdout)
