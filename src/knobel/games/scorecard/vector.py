"""Many tables of a scorecard game as arrays, for vector environments."""

from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import NotProvided
from knobel.games.holding.starting import FIRST
from knobel.games.holding.tray import Tray, fresh
from knobel.games.scorecard import vector_compiled as compiled
from knobel.games.scorecard.observe import most_worths
from knobel.games.scorecard.rules import FIVE, JOKERS, THROWS, Card, Scorecard, Sheet, State
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.sim.packed import packed
from knobel.sim.play import ranked
from knobel.sim.random_bits_compiled import BLOCK

Ints = NDArray[np.int64]
OPEN = compiled.OPEN


class Rules(NamedTuple):
    """The rules of a card, and how it is told in numbers, as arrays."""

    cup: Any
    rolls: Any
    worths: Any
    """What each roll is worth in each box: rolls x boxes."""
    shares: Any
    """The same as a share of the most possible, and of no roll: zeros."""
    marks: Any
    """What stands in a box as a share of the most possible: boxes x points."""
    jokers: Any
    """The full points of a box that takes jokers, else -1."""
    kinds: Any
    """The face of a roll whose dice are all alike, from 0; else -1."""
    shifts: Any
    """Where the bits of each die begin, and where those of the last one end."""
    faces: Any
    """How many faces each die has."""
    bonus: Any
    """Boxes that count for the bonus, the sum it needs, its points, and the most points of a sheet."""
    chips: int
    throws: int
    five: int


class Arrays(NamedTuple):
    """Some tables: a row each."""

    marks: Any
    """What stands in each box, OPEN if nothing does: tables x seats x boxes."""
    chips: Any
    further: Any
    seat: Any
    """Whose turn it is."""
    dice: Any
    """The dice as bits; -1 while all are in the cup, which they are only once the game is over."""
    thrown: Any
    """The throws of the turn so far."""
    over: Any
    random: Any
    """Seed, number of the game, and number of the next word."""
    words: Any
    """The words drawn last."""


@lru_cache(maxsize=8)
def _rules(card: Card) -> Rules:
    dice, known = packed(card.pool), rules(card)
    most = np.array(most_worths(card), np.int64)
    bonus = np.array([known.upper, known.needed, known.bonus, most.sum() + known.bonus], np.int64)
    jokers = [box.worth(()) if box.key in JOKERS else -1 for box in card.boxes]
    kinds = [roll[0] - card.pool[0].first if len(set(roll)) == 1 else -1 for roll in known.lattice.falls]
    keys = [box.key for box in card.boxes]
    return Rules(
        dice.cup,
        dice.rolls,
        known.worths.astype(np.int16),
        (known.worths / most).astype(np.float32),
        (np.arange(most.max() + 1) / most[:, None]).astype(np.float32),
        np.array(jokers, np.int16),
        np.array(kinds, np.int8),
        np.array([*dice.shifts, (dice.size - 1).bit_length()], np.int64),
        np.array([len(die.faces) for die in card.pool], np.int64),
        bonus,
        card.chips,
        THROWS,
        keys.index(FIVE) if FIVE in keys else -1,
    )


class ScorecardTables:
    """Tables of a scorecard game."""

    def __init__(self, game: Scorecard, count: int) -> None:
        if game.begins != FIRST and game.seats > 1:
            raise NotProvided(f"{game.key} has its tables as arrays only where the first seat begins")
        self.game = game
        self._rules = _rules(game.card)
        self._house = (game.strict, game.joker, game.further)
        seats, boxes = game.seats, len(game.card.boxes)
        self._arrays = Arrays(
            np.full((count, seats, boxes), OPEN, np.int16),
            np.zeros((count, seats), np.int8),
            np.zeros((count, seats), np.int8),
            np.zeros(count, np.int64),
            np.full(count, -1, np.int64),
            np.zeros(count, np.int64),
            np.ones(count, np.bool_),
            np.zeros((count, 3), np.uint64),
            np.zeros((count, BLOCK + 1), np.uint64),
        )

    @property
    def deciding(self) -> Ints:
        """The seat that decides at each table."""
        return np.where(self._arrays.over, -1, self._arrays.seat)

    @property
    def scores(self) -> Ints:
        """The points of every seat."""
        found = np.zeros(self._arrays.chips.shape, np.int64)
        compiled.points(self._rules, self._arrays, found)
        return found

    @property
    def places(self) -> Ints:
        """The place of every seat; zeros until a game is over."""
        return np.asarray(ranked(self.scores) * self._arrays.over[:, None])

    @property
    def turns(self) -> Ints:
        """The turns every seat has taken."""
        return np.asarray((self._arrays.marks != OPEN).sum(axis=2), np.int64)

    def begin(self, which: Any, seeds: Any, numbers: Any) -> None:
        """New games."""
        compiled.begin(self._rules, self._arrays, which, seeds, numbers)

    def act(self, which: Any, seats: Any, actions: Any, illegal: Any) -> None:
        """These seats make these moves."""
        compiled.act(self._rules, self._house, self._arrays, which, actions, illegal)

    def others(self, which: Any, seat: int) -> None:
        """The other seats make moves at random."""
        compiled.draw_moves(self._rules, self._house, self._arrays, which, seat)

    def observe(self, seats: Any, out: Any) -> None:
        """Each table as a seat sees it."""
        compiled.observe(self._rules, self._arrays, seats, out)

    def mask(self, seats: Any, out: Any) -> None:
        """The moves a seat may make."""
        compiled.mask(self._rules, self._house, self._arrays, seats, out)

    def state(self, at: int) -> State:
        """A table as the rules know it."""
        known, pool = self._arrays, self.game.pool
        sheets = tuple(
            Sheet(
                tuple(None if mark == OPEN else mark for mark in known.marks[at, seat].tolist()),
                int(known.chips[at, seat]),
                int(known.further[at, seat]),
            )
            for seat in range(self.game.seats)
        )
        tray = fresh(len(pool))
        if known.dice[at] >= 0:
            bits = int(known.dice[at])
            dice = [
                (bits >> shift & (1 << end - shift) - 1) + die.first
                for die, (shift, end) in zip(pool, pairwise(self._rules.shifts.tolist()), strict=True)
            ]
            tray = Tray(tuple(dice), int(known.thrown[at]))
        return State(sheets, int(known.seat[at]), tray)
