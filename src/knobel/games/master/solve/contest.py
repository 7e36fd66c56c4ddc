"""Chances to win of all seats at tables of Master; the last turn is solved exactly."""

from dataclasses import dataclass

import numpy as np

from knobel.games.master.rules.board import GOAL
from knobel.games.master.solve import races
from knobel.games.master.solve.boards import Boards, best_ways, raced, stars, ways_on
from knobel.games.master.solve.positions import Positions
from knobel.games.master.solve.races import Floats, Lookup
from knobel.games.master.solve.rule_tables import Flags, Ints
from knobel.solve.kernel import reference

LANES = 2000
"""How many last turns are solved at once."""


@dataclass(frozen=True, eq=False)
class Contest:
    """Chances to win at tables, from solo values of boards."""

    place: Positions
    lookup: Lookup

    def after(self, boards: Boards, seat: int) -> tuple[Boards, Flags]:
        """The boards of tables after every possible way of a seat, the race included: tables x ways x seats."""
        own = boards.at(slice(None), seat)
        found, possible = ways_on(self.place.rules, own)
        done = boards.done
        ahead = done.sum(axis=1) - done[:, seat]
        found = raced(done[:, seat][:, None], found, ahead[:, None])
        ways = found.tasks.shape[1]
        every = Boards(*(np.repeat(part[:, None], ways, axis=1) for part in boards))
        for whole, part in zip(every, found, strict=True):
            whole[:, :, seat] = part
        return every, possible

    def chances(self, boards: Boards, waiting: Flags, *, every: bool = False) -> Floats:
        """The chance of every seat to win: tables x seats.

        `waiting` seats still have their turn in this round; after somebody is at the goal they play it, or with
        `every`, all seats play one more.
        """
        left = list(range(len(waiting))) if every else np.flatnonzero(waiting).tolist()
        shining = stars(self.place.rules, boards)
        over = shining.max(axis=1) >= GOAL
        found = np.zeros(shining.shape)
        going = np.flatnonzero(~over)
        if len(going):
            found[going] = races.chances(races.turns_to_come(self.place, self.lookup, boards.at(going)), waiting)
        ended = np.flatnonzero(over)
        for first in range(0, len(ended), LANES):
            some = ended[first : first + LANES]
            found[some] = self.last_round(boards.at(some), shining[some], left)
        return found

    def last_round(self, boards: Boards, shining: Ints, left: list[int]) -> Floats:
        """The chances when somebody is at the goal and these seats have one turn left: exact with at most one."""
        most = shining.max(axis=1)
        first = shining == most[:, None]
        if not left:
            return np.asarray(first / first.sum(axis=1, keepdims=True))
        taken = np.column_stack([self._overtakes(boards, seat, most, shining) for seat in left])
        # Leaders keep the chance that nobody overtakes; those who may overtake share the rest in proportion.
        kept = np.prod(1 - taken, axis=1)
        stays = first.copy()
        stays[:, left] = False
        found = np.zeros(shining.shape)
        leads = stays.sum(axis=1, keepdims=True)
        found += np.where(leads, stays / np.maximum(leads, 1), 0.0) * kept[:, None]
        given = np.where(leads[:, 0] > 0, 1 - kept, 1.0)
        shares = taken / np.maximum(taken.sum(axis=1, keepdims=True), 1e-12)
        found[:, left] += shares * given[:, None]
        return found

    def _overtakes(self, boards: Boards, seat: int, most: Ints, shining: Ints) -> Floats:
        """The share of the win of a seat's last turn against the most stars: a win, or its share of a tie."""
        after, possible = self.after(boards, seat)
        found = stars(self.place.rules, after.at(slice(None), slice(None), seat))
        others = np.delete(shining, seat, axis=1)
        tied = 1 / (1 + (others == most[:, None]).sum(axis=1))
        worths = np.where(found > most[:, None], 1.0, np.where(found == most[:, None], tied[:, None], 0.0))
        rolls = best_ways(self.place.rules, worths, possible)[0].T
        known = self.place.rules
        return np.asarray(reference.turn(known.lattice, [rolls], known.throws)[0])
