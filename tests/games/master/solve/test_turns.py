"""Endgames of Master: enumeration, symmetry, and the turns that lead back."""

import subprocess
import sys
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import BadSetup
from knobel.core.dice import D6, Faces, outcomes
from knobel.games.master.rules.actions import actions
from knobel.games.master.rules.board import GOAL, Board, stars
from knobel.games.master.solve import turns
from knobel.games.master.solve.book import master_endgame, value_of_board
from knobel.games.master.solve.positions import positions
from knobel.games.master.solve.rule_tables import board_of
from knobel.solve.kernel import numpy_kernel

FALLS = {cup: tuple(outcomes([D6] * cup)) for cup in range(6)}
HOLDS = {
    roll: {held for count in range(6) for held in combinations(roll, count)}
    for roll in (tuple(sorted(faces)) for faces, _ in FALLS[5])
}

# Boards by tasks fulfilled, rows and coins: coin row open and closed, a row or a task short of the goal.
ENDGAMES = [
    board_of(0b111111, (7, 7, 7, 0, 0, 0), 30),
    board_of(0b111111, (5, 6, 4, 0, 0, 0), 30),
    board_of(0b011111, (8, 8, 8, 8, 8, 7), 0),
    board_of(0b101111, (8, 8, 8, 6, 7, 0), 28),
    board_of(0b011111, (8, 8, 8, 6, 7, 0), 30),
    board_of(0b011011, (8, 8, 8, 8, 5, 7), 28),
]


@cache
def slow_turns(board: Board) -> float:
    """The expected turns to the goal, by recursion through the rules.

    What a turn leads to is (turns after it, chance to be back on this board); the best policy for a guess of the
    board's worth gives the next guess, until none is better.
    """
    if stars(board) >= GOAL:
        return 0.0
    ends: dict[Faces, list[tuple[float, float]]] = {}
    for roll in HOLDS:
        after = [new for _, new in actions(board, roll)] or [board]
        ends[roll] = [(0.0, 1.0) if new == board else (slow_turns(new), 0.0) for new in after]
    guess = 100.0
    while True:
        best = {roll: min(ways, key=lambda way: way[0] + way[1] * guess) for roll, ways in ends.items()}
        for _ in range(2):
            best = _one_more_throw(best, guess)
        turns, back = _mean(best, ())
        better = (1 + turns) / (1 - back)
        if guess - better < 1e-12:
            return better
        guess = better


def _mean(best: dict[Faces, tuple[float, float]], held: Faces) -> tuple[float, float]:
    """What throwing all dice but these leads to."""
    falls = [(float(chance), best[tuple(sorted(held + faces))]) for faces, chance in FALLS[5 - len(held)]]
    return sum(chance * way[0] for chance, way in falls), sum(chance * way[1] for chance, way in falls)


def _one_more_throw(best: dict[Faces, tuple[float, float]], guess: float) -> dict[Faces, tuple[float, float]]:
    means = {held: _mean(best, held) for held in set().union(*HOLDS.values())}
    return {
        roll: min([means[held] for held in holds] + [best[roll]], key=lambda way: way[0] + way[1] * guess)
        for roll, holds in HOLDS.items()
    }


def mirror(board: Board) -> Board:
    """The board when all dice are turned upside down: the Chances change places."""
    full, small, low, high, large, five = board.tasks
    return Board((full, small, high, low, large, five), board.rows[::-1], board.coins)


@pytest.mark.parametrize("board", ENDGAMES, ids=str)
def test_endgames_take_as_many_turns_as_enumeration_says(board: Board) -> None:
    assert value_of_board(board) == pytest.approx(slow_turns(board), abs=1e-9)


@pytest.mark.parametrize("board", ENDGAMES, ids=str)
def test_mirrored_boards_are_equally_far(board: Board) -> None:
    assert value_of_board(mirror(board)) == pytest.approx(value_of_board(board), abs=1e-9)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 30), st.floats(0.02, 1)), min_size=1, max_size=9), st.floats(0, 30))
def test_the_search_finds_where_a_turn_gains_what_it_costs(ways: list[tuple[float, float]], start: float) -> None:
    worths, weights = (np.array(column) for column in zip(*ways, strict=True))
    chances = weights / max(1, weights.sum())

    def gain(x: turns.Values) -> turns.Values:
        return np.asarray(chances @ np.maximum(x - worths[:, None], 0))

    found = turns.settle(gain, np.array([start]))
    assert gain(found) == pytest.approx(1, abs=1e-9)


def test_turns_that_lead_back_are_counted_exactly() -> None:
    board = board_of(0b111111, (5, 6, 4, 0, 0, 0), 30)
    book = master_endgame(board)
    lattice = book.place.rules.lattice
    worth = [min([book.of(after) for _, after in actions(board, roll)] or [book.of(board)]) for roll in lattice.falls]
    assert sum(after == board for roll in lattice.falls for _, after in actions(board, roll)) > 200
    turn = numpy_kernel.turn(lattice, [-np.array(worth)[:, None]], 3)
    assert 1 - turn[0, 0] == pytest.approx(book.of(board), abs=1e-10)


def test_a_game_has_eighty_eight_million_positions() -> None:
    place = positions()
    # 44,416 configurations, of which 80 mirror themselves; no row ever stands on field 1.
    assert place.shape == (22_248, 37, 64)
    assert place.count == 87_518_651
    assert place.find(Board()) == place.start == (22_247, 0, 0)


def test_what_cannot_be_answered_is_refused() -> None:
    with pytest.raises(BadSetup, match="too far from the goal"):
        value_of_board(Board())
    with pytest.raises(BadSetup, match="at most 3 rows"):
        value_of_board(board_of(0, (2, 2, 2, 2, 0, 0), 0))
    with pytest.raises(BadSetup, match="0 to 8 fields and coins 0 to 30 steps"):
        value_of_board(board_of(0, (0,) * 6, 31))
    with pytest.raises(BadSetup, match="6 tasks and 6 rows"):
        value_of_board(Board(tasks=(True,)))
    with pytest.raises(BadSetup, match="not among these positions"):
        master_endgame(ENDGAMES[0]).of(Board())


def test_endgames_need_no_compiler() -> None:
    code = (
        "import sys; sys.modules['numba'] = sys.modules['knobel_lab'] = None\n"
        "from knobel.games.master.solve.book import value_of_board\n"
        "from knobel.games.master.solve.rule_tables import board_of\n"
        "print(value_of_board(board_of(0b111111, (7, 7, 7, 0, 0, 0), 30)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert float(ran.stdout) == pytest.approx(slow_turns(ENDGAMES[0]), abs=1e-9)


def test_nothing_is_to_come_at_the_goal() -> None:
    assert value_of_board(board_of(0b111111, (8, 8, 8, 8, 0, 0), 8)) == 0
