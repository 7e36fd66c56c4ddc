"""Test fixtures: scripted dice, games played at random, and games that are registered for one test."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from knobel.core.dice import Die, Faces, Source, seeded
from knobel.core.entry import write_entry
from knobel.core.errors import BadDice
from knobel.core.game import AnyGame, Decide, Over, Pending, Throw
from knobel.core.playout import next_event, thrower
from knobel.core.record import Record
from knobel.core.registry import Registered, register, unregister


def scripted(*throws: Iterable[int]) -> Source:
    """A source of dice that returns these throws, one after the other."""
    script = iter([tuple(throw) for throw in throws])

    def fall(dice: Sequence[Die]) -> Faces:
        faces = next(script, None)
        if faces is None:
            raise BadDice(f"the script has no throw left for {len(dice)} dice")
        if len(faces) != len(dice):
            raise BadDice(f"the script has {len(faces)} faces for {len(dice)} dice")
        return faces

    return fall


@contextmanager
def registered(spec: Registered) -> Iterator[None]:
    """Register a game inside the block only."""
    register(spec)
    try:
        yield
    finally:
        unregister(spec.key)


MOST_EVENTS = 20_000
"""The most events of a random game, more than any game can last."""


def random_play(game: AnyGame, seed: int) -> Iterator[Record]:
    """Play a game at random: yields its record before the first entry and after each."""
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
    """The record of a whole game played at random; simultaneous decisions are made in random order."""
    *_, last = random_play(game, seed)
    return last


def _waits_for(pending: Pending, game: AnyGame, state: Any) -> str:
    match pending:
        case Throw(seat, positions):
            return f"throw {seat}: {' '.join(str(position + 1) for position in positions)}"
        case Decide(seats):
            return "decide " + ", ".join(f"{seat}: {len(game.moves(state, seat))} moves" for seat in seats)
        case Over(places):
            return f"over {' '.join(map(str, places))}"


def playthrough(record: Record) -> str:
    """A record as text with what the game waits for and the scores after each standing entry."""
    game = record.game
    lines = [record.header().rstrip("\n"), ""]
    events = [write_entry(game, event) for _, event in record.standing]
    width = max(map(len, events), default=0)
    for event, state in zip(["", *events], record.states, strict=True):
        scores = " ".join(map(str, game.scores(state)))
        lines.append(f"{event:{width}} | {_waits_for(game.pending(state), game, state)} | {scores}")
    return "".join(f"{line.rstrip()}\n" for line in lines)
