"""Actions of Master entered without dice: those that some roll allows on this board, with how far rows move."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement

from knobel.core.dice import Faces
from knobel.core.game import Event, Moved
from knobel.games.holding.tray import Tray, inferred_throws
from knobel.games.master.rules.actions import Action, Coins, Fulfil, RowCoins, Rows
from knobel.games.master.rules.board import NUMBERS, TASKS
from knobel.games.master.rules.game import DICE, THROWS, Master, Pass, State
from knobel.games.master.scene import action_text, label, own_text
from knobel.scene.inferred_dice import Value, check_turn, refused
from knobel.scene.text import Text, text

COINS, PASS = "coins", "pass"
PLACES = (*(task.key for task in TASKS), *(f"row_{number}" for number in NUMBERS), COINS, PASS)
"""All places in the order of the board."""


def places(game: Master, state: State, seat: int) -> Mapping[str, Text]:
    """The tasks, rows and coins that some roll can use now."""
    check_turn(game, state, seat)
    usable = _inferred_throws(game, _bare(state), seat)
    return {place: _named(game, place) for place in PLACES if place in usable}


def values(game: Master, state: State, seat: int, place: str) -> tuple[Value, ...]:
    """The actions that use a place; for rows with the number of dice that move them, as `rows 3 5 = 2 3`."""
    check_turn(game, state, seat)
    actions = _inferred_throws(game, _bare(state), seat).get(place, {})
    return tuple(Value(value, _words(game, move, faces)) for value, (move, faces) in actions.items())


def infer(game: Master, state: State, seat: int, place: str, value: str, mark: str = "") -> tuple[Event, ...]:
    """A roll that allows the action, and the action."""
    check_turn(game, state, seat)
    actions = _inferred_throws(game, _bare(state), seat).get(place, {})
    if value not in actions or mark:
        raise refused(place, f"{value} {mark}".strip(), values(game, state, seat, place))
    move, faces = actions[value]
    return (*inferred_throws(faces, seat), Moved(seat, move))


def _named(game: Master, place: str) -> Text:
    if place == PASS:
        return own_text("choice.pass")
    return own_text("setup.coins") if place == COINS else label(game, place)


def _words(game: Master, move: Action | Pass, faces: Faces) -> Text:
    if isinstance(move, Pass):
        return own_text("choice.pass")
    words = action_text(game, move)
    counts = _counts(move, faces)
    return text("coach.list", one=words, other=text("coach.whole", n="+".join(map(str, counts)))) if counts else words


def _bare(state: State) -> State:
    """The state reduced to what matters here, as a key for caching."""
    return State(state.boards, state.seat, 1, state.tray)


def _counts(move: Action | Pass, faces: Faces) -> tuple[int, ...]:
    """How many dice move the rows of an action."""
    match move:
        case Rows(numbers):
            return tuple(faces.count(number) for number in numbers)
        case RowCoins(number, _):
            return (faces.count(number),)
    return ()


def _used(move: Action | Pass) -> Iterator[str]:
    """The places that an action uses."""
    match move:
        case Fulfil(task):
            yield task
        case Rows(numbers):
            yield from (f"row_{number}" for number in numbers)
        case Coins():
            yield COINS
        case RowCoins(number, _):
            yield f"row_{number}"
            yield COINS
        case Pass():
            yield PASS


@lru_cache(maxsize=64)
def _inferred_throws(game: Master, state: State, seat: int) -> dict[str, dict[str, tuple[Action | Pass, Faces]]]:
    """For every place its actions, each with a roll that allows it."""
    throws_by_place: dict[str, dict[str, tuple[Action | Pass, Faces]]] = {}
    for faces in combinations_with_replacement(range(1, 7), DICE):
        rolled = State(state.boards, seat, 1, Tray(faces, THROWS))
        for move in game.results(rolled, seat) or [Pass()]:
            counts = _counts(move, faces)
            value = f"{move} = {' '.join(map(str, counts))}" if counts else str(move)
            for place in _used(move):
                throws_by_place.setdefault(place, {}).setdefault(value, (move, faces))
    return throws_by_place
