"""How a child plays a scorecard: it wants all dice alike, and writes the highest number available now.

It ignores the bonus, what a box might bring later, and straights that are nearly complete.
"""

from typing import Any

from knobel.games.holding.child import most_alike
from knobel.games.scorecard.rules import THROWS, Scorecard, State, Write

BIG = 0.16
"""The fraction of the highest number on the card from which a number looks big to a child."""


def child(game: Scorecard, state: State, seat: int) -> Any:
    """The move a child would make."""
    moves = game.moves(state, seat)
    writes = [move for move in moves if isinstance(move, Write)]
    if not writes:
        return moves[0]
    worths = dict(
        zip((box.key for box in game.card.boxes), game.worths(state.sheets[seat], state.tray.faces), strict=True)
    )
    best = max(writes, key=lambda write: worths[write.box])
    wish = most_alike(state.tray.faces)
    if state.tray.throws >= THROWS or wish not in moves or worths[best.box] >= BIG * _biggest(game):
        return best
    return wish


def _biggest(game: Scorecard) -> int:
    """The most points of dice that all show the last face of the first die."""
    common = game.pool[0]
    return max(game.card.worths((common.read(common.faces[-1]),) * len(game.pool)))
