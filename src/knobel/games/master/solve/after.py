"""Where a turn of solo Master may lead: the cells after every step and every row move."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from knobel.games.master.solve.positions import TASK_COUNTS, Positions
from knobel.games.master.solve.rule_tables import LAST_COIN, NONE, Ints, Rules, mirrored


class Cells(NamedTuple):
    """Cells of a table, as `Positions.find` gives them; the row is NONE where there is none."""

    rows: Ints
    diagonals: Ints
    subsets: Ints


def following_cells(place: Positions, rows: Ints, diagonals: Ints, subsets: Ints) -> Cells:
    """The cells after each step, then after each row move: ways x cells."""
    rules, coins = place.rules, diagonals - TASK_COUNTS[subsets]
    stepped = rules.step_subset[:, subsets]
    moved, gained, turned = (table[rows].T for table in place.moves)
    to = np.concatenate([np.where(stepped == NONE, NONE, rows), moved.astype(np.int64)])
    tasks = np.concatenate([np.maximum(stepped, 0), np.where(turned, rules.mirror[subsets], subsets)])
    steps = np.concatenate([coins + rules.step_coins[:, subsets], coins + gained])
    return Cells(to, np.minimum(steps, LAST_COIN) + TASK_COUNTS[tasks], tasks)


@lru_cache(maxsize=1)
def roll_ways(rules: Rules) -> tuple[Ints, ...]:
    """For each roll, which of those ways it may be used for."""
    first = len(rules.step_subset)
    pairs = zip(rules.roll_steps, rules.roll_moves, strict=True)
    return tuple(np.array([*steps, *(first + move for move in moves)], np.int64) for steps, moves in pairs)


@lru_cache(maxsize=1)
def ways_in_a_row(rules: Rules) -> tuple[Ints, Ints]:
    """The ways of all rolls one after the other, each roll's followed by one way more, that is none; their starts."""
    ways = roll_ways(rules)
    none = len(rules.step_subset) + len(rules.moves)
    starts = np.cumsum([0, *(len(some) + 1 for some in ways[:-1])])
    return np.concatenate([np.append(some, none) for some in ways]), starts


@lru_cache(maxsize=1)
def mirrored_rolls(rules: Rules) -> Ints:
    """For each roll, the number of the roll with all dice turned upside down."""
    numbers = {tuple(sorted(faces)): number for number, faces in enumerate(rules.lattice.falls)}
    return np.array([numbers[tuple(sorted(mirrored(faces)))] for faces in rules.lattice.falls], np.int64)
