"""The pauses of bots before they act, so that people can follow."""

from collections.abc import Mapping
from typing import Any, Literal

from knobel.core.game import Fell, seat_of
from knobel.games.holding.tray import Keep
from knobel.tables.table import Table

Pace = Literal["quick", "normal", "slow"]
TEMPO: Mapping[Pace, float] = {"quick": 0.4, "normal": 1.0, "slow": 2.0}
"""Factors for the pauses of bots."""
THROWING, DECIDING, WRITING = 0.5, 1.0, 1.4
"""The pauses of a bot, relative to its pace: to throw at the start of a turn, to decide, and to end a turn.

After its own throw it waits longer, so that people see the dice. A whole turn takes as long as if all were 1.
"""


def weight(table: Table, seat: int, move: Any) -> float:
    """The pause of a bot before this move, relative to its pace."""
    if move is None:
        return THROWING
    standing, states = table.record.standing, table.record.states
    last = standing[-1][1] if standing else None
    own = isinstance(last, Fell) and seat_of(table.game, states[-2], last) == seat
    return WRITING if own and not isinstance(move, Keep) else DECIDING
