"""Many games of Kribbeln simulated at once, compiled; and the greedy policy: highest expected sum, dodging if stuck."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from knobel.core.dice import D6
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.games.holding.starting import FIRST
from knobel.games.kribbeln.numbered import number_dice
from knobel.games.kribbeln.rules.arrangement import OURS, Square, counts_of
from knobel.games.kribbeln.rules.game import DODGE, THROWS, WRITE, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, LAST_KRIBBEL, ROWS, STRUCK, TOTALS_AFTER
from knobel.games.kribbeln.rules.sheet import highest_kribbel as highest_on
from knobel.games.kribbeln.rules.tasks import DICE, Task, colour_counts
from knobel_lab.sim.greedy_turn import Ints, exact
from knobel_lab.sim.packed import packed
from knobel_lab.sim.play import Results, ranked
from knobel_lab.sim.random_bits_compiled import BLOCK, below, draw, forget
from knobel_lab.solving.kernel.jit import jit

if TYPE_CHECKING:
    from knobel_lab.envs.many import Tables as VectorTables

EMPTY, NONE = -1, -1
FACES = len(D6.faces)
HIGHEST = FACES * len(DICE)
CODES = (FACES + 1) ** len(DICE)
ENTRIES = 64
"""A factor larger than any entry: games are decided by the score, then by the last entry."""

TASK_OF = np.array([NONE if row.task is None else row.task for row in ROWS])
AREA_OF = np.array([[other.area for other in ROWS].index(row.area) for row in ROWS])
KRIBBELS = np.array(KRIBBEL_ROWS)
TOTALS = np.array([row in TOTALS_AFTER for row in range(len(ROWS))])
NEXT = np.uint64(1)


class Tables(NamedTuple):
    """The rules as lookup tables."""

    cup: Any
    sums: Any
    """The sum of all dice, by their packed bits."""
    met: Any
    """The tasks they meet, one bit each."""
    beginner: Any
    weights: Any
    """What each held die adds to the code of a holding: task or Kribbel row x dice x faces."""
    held: Any
    """The holding with each code: task or Kribbel row x codes."""
    digits: Any
    lies: Any
    task_stages: Any
    """The worth of holdings: tasks x throws x holdings."""
    kribbel_stages: Any
    """The worth of holdings: highest Kribbel number x throws x holdings."""
    scale: Any


@lru_cache(maxsize=8)
def tables(game: Kribbeln, greedy: bool) -> Tables:
    """The lookup tables of a game; those of the greedy policy only if it is used."""
    dice, positions = packed(DICE), tuple(range(len(DICE)))
    sums, met = np.zeros(dice.size, np.int64), np.zeros(dice.size, np.int64)
    for faces in exact(DICE).lattice.falls:
        at, counts = dice.pack(positions, faces), colour_counts(faces)
        sums[at] = sum(faces)
        met[at] = sum(1 << number for number, task in enumerate(game.tasks) if task.meets(counts))
    place = (FACES + 1) ** np.arange(len(DICE))[::-1]
    powers = (FACES + 1) ** np.arange(FACES)
    weights = np.array([place[:, None] * np.arange(1, FACES + 1), np.tile(powers, (len(DICE), 1))])
    (axis,) = exact(EQUAL).lattice.axes
    held = np.tile(np.arange(CODES), (2, 1))
    for faces, row in axis.index.items():
        held[1, sum(powers[face - 1] for face in faces)] = row
    by_task, by_highest = np.zeros((1, 2, 1), np.int64), np.zeros((1, 2, 1), np.int64)
    if greedy:
        by_task = np.array([task_stages(task) for task in game.tasks])
        by_highest = np.array([kribbel_stages(highest) for highest in range(1 if game.beginner else HIGHEST + 1)])
    return Tables(
        dice.cup,
        sums,
        met,
        game.beginner,
        weights,
        held,
        dice.digits,
        dice.lies,
        by_task,
        by_highest,
        exact(DICE).scale,
    )


def policies(game: Kribbeln, *, compiled: bool) -> tuple[str, ...]:
    """The policies that are compiled: only for our dice and the first seat beginning."""
    return ("random", "greedy") if compiled and not game.arrangement and game.begins == FIRST else ()


def play(game: Kribbeln, policies: tuple[str, ...], seed: int, games: range, *, compiled: bool) -> Results:
    """The results of the games with these numbers; seats are greedy or play at random."""
    greedy = np.array([policy == "greedy" for policy in policies])
    numbers = np.arange(games.start, games.stop, dtype=np.uint64)
    scores, deciding = (np.zeros((len(numbers), game.seats), np.int64) for _ in range(2))
    counts = np.zeros((len(numbers), 2), np.int64)
    _play(np.uint64(seed), numbers, greedy, tables(game, bool(greedy.any())), (scores, deciding), counts)
    return Results(scores, ranked(deciding), *counts.T)


@jit
def highest_kribbel(sheet: Any) -> Any:
    """The highest Kribbel number so far; 0 if there is none."""
    highest = 0
    for row in KRIBBELS:
        highest = max(highest, sheet[row])
    return highest


@jit
def dodge_row(sheet: Any, row: Any) -> Any:
    """The Kribbel row into which a dodge would go; NONE if those of the area are full."""
    for other in KRIBBELS:
        if AREA_OF[other] == AREA_OF[row] and sheet[other] == EMPTY:
            return other
    return NONE


@jit
def waiting(sheets: Any, row: Any) -> Any:
    """How many seats have no entry in a row."""
    count = 0
    for seat in range(len(sheets)):
        count += sheets[seat, row] == EMPTY
    return count


@jit
def following(sheets: Any, row: Any, seat: Any) -> Any:
    """The first seat from this one on, clockwise, that has no entry in a row."""
    while sheets[seat % len(sheets), row] != EMPTY:
        seat += 1
    return seat % len(sheets)


@jit
def score(sheets: Any, rows: Any, seat: Any) -> Any:
    """The points of a seat in the first `rows` rows."""
    total = 0
    for row in range(rows):
        entry = sheets[seat, row]
        if entry != STRUCK:
            total += 1
            for other in range(len(sheets)):
                total += sheets[other, row] < entry
    return total


@jit
def _hold(dice: Any, stage: Any, kind: Any, now: Any, tables: Any) -> Any:
    """The best way to hold dice, the first of several; NONE if stopping is worth as much."""
    most, best = now * tables.scale, NONE
    for keep in range(len(tables.lies)):
        code = 0
        for at in range(tables.lies.shape[1]):
            if tables.lies[keep, at]:
                code += tables.weights[kind, at, tables.digits[dice, at]]
        worth = stage[tables.held[kind, code]]
        if worth > most:
            most, best = worth, keep
    return best


@jit
def _throws(story: Any, sheet: Any, row: Any, greedy: Any, tables: Any) -> Any:
    """Throw until the turn ends; return the sum, whether it is written, whether it dodges, and the number of throws."""
    words, seed, number, at = story
    masks, ways, starts, fallen = tables.cup
    task, keep, dice, throws = TASK_OF[row], 0, 0, 0
    highest = 0 if tables.beginner else highest_kribbel(sheet)
    while True:
        way = below(draw(words, seed, number, at[0]), ways[keep])
        dice = dice & masks[keep] | fallen[starts[keep] + way]
        throws += 1
        total = tables.sums[dice]
        writes = total > highest if task == NONE else tables.met[dice] >> task & 1 == 1
        dodges = task != NONE and not writes and total > highest and dodge_row(sheet, row) != NONE
        ends, more = 2 if dodges else 1, masks.size if throws < THROWS else 0
        if greedy:
            at[0] += np.uint64(2)
            keep = NONE
            if more and task == NONE:
                keep = _hold(dice, tables.kribbel_stages[highest, throws - 1], 1, total * writes, tables)
            elif more:
                keep = _hold(dice, tables.task_stages[task, throws - 1], 0, total * writes, tables)
            if keep == NONE:
                return total, writes, dodges, throws
            continue
        move = below(draw(words, seed, number, at[0] + NEXT), more + ends)
        at[0] += np.uint64(2)
        if move >= more:
            return total, writes, dodges and move > more, throws
        keep = move


@jit
def _turn(story: Any, sheet: Any, row: Any, greedy: Any, tables: Any) -> Any:
    """Play a row with all its dodges; return the number of throws."""
    throws = 0
    while True:
        total, writes, dodges, more = _throws(story, sheet, row, greedy, tables)
        throws += more
        if not dodges:
            sheet[row] = total if writes else STRUCK
            return throws
        sheet[dodge_row(sheet, row)] = total


@jit
def first_seat(story: Any, sheets: Any, row: Any, line: Any) -> Any:
    """The seat that begins a row and the number of throws of the roll-off: the best in the line above begins."""
    words, seed, number, at = story
    throws = 0
    best = line == line.max()
    while best.sum() > 1 and waiting(sheets, row) > 1:
        for seat in range(best.size):
            line[seat] = NONE
            if best[seat]:
                line[seat] = below(draw(words, seed, number, at[0]), FACES)
                at[0] += NEXT
                throws += 1
        best = line == line.max()
    return following(sheets, row, best.argmax()), throws


@jit
def _play(seed: Any, numbers: Any, greedy: Any, tables: Any, results: Any, counts: Any) -> None:
    scores, deciding = results
    seats, rows = greedy.size, TASK_OF.size
    words, at = np.zeros(BLOCK + 1, np.uint64), np.zeros(1, np.uint64)
    sheets, line = np.zeros((seats, rows), np.int64), np.zeros(seats, np.int64)
    for game in range(numbers.size):
        story = words, seed, numbers[game], at
        forget(words)
        at[0] = 0
        sheets[:] = EMPTY
        # As a literal the row would be a type of its own, and turns would be compiled for it as well.
        moves, throws, row, seat = 0, 0, np.int64(0), 0
        while True:
            more = _turn(story, sheets[seat], row, greedy[seat], tables)
            moves += more
            throws += more
            if waiting(sheets, row):
                seat = following(sheets, row, seat + 1)
                continue
            while row < rows and not waiting(sheets, row):
                row += 1
            if row == rows:
                break
            for other in range(seats):
                line[other] = score(sheets, row, other) if TOTALS[row - 1] else sheets[other, row - 1]
            seat, more = first_seat(story, sheets, row, line)
            throws += more
        for other in range(seats):
            scores[game, other] = score(sheets, rows, other)
            deciding[game, other] = scores[game, other] * ENTRIES + sheets[other, LAST_KRIBBEL]
        counts[game, 0], counts[game, 1] = moves, throws


EQUAL = (D6,) * len(DICE)
"""The dice of a Kribbel row: colours do not matter, so they are all alike."""


@lru_cache(maxsize=64)
def task_stages(task: Task, square: Square = OURS) -> tuple[Ints, Ints]:
    """The worth of holding dice in the row of a task, after the first and after the second throw."""
    turn = exact(DICE)
    worths = [sum(faces) * task.meets(counts_of(square, faces)) for faces in turn.lattice.falls]
    return turn.stages(np.array(worths))


@lru_cache(maxsize=64)
def kribbel_stages(highest: int) -> tuple[Ints, Ints]:
    """The worth of holding dice in a Kribbel row in which only sums above `highest` may be entered."""
    turn = exact(EQUAL)
    worths = [sum(faces) * (sum(faces) > highest) for faces in turn.lattice.falls]
    return turn.stages(np.array(worths))


def greedy_move(game: AnyGame, state: State, seat: int) -> Any:
    """The move of the greedy policy: end the turn unless holding some dice has a higher expected sum."""
    assert isinstance(game, Kribbeln)
    if state.starting:
        return state.starting.moves[0]
    numbered_table = number_dice(game, state)
    sheet, ends = state.sheets[seat], game.endings(state.sheets[seat], state.row, state.tray.faces)
    game, state, tray = numbered_table.game, numbered_table.state, numbered_table.state.tray
    ending = DODGE if DODGE in ends else ends[0]
    if tray.throws == THROWS:
        return ending
    task = ROWS[state.row].task
    highest = 0 if game.beginner else highest_on(sheet)
    turn = exact(EQUAL if task is None else DICE)
    stages = kribbel_stages(highest) if task is None else task_stages(game.tasks[task], numbered_table.square)
    worth = sum(tray.faces) * (WRITE in ends)
    return numbered_table.table_move(turn.hold(game, state, seat, stages[tray.throws - 1], ending, worth))


def player(_game: Kribbeln, name: str) -> Player | None:
    """The player that decides like this policy, through the rules."""
    return greedy_move if name == "greedy" else None


def vector(game: Kribbeln, count: int) -> "VectorTables":
    """`count` tables side by side, as arrays."""
    from knobel_lab.games.kribbeln.vector import KribbelnTables

    return KribbelnTables(game, count)
