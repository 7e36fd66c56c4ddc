"""Processor time of the review of a long game, in this process and on one core.

    python bench/reviews.py [GAME …]

Each game is played with as many seats as possible, by random players who throw as often as they may, so that it is
long. All seats are reviewed, twice: the first time includes what is loaded once.
"""

import os

# One core, as on a server with other requests.
os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}

import sys
import time
from random import Random
from typing import Any

from knobel import Record, make
from knobel.coach import review
from knobel.core.dice import seeded
from knobel.core.game import AnyGame, holds
from knobel.core.playout import play_record
from knobel.library import find, games

SEED = 7


def long_record(key: str) -> Record:
    """A long game."""
    random = Random(SEED)

    def player(game: AnyGame, state: Any, seat: int) -> Any:
        moves = game.moves(state, seat)
        return random.choice([move for move in moves if holds(move) is not None] or list(moves))

    game = make(key, max(find(key).seats))
    return play_record(Record(game), [player] * game.seats, seeded(SEED))


def main() -> None:
    """Print a line for each game."""
    print("game         seats  entries  decisions  first s  again s")
    for key in sys.argv[1:] or [spec.key for spec in games()]:
        record = long_record(key)
        seconds = []
        for _ in range(2):
            began = time.process_time()
            reviewed = review(record)
            seconds.append(time.process_time() - began)
        decisions = sum(moment.kind == "decision" for seat in reviewed.seats for moment in seat.moments)
        figures = f"{len(record.entries):8} {decisions:10} {seconds[0]:8.2f} {seconds[1]:8.2f}"
        print(f"{key:12} {record.game.seats:5} {figures}", flush=True)


if __name__ == "__main__":
    main()
