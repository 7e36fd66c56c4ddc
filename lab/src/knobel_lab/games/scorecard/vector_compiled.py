"""The compiled kernels of `vector`. A table is a row of all arrays, and `at` is its number.

Inner functions take only the arrays they read: passing all of them would cost more than the work itself.
"""

from typing import Any

import numpy as np

from knobel.games.scorecard.rules import FURTHER
from knobel_lab.games.holding import NONE, fallen, first_deciding, nth_marked, write_turn_features
from knobel_lab.sim.random_bits_compiled import begin as begin_words
from knobel_lab.sim.random_bits_compiled import below, next_word
from knobel_lab.solving.kernel.jit import jit

__all__ = ["begin", "first_deciding", "mask", "observe", "play", "points"]

OPEN = -1


@jit
def _further_five(kind: Any, five: Any, marks: Any) -> Any:
    """Whether these are five of a kind, and the sheet has one already."""
    return kind >= 0 and five >= 0 and marks[five] > 0


@jit
def _is_joker(house: Any, kind: Any, five: Any, marks: Any) -> Any:
    """Whether dice that are all alike count as any house or straight."""
    return house[1] and _further_five(kind, five, marks) and marks[kind] != OPEN


@jit
def _writable(house: Any, jokers: Any, five: Any, kind: Any, worths: Any, marks: Any, out: Any) -> Any:
    """Mark the boxes in which dice with these worths may be written; return how many there are."""
    joker = _is_joker(house, kind, five, marks)
    count = 0
    for box in range(marks.size):
        out[box] = marks[box] == OPEN
        count += out[box]
    if house[0]:
        fitting = 0
        for box in range(marks.size):
            if out[box] and (worths[box] > 0 or (joker and jokers[box] > 0)):
                out[box] = 2
                fitting += 1
        for box in range(marks.size):
            out[box] = out[box] == 2 if fitting else out[box]
        count = fitting or count
    return count


@jit
def begin(rules: Any, arrays: Any, which: Any, seeds: Any, numbers: Any) -> None:
    """Start new games with these random words."""
    cup, chips, trays = rules.dice.cup, rules.chips, arrays.trays
    words, random = trays.words, trays.random
    for at in range(which.size):
        if which[at]:
            arrays.marks[at] = OPEN
            arrays.chips[at] = chips
            arrays.further[at] = 0
            arrays.over[at] = False
            begin_words(words[at], random[at], seeds[at], numbers[at])
            trays.seat[at], trays.thrown[at] = 0, 1
            trays.dice[at] = fallen(cup, 0, 0, next_word(words[at], random[at]))


@jit
def play(rules: Any, arrays: Any, which: Any, _seats: Any, actions: Any, illegal: Any, learner: Any) -> None:
    """Play the given move of the seat on turn; with a learner, draw random moves of the others until it is its turn."""
    cup, house, most_throws, five = rules.dice.cup, rules.house, rules.dice.throws, rules.five
    rolls, all_worths, kinds, jokers = rules.rolls, rules.worths, rules.kinds, rules.jokers
    trays, every_sheet, chips, further = arrays.trays, arrays.marks, arrays.chips, arrays.further
    on_turn, shown, thrown, words, random = trays.seat, trays.dice, trays.thrown, trays.words, trays.random
    keeps, seats, boxes = cup[0].size, chips.shape[1], every_sheet.shape[2]
    writable = np.zeros(boxes, np.int8)
    for at in range(which.size):
        going = which[at] and not (learner >= 0 and (arrays.over[at] or on_turn[at] == learner))
        while going:
            seat = on_turn[at]
            marks, roll = every_sheet[at, seat], rolls[shown[at]]
            kind, worths = kinds[roll], all_worths[roll]
            count = _writable(house, jokers, five, kind, worths, marks, writable)
            held = keeps if thrown[at] < most_throws + (chips[at, seat] > 0) else 0
            move = NONE
            if learner < 0:
                move = actions[at]
                allowed = held > 0 if move < keeps else writable[move - keeps] > 0
                illegal[at] = not allowed
                move = move if allowed else NONE
            if move == NONE:
                move = below(next_word(words[at], random[at]), held + count)
                move = move if move < held else keeps + nth_marked(writable, move - held)
            if move < keeps:
                chips[at, seat] -= thrown[at] == most_throws
                shown[at] = fallen(cup, shown[at], move, next_word(words[at], random[at]))
                thrown[at] += 1
            else:
                box = move - keeps
                joker = jokers[box] >= 0 and _is_joker(house, kind, five, marks)
                further[at, seat] += house[2] and _further_five(kind, five, marks)
                marks[box] = jokers[box] if joker else worths[box]
                seat = (seat + 1) % seats
                over = not (every_sheet[at, seat] == OPEN).any()
                arrays.over[at], on_turn[at], thrown[at] = over, seat, not over
                shown[at] = NONE if over else fallen(cup, 0, 0, next_word(words[at], random[at]))
            going = learner >= 0 and not arrays.over[at] and on_turn[at] != learner


@jit
def _points(bonus: Any, marks: Any, further: Any) -> Any:
    """The points of a sheet so far, and the sum of the boxes that count for the bonus."""
    upper, needed, extra, _ = bonus
    total = first = 0
    for box in range(marks.size):
        worth = max(0, marks[box])
        total += worth
        first += worth if box < upper else 0
    return total + FURTHER * further + (extra if upper > 0 and first >= needed else 0), first


@jit
def points(rules: Any, arrays: Any, out: Any) -> None:
    """The points of every sheet."""
    bonus, marks, further = rules.bonus, arrays.marks, arrays.further
    for at in range(out.shape[0]):
        for seat in range(out.shape[1]):
            out[at, seat], _ = _points(bonus, marks[at, seat], further[at, seat])


@jit
def observe(rules: Any, arrays: Any, seats: Any, out: Any) -> None:
    """The observation of each table by a seat, in the order of `observe.fields`."""
    bonus, rolls, shares, shares_of = rules.bonus, rules.rolls, rules.shares, rules.marks
    dice_facts = rules.dice.shifts, rules.dice.faces, rules.dice.throws + (rules.chips > 0)
    every_sheet, chips, further, trays = arrays.marks, arrays.chips, arrays.further, arrays.trays
    on_turn, dice, thrown = trays.seat, trays.dice, trays.thrown
    count, boxes = chips.shape[1], every_sheet.shape[2]
    for at in range(seats.size):
        row, shown = out[at], dice[at]
        row[:] = 0.0
        start = write_turn_features(dice_facts, shown, thrown[at], (on_turn[at] - seats[at]) % count, row) + count
        if shown >= 0:
            roll = rolls[shown]
            for box in range(boxes):
                row[start + box] = shares[roll, box]
        start += boxes
        for other in range(count):
            seat = (seats[at] + other) % count
            marks = every_sheet[at, seat]
            for box in range(boxes):
                if marks[box] == OPEN:
                    row[start + box] = 1.0
                else:
                    row[start + boxes + box] = shares_of[box, marks[box]]
            start += 2 * boxes
            total, first = _points(bonus, marks, further[at, seat])
            if bonus[0] > 0:
                row[start] = min(1.0, first / bonus[1])
                start += 1
            if rules.chips > 0:
                row[start] = chips[at, seat] / rules.chips
                start += 1
            row[start] = total / bonus[3]
            start += 1


@jit
def mask(rules: Any, arrays: Any, seats: Any, out: Any) -> None:
    """The mask of legal moves of a seat."""
    house, keeps, most_throws, five = rules.house, rules.dice.cup[0].size, rules.dice.throws, rules.five
    rolls, worths, kinds, jokers = rules.rolls, rules.worths, rules.kinds, rules.jokers
    marks, chips, over, trays = arrays.marks, arrays.chips, arrays.over, arrays.trays
    on_turn, dice, thrown = trays.seat, trays.dice, trays.thrown
    for at in range(seats.size):
        row, seat = out[at], seats[at]
        if over[at]:
            row[:] = 1
        elif seat != on_turn[at]:
            row[:] = 0
        else:
            row[:keeps] = thrown[at] < most_throws + (chips[at, seat] > 0)
            roll = rolls[dice[at]]
            _writable(house, jokers, five, kinds[roll], worths[roll], marks[at, seat], row[keeps:])
