"""Random sheets of a scorecard game, compiled."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.rules import THROWS, Card
from knobel.games.scorecard.solve.rule_tables import rules
from knobel_lab.sim.packed import packed
from knobel_lab.sim.random_bits_compiled import BLOCK, below, draw, forget
from knobel_lab.solving.kernel.jit import jit


class Tables(NamedTuple):
    """The rules as lookup tables."""

    cup: Any
    rolls: Any
    worths: Any
    """The worth of each roll in each box: rolls x boxes."""
    bonus: Any
    """The number of boxes that count for the bonus, the sum it needs, and its points."""
    chips: Any


@lru_cache(maxsize=4)
def tables(card: Card) -> Tables:
    """The lookup tables of a card, cached."""
    dice, lookup = packed(card.pool), rules(card)
    bonus = np.array([lookup.upper, lookup.needed, lookup.bonus])
    return Tables(dice.cup, dice.rolls, lookup.worths.astype(np.int16), bonus, card.chips)


def play(card: Card, seed: int, numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The score and the number of moves of the sheets with these numbers: sheets x 2."""
    out = np.zeros((len(numbers), 2), np.int64)
    _play(np.uint64(seed), numbers, tables(card), out)
    return out


@jit
def _open(free: Any, which: Any) -> Any:
    """The open box with this number among the open ones."""
    for _ in range(which):
        free &= free - 1
    box = 0
    while free >> box & 1 == 0:
        box += 1
    return box


@jit
def _play(seed: Any, numbers: Any, tables: Any, out: Any) -> None:
    masks, ways, starts, fallen = tables.cup
    rolls, worths = tables.rolls, tables.worths
    uppers, needed, extra = tables.bonus
    boxes, keeps = worths.shape[1], masks.size
    words = np.zeros(BLOCK + 1, np.uint64)
    one = np.uint64(1)
    for sheet in range(numbers.size):
        number = numbers[sheet]
        forget(words)
        at, free, chips, points, upper = np.uint64(0), (1 << boxes) - 1, tables.chips, 0, 0
        for turn in range(boxes):
            keep, dice, throws, still = 0, 0, 0, boxes - turn
            while True:
                way = below(draw(words, seed, number, at), ways[keep])
                dice = dice & masks[keep] | fallen[starts[keep] + way]
                throws += 1
                more = keeps if throws < THROWS or (throws == THROWS and chips > 0) else 0
                move = below(draw(words, seed, number, at + one), more + still)
                at += np.uint64(2)
                if move >= more:
                    break
                chips -= throws == THROWS
                keep = move
            box = _open(free, move - more)
            free ^= 1 << box
            worth = worths[rolls[dice], box]
            points += worth
            upper += worth if box < uppers else 0
        out[sheet, 0] = points + (extra if uppers > 0 and upper >= needed else 0)
        out[sheet, 1] = at >> one
