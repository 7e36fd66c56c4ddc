"""The rules of Master as lookup tables, generated from the game's own functions.

A *part* is the effect of an action with some dice: many rolls share it, so that each part is tried once per board.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from knobel.core.dice import Faces
from knobel.games.master.rules.actions import ACTIONS, Action, Coins, Fulfil, RowCoins, Rows, actions
from knobel.games.master.rules.board import COINS, LAST_COIN, ROW_LENGTH, TASKS, Board, stars
from knobel.games.master.rules.game import Master
from knobel_lab.sim.greedy_turn import exact
from knobel_lab.sim.packed import packed

NONE = -1
TASK, ROW, TWO_ROWS, COIN, AGAIN = range(5)
"""Kinds of parts: fulfil a task, move a row (with coins or without), move two, take coins, repeat a task."""


class Part(NamedTuple):
    """The effect of an action with some dice."""

    kind: int
    one: int = 0
    """The task, or the row from 0."""
    dice: int = 0
    """How many dice move that row."""
    other: int = 0
    more: int = 0
    """The second row, and how many dice move it."""
    coins: int = 0
    tasks: int = 0
    """The tasks that the dice meet, one bit each, where one is repeated."""


class Tables(NamedTuple):
    """The rules as lookup tables."""

    cup: Any
    rolls: Any
    parts: Any
    """Every part, as its numbers."""
    suits: Any
    """The parts that each roll allows, in the order of actions, padded with NONE: rolls x parts."""
    does: Any
    """The part of each action with a roll; NONE if the roll does not allow it: rolls x actions."""
    task_stars: Any
    """The stars of fulfilled tasks, by their bits."""
    lap_stars: Any
    """The stars of coin steps."""
    held: Any
    """The holding of dice by the sum of a power of each number."""
    up: Any
    """The holdings with one more die."""
    down: Any
    """Pairs of a holding and one with one die less, smaller holdings first."""
    full: Any
    """The row of each roll among the holdings."""
    digits: Any
    """The face of each die, from 0: packed dice x dice."""
    lies: Any
    """Whether each die is held: ways to hold x dice."""
    scale: Any


def part_of(action: Action, faces: Faces, coins: Mapping[str, int]) -> Part:
    """The effect of an action with these dice, given the coin steps of options."""
    match action:
        case Fulfil(key):
            return Part(TASK, [task.key for task in TASKS].index(key))
        case Rows((number,)):
            return Part(ROW, number - 1, faces.count(number))
        case Rows((one, other)):
            return Part(TWO_ROWS, one - 1, faces.count(one), other - 1, faces.count(other))
        case Coins("task"):
            met = sum(1 << at for at, task in enumerate(TASKS) if task.meets(faces))
            return Part(AGAIN, coins=coins["task"], tasks=met)
        case Coins(option):
            return Part(COIN, coins=coins[option])
        case RowCoins(number, option):
            return Part(ROW, number - 1, faces.count(number), coins=coins[option])
    raise AssertionError


def _suiting(faces: Faces, coins: Mapping[str, int]) -> dict[Action, Part]:
    """The actions that these dice allow on some board, with their parts."""
    done = Board(tasks=(True,) * len(TASKS), rows=(ROW_LENGTH,) * 6)
    ways = {action for board in (Board(), done) for action, _ in actions(board, faces)}
    return {action: part_of(action, faces, coins) for action in ACTIONS if action in ways}


@cache
def tables(steps: tuple[tuple[str, int], ...] = ()) -> Tables:
    """The lookup tables, with coin steps that differ from the default; cached."""
    dice, turn, coins = packed(Master.pool), exact(Master.pool), {**COINS, **dict(steps)}
    falls, (axis,) = turn.lattice.falls, turn.lattice.axes
    suiting = [_suiting(faces, coins) for faces in falls]
    parts = list(dict.fromkeys(part for by_action in suiting for part in by_action.values()))
    does = np.full((len(falls), len(ACTIONS)), NONE)
    for roll, by_action in enumerate(suiting):
        for action, part in by_action.items():
            does[roll, ACTIONS.index(action)] = parts.index(part)
    suits = np.full((len(falls), 1 + max(map(len, suiting))), NONE)
    for roll, by_action in enumerate(suiting):
        suits[roll, : len(by_action)] = [parts.index(part) for part in by_action.values()]
    held = np.full(6**7, NONE, np.int16)
    for faces, row in axis.index.items():
        held[sum(6**face for face in faces)] = row
    subsets = [tuple(bool(subset >> at & 1) for at in range(len(TASKS))) for subset in range(1 << len(TASKS))]
    return Tables(
        dice.cup,
        dice.rolls,
        np.array(parts),
        suits,
        does,
        np.array([stars(Board(tasks=tasks)) for tasks in subsets]),
        np.array([stars(Board(coins=coins)) for coins in range(LAST_COIN + 1)]),
        held,
        axis.up,
        np.array([(at, less) for at, smaller in enumerate(axis.down) for less in smaller]),
        turn.lattice.rolls,
        dice.digits,
        dice.lies,
        turn.scale,
    )
