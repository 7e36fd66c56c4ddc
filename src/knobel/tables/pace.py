"""The pauses of bots before they act, so that people can follow."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Literal

from knobel.core.game import Fell, Moved, seat_of
from knobel.games.turns import ends_turn
from knobel.tables.table import Table

Pace = Literal["quick", "normal", "slow"]
TEMPO: Mapping[Pace, float] = {"quick": 0.4, "normal": 1.0, "slow": 2.0}
"""Factors for the pauses of bots."""
MOST_TABLES = 4096
"""So many tables may have a tempo of their own."""
THROWING, DECIDING, WRITING = 0.5, 1.0, 1.4
"""The pauses of a bot, relative to its pace: to throw at the start of a turn, to decide, and to end a turn.

After its own throw it waits longer, so that people see the dice. A whole turn takes as long as if all were 1.
"""


class BotPace:
    """How quick bots play at each table: what was set there last. It is in no log."""

    def __init__(self) -> None:
        self._tempos: OrderedDict[str, float] = OrderedDict()

    def set(self, table: str, pace: Pace) -> None:
        """Let the bots of a table go on at this pace; what was set longest ago is forgotten."""
        self._tempos[table] = TEMPO[pace]
        self._tempos.move_to_end(table)
        if len(self._tempos) > MOST_TABLES:
            self._tempos.popitem(last=False)

    def of(self, table: str) -> float:
        """The factor for pauses of bots at a table."""
        return self._tempos.get(table, TEMPO["normal"])


def weight(table: Table, seat: int, move: Any) -> float:
    """The pause of a bot before this move, relative to its pace."""
    if move is None:
        return THROWING
    standing, states = table.record.standing, table.record.states
    last = standing[-1][1] if standing else None
    own = isinstance(last, Fell) and seat_of(table.game, states[-2], last) == seat
    return WRITING if own and ends_turn(table.game, states[-1], Moved(seat, move)) else DECIDING
