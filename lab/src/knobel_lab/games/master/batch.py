"""Many games of Master simulated at once, compiled; and the greedy policy: most stars and steps in this turn."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.games.holding.tray import Tray
from knobel.games.master.rules.board import (
    EXTRA_STAR_FROM,
    GOAL,
    LAST_COIN,
    NUMBERS,
    RACE,
    ROW_LENGTH,
    ROWS_UNDER_WAY,
    TASKS,
    Board,
    stars,
)
from knobel.games.master.rules.game import THROWS, Master, Pass, State
from knobel_lab.games.master.batch_tables import AGAIN, COIN, NONE, ROW, TASK, tables
from knobel_lab.sim.greedy_turn import Ints, exact
from knobel_lab.sim.play import Results, best, ranked
from knobel_lab.sim.random_bits_compiled import BLOCK, below, draw, forget
from knobel_lab.solving.kernel.jit import jit

if TYPE_CHECKING:
    from knobel_lab.envs.many import Tables as VectorTables

DONE, STEPS, ROWS = 0, 1, 2
"""The columns of a board: tasks fulfilled (one bit each), coin steps, and the field of each row."""

WIDTH, TASK_COUNT, PRIZES = ROWS + len(NUMBERS), len(TASKS), len(RACE)
NEXT, TWO = np.uint64(1), np.uint64(2)


def policies(game: Master, *, compiled: bool) -> tuple[str, ...]:
    """The policies that are compiled: only for the default rules."""
    return ("random", "greedy") if compiled and not game.options else ()


def play(game: Master, policies: tuple[str, ...], seed: int, games: range, *, compiled: bool) -> Results:
    """The results of the games with these numbers; seats are greedy or play at random."""
    greedy = np.array([policy == "greedy" for policy in policies])
    numbers = np.arange(games.start, games.stop, dtype=np.uint64)
    scores = np.zeros((len(numbers), game.seats), np.int64)
    counts = np.zeros(len(numbers), np.int64)
    _play(np.uint64(seed), numbers, greedy, tables(), scores, counts)
    # After every throw there is one move: holding dice, an action, or a pass.
    return Results(scores, ranked(scores), counts, counts)


@jit
def stars_of(board: Any, task_stars: Any, lap_stars: Any) -> Any:
    """All stars of a board."""
    finished = 0
    for row in range(ROWS, WIDTH):
        finished += board[row] == ROW_LENGTH
    extra = max(0, finished - EXTRA_STAR_FROM + 1)
    return task_stars[board[DONE]] + finished + extra + lap_stars[board[STEPS]]


@jit
def _progress(board: Any, tables: Any) -> Any:
    """The progress of a board in steps, stars converted to steps."""
    total = STAR * stars_of(board, tables.task_stars, tables.lap_stars) + board[STEPS]
    for row in range(ROWS, WIDTH):
        total += board[row]
    return total


@jit
def rows_under_way(board: Any) -> Any:
    """The number of rows under way."""
    count = 0
    for row in range(ROWS, WIDTH):
        count += 0 < board[row] < ROW_LENGTH
    return count


@jit
def _usable(field: Any, under_way: Any) -> Any:
    """Whether a row is under way, or not begun and a marker is free."""
    return under_way < ROWS_UNDER_WAY if field == 0 else field < ROW_LENGTH


@jit
def _both(field: Any, dice: Any, other: Any, under_way: Any) -> Any:
    """Whether a row may be used, and then another one."""
    if not _usable(field, under_way):
        return False
    ends = field + dice >= ROW_LENGTH
    return _usable(other, under_way + (field == 0) - ends)


@jit
def possible(board: Any, under_way: Any, part: Any) -> Any:
    """Whether the board allows a part."""
    kind, one, dice, other, more, _, tasks = part
    if kind == TASK:
        return board[DONE] >> one & 1 == 0
    if kind == COIN:
        return True
    if kind == AGAIN:
        return board[DONE] & tasks != 0
    if kind == ROW:
        return _usable(board[ROWS + one], under_way)
    first, second = board[ROWS + one], board[ROWS + other]
    return _both(first, dice, second, under_way) or _both(second, more, first, under_way)


@jit
def _coins(board: Any, steps: Any) -> None:
    """Add coin steps; those beyond the last lap are lost."""
    board[STEPS] = min(board[STEPS] + steps, LAST_COIN)


@jit
def _move(board: Any, row: Any, dice: Any) -> None:
    """Move a row by these dice; the overhang becomes coin steps."""
    field = board[ROWS + row] + dice
    board[ROWS + row] = min(field, ROW_LENGTH)
    _coins(board, max(0, field - ROW_LENGTH))


@jit
def act(boards: Any, seat: Any, part: Any, after: Any) -> None:
    """Compute the board of a seat after a possible part, the race included."""
    kind, one, dice, other, more, coins, _ = part
    after[:] = boards[seat]
    if kind == TASK:
        after[DONE] |= 1 << one
    else:
        # A row that is not part of this is moved by no dice.
        _move(after, one, dice)
        _move(after, other, more)
        _coins(after, coins)
    if len(boards) > 1:
        _race(boards, seat, after)


@jit
def _race(boards: Any, seat: Any, after: Any) -> None:
    """Add the extra coin steps of the race for every task and row that was won."""
    before, steps = boards[seat], 0
    for task in range(TASK_COUNT):
        if after[DONE] >> task & 1 and before[DONE] >> task & 1 == 0:
            ahead = 0
            for rival in range(len(boards)):
                ahead += boards[rival, DONE] >> task & 1
            steps += RACE[ahead] if ahead < PRIZES else 0
    for row in range(ROWS, WIDTH):
        if after[row] == ROW_LENGTH and before[row] != ROW_LENGTH:
            ahead = 0
            for rival in range(len(boards)):
                ahead += boards[rival, row] == ROW_LENGTH
            steps += RACE[ahead] if ahead < PRIZES else 0
    _coins(after, steps)


@jit
def _any(board: Any, roll: Any, place: Any, tables: Any) -> Any:
    """The possible part with this number, and how many were skipped."""
    under_way, count = rows_under_way(board), 0
    for part in tables.suits[roll]:
        if part == NONE:
            break
        if possible(board, under_way, tables.parts[part]):
            if count == place:
                return part, count
            count += 1
    return NONE, count


@jit
def _gains(boards: Any, seat: Any, tables: Any, after: Any, gains: Any) -> None:
    """Compute the progress each part would add; NONE where it is not possible."""
    board = boards[seat]
    under_way, now = rows_under_way(board), _progress(board, tables)
    for part in range(gains.size):
        gains[part] = NONE
        if possible(board, under_way, tables.parts[part]):
            act(boards, seat, tables.parts[part], after)
            gains[part] = _progress(after, tables) - now


@jit
def _best(roll: Any, gains: Any, tables: Any) -> Any:
    """The first part that adds most, and what it adds; NONE and 0 if none is possible."""
    most, best = NONE, NONE
    for part in tables.suits[roll]:
        if part == NONE:
            break
        if gains[part] > most:
            most, best = gains[part], part
    return best, max(most, 0)


@jit
def _expect(held: Any, up: Any) -> None:
    """Fill every partial holding with its expectation over the next die."""
    for row in range(len(up) - 1, -1, -1):
        total = 0
        for face in range(up.shape[1]):
            total += held[up[row, face]]
        held[row] = total // up.shape[1]


@jit
def _stages(gains: Any, tables: Any, first: Any, second: Any) -> None:
    """Compute the worth of each holding after the first throw and after the second."""
    for roll in range(tables.full.size):
        second[tables.full[roll]] = _best(roll, gains, tables)[1] * tables.scale
    _expect(second, tables.up)
    first[:] = second
    for at in range(len(tables.down)):
        holding, less = tables.down[at, 0], tables.down[at, 1]
        first[holding] = max(first[holding], first[less])
    _expect(first, tables.up)


@jit
def _hold(dice: Any, stage: Any, now: Any, tables: Any) -> Any:
    """The best way to hold dice, the first of several; NONE if stopping is worth as much."""
    most, best = now * tables.scale, NONE
    for keep in range(len(tables.lies)):
        code = 0
        for at in range(tables.lies.shape[1]):
            if tables.lies[keep, at]:
                code += 6 ** (tables.digits[dice, at] + 1)
        worth = stage[tables.held[code]]
        if worth > most:
            most, best = worth, keep
    return best


@jit
def _turn(story: Any, boards: Any, seat: Any, greedy: Any, tables: Any, buffers: Any) -> Any:
    """Play a turn; return the part it ends with, and the number of throws."""
    words, seed, number, at = story
    after, gains, first, second = buffers
    masks, ways, starts, fallen = tables.cup
    keep, dice, throws = 0, 0, 0
    if greedy:
        _gains(boards, seat, tables, after, gains)
        _stages(gains, tables, first, second)
    while True:
        way = below(draw(words, seed, number, at), ways[keep])
        dice = dice & masks[keep] | fallen[starts[keep] + way]
        roll = tables.rolls[dice]
        throws += 1
        if greedy:
            best, most = _best(roll, gains, tables)
            keep = NONE if throws == THROWS else _hold(dice, first if throws == 1 else second, most, tables)
            if keep == NONE:
                return best, throws
        else:
            more = masks.size if throws < THROWS else 0
            count = _any(boards[seat], roll, NONE, tables)[1]
            keep = below(draw(words, seed, number, at + NEXT), more + max(count, 1))
            if keep >= more:
                return _any(boards[seat], roll, keep - more, tables)[0], throws
        at += TWO


@jit
def _play(seed: Any, numbers: Any, greedy: Any, tables: Any, scores: Any, counts: Any) -> None:
    seats, holdings = greedy.size, len(tables.up) + tables.full.size
    words, boards = np.zeros(BLOCK + 1, np.uint64), np.zeros((seats, WIDTH), np.int64)
    stages = np.zeros((2, holdings), np.int64)
    buffers = np.zeros(WIDTH, np.int64), np.zeros(len(tables.parts), np.int64), stages[0], stages[1]
    for game in range(numbers.size):
        forget(words)
        boards[:] = 0
        over = False
        while not over:
            for seat in range(seats):
                # Every throw so far used a random word, and the move after it another one.
                story = words, seed, numbers[game], np.uint64(2 * counts[game])
                part, throws = _turn(story, boards, seat, greedy[seat], tables, buffers)
                counts[game] += throws
                if part != NONE:
                    act(boards, seat, tables.parts[part], buffers[0])
                    boards[seat] = buffers[0]
            for seat in range(seats):
                scores[game, seat] = stars_of(boards[seat], tables.task_stars, tables.lap_stars)
                over |= scores[game, seat] >= GOAL


STAR = ROW_LENGTH


def progress(board: Board) -> int:
    """The progress of a board in steps, stars converted to steps."""
    return STAR * stars(board) + sum(board.rows) + board.coins


def endings(game: Master, state: State, seat: int) -> dict[Any, int]:
    """The progress that each action would add, or passing if none is possible."""
    before = progress(state.boards[seat])
    gains: dict[Any, int] = {action: progress(board) - before for action, board in game.results(state, seat).items()}
    return gains or {Pass(): 0}


def greedy_move(game: AnyGame, state: State, seat: int) -> Any:
    """The move of the greedy policy: the action that adds most, unless holding dice has a higher expectation."""
    assert isinstance(game, Master)
    if state.starting:
        return state.starting.moves[0]
    ends = endings(game, state, seat)
    best = max(ends, key=ends.__getitem__)
    if state.tray.throws == THROWS:
        return best
    stage = _greedy_stages(game, state.boards, seat)[state.tray.throws - 1]
    return exact(game.pool).hold(game, state, seat, stage, best, ends[best])


@lru_cache(maxsize=256)
def _greedy_stages(game: Master, boards: tuple[Board, ...], seat: int) -> tuple[Ints, Ints]:
    """The worth of holding dice after the first throw and after the second."""
    turn = exact(game.pool)
    rolled = [State(boards, seat, 1, Tray(faces, THROWS)) for faces in turn.lattice.falls]
    return turn.stages(np.array([max(endings(game, state, seat).values()) for state in rolled]))


def player(game: Master, name: str) -> Player | None:
    """The player that decides like this policy, through the rules; for one seat, optimal play is known."""
    if name == "greedy":
        return greedy_move
    return best if game.seats == 1 else None


def vector(game: Master, count: int) -> "VectorTables":
    """`count` tables side by side, as arrays."""
    from knobel_lab.games.master.vector import MasterTables

    return MasterTables(game, count)
