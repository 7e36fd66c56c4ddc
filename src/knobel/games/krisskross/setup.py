"""Positions of Kriss Kross set up by hand: the symbols in the grid, and the two that were thrown."""

from collections.abc import Sequence

from knobel.coach.explore import Odds, Place, Position, bad, filled, lying, read_dice
from knobel.core.errors import BadDice, NotProvided, with_technical_text
from knobel.games.krisskross.rules import CELLS, DIE, EMPTY, START, SYMBOLS, Grid, KrissKross, State, can_place
from knobel.games.krisskross.scene import own_text


def places(_game: KrissKross) -> Sequence[Place]:
    """Every cell with every symbol; the start cell is never empty, and its default is the first symbol."""
    return [
        Place(cell, own_text("cell", cell=cell), "grid", SYMBOLS, SYMBOLS[0] if at == START else None)
        for at, cell in enumerate(CELLS)
    ]


def state(game: KrissKross, position: Position) -> State:
    """The state of a position."""
    grids = tuple(_grid(game, filled(places(game), sheet)) for sheet in position.sheets)
    written = [sum(symbol != EMPTY for symbol in grid) for grid in grids]
    dice = read_dice(game, position.dice)
    throws = max(written) // 2
    if not position.throws:
        if any(face is not None for face in dice):
            raise with_technical_text(BadDice("there are no symbols before the first throw; set one throw"), "lying")
        return State(grids, throws)
    faces = lying(dice)
    if position.throws != 1 or faces is None:
        raise BadDice("both dice are thrown together; set what both show")
    if not can_place(grids[0]):
        raise bad(game, "room")
    return State(grids, throws + 1, faces, tuple(seat for seat, grid in enumerate(grids) if can_place(grid)))


def _grid(game: KrissKross, marks: dict[str, int | str | None]) -> Grid:
    grid = tuple(EMPTY if symbol is None else DIE.read(str(symbol)) for symbol in marks.values())
    written = sum(symbol != EMPTY for symbol in grid)
    if written % 2 == 0:
        raise bad(game, "pairs", count=written - 1)
    return grid


def most_throws(_game: KrissKross) -> int:
    """How many throws a turn may have."""
    return 1


def odds(game: KrissKross, _dice: Sequence[int | None], _throws: int) -> tuple[Odds, ...]:
    """Raises NotProvided: there are no boxes to play for."""
    raise with_technical_text(
        NotProvided(f"{game.key} has no boxes with odds; its dice are thrown only once"), "no_boxes", game=game.key
    )
