"""The odds of boxes, and the points to expect in each."""

from collections.abc import Sequence

import numpy as np

from knobel.coach.odds import Odds
from knobel.games.scorecard.rules import Card, Scorecard, State, throws_left
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.odds import prospects


def odds(game: Scorecard, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """The odds of every box, each played for alone."""
    return box_odds(game.card, dice, throws)


def box_odds(card: Card, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """How every box of a card stands from these dice with this many throws left; `prospects` says how to give them."""
    boxes = len(card.boxes)
    met = [[box.meets(tuple(sorted(faces))) for box in card.boxes] for faces in lattice(card.pool).falls]
    found = prospects(card.pool, np.hstack([np.array(met, np.float64), rules(card).worths]), dice, throws).tolist()
    each = zip(card.boxes, found[:boxes], found[boxes:], strict=True)
    return tuple(Odds(box.key, min(1.0, chance), points) for box, chance, points in each)


def still_open(game: Scorecard, state: State) -> tuple[list[str], int]:
    """The boxes that are open, and the throws that are left, a chip's included."""
    sheet = state.sheets[0]
    boxes = [box.key for box, mark in zip(game.card.boxes, sheet.marks, strict=True) if mark is None]
    return boxes, throws_left(sheet, state.tray.throws)
