"""Whole games, played at random and told step by step."""

from collections.abc import Iterator
from random import Random
from typing import Any

from knobel.core.dice import seeded
from knobel.core.entry import write_entry
from knobel.core.game import AnyGame, Decide, Over, Pending, Throw
from knobel.core.playout import next_event, thrower
from knobel.core.record import Record

MOST_EVENTS = 20_000
"""No game lasts as long, however badly it is played."""


def random_play(game: AnyGame, seed: int) -> Iterator[Record]:
    """A game played at random: its record before the first entry and after each."""
    random = Random(seed)
    dice = thrower(seeded(seed))

    def anything(game: AnyGame, state: Any, seat: int) -> Any:
        return random.choice(game.moves(state, seat))

    record = Record(game, dice=f"seed {seed}")
    for _ in range(MOST_EVENTS):
        yield record
        event = next_event(game, record.state, [anything] * game.seats, dice, random.choice)
        if event is None:
            return
        record.append(event)
    raise AssertionError(f"{game.key} did not end after {MOST_EVENTS} throws and moves")


def random_record(game: AnyGame, seed: int) -> Record:
    """The record of a whole game in which everybody plays at random; who decide together do so in random order."""
    *_, last = random_play(game, seed)
    return last


def _told(pending: Pending, game: AnyGame, state: Any) -> str:
    match pending:
        case Throw(seat, positions):
            return f"throw {seat}: {' '.join(str(position + 1) for position in positions)}"
        case Decide(seats):
            return "decide " + ", ".join(f"{seat}: {len(game.moves(state, seat))} moves" for seat in seats)
        case Over(places):
            return f"over {' '.join(map(str, places))}"


def playthrough(record: Record) -> str:
    """The record, and beside each standing entry what the table waits for after it and the scores."""
    game = record.game
    lines = [record.header().rstrip("\n"), ""]
    events = [write_entry(game, event) for _, event in record.standing]
    width = max(map(len, events), default=0)
    for told, state in zip(["", *events], record.states, strict=True):
        scores = " ".join(map(str, game.scores(state)))
        lines.append(f"{told:{width}} | {_told(game.pending(state), game, state)} | {scores}")
    return "".join(f"{line.rstrip()}\n" for line in lines)
