"""The compiled kernels of `vector`. A table is a row of all arrays, and `at` is its number."""

from typing import Any

import numpy as np

from knobel.games.master.rules.board import GOAL, LAST_COIN, ROW_LENGTH
from knobel_lab.games.holding import NONE, fallen, first_deciding, nth_marked, write_turn_features
from knobel_lab.games.master.batch import DONE, ROWS, STEPS, TASK_COUNT, WIDTH, possible, rows_under_way, stars_of
from knobel_lab.games.master.batch import act as act_on
from knobel_lab.sim.random_bits_compiled import begin as begin_words
from knobel_lab.sim.random_bits_compiled import below, next_word
from knobel_lab.solving.kernel.jit import jit

__all__ = ["begin", "first_deciding", "mask", "observe", "play", "points"]


@jit
def _possible(does: Any, parts: Any, board: Any, out: Any) -> Any:
    """Mark the actions that a roll and a board allow, or passing if there is none; return how many there are."""
    under_way, count = rows_under_way(board), 0
    for action in range(does.size):
        out[action] = does[action] != NONE and possible(board, under_way, parts[does[action]])
        count += out[action]
    out[does.size] = count == 0
    return max(1, count)


@jit
def _best(boards: Any, task_stars: Any, lap_stars: Any) -> Any:
    """The most stars that anybody has."""
    most = 0
    for seat in range(boards.shape[0]):
        most = max(most, stars_of(boards[seat], task_stars, lap_stars))
    return most


@jit
def begin(rules: Any, arrays: Any, which: Any, seeds: Any, numbers: Any) -> None:
    """Start new games with these random words."""
    cup, trays = rules.dice.cup, arrays.trays
    words, random = trays.words, trays.random
    for at in range(which.size):
        if which[at]:
            arrays.boards[at] = 0
            arrays.round[at], arrays.again[at], arrays.over[at] = 1, 0, False
            begin_words(words[at], random[at], seeds[at], numbers[at])
            trays.seat[at], trays.thrown[at] = 0, 1
            trays.dice[at] = fallen(cup, 0, 0, next_word(words[at], random[at]))


@jit
def play(rules: Any, arrays: Any, which: Any, _seats: Any, actions: Any, illegal: Any, learner: Any) -> None:
    """Play the given move of the seat on turn; with a learner, draw random moves of the others until it is its turn."""
    cup, throws, rolls, does, parts = rules.dice.cup, rules.dice.throws, rules.rolls, rules.does, rules.parts
    task_stars, lap_stars, once_more = rules.task_stars, rules.lap_stars, rules.once_more
    every_board, rounds, again, over, trays = arrays.boards, arrays.round, arrays.again, arrays.over, arrays.trays
    on_turn, shown, thrown, words, random = trays.seat, trays.dice, trays.thrown, trays.words, trays.random
    keeps, seats = cup[0].size, every_board.shape[1]
    allowed, after = np.zeros(does.shape[1] + 1, np.int8), np.zeros(WIDTH, np.int64)
    for at in range(which.size):
        going = which[at] and not (learner >= 0 and (over[at] or on_turn[at] == learner))
        while going:
            seat, boards, what = on_turn[at], every_board[at], does[rolls[shown[at]]]
            count = _possible(what, parts, boards[seat], allowed)
            held = keeps if thrown[at] < throws else 0
            move = NONE
            if learner < 0:
                move = actions[at]
                fine = held > 0 if move < keeps else allowed[move - keeps] > 0
                illegal[at] = not fine
                move = move if fine else NONE
            if move == NONE:
                move = below(next_word(words[at], random[at]), held + count)
                move = move if move < held else keeps + nth_marked(allowed, move - held)
            if move < keeps:
                shown[at] = fallen(cup, shown[at], move, next_word(words[at], random[at]))
                thrown[at] += 1
            else:
                before = _best(boards, task_stars, lap_stars)
                if move - keeps < what.size:
                    act_on(boards, seat, parts[what[move - keeps]], after)
                    boards[seat] = after
                seat = (seat + 1) % seats
                on_turn[at] = seat
                if seat == 0:
                    rounds[at] += 1
                    most = _best(boards, task_stars, lap_stars)
                    if once_more and again[at] == 0 and before < GOAL <= most:
                        again[at] = rounds[at]
                    over[at] = rounds[at] > again[at] and most >= GOAL
                thrown[at] = not over[at]
                shown[at] = NONE if over[at] else fallen(cup, 0, 0, next_word(words[at], random[at]))
            going = learner >= 0 and not over[at] and on_turn[at] != learner


@jit
def points(rules: Any, arrays: Any, out: Any) -> None:
    """The stars of every board."""
    boards, task_stars, lap_stars = arrays.boards, rules.task_stars, rules.lap_stars
    for at in range(out.shape[0]):
        for seat in range(out.shape[1]):
            out[at, seat] = stars_of(boards[at, seat], task_stars, lap_stars)


@jit
def observe(rules: Any, arrays: Any, seats: Any, out: Any) -> None:
    """The observation of each table by a seat, in the order of `observe.fields`."""
    rolls, roll_features, task_stars, lap_stars = rules.rolls, rules.roll_features, rules.task_stars, rules.lap_stars
    dice_facts, most = (rules.dice.shifts, rules.dice.faces, rules.dice.throws), rules.most
    every_board, trays = arrays.boards, arrays.trays
    on_turn, dice, thrown = trays.seat, trays.dice, trays.thrown
    count, width = every_board.shape[1], roll_features.shape[1]
    for at in range(seats.size):
        row, shown = out[at], dice[at]
        row[:] = 0.0
        start = write_turn_features(dice_facts, shown, thrown[at], (on_turn[at] - seats[at]) % count, row) + count
        if shown >= 0:
            roll = rolls[shown]
            for number in range(width):
                row[start + number] = roll_features[roll, number]
        start += width
        for ahead in range(count):
            board = every_board[at, (seats[at] + ahead) % count]
            for task in range(TASK_COUNT):
                row[start + task] = board[DONE] >> task & 1
            start += TASK_COUNT
            for number in range(ROWS, WIDTH):
                row[start + number - ROWS] = board[number] / ROW_LENGTH
            start += WIDTH - ROWS
            row[start] = board[STEPS] / LAST_COIN
            row[start + 1] = stars_of(board, task_stars, lap_stars) / most
            start += 2


@jit
def mask(rules: Any, arrays: Any, seats: Any, out: Any) -> None:
    """The mask of legal moves of a seat."""
    keeps, throws, rolls, does, parts = rules.dice.cup[0].size, rules.dice.throws, rules.rolls, rules.does, rules.parts
    boards, over, trays = arrays.boards, arrays.over, arrays.trays
    on_turn, dice, thrown = trays.seat, trays.dice, trays.thrown
    for at in range(seats.size):
        row, seat = out[at], seats[at]
        if over[at]:
            row[:] = 1
        elif seat != on_turn[at]:
            row[:] = 0
        else:
            row[:keeps] = thrown[at] < throws
            _possible(does[rolls[dice[at]]], parts, boards[at, seat], row[keeps:])
