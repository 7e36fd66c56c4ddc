"""How a child plays Kriss Kross: it looks along the rows only, and joins equal symbols there."""

from typing import Any

from knobel.games.krisskross.rules import ROWS, KrissKross, Place, State, fill


def child(game: KrissKross, state: State, seat: int) -> Any:
    """The first of the moves that add most points in rows; columns are ignored."""
    grid = state.grids[seat]

    def in_rows(move: Any) -> int:
        if not isinstance(move, Place):
            return 0
        lines = game.lines(fill(grid, move.cells, state.dice), move.cells)
        return sum(points for name, points in lines.items() if name in ROWS)

    return max(game.moves(state, seat), key=in_rows)
