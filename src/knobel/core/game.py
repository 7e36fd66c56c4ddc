"""The contract of a game, and functions for any game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeVar

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadDice, BadMove, with_technical_text

State = TypeVar("State")
Move = TypeVar("Move")


@dataclass(frozen=True, slots=True)
class Throw:
    """The game waits for dice: these positions of the pool are in the cup of this seat."""

    seat: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Decide:
    """The game waits for a move of each of these seats, in any order."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over; each seat has a place, counted from 1, and ties share it."""

    places: tuple[int, ...]


Pending = Throw | Decide | Over


@cache
def throws(seat: int, dice: tuple[int, ...]) -> Throw:
    """Wait for these dice of this seat. Cached, since nearly every step needs one."""
    return Throw(seat, dice)


@cache
def decides(*seats: int) -> Decide:
    """Wait for a move of each of these seats. Cached, since nearly every step needs one."""
    return Decide(seats)


class Game(Protocol[State, Move]):
    """The rules for a number of seats and options: an immutable value without dice, clock, input or output."""

    def __hash__(self) -> int:
        """Equal rules have equal hashes."""

    @property
    def key(self) -> str:
        """The name of the game in records and commands."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def options(self) -> Mapping[str, str]:
        """The chosen options as texts; `make(key, seats=seats, **options)` gives this game again."""

    @property
    def pool(self) -> tuple[Die, ...]:
        """All dice of the game."""

    @property
    def alphabet(self) -> tuple[Move, ...]:
        """Every move there is: its index is the action number, its `str` the notation."""

    def start(self) -> State:
        """The state before the first throw or move."""

    def pending(self, state: State) -> Pending:
        """What the game waits for."""

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        """The moves this seat may make now; empty when it has nothing to decide."""

    def land(self, state: State, faces: Faces) -> State:
        """The state after the awaited dice fell like this, in the order of their positions."""

    def play(self, state: State, seat: int, move: Move) -> State:
        """The state after this seat makes one of its `moves`, which is not checked."""

    def scores(self, state: State) -> tuple[int, ...]:
        """The points of every seat in this state."""


AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class Fell:
    """The awaited dice fell."""

    faces: Faces
    inferred: bool = False
    """Whether nobody saw them fall: only a score was entered, which these dice explain."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat made a move."""

    seat: int
    move: Any


Event = Fell | Moved
"""Everything that can happen to a state."""


def holds(move: Any) -> tuple[int, ...] | None:
    """The positions of the dice that a move holds, to throw all others again; None where it ends the throwing.

    A move says so by its attribute `holds`; one that has none ends the throwing.
    """
    positions: tuple[int, ...] | None = getattr(move, "holds", None)
    return positions


def rank(results: Sequence[Any]) -> tuple[int, ...]:
    """The place of each result, most first; ties share the place."""
    return tuple(1 + sum(other > result for other in results) for result in results)


def seat_of(game: AnyGame, before: Any, event: Event) -> int:
    """The seat of an event after this state: who moved, or whose dice were in the cup."""
    if isinstance(event, Moved):
        return event.seat
    pending = game.pending(before)
    assert isinstance(pending, Throw)
    return pending.seat


def seats_text(seats: Sequence[int]) -> str:
    """Seats for a sentence: `seat 0`, `seats 0, 2`."""
    return f"seat{'s' if len(seats) > 1 else ''} {_listed(seats)}"


def dice_text(count: int) -> str:
    """A number of dice for a sentence: `1 die`, `5 dice`."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def _listed(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))


def check(game: AnyGame, state: Any, event: Event) -> None:
    """Raise a clear error unless the event may happen now."""
    pending = game.pending(state)
    match event, pending:
        # The most frequent cases come first.
        case Fell(faces), Throw(_, dice):
            if len(faces) != len(dice):
                wrong = BadDice(f"the cup holds {dice_text(len(dice))}, not {len(faces)}")
                raise with_technical_text(wrong, "cup", n=len(dice), count=len(faces))
            for position, face in zip(dice, faces, strict=True):
                if face not in game.pool[position].values:
                    shown = ", ".join(game.pool[position].faces)
                    wrong = BadDice(f"die {position + 1} cannot show {face}; it shows {shown}")
                    raise with_technical_text(wrong, "die", die=position + 1, face=face, faces=shown)
        case Moved(seat, move), Decide(seats):
            if seat not in seats:
                error = BadMove(f"seat {seat} cannot move now; the game waits for {seats_text(seats)}")
                key = "not_on_turn" if len(seats) == 1 else "others_on_turn"
                raise with_technical_text(error, key, place=seat, places=_listed(seats))
            allowed = game.moves(state, seat)
            if move not in allowed:
                listed = ", ".join(f"'{offered}'" for offered in allowed[-6:])
                more = len(allowed) > 6
                error = BadMove(f"'{move}' is not allowed now; possible moves are {listed}{' and others' * more}")
                raise with_technical_text(
                    error, "not_allowed_more" if more else "not_allowed", move=f"'{move}'", known=listed
                )
        case _, Over():
            raise with_technical_text(BadMove("the game is over; nothing can follow"), "over")
        case Fell(), Decide(seats):
            error = BadMove(f"no dice can be thrown now; {seats_text(seats)} must move first")
            raise with_technical_text(
                error, "move_first" if len(seats) == 1 else "all_move_first", places=_listed(seats)
            )
        case Moved(), Throw(seat, dice):
            error = BadMove(f"no move is possible now; seat {seat} must throw {dice_text(len(dice))} first")
            raise with_technical_text(error, "throw_first", n=len(dice), place=seat)


def apply(game: Game[State, Move], state: State, event: Event) -> State:
    """The state after an event, which is not checked."""
    match event:
        case Fell(faces):
            return game.land(state, faces)
        case Moved(seat, move):
            return game.play(state, seat, move)


def step(game: Game[State, Move], state: State, event: Event) -> State:
    """The state after an event, which is checked."""
    check(game, state, event)
    return apply(game, state, event)


def replay(game: Game[State, Move], events: Iterable[Event]) -> State:
    """The state after all these events, each checked."""
    state = game.start()
    for event in events:
        state = step(game, state, event)
    return state


def read_move(game: Game[State, Move], text: str) -> Move:
    """Parse the notation of a move."""
    move = _by_text(game.alphabet).get(text)
    if move is not None:
        return move
    example = str(game.alphabet[-1])
    error = BadMove(f"{text[:60]!r} is not a move in {game.key}; a move looks like '{example}'")
    raise with_technical_text(error, "move", move=repr(text[:60]), game=game.key, example=f"'{example}'")


def _by_text(alphabet: tuple[Move, ...]) -> Mapping[str, Move]:
    """The moves of an alphabet by their notation, cached since alphabets are long and logs need many lookups."""
    cached = _ALPHABETS.get(id(alphabet))
    if cached is None:
        if len(_ALPHABETS) >= _MOST_ALPHABETS:
            _ALPHABETS.clear()
        cached = _ALPHABETS[id(alphabet)] = (alphabet, {str(move): move for move in reversed(alphabet)})
    return cached[1]


_MOST_ALPHABETS = 256
_ALPHABETS: dict[int, tuple[Any, dict[str, Any]]] = {}
"""Cached moves by their notation, by identity of the alphabet, which is kept so that its identity stays unique."""
