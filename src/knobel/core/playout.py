"""Playing games to their end: players are functions that choose moves, and a source gives the faces of dice."""

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from knobel.core.dice import Faces, Source
from knobel.core.game import AnyGame, Decide, Event, Fell, Moved, Over, Throw, apply
from knobel.core.record import Record

Player = Callable[[AnyGame, Any, int], Any]
"""Called with game, state and seat; returns a move."""

Thrower = Callable[[AnyGame, Any, Throw], Faces]
"""Called with game, state and the awaited throw; returns its faces."""

Turn = Callable[[Sequence[int]], int]
"""Called with the seats that may move now, in any order; returns the one that moves next."""


class Step(NamedTuple):
    """One event of a game, with the states before and after it."""

    before: Any
    event: Event
    after: Any


def thrower(source: Source) -> Thrower:
    """A thrower for a source that only needs the dice in the cup."""
    return lambda game, _, throw: source([game.pool[position] for position in throw.dice])


def next_event(
    game: AnyGame, state: Any, players: Sequence[Player], dice: Thrower, turn: Turn = itemgetter(0)
) -> Event | None:
    """The next event: a throw, or a move of a player; None once the game is over."""
    match game.pending(state):
        case Throw() as throw:
            return Fell(dice(game, state, throw))
        case Decide(seats):
            seat = turn(seats)
            return Moved(seat, players[seat](game, state, seat))
        case Over():
            return None


def steps(game: AnyGame, players: Sequence[Player], dice: Source) -> Iterator[Step]:
    """Play a game to its end, step by step; moves are not checked."""
    throw = thrower(dice)
    state = game.start()
    while event := next_event(game, state, players, throw):
        after = apply(game, state, event)
        yield Step(state, event, after)
        state = after


def play_out(game: AnyGame, players: Sequence[Player], dice: Source) -> Any:
    """Play a game to its end with one player for each seat; the final state. Moves are not checked."""
    state = game.start()
    for step in steps(game, players, dice):
        state = step.after
    return state


def play_record(record: Record, players: Sequence[Player], dice: Source) -> Record:
    """Play the game of a record to its end, checking and recording every event, and return the record."""
    throw = thrower(dice)
    while event := next_event(record.game, record.state, players, throw):
        record.append(event)
    return record
