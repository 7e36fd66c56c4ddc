"""Symbols of Kriss Kross entered by their cells: the first to write says what fell, the others write the same."""

from collections.abc import Mapping

from knobel.core.errors import BadMove
from knobel.core.game import Decide, Event, Fell, Moved, Throw
from knobel.games.krisskross.rules import CELLS, DIE, EMPTY, PLACEMENTS, START, SYMBOLS, Begin, KrissKross, State
from knobel.games.krisskross.scene import own_text
from knobel.scene.inferred_dice import Value, refused
from knobel.scene.text import Text, text


def places(game: KrissKross, state: State, seat: int) -> Mapping[str, Text]:
    """The start cell, or every two adjacent empty cells: `a1 b1`, the first symbol first."""
    pending = game.pending(state)
    grid = state.grids[seat]
    if state.starting or not (isinstance(pending, Throw) or (isinstance(pending, Decide) and seat in pending.seats)):
        raise BadMove(f"seat {seat} has nothing to write now")
    if grid[START] == EMPTY:
        return {CELLS[START]: own_text("start_cell", cell=CELLS[START])} if isinstance(pending, Decide) else {}
    free = [move.cells for move in PLACEMENTS if grid[move.cells[0]] == grid[move.cells[1]] == EMPTY]
    return {
        f"{CELLS[one]} {CELLS[other]}": own_text("cell", cell=f"{CELLS[one]} {CELLS[other]}") for one, other in free
    }


def values(game: KrissKross, state: State, seat: int, place: str) -> tuple[Value, ...]:
    """The symbols that may be written there: any two before a throw, else those that fell."""
    if place not in places(game, state, seat):
        return ()
    if place == CELLS[START]:
        taken = {str(move) for move in game.moves(state, seat)}
        return tuple(
            Value(symbol, _symbol(symbol), faces=(symbol,)) for symbol in SYMBOLS if str(Begin(symbol)) in taken
        )
    pairs = [(DIE.text(state.dice[0]), DIE.text(state.dice[1]))] if state.dice else _PAIRS
    return tuple(
        Value(f"{one} {other}", text("coach.beside", one=_symbol(one), other=_symbol(other)), faces=(one, other))
        for one, other in pairs
    )


_PAIRS = [(one, other) for one in SYMBOLS for other in SYMBOLS]


def infer(game: KrissKross, state: State, seat: int, place: str, value: str, mark: str = "") -> tuple[Event, ...]:
    """The throw, if it has not been made yet, and the move that writes it into these cells."""
    offered = values(game, state, seat, place)
    if value not in {possible.value for possible in offered} or mark:
        raise refused(place, f"{value} {mark}".strip(), offered)
    if place == CELLS[START]:
        return (Moved(seat, Begin(value)),)
    first, second = (CELLS.index(cell) for cell in place.split())
    move = next(placement for placement in PLACEMENTS if placement.cells == (first, second))
    # The symbols themselves are the throw: no dice have to be searched for.
    fell = () if state.dice else (Fell(tuple(DIE.read(symbol) for symbol in value.split())),)
    return (*fell, Moved(seat, move))


def _symbol(symbol: str) -> Text:
    return text(f"symbol.{symbol}")
