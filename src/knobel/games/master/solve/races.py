"""Chances to win Master with rivals: a model of the turns to come of all seats, including the coins of open races.

Every open task and row is assumed to be done at a constant rate per turn: the more fields a row still needs, the lower.
So the chance to be first or second before one's own game ends has a closed form, and with it the expected coin steps of
all races. They shorten the way to the goal as much as coins already gained. The remaining turns are treated as normally
distributed: a mean for each seat, and a standard deviation that grows with its root.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.master.rules.board import GOAL, LAST_COIN, RACE
from knobel.games.master.solve.boards import Boards, stars
from knobel.games.master.solve.pace import HASTE, MIN_SPREAD, NODES, ROW_RATES, SPREAD, TASK_RATES, WORTH
from knobel.games.master.solve.positions import TASK_COUNTS, Positions, code
from knobel.games.master.solve.rule_tables import Flags, Ints

Floats = NDArray[np.float64]

Lookup = Callable[[Ints, Ints, Ints], Floats]
"""Values by configuration of rows, diagonal and subset."""


def rates(boards: Boards, done: Flags) -> Floats:
    """The rate per turn of each open task and row: boards x races."""
    tasks = np.broadcast_to(np.array(TASK_RATES), (*boards.tasks.shape, len(TASK_RATES)))
    return np.where(done, 0.0, np.concatenate([tasks, np.array(ROW_RATES)[boards.rows]], axis=-1))


def alone(place: Positions, lookup: Lookup, boards: Boards) -> Floats:
    """The expected turns on each board without rivals; 0 at the goal."""
    number = code(boards.rows)
    row = place.row[number].astype(np.int64)
    turned = place.codes[row] != number
    subset = np.where(turned, place.rules.mirror[boards.tasks], boards.tasks)
    coins = np.minimum(boards.coins, LAST_COIN)
    return np.where(stars(place.rules, boards) >= GOAL, 0.0, lookup(row, TASK_COUNTS[subset] + coins, subset))


def coins_to_come(rate: Floats, done: Flags, turns: Floats) -> Floats:
    """The expected coin steps of every seat from the open races, before its own last turn: tables x seats."""
    seats, ahead = turns.shape[-1], done.sum(axis=-2)
    total = rate.sum(axis=-2)
    coins = np.zeros_like(turns)

    def first(own: Floats, others: Floats, until: Floats) -> Floats:
        """The chance to do it before these others, and in time."""
        rate_of_all = own + others
        return np.asarray(
            np.where(own > 0, own / np.maximum(rate_of_all, 1e-12) * -np.expm1(-rate_of_all * until), 0.0)
        )

    for seat in range(seats):
        own, until = rate[..., seat, :], turns[..., seat, None]
        others_rate = total - own
        none = first(own, others_rate, until)
        one_ahead = np.zeros_like(none)
        for rival in range(seats):
            if rival != seat:
                second_of = first(own, others_rate - rate[..., rival, :], until) - none
                one_ahead += np.where(rate[..., rival, :] > 0, second_of, 0.0)
        best, second = RACE
        steps = np.where(ahead == 0, best * none + second * one_ahead, np.where(ahead == 1, second * none, 0.0))
        coins[..., seat] = steps.sum(axis=-1)
    return coins


def turns_to_come(place: Positions, lookup: Lookup, boards: Boards) -> Floats:
    """The expected turns to the goal of every seat, races included: tables x seats."""
    turns, done = alone(place, lookup, boards), boards.done
    coins = WORTH * coins_to_come(rates(boards, done), done, turns)
    steps_sure = np.floor(coins).astype(np.int64)
    turns_with_coins, turns_with_one_more = (
        alone(place, lookup, boards._replace(coins=np.minimum(boards.coins + steps, LAST_COIN)))
        for steps in (steps_sure, steps_sure + 1)
    )
    nearer = turns_with_coins + (coins - steps_sure) * (turns_with_one_more - turns_with_coins)
    return np.where(turns > 0, np.maximum(nearer, np.minimum(turns, 1.0)), 0.0)


def chances(turns: Floats, waiting: Flags) -> Floats:
    """The chance of every seat to be the first at the goal; `waiting` seats still have their turn in this round."""
    ends = turns - waiting * (1 + HASTE * turns**2)
    spread = np.sqrt(MIN_SPREAD**2 + SPREAD**2 * turns)
    seats = turns.shape[-1]
    if seats == 2:
        gap = (ends[..., 1] - ends[..., 0]) / np.sqrt((spread**2).sum(axis=-1))
        mine = _below(gap)
        return np.stack([mine, 1 - mine], axis=-1)
    chances_first = np.zeros_like(turns)
    for node, share in NODES:
        at = ends + node * spread
        # Every seat against every rival at once: many small arrays would take far longer.
        later = 1 - _below((at[..., :, None] - ends[..., None, :]) / spread[..., None, :])
        later[..., range(seats), range(seats)] = share
        chances_first += later.prod(axis=-1)
    return np.asarray(chances_first / chances_first.sum(axis=-1, keepdims=True))


def _below(deviations: Any) -> Floats:
    """The normal distribution function, by a fast approximation accurate to 1e-4."""
    x = np.abs(deviations) / sqrt(2)
    t = 1 / (1 + 0.47047 * x)
    tail = t * (0.3480242 + t * (-0.0958798 + t * 0.7478556)) * np.exp(-x * x) / 2
    return np.asarray(np.where(np.asarray(deviations) > 0, 1 - tail, tail))
