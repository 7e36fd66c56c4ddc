"""Tables for tests: played by a judge as well as it can, or brought near their end."""

from collections.abc import Sequence
from typing import Any

from knobel import AnyGame, Record, make, play_record, seeded
from knobel.coach.judge import Judge
from knobel.testing import random_record


def played(game: AnyGame, judge: Judge, seed: int) -> Record:
    """A game in which every seat takes what its judge rates best."""

    def best(game: AnyGame, state: Any, seat: int) -> Any:
        ratings = judge.rate(game, state, seat)
        return max(ratings, key=lambda move: ratings[move])

    return play_record(Record(game), [best] * game.seats, seeded(seed))


def nearly_full(key: str, left: Sequence[str], faces: Sequence[int], name: str = "Anna") -> Record:
    """A sheet on which all boxes but these were written at once with these dice."""
    record = Record(make(key, 1), [name])
    for move in record.game.alphabet:
        verb, _, box = str(move).partition(" ")
        if verb == "write" and box not in left:
            record.fell(*faces)
            record.moved(0, str(move))
    return record


def begun(game: AnyGame, seed: int, entries: int, names: Sequence[str] = ()) -> Record:
    """A game at random, up to so many entries."""
    record = Record(game, names)
    for entry in random_record(game, seed).entries[:entries]:
        record.append(entry)
    return record
