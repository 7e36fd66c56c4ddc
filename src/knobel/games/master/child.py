"""How a child plays Master: it wants equal dice, is happy with a pair, and takes a star wherever there is one.

Else it moves the row of the highest number, and ignores coins and using two numbers at once.
"""

from typing import Any

from knobel.games.holding.child import most_alike
from knobel.games.master.rules.actions import Rows
from knobel.games.master.rules.board import stars
from knobel.games.master.rules.game import THROWS, Master, State

ENOUGH = 2
"""How many equal dice are enough for a child."""


def child(game: Master, state: State, seat: int) -> Any:
    """The move a child would make."""
    moves, faces = game.moves(state, seat), state.tray.faces
    if state.starting:
        return moves[0]
    results, now = game.results(state, seat), stars(state.boards[seat])
    wish = most_alike(faces)
    shining = any(stars(board) > now for board in results.values())
    if state.tray.throws < THROWS and not shining and len(wish.holds) < ENOUGH:
        return wish

    def joy(action: Any) -> tuple[int, int]:
        row = isinstance(action, Rows) and len(action.numbers) == 1
        return stars(results[action]), action.numbers[0] if row else 0

    return max(results, key=joy) if results else moves[-1]
