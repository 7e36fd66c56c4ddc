"""Many tables of a scorecard game as arrays, for vector environments."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from knobel.core.errors import NotProvided
from knobel.games.holding.starting import FIRST
from knobel.games.scorecard.rules import FIVE, JOKERS, THROWS, Scorecard, Sheet, State
from knobel.games.scorecard.solve.rule_tables import rules
from knobel_lab.games.holding import Dice, Trays, dice_of, tray_at, trays
from knobel_lab.games.scorecard import vector_compiled as kernels
from knobel_lab.games.scorecard.observe import most_worths
from knobel_lab.sim.array_tables import ArrayTables
from knobel_lab.sim.packed import packed

OPEN = kernels.OPEN


class Rules(NamedTuple):
    """The rules of a card and house rules as lookup tables."""

    dice: Dice
    rolls: Any
    """The number of the roll, by the packed dice."""
    worths: Any
    """The worth of each roll in each box: rolls x boxes."""
    shares: Any
    """The worths as fractions of the highest possible ones."""
    marks: Any
    """The points of a box as a fraction of the highest possible: boxes x points."""
    jokers: Any
    """The full points of a box that takes jokers, else -1."""
    kinds: Any
    """The face of a roll whose dice are all alike, from 0; else -1."""
    bonus: Any
    """The number of boxes that count for the bonus, the sum it needs, its points, and the most points of a sheet."""
    chips: int
    five: int
    """The box for five of a kind."""
    house: Any
    """Whether striking is strict, jokers are played, and further fives earn a bonus."""


class Arrays(NamedTuple):
    """The state of all tables, one row per table."""

    marks: Any
    """The entry of each box, OPEN if there is none: tables x seats x boxes."""
    chips: Any
    further: Any
    """Fives of a kind after the first."""
    over: Any
    trays: Trays


@lru_cache(maxsize=8)
def _rules(game: Scorecard) -> Rules:
    card = game.card
    lookup, most, keys = rules(card), np.array(most_worths(card)), [box.key for box in card.boxes]
    return Rules(
        dice_of(card.pool, THROWS),
        packed(card.pool).rolls,
        lookup.worths.astype(np.int16),
        (lookup.worths / most).astype(np.float32),
        (np.arange(most.max() + 1) / most[:, None]).astype(np.float32),
        np.array([box.worth(()) if box.key in JOKERS else -1 for box in card.boxes], np.int16),
        np.array([roll[0] - 1 if len(set(roll)) == 1 else -1 for roll in lookup.lattice.falls], np.int8),
        np.array([lookup.upper, lookup.needed, lookup.bonus, most.sum() + lookup.bonus]),
        card.chips,
        keys.index(FIVE) if FIVE in keys else -1,
        np.array([game.strict, game.joker, game.further]),
    )


class ScorecardTables(ArrayTables):
    """Tables of a scorecard game."""

    game: Scorecard

    def __init__(self, game: Scorecard, count: int) -> None:
        if game.begins != FIRST and game.seats > 1:
            raise NotProvided(f"{game.key} has its tables as arrays only where the first seat begins")
        sheets = count, game.seats
        arrays = Arrays(
            np.full((*sheets, len(game.card.boxes)), OPEN, np.int16),
            np.zeros(sheets, np.int8),
            np.zeros(sheets, np.int8),
            np.ones(count, np.bool_),
            trays(count),
        )
        super().__init__(game, kernels, _rules(game), arrays)

    def state(self, at: int) -> State:
        """One table as a `State` of the rules."""
        arrays = self.arrays
        sheets = tuple(
            Sheet(tuple([None if mark == OPEN else mark for mark in marks]), chips, further)
            for marks, chips, further in zip(
                arrays.marks[at].tolist(), arrays.chips[at].tolist(), arrays.further[at].tolist(), strict=True
            )
        )
        tray = tray_at(self.game.pool, self.rules.dice, arrays.trays, at)
        return State(sheets, int(arrays.trays.seat[at]), tray)
