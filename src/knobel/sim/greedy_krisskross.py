"""Greedy Kriss Kross: the placement that adds most points at once, the first of several."""

from typing import Any

from knobel.core.game import AnyGame
from knobel.games.krisskross import KrissKross, Place, State, fill, grid_points


def choose(game: AnyGame, state: State, seat: int) -> Any:
    """The move; any symbol is as good to begin with, so the first is taken."""
    assert isinstance(game, KrissKross)
    moves = game.moves(state, seat)
    grid, advanced = state.grids[seat], game.advanced

    def worth(move: Any) -> int:
        return grid_points(fill(grid, move.cells, state.dice), advanced) if isinstance(move, Place) else 0

    return max(moves, key=worth)
