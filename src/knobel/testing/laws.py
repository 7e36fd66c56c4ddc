"""The laws every game keeps, as code: `conform(game)` tries them on random games."""

import pickle
from random import Random
from typing import Any

from knobel.core.entry import face_text
from knobel.core.errors import BadDice, BadMove
from knobel.core.game import AnyGame, Decide, Fell, Moved, Over, Throw, check, holds, read_move, replay
from knobel.core.record import Record
from knobel.core.registry import make
from knobel.testing.games import random_play


class BrokenLaw(AssertionError):
    """A game does not keep one of the laws."""


def _hold(law: str, holds: bool, *evidence: object) -> None:
    if not holds:
        raise BrokenLaw(f"{law}: {', '.join(map(repr, evidence))}")


def conform(game: AnyGame, games: int = 3, seed: int = 0) -> None:
    """Raise BrokenLaw with the law and the evidence unless the game keeps every law in these random games."""
    names_itself(game)
    alphabet_reads_back(game)
    faces_have_one_text(game)
    for number in range(seed, seed + games):
        random = Random(number)
        before: Any = None
        for record in random_play(game, number):
            state = record.state
            if record.entries:
                event = record.standing[-1][1]
                state_is_a_value(game, before, event, state)
            if not isinstance(record.pending, Over):
                waits_for_dice_or_people(game, state)
                moves_are_of_the_alphabet(game, state)
                separate_seats_commute(game, state, random)
            nothing_else_is_allowed(game, state, random)
            scores_are_one_integer_a_seat(game, state)
            if record.entries:
                held_dice_stay_and_others_are_thrown(game, event, state)
            before = state
        ends_with_places(game, record.state)
        replay_equals_play(game, record)
        text_round_trips(record)


def names_itself(game: AnyGame) -> None:
    """Key, seats and options make the same game again, and it pickles."""
    again = make(game.key, seats=game.seats, **game.options)
    _hold("key, seats and options make the same game", again == game and hash(again) == hash(game), again)
    _hold("a game pickles", pickle.loads(pickle.dumps(game)) == game)


def alphabet_reads_back(game: AnyGame) -> None:
    """Every move has a notation of its own that reads back."""
    alphabet = game.alphabet
    _hold("no move stands twice in the alphabet", len(set(alphabet)) == len(alphabet))
    _hold("every move has a notation of its own", len(set(map(str, alphabet))) == len(alphabet))
    for move in alphabet:
        _hold("a notation reads back", read_move(game, str(move)) == move, move)


def faces_have_one_text(game: AnyGame) -> None:
    """A value has the same text on every die that has it, so that records need not name the die."""
    for die in game.pool:
        for value in die.values:
            _hold("a face has one text", face_text(game.pool, value) == die.text(value), die, value)


def waits_for_dice_or_people(game: AnyGame, state: Any) -> None:
    """A game that is not over waits for at least one die, or for at least one seat, and only for those it has."""
    pending = game.pending(state)
    match pending:
        case Throw(seat, dice):
            _hold("dice in the cup are dice of the pool, in order", _ordered(dice, len(game.pool)), pending)
            _hold("a seat of the table throws", 0 <= seat < game.seats, pending)
        case Decide(seats):
            _hold("seats that decide sit at the table, in order", _ordered(seats, game.seats), pending)


def _ordered(numbers: tuple[int, ...], limit: int) -> bool:
    return bool(numbers) and list(numbers) == sorted(set(numbers)) and numbers[0] >= 0 and numbers[-1] < limit


def moves_are_of_the_alphabet(game: AnyGame, state: Any) -> None:
    """A seat that decides has moves, all of the alphabet and none twice; any other seat has none."""
    pending = game.pending(state)
    deciding = pending.seats if isinstance(pending, Decide) else ()
    for seat in range(game.seats):
        moves = list(game.moves(state, seat))
        _hold("who decides has moves, who does not has none", bool(moves) == (seat in deciding), state, seat)
        _hold("moves are of the alphabet", set(moves) <= set(game.alphabet), state, seat)
        _hold("no move is offered twice", len(set(moves)) == len(moves), state, seat)


def held_dice_stay_and_others_are_thrown(game: AnyGame, event: Fell | Moved, after: Any) -> None:
    """After a move that holds dice, its seat throws all others of the pool."""
    held = holds(event.move) if isinstance(event, Moved) else None
    if isinstance(event, Moved) and held is not None:
        others = tuple(at for at in range(len(game.pool)) if at not in held)
        pending = game.pending(after)
        _hold("a move that holds dice throws the others", pending == Throw(event.seat, others), event, pending)


def scores_are_one_integer_a_seat(game: AnyGame, state: Any) -> None:
    """The scores are derived from the state: one whole number for each seat."""
    scores = game.scores(state)
    _hold("one score a seat", len(scores) == game.seats and all(type(score) is int for score in scores), scores)


def nothing_else_is_allowed(game: AnyGame, state: Any, random: Random) -> None:
    """Everything that the game does not wait for is refused with a clear error."""
    pending = game.pending(state)
    seat = random.randrange(game.seats)
    move = random.choice(game.alphabet)
    allowed = isinstance(pending, Decide) and seat in pending.seats and move in game.moves(state, seat)
    _hold(
        "a move is allowed exactly if it is offered", _refused(game, state, Moved(seat, move)) != allowed, state, move
    )
    _hold("impossible faces are refused", _refused(game, state, Fell((99,) * len(game.pool))), state)
    if isinstance(pending, Decide):
        faces = tuple(die.first for die in game.pool)
        _hold("no dice fall while people decide", _refused(game, state, Fell(faces)), state)


def _refused(game: AnyGame, state: Any, event: Fell | Moved) -> bool:
    try:
        check(game, state, event)
    except (BadDice, BadMove):
        return True
    return False


def separate_seats_commute(game: AnyGame, state: Any, random: Random) -> None:
    """Moves of seats that decide together give the same state in any order."""
    pending = game.pending(state)
    if isinstance(pending, Decide) and len(pending.seats) > 1:
        one, other = random.sample(pending.seats, 2)
        first = random.choice(game.moves(state, one))
        second = random.choice(game.moves(state, other))
        after = game.play(state, one, first)
        still = game.pending(after)
        asked = isinstance(still, Decide) and other in still.seats
        _hold("who decides with others is asked until it has decided", asked, still)
        _hold("nobody's moves depend on who decides first", game.moves(after, other) == game.moves(state, other), other)
        there = game.play(game.play(state, one, first), other, second)
        back = game.play(game.play(state, other, second), one, first)
        _hold("moves of different seats commute", there == back, state, first, second)


def state_is_a_value(game: AnyGame, state: Any, event: Fell | Moved, after: Any) -> None:
    """A state is hashable, can be pickled, is immutable, and the same event always leads to the same next state."""
    before = repr(state)
    again = game.land(state, event.faces) if isinstance(event, Fell) else game.play(state, event.seat, event.move)
    _hold("no state is changed", repr(state) == before, state)
    _hold("the same event leads to the same state", again == after and hash(again) == hash(after), event)
    _hold("a state pickles", pickle.loads(pickle.dumps(after)) == after, after)


def ends_with_places(game: AnyGame, state: Any) -> None:
    """At the end every seat has a place, somebody is first, and nobody is placed before a seat with more points."""
    pending = game.pending(state)
    scores = game.scores(state)
    match pending:
        case Over(places):
            _hold("every seat has a place", len(places) == game.seats and min(places) == 1, places)
            order = sorted(zip(places, scores, strict=True), key=lambda pair: (pair[0], -pair[1]))
            _hold("more points, no worse place", [s for _, s in order] == sorted(scores, reverse=True), places, scores)
        case _:
            raise BrokenLaw(f"the game ends: {pending!r}")
    for seat in range(game.seats):
        _hold("nobody moves after the end", not game.moves(state, seat), seat)
    _hold("nothing follows the end", _refused(game, state, Moved(0, game.alphabet[0])), state)


def replay_equals_play(game: AnyGame, record: Record) -> None:
    """The events alone lead to the same state, and so to the same scores."""
    again = replay(game, [event for _, event in record.standing])
    _hold("replay equals play", again == record.state and game.scores(again) == game.scores(record.state))


def text_round_trips(record: Record) -> None:
    """The text of a record reads back to the same record, byte for byte."""
    text = record.text()
    again = Record.read(text)
    _hold("a record reads back", again.text() == text and again.state == record.state and again.game == record.game)
