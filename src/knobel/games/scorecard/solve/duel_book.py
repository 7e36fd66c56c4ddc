"""A book of a game for two: the chance to win, a draw counting half, asked by the boxes open on both sheets."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.duel import OBJECTIVE, Duel, duel_of
from knobel.solve.tables import read_table, table_path


@dataclass(frozen=True, eq=False)
class DuelBook:
    """The chances in all pairs of sheets; sheets are given by their open boxes, as bits."""

    duel: Duel
    row: Callable[[int], NDArray[Any]]
    """The chances of who waits, by lead, from minus `duel.reach` on."""
    exact: bool
    """Whether these are the true values, or compact ones near them."""
    source: str
    """Where they come from."""

    def _row(self, moving: int, waiting: int) -> NDArray[Any]:
        """The row of who moves and who waits."""
        if not max(moving, waiting) >> self.duel.boxes == 0 <= moving.bit_count() - waiting.bit_count() <= 1:
            raise BadSetup("who moves has as many open boxes as who waits, or one more")
        return self.row(self.duel.row(moving, waiting))

    def chance(self, mine: int, theirs: int, lead: int) -> float:
        """My chance to win before I throw, so many points ahead."""
        return 1 - float(self._row(mine, theirs)[self.duel.reach - self._lead(lead)])

    def writings(self, mine: int, theirs: int, lead: int) -> NDArray[np.float64]:
        """My chance to win once each roll is written into each box: rolls x boxes.

        Boxes that are not open have minus infinity.
        """
        worths = self.duel.rules.worths
        found = np.full(worths.shape, -np.inf)
        for box in range(self.duel.boxes):
            if mine >> box & 1:
                row = self._row(theirs, mine ^ 1 << box)
                found[:, box] = row[self.duel.reach + self._lead(lead) + worths[:, box]]
        return found

    def _lead(self, lead: int) -> int:
        if abs(lead) > self.duel.most:
            raise BadSetup(f"a lead is at most {self.duel.most} points, not {abs(lead)}")
        return lead


def open_duel(card: Card, path: Path | None = None) -> DuelBook:
    """The whole book of a card for two, from its table; raises an error if there is none for these rules."""
    duel = duel_of(card)
    table = read_table(path or table_path(card.key, OBJECTIVE), duel.rules.digest)
    return DuelBook(duel, table.row, exact=True, source=str(table.path))
