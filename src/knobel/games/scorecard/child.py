"""How a child plays a scorecard: it wants all dice alike, writes the biggest number there is now, and forgets the rest.

No thought goes to the bonus, to what a box might bring later, or to straights that are nearly there.
"""

from typing import Any

from knobel.games.holding.child import most_alike
from knobel.games.scorecard.rules import THROWS, Scorecard, State, Write

BIG = 0.16
"""A number looks big from so much of the biggest on the card on."""


def child(game: Scorecard, state: State, seat: int) -> Any:
    """The move of a child."""
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
    """The most that dice which all show the last face of a common die bring anywhere."""
    common = game.pool[0]
    return max(game.card.worths((common.read(common.faces[-1]),) * len(game.pool)))
