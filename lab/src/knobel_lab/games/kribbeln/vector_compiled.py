"""The compiled kernels of `vector`. A table is a row of all arrays, and `at` is its number."""

from typing import Any

import numpy as np

from knobel.games.kribbeln.rules.sheet import STRUCK
from knobel_lab.games.holding import fallen, first_deciding, write_turn_features
from knobel_lab.games.kribbeln.batch import (
    EMPTY,
    HIGHEST,
    NONE,
    TASK_OF,
    TOTALS,
    dodge_row,
    first_seat,
    following,
    highest_kribbel,
    score,
    waiting,
)
from knobel_lab.sim.random_bits_compiled import NUMBER, SEED, WORD, below, next_word
from knobel_lab.sim.random_bits_compiled import begin as begin_words
from knobel_lab.solving.kernel.jit import jit

__all__ = ["begin", "first_deciding", "mask", "observe", "play", "points"]

ROWS = len(TASK_OF)
WRITE, STRIKE, DODGE = 0, 1, 2
"""The moves that end a turn, numbered after all ways to hold dice."""


@jit
def _endings(sheet: Any, row: Any, total: Any, met: Any, beginner: Any) -> Any:
    """The moves that may end a turn in this row, one bit each."""
    task = TASK_OF[row]
    rises = beginner or total > highest_kribbel(sheet)
    if task == NONE:
        return 1 << WRITE if rises else 1 << STRIKE
    if met >> task & 1:
        return 1 << WRITE
    return 1 << STRIKE | (rises and dodge_row(sheet, row) != NONE) << DODGE


@jit
def begin(rules: Any, arrays: Any, which: Any, seeds: Any, numbers: Any) -> None:
    """Start new games with these random words."""
    cup, trays = rules.dice.cup, arrays.trays
    words, random = trays.words, trays.random
    for at in range(which.size):
        if which[at]:
            arrays.sheets[at] = EMPTY
            arrays.row[at] = 0
            arrays.over[at] = False
            begin_words(words[at], random[at], seeds[at], numbers[at])
            trays.seat[at], trays.thrown[at] = 0, 1
            trays.dice[at] = fallen(cup, 0, 0, next_word(words[at], random[at]))


@jit
def _pass_on(sheets: Any, row: Any, seat: Any, line: Any, words: Any, random: Any) -> Any:
    """The next row and seat after an entry of this seat; a roll-off for the start uses random words."""
    if waiting(sheets, row):
        return row, following(sheets, row, seat + 1)
    while row < ROWS and not waiting(sheets, row):
        row += 1
    if row == ROWS:
        return row, seat
    for other in range(line.size):
        line[other] = score(sheets, row, other) if TOTALS[row - 1] else sheets[other, row - 1]
    seat, _ = first_seat((words, random[SEED], random[NUMBER], random[WORD:]), sheets, row, line)
    return row, seat


@jit
def play(rules: Any, arrays: Any, which: Any, _seats: Any, actions: Any, illegal: Any, learner: Any) -> None:
    """Play the given move of the seat on turn; with a learner, draw random moves of the others until it is its turn."""
    cup, sums, met, throws, beginner = rules.dice.cup, rules.sums, rules.met, rules.dice.throws, rules.beginner
    every_sheet, rows, trays = arrays.sheets, arrays.row, arrays.trays
    on_turn, shown, thrown, words, random = trays.seat, trays.dice, trays.thrown, trays.words, trays.random
    keeps, line = cup[0].size, np.zeros(every_sheet.shape[1], np.int64)
    for at in range(which.size):
        going = which[at] and not (learner >= 0 and (arrays.over[at] or on_turn[at] == learner))
        while going:
            seat, row, dice = on_turn[at], rows[at], shown[at]
            sheet, total = every_sheet[at, seat], sums[dice]
            ends = _endings(sheet, row, total, met[dice], beginner)
            held = keeps if thrown[at] < throws else 0
            move = NONE
            if learner < 0:
                move = actions[at]
                allowed = held > 0 if move < keeps else ends >> move - keeps & 1 == 1
                illegal[at] = not allowed
                move = move if allowed else NONE
            if move == NONE:
                move = below(next_word(words[at], random[at]), held + 1 + (ends >> DODGE & 1))
                if move >= held:
                    first = WRITE if ends & 1 << WRITE else STRIKE
                    move += keeps - held + first
            if move < keeps:
                shown[at] = fallen(cup, dice, move, next_word(words[at], random[at]))
                thrown[at] += 1
            else:
                if move - keeps == DODGE:
                    sheet[dodge_row(sheet, row)] = total
                else:
                    sheet[row] = total if move - keeps == WRITE else STRUCK
                    rows[at], on_turn[at] = _pass_on(every_sheet[at], row, seat, line, words[at], random[at])
                arrays.over[at] = rows[at] == ROWS
                thrown[at] = not arrays.over[at]
                shown[at] = NONE if arrays.over[at] else fallen(cup, 0, 0, next_word(words[at], random[at]))
            going = learner >= 0 and not arrays.over[at] and on_turn[at] != learner


@jit
def points(_rules: Any, arrays: Any, out: Any) -> None:
    """The points of every seat in the rows that have been scored."""
    sheets, row = arrays.sheets, arrays.row
    for at in range(out.shape[0]):
        for seat in range(out.shape[1]):
            out[at, seat] = score(sheets[at], row[at], seat)


@jit
def observe(rules: Any, arrays: Any, seats: Any, out: Any) -> None:
    """The observation of each table by a seat, in the order of `observe.fields`."""
    sums, met, colours, tasks = rules.sums, rules.met, rules.colours, rules.tasks
    dice_facts = rules.dice.shifts, rules.dice.faces, rules.dice.throws
    every_sheet, rows, trays = arrays.sheets, arrays.row, arrays.trays
    on_turn, dice, thrown = trays.seat, trays.dice, trays.thrown
    count = every_sheet.shape[1]
    for at in range(seats.size):
        out_row, shown, row, sheets = out[at], dice[at], rows[at], every_sheet[at]
        out_row[:] = 0.0
        start = write_turn_features(dice_facts, shown, thrown[at], (on_turn[at] - seats[at]) % count, out_row) + count
        if shown >= 0:
            out_row[start + row] = 1.0
            out_row[start + ROWS] = sums[shown] / HIGHEST
            for colour in range(colours.shape[1]):
                out_row[start + ROWS + 1 + colour] = colours[shown, colour]
            out_row[start + ROWS + 1 + colours.shape[1]] = TASK_OF[row] == NONE or met[shown] >> TASK_OF[row] & 1
        start += ROWS + 2 + colours.shape[1]
        for number in range(tasks.shape[1]):
            if row < ROWS and TASK_OF[row] != NONE:
                out_row[start + number] = tasks[TASK_OF[row], number]
            for task in range(tasks.shape[0]):
                out_row[start + (task + 1) * tasks.shape[1] + number] = tasks[task, number]
        start += (tasks.shape[0] + 1) * tasks.shape[1]
        for ahead in range(count):
            seat = (seats[at] + ahead) % count
            for entered in range(ROWS):
                entry = sheets[seat, entered]
                if entry != EMPTY:
                    out_row[start + entered] = 1.0
                    out_row[start + ROWS + entered] = entry / HIGHEST
            start += 2 * ROWS
            out_row[start] = score(sheets, row, seat) / (ROWS * count)
            start += 1


@jit
def mask(rules: Any, arrays: Any, seats: Any, out: Any) -> None:
    """The mask of legal moves of a seat."""
    keeps, throws, sums, met = rules.dice.cup[0].size, rules.dice.throws, rules.sums, rules.met
    sheets, rows, over, trays = arrays.sheets, arrays.row, arrays.over, arrays.trays
    on_turn, dice, thrown = trays.seat, trays.dice, trays.thrown
    for at in range(seats.size):
        row, seat, shown = out[at], seats[at], dice[at]
        if over[at]:
            row[:] = 1
        elif seat != on_turn[at]:
            row[:] = 0
        else:
            row[:keeps] = thrown[at] < throws
            ends = _endings(sheets[at, seat], rows[at], sums[shown], met[shown], rules.beginner)
            for move in range(DODGE + 1):
                row[keeps + move] = ends >> move & 1
