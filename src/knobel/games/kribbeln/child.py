"""How a child plays Kribbeln: it stops once a task is met, throws everything again until then, and keeps sixes."""

from typing import Any

from knobel.games.holding.tray import Keep
from knobel.games.kribbeln.rules.game import DODGE, THROWS, WRITE, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS

BIG = 6
"""The least number that a child holds in a Kribbel row."""


def child(game: Kribbeln, state: State, seat: int) -> Any:
    """The move a child would make."""
    moves = game.moves(state, seat)
    if state.starting:
        return moves[0]
    task = ROWS[state.row].task is not None
    if task and WRITE in moves:
        return WRITE
    if state.tray.throws == THROWS:
        return next((move for move in (WRITE, DODGE) if move in moves), moves[-1])
    numbers = game.numbers(state.tray.faces)
    wish = Keep(() if task else tuple(at for at, number in enumerate(numbers) if number >= BIG))
    return wish if wish in moves else moves[-1]
