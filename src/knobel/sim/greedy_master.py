"""Greedy Master: as many stars and steps as possible in this turn; a star counts as many as a row has fields."""

from functools import lru_cache
from typing import Any

import numpy as np

from knobel.core.game import AnyGame
from knobel.games.master.board import ROW_LENGTH, Board, stars
from knobel.games.master.game import THROWS, Master, Pass, State
from knobel.games.tray import Keep, Tray
from knobel.sim.turn_exact import Exact, Ints, exact

STAR = ROW_LENGTH


def progress(board: Board) -> int:
    """The steps of a board, stars counted as steps."""
    return STAR * stars(board) + sum(board.rows) + board.coins


def endings(game: Master, state: State, seat: int) -> dict[Any, int]:
    """What each action would add, or passing if none is possible."""
    before = progress(state.boards[seat])
    found: dict[Any, int] = {action: progress(board) - before for action, board in game.results(state, seat).items()}
    return found or {Pass(): 0}


def choose(game: AnyGame, state: State, seat: int) -> Any:
    """The action that adds most, unless holding some dice promises more; the first of several."""
    assert isinstance(game, Master)
    ends = endings(game, state, seat)
    best = max(ends, key=ends.__getitem__)
    if state.tray.throws == THROWS:
        return best
    turn = exact(game.pool)
    stage = _stages(game, state.boards, seat)[state.tray.throws - 1]
    most, move = ends[best] * turn.scale, best
    for keep in game.moves(state, seat):
        if not isinstance(keep, Keep):
            break
        worth = int(stage[turn.lattice.row(state.tray.keep(keep.positions).dice)])
        if worth > most:
            most, move = worth, keep
    return move


@lru_cache(maxsize=256)
def _stages(game: Master, boards: tuple[Board, ...], seat: int) -> tuple[Ints, Ints]:
    """What holding dice is worth after the first throw and after the second."""
    turn: Exact = exact(game.pool)
    rolled = [State(boards, seat, 1, Tray(faces, THROWS)) for faces in turn.lattice.falls]
    return turn.stages(np.array([max(endings(game, state, seat).values()) for state in rolled]))
