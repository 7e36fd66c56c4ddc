"""The compact book of solo Master in plain Python: for machines without NumPy."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path

from knobel.core.errors import BadSetup
from knobel.games.master import SPEC
from knobel.games.master.rules.board import GOAL, NUMBERS, ROW_LENGTH, ROWS_UNDER_WAY, TASKS, Board, stars
from knobel.games.master.rules.game import Master
from knobel.games.master.solve.uses import uses
from knobel.solve.compact.values import read_rows
from knobel.solve.kernel.lattice import lattice

Rows = tuple[int, ...]

REMEMBERED = 8192
"""How many boards are cached."""


def configurations() -> list[Rows]:
    """All configurations of number rows, most fields first; of two that mirror each other, the first.

    No move advances a row by one, and only some rows may be under way.
    """
    still, moving = (0, ROW_LENGTH), range(2, ROW_LENGTH)
    # Grouped by how many are under way, so that they need not be counted.
    by_moving: list[list[Rows]] = [[()], *[[] for _ in range(ROWS_UNDER_WAY)]]
    for _ in NUMBERS:
        stays = [[(*rows, field) for rows in group for field in still] for group in by_moving]
        moves = [[(*rows, field) for rows in group for field in moving] for group in by_moving]
        by_moving = [same + more for same, more in zip(stays, [[], *moves], strict=False)]
    firsts = [rows for group in by_moving for rows in group if rows <= rows[::-1]]
    firsts.sort()
    return sorted(firsts, key=sum, reverse=True)


class PlainMaster:
    """The expected turns to the goal, from the shipped values."""

    exact = False
    source = str(SPEC.data("turns.npz"))

    def __init__(self) -> None:
        # Shipped values are for the shipped rules; checking the hash takes longer than a lookup.
        self._row: Callable[[int], object] = read_rows(Path(self.source), None, _as_it_is)
        self.of = lru_cache(maxsize=REMEMBERED)(self._of)

    @cached_property
    def _numbers(self) -> dict[Rows, int]:
        return {rows: number for number, rows in enumerate(configurations())}

    @cached_property
    def _mirror(self) -> tuple[int, ...]:
        """The task that corresponds to each one when all dice are turned upside down."""
        falls = lattice(Master.pool).falls
        met = [[task.meets(faces) for faces in falls] for task in TASKS]
        ends = NUMBERS[0] + NUMBERS[-1]
        turned = [[task.meets(tuple(ends - face for face in faces)) for faces in falls] for task in TASKS]
        return tuple(turned.index(one) for one in met)

    def _of(self, board: Board) -> float:
        """The expected turns to the goal on this board, for one seat with perfect play before the next throw."""
        if stars(board) >= GOAL:
            return 0.0
        rows, done = board.rows, board.tasks
        if rows > rows[::-1]:
            rows, done = rows[::-1], tuple(done[task] for task in self._mirror)
        if rows not in self._numbers:
            raise BadSetup(f"the rows {board.rows} are not among these positions")
        subset = sum(1 << task for task, is_done in enumerate(done) if is_done)
        row: object = self._row(self._numbers[rows])
        return float(row[sum(done) + board.coins, subset])  # type: ignore[index]

    def ends(self, board: Board) -> list[float]:
        """The expected turns to the goal after each roll is used in the best way on this board.

        A roll that cannot be used leaves it unchanged.
        """
        boards, rolls = uses(board)
        turns = [self.of(after) for after in boards]
        return [min([turns[at] for at in reached]) for reached in rolls]


def _as_it_is(_row: int, _cell: int, value: float) -> float:
    return value
