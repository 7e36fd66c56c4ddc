"""Hex-hex for workers elsewhere, worked out by the plain kernel: nobody waits for a compiler."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from knobel.games.hexhex.rules import CARD
from knobel.games.scorecard.solve.book import fill_plain
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel_lab.games.scorecard.points import identity, verify
from knobel_lab.solving.run import Plan, starts


@dataclass(frozen=True)
class Plain:
    """Chunks have so many rows at most."""

    rows: int = 1 << 17

    def plan(self) -> Plan:
        """The plan."""
        place = positions(rules(CARD))
        return Plan(
            replace(identity(place), starts=starts(place.layers, 1, self.rows)),
            place.layers,
            np.ones(place.shape[0], np.int64),
            partial(fill_plain, place),
            partial(verify, place),
            lambda values: float(values[-1, 0, 0]),
        )


@dataclass(frozen=True)
class Liar:
    """Makes another plan than the one that is carried out, as a worker with another version would."""

    def plan(self) -> Plan:
        """The plan."""
        return Plain(50).plan()
