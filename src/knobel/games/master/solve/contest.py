"""Chances to win of all seats at tables of Master; the last turn is solved exactly."""

from dataclasses import dataclass

import numpy as np

from knobel.games.master.rules.board import GOAL
from knobel.games.master.solve import races
from knobel.games.master.solve.boards import Boards, best_ways, results_on, stars, with_race_coins
from knobel.games.master.solve.positions import Positions
from knobel.games.master.solve.races import Floats, Lookup
from knobel.games.master.solve.rule_tables import Flags, Ints
from knobel.solve.kernel import numpy_kernel

TURNS_AT_ONCE = 2000
"""How many last turns are solved at once."""


@dataclass(frozen=True, eq=False)
class Contest:
    """Chances to win at tables, from solo values of boards."""

    place: Positions
    lookup: Lookup

    def after(self, boards: Boards, seat: int) -> tuple[Boards, Flags]:
        """The boards of tables after every possible way of a seat, the race included: tables x ways x seats."""
        own = boards.at(slice(None), seat)
        boards_after, possible = results_on(self.place.rules, own)
        done = boards.done
        ahead = done.sum(axis=1) - done[:, seat]
        boards_after = with_race_coins(done[:, seat][:, None], boards_after, ahead[:, None])
        ways = boards_after.tasks.shape[1]
        tables = Boards(*(np.repeat(part[:, None], ways, axis=1) for part in boards))
        for table_part, part in zip(tables, boards_after, strict=True):
            table_part[:, :, seat] = part
        return tables, possible

    def chances(self, boards: Boards, waiting: Flags, *, every: bool = False) -> Floats:
        """The chance of every seat to win: tables x seats.

        `waiting` seats still have their turn in this round; after somebody is at the goal they play it, or with
        `every`, all seats play one more.
        """
        left = list(range(len(waiting))) if every else np.flatnonzero(waiting).tolist()
        star_counts = stars(self.place.rules, boards)
        over = star_counts.max(axis=1) >= GOAL
        chances = np.zeros(star_counts.shape)
        going = np.flatnonzero(~over)
        if len(going):
            chances[going] = races.chances(races.turns_to_come(self.place, self.lookup, boards.at(going)), waiting)
        ended = np.flatnonzero(over)
        for first in range(0, len(ended), TURNS_AT_ONCE):
            lanes = ended[first : first + TURNS_AT_ONCE]
            chances[lanes] = self.last_round(boards.at(lanes), star_counts[lanes], left)
        return chances

    def last_round(self, boards: Boards, star_counts: Ints, left: list[int]) -> Floats:
        """The chances when somebody is at the goal and these seats have one turn left: exact with at most one."""
        most = star_counts.max(axis=1)
        first = star_counts == most[:, None]
        if not left:
            return np.asarray(first / first.sum(axis=1, keepdims=True))
        taken = np.column_stack([self._overtakes(boards, seat, most, star_counts) for seat in left])
        # Leaders keep the chance that nobody overtakes; those who may overtake share the rest in proportion.
        holds = np.prod(1 - taken, axis=1)
        stays = first.copy()
        stays[:, left] = False
        chances = np.zeros(star_counts.shape)
        leads = stays.sum(axis=1, keepdims=True)
        chances += np.where(leads, stays / np.maximum(leads, 1), 0.0) * holds[:, None]
        passed_on = np.where(leads[:, 0] > 0, 1 - holds, 1.0)
        shares = taken / np.maximum(taken.sum(axis=1, keepdims=True), 1e-12)
        chances[:, left] += shares * passed_on[:, None]
        return chances

    def _overtakes(self, boards: Boards, seat: int, most: Ints, star_counts: Ints) -> Floats:
        """The share of the win of a seat's last turn against the most stars: a win, or its share of a tie."""
        after, possible = self.after(boards, seat)
        stars_after = stars(self.place.rules, after.at(slice(None), slice(None), seat))
        others = np.delete(star_counts, seat, axis=1)
        tied = 1 / (1 + (others == most[:, None]).sum(axis=1))
        worths = np.where(stars_after > most[:, None], 1.0, np.where(stars_after == most[:, None], tied[:, None], 0.0))
        rolls = best_ways(self.place.rules, worths, possible)[0].T
        rules = self.place.rules
        return np.asarray(numpy_kernel.turn(rules.lattice, [rolls], rules.throws)[0])
