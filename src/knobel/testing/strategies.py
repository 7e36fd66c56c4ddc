"""Hypothesis strategies for games and tables; needs the extra `knobel[testing]`."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from knobel.core.dice import Faces
from knobel.core.game import AnyGame, Decide, Fell, Moved, Over, Throw
from knobel.core.record import Record
from knobel.core.registry import make
from knobel.games.spec import GameSpec, games


def game_strategy(keys: tuple[str, ...] = ()) -> st.SearchStrategy[AnyGame]:
    """Any game with any number of seats and any of its listed options."""
    return st.sampled_from([info for info in games() if not keys or info.key in keys]).flatmap(_of)


def _of(info: GameSpec) -> st.SearchStrategy[AnyGame]:
    options: dict[str, st.SearchStrategy[str]] = {
        option.key: st.sampled_from(option.choices) for option in info.options if option.choices
    }
    seats = st.sampled_from(info.seats)
    return st.builds(lambda seats, options: make(info.key, seats, **options), seats, st.fixed_dictionaries(options))


def face_strategy(game: AnyGame, positions: tuple[int, ...]) -> st.SearchStrategy[Faces]:
    """Any outcome of these dice of the pool."""
    return st.tuples(*(st.sampled_from(game.pool[position].sides) for position in positions))


@st.composite
def record_strategy(draw: st.DrawFn, keys: tuple[str, ...] = (), most: int = 60) -> Record:
    """A record after up to this many throws and moves."""
    record = Record(draw(game_strategy(keys)))
    for _ in range(draw(st.integers(0, most))):
        event = draw_event(draw, record)
        if event is None:
            break
        record.append(event)
    return record


def draw_event(draw: Callable[[st.SearchStrategy[Any]], Any], record: Record) -> Fell | Moved | None:
    """Any event that may happen next; None if the game is over."""
    game: AnyGame = record.game
    state: Any = record.state
    match record.pending:
        case Throw(_, positions):
            return Fell(draw(face_strategy(game, positions)))
        case Decide(seats):
            seat = draw(st.sampled_from(seats))
            return Moved(seat, draw(st.sampled_from(list(game.moves(state, seat)))))
        case Over():
            return None
