"""What boards of Master are worth to everybody at a table: chances to win; the last turn is worked out exactly."""

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
"""So many last turns are worked out at once."""


@dataclass(frozen=True, eq=False)
class Contest:
    """Who knows what boards are worth alone, and so against each other."""

    place: Positions
    lookup: Lookup

    def after(self, boards: Boards, seat: int) -> tuple[Boards, Flags]:
        """The boards of tables after everything that a seat may do, the race included: tables x ways x seats."""
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

        `waiting` seats have their turn in this round yet; who is at the goal leaves them that, or every seat one more.
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
        """Chances when somebody is at the goal, and these seats have one turn left: exact if it is one at most."""
        most = shining.max(axis=1)
        first = shining == most[:, None]
        if not left:
            return np.asarray(first / first.sum(axis=1, keepdims=True))
        taken = np.column_stack([self._overtakes(boards, seat, most, shining) for seat in left])
        # Who leads keeps what nobody takes; those who may overtake share the rest by their chances.
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
        """What one last turn of a seat brings it against so many stars: a win, or its share of a tie."""
        after, possible = self.after(boards, seat)
        found = stars(self.place.rules, after.at(slice(None), slice(None), seat))
        others = np.delete(shining, seat, axis=1)
        tied = 1 / (1 + (others == most[:, None]).sum(axis=1))
        worths = np.where(found > most[:, None], 1.0, np.where(found == most[:, None], tied[:, None], 0.0))
        rolls = best_ways(self.place.rules, worths, possible)[0].T
        known = self.place.rules
        return np.asarray(reference.turn(known.lattice, [rolls], known.throws)[0])
