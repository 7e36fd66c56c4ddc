"""The solver of solo Master: its plan, lookups of values, and trials of compact ones."""

from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import numpy as np

from knobel.core.errors import BadSetup
from knobel.games.master.rules.game import Master
from knobel.games.master.solve.book import FILE, following_cells
from knobel.games.master.solve.positions import Positions, positions
from knobel.games.master.solve.rule_tables import NONE, Ints
from knobel.games.master.solve.turns import FAR
from knobel.solve.tables import table_path
from knobel_lab.games.master.match import match
from knobel_lab.games.master.turns import OBJECTIVE, recipe, table_plan
from knobel_lab.solving.compress import Subject
from knobel_lab.solving.evaluate import Trial, Tryout, Values, Worth, lanes_of, play, turn
from knobel_lab.solving.kernel.cup import words
from knobel_lab.solving.run import Plan

__all__ = ["match"]


@dataclass(frozen=True, eq=False)
class _Cells:
    """Positions, and where the best action for each roll leads."""

    place: Positions
    values: Worth
    keys: Ints

    @cached_property
    def after(self) -> Ints:
        """The keys after each step, after each row move, and after passing; NONE where it is not possible."""
        cells = following_cells(self.place, *np.unravel_index(self.keys, self.place.shape))
        keys = np.ravel_multi_index((np.maximum(cells.rows, 0), cells.diagonals, cells.subsets), self.place.shape)
        return np.concatenate([np.where(cells.rows == NONE, NONE, keys), self.keys[None]])

    @cached_property
    def choice(self) -> Ints:
        """The key after the action judged best: rolls x lanes."""
        judged = -self.values.judged.reshape(-1)[self.after].astype(np.float64)
        judged[self.after == NONE] = -np.inf
        # Passing is only for those who have no other choice.
        judged[-1] = -FAR
        lanes, chosen = np.arange(len(self.keys)), []
        for ways in self.place.rules.ways:
            best = np.append(ways, len(judged) - 1)[judged[[*ways, -1]].argmax(axis=0)]
            chosen.append(self.after[best, lanes])
        return np.array(chosen)

    @cached_property
    def entry(self) -> Worth:
        """The worth of each roll, fewer turns being better: rolls x lanes."""
        return Worth(*(-part.reshape(-1)[self.choice].astype(np.float64) for part in self.values))

    def losses(self) -> Values:
        """The loss of a turn from each position."""
        rules = self.place.rules
        best = self.values.true.reshape(-1)[self.keys]
        return np.asarray(1 - turn(rules.lattice, [self.entry], rules.throws) - best)


def trial_master(place: Positions, tryout: Tryout) -> Trial:
    """Play games decided by the judged values."""
    games, blank = tryout.games, int(np.ravel_multi_index(place.start, place.shape))
    keys, took, going = np.full(games, blank), np.zeros(games, np.int64), np.arange(games)
    while len(going):
        word = words(tryout.seed, int(took.max()), 0, games)
        for different, which, lanes in lanes_of(keys[going]):
            tables = going[which]
            cells = _Cells(place, tryout.values, different)
            tryout.compare(tables, lanes, cells.losses)
            rolls = play(place.rules.lattice, cells.entry.judged, lanes, word[tables], place.rules.throws)
            keys[tables] = cells.choice[rolls, lanes]
        took[going] += 1
        rows, diagonals, subsets = np.unravel_index(keys[going], place.shape)
        going = going[place.alive[place.finished[rows], diagonals, subsets]]
        tryout.tell(games - len(going))
    return tryout.result(took, float(tryout.values.true[place.start]))


def objective(game: Master) -> str:
    """The objective: turns to the goal; there is no table for several seats."""
    if game.seats > 1:
        raise BadSetup(f"{game.key} is solved for one player, not for {game.seats}")
    return OBJECTIVE


def plan(game: Master, objective: str = OBJECTIVE, jobs: int = 1) -> Plan:
    """The plan by which solo Master is solved."""
    if not game.usual:
        raise BadSetup(f"{game.key} is solved with the usual coin steps; leave out {', '.join(dict(game.steps))}")
    if objective != OBJECTIVE:
        raise BadSetup(f"{Master.key} has no objective {objective[:60]!r}; it has {OBJECTIVE}")
    return table_plan(positions())


def path(game: Master, _objective: str) -> Path:
    """The default path of the table."""
    return table_path(game.key)


def subject(_game: Master) -> Subject:
    """How the table is compressed and evaluated."""
    boards = positions()
    return Subject(recipe(boards), table_path(Master.key), FILE, partial(trial_master, boards))
