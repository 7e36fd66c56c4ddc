"""What `vector` does at every table, compiled. A table is a row of all arrays, and `at` is its number.

Inner functions take the few arrays they read: handing on all of them would cost more than what is done with them.
"""

from typing import Any

import numpy as np

from knobel.games.scorecard.rules import FURTHER
from knobel.sim.random_bits_compiled import begin as begin_words
from knobel.sim.random_bits_compiled import below, next_word
from knobel.solve.kernel.jit import jit

OPEN = -1
NONE = -1


@jit
def _thrown(cup: Any, dice: Any, keep: Any, word: Any) -> Any:
    """The dice once all but those of this holding have been thrown."""
    masks, ways, starts, fallen = cup
    lying = dice & masks[keep] if keep else 0
    return lying | fallen[starts[keep] + below(word, ways[keep])]


@jit
def _further_five(kind: Any, five: Any, marks: Any) -> Any:
    """These are five of a kind, and one stands on the sheet already."""
    return kind >= 0 and five >= 0 and marks[five] > 0


@jit
def _is_joker(house: Any, kind: Any, five: Any, marks: Any) -> Any:
    """Whether dice that are all alike count as any house or straight."""
    return house[1] and _further_five(kind, five, marks) and marks[kind] != OPEN


@jit
def _writable(house: Any, jokers: Any, five: Any, kind: Any, worths: Any, marks: Any, out: Any) -> Any:
    """Mark the boxes in which dice may be written that are worth this in each; how many there are."""
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
def _chosen(open_boxes: Any, which: Any) -> Any:
    """The box that comes at this place among those that are marked."""
    for box in range(open_boxes.size):
        if open_boxes[box]:
            if which == 0:
                return box
            which -= 1
    return NONE


@jit
def begin(rules: Any, arrays: Any, which: Any, seeds: Any, numbers: Any) -> None:
    """New games with these random words."""
    cup, chips, words, random = rules.cup, rules.chips, arrays.words, arrays.random
    for at in range(which.size):
        if not which[at]:
            continue
        arrays.marks[at] = OPEN
        arrays.chips[at] = chips
        arrays.further[at] = 0
        arrays.seat[at] = 0
        arrays.over[at] = False
        begin_words(words[at], random[at], seeds[at], numbers[at])
        arrays.dice[at] = _thrown(cup, 0, 0, next_word(words[at], random[at]))
        arrays.thrown[at] = 1


@jit
def _play(rules: Any, house: Any, arrays: Any, which: Any, actions: Any, illegal: Any, learner: Any) -> None:
    """Who is on turn makes the given move, or one that is drawn where it is not allowed.

    With a learner no move is given: all others draw theirs until the learner is on turn, or the game is over.
    """
    cup, most_throws, five = rules.cup, rules.throws, rules.five
    rolls, all_worths, kinds, jokers = rules.rolls, rules.worths, rules.kinds, rules.jokers
    every_sheet, chips, further, on_turn = arrays.marks, arrays.chips, arrays.further, arrays.seat
    dice, thrown, words, random = arrays.dice, arrays.thrown, arrays.words, arrays.random
    keeps, boxes = cup[0].size, every_sheet.shape[2]
    writable = np.zeros(boxes, np.int8)
    for at in range(which.size):
        going = which[at] and not (learner >= 0 and (arrays.over[at] or on_turn[at] == learner))
        while going:
            seat = on_turn[at]
            marks, roll = every_sheet[at, seat], rolls[dice[at]]
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
                move = move if move < held else keeps + _chosen(writable, move - held)
            if move < keeps:
                chips[at, seat] -= thrown[at] == most_throws
                dice[at] = _thrown(cup, dice[at], move, next_word(words[at], random[at]))
                thrown[at] += 1
            else:
                box = move - keeps
                worth = jokers[box] if jokers[box] >= 0 and _is_joker(house, kind, five, marks) else worths[box]
                further[at, seat] += house[2] and _further_five(kind, five, marks)
                marks[box] = worth
                seat = (seat + 1) % chips.shape[1]
                on_turn[at] = seat
                arrays.over[at] = not (every_sheet[at, seat] == OPEN).any()
                dice[at] = NONE if arrays.over[at] else _thrown(cup, 0, 0, next_word(words[at], random[at]))
                thrown[at] = 0 if arrays.over[at] else 1
            going = learner >= 0 and not arrays.over[at] and on_turn[at] != learner


@jit
def act(rules: Any, house: Any, arrays: Any, which: Any, actions: Any, illegal: Any) -> None:
    """Who is on turn makes these moves, or one that is drawn where they are not allowed."""
    _play(rules, house, arrays, which, actions, illegal, NONE)


@jit
def draw_moves(rules: Any, house: Any, arrays: Any, which: Any, seat: Any) -> None:
    """The others move at random until this seat is on turn, or the game is over."""
    _play(rules, house, arrays, which, arrays.seat, which, seat)


@jit
def _points(bonus: Any, marks: Any, further: Any) -> Any:
    """What a sheet is worth as it stands, and the sum of the boxes that count for the bonus."""
    upper, needed, extra, _ = bonus
    total = first = 0
    for box in range(marks.size):
        worth = max(0, marks[box])
        total += worth
        first += worth if box < upper else 0
    return total + FURTHER * further + (extra if upper > 0 and first >= needed else 0), first


@jit
def points(rules: Any, arrays: Any, out: Any) -> None:
    """What every sheet is worth."""
    bonus, marks, further = rules.bonus, arrays.marks, arrays.further
    for at in range(out.shape[0]):
        for seat in range(out.shape[1]):
            out[at, seat], _ = _points(bonus, marks[at, seat], further[at, seat])


@jit
def observe(rules: Any, arrays: Any, seats: Any, out: Any) -> None:
    """Each table as a seat sees it, in the order of `observe.fields`."""
    bonus, rolls, shares, shifts, faces = rules.bonus, rules.rolls, rules.shares, rules.shifts, rules.faces
    shares_of = rules.marks
    every_sheet, chips, further, on_turn = arrays.marks, arrays.chips, arrays.further, arrays.seat
    dice, thrown = arrays.dice, arrays.thrown
    count, boxes = chips.shape[1], every_sheet.shape[2]
    for at in range(seats.size):
        row = out[at]
        row[:] = 0.0
        start = 0
        for die in range(faces.size):
            if dice[at] >= 0:
                row[start + (dice[at] >> shifts[die] & (1 << shifts[die + 1] - shifts[die]) - 1)] = 1.0
            start += faces[die]
        row[start + thrown[at]] = 1.0
        start += rules.throws + (rules.chips > 0) + 1
        row[start + (on_turn[at] - seats[at]) % count] = 1.0
        start += count
        if dice[at] >= 0:
            roll = rolls[dice[at]]
            for box in range(boxes):
                row[start + box] = shares[roll, box]
        start += boxes
        for ahead in range(count):
            seat = (seats[at] + ahead) % count
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
def mask(rules: Any, house: Any, arrays: Any, seats: Any, out: Any) -> None:
    """A one for every move a seat may make."""
    keeps, most_throws, five = rules.cup[0].size, rules.throws, rules.five
    rolls, worths, kinds, jokers = rules.rolls, rules.worths, rules.kinds, rules.jokers
    marks, chips, on_turn, dice, thrown = arrays.marks, arrays.chips, arrays.seat, arrays.dice, arrays.thrown
    for at in range(seats.size):
        row, seat = out[at], seats[at]
        if arrays.over[at]:
            row[:] = 1
        elif seat != on_turn[at]:
            row[:] = 0
        else:
            row[:keeps] = thrown[at] < most_throws + (chips[at, seat] > 0)
            roll = rolls[dice[at]]
            _writable(house, jokers, five, kinds[roll], worths[roll], marks[at, seat], row[keeps:])
