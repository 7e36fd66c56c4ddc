"""Kriss Kross: everyone writes the same two symbols into a grid of their own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import itemgetter

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadDice
from knobel.core.game import Decide, Over, Pending, Throw, rank

SYMBOLS = ("dot", "cross", "triangle", "square", "circle", "star")
DIE = Die("symbol", SYMBOLS)
SIZE = 5
EMPTY = 0
RUN_POINTS = (0, 0, 2, 3, 6, 10)
"""Points of a run of equal symbols, by its length."""

WORTHLESS = -5
"""What a row or column worth nothing counts in the advanced game."""

TITLES = ((30, "champion"), (25, "master"), (20, "collector"), (15, "lucky"))
"""The solo player's title by the points it takes; below them all the title is `unlucky`."""

CELLS = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcde")
"""The cells row by row: a letter for the column, a number for the row."""

START = CELLS.index("a3")
PAIRS = tuple(
    (cell, cell + offset)
    for cell in range(SIZE * SIZE)
    for offset, fits in ((1, cell % SIZE < SIZE - 1), (SIZE, cell < SIZE * (SIZE - 1)))
    if fits
)
"""All pairs of neighbouring cells."""

ROWS = {f"row_{at + 1}": tuple(range(SIZE * at, SIZE * at + SIZE)) for at in range(SIZE)}
COLUMNS = {f"column_{letter}": tuple(range(at, SIZE * SIZE, SIZE)) for at, letter in enumerate("abcde")}
DIAGONALS = {
    "diagonal_down": tuple(range(0, SIZE * SIZE, SIZE + 1)),
    "diagonal_up": tuple(range(SIZE * (SIZE - 1), 0, 1 - SIZE)),
}

Grid = tuple[int, ...]


@cache
def line_points(cells: tuple[int, ...]) -> int:
    """The points of all runs of equal symbols in a line."""
    points = 0
    length = 1
    for before, cell in zip(cells, (*cells[1:], EMPTY), strict=True):
        if cell == before != EMPTY:
            length += 1
        else:
            points += RUN_POINTS[length] if before != EMPTY else 0
            length = 1
    return points


@cache
def lines(advanced: bool, touched: tuple[int, ...] | None = None) -> Mapping[str, Callable[[Grid], tuple[int, ...]]]:
    """What takes every line that counts from a grid, or those that run through one of these cells."""
    counted = {**ROWS, **COLUMNS, **(DIAGONALS if advanced else {})}
    return {
        name: itemgetter(*cells)
        for name, cells in counted.items()
        if touched is None or not {*cells}.isdisjoint(touched)
    }


def line_scores(grid: Grid, advanced: bool, touched: tuple[int, ...] | None = None) -> dict[str, int]:
    """The points of every line that counts, or of those that run through one of these cells."""
    found = {name: line_points(line(grid)) for name, line in lines(advanced, touched).items()}
    if advanced:
        found = {name: points or (0 if name in DIAGONALS else WORTHLESS) for name, points in found.items()}
    return found


def grid_points(grid: Grid, advanced: bool) -> int:
    """What a grid is worth as it stands."""
    return sum(line_scores(grid, advanced).values())


def title(points: int) -> str:
    """The title these points earn a solo player."""
    return next((name for needed, name in TITLES if points >= needed), "unlucky")


def can_place(grid: Grid) -> bool:
    """Two neighbouring cells are still empty."""
    return any(grid[one] == grid[other] == EMPTY for one, other in PAIRS)


def fill(grid: Grid, cells: tuple[int, ...], symbols: tuple[int, ...]) -> Grid:
    """The grid with these symbols in these cells."""
    filled = list(grid)
    for cell, symbol in zip(cells, symbols, strict=True):
        filled[cell] = symbol
    return tuple(filled)


@dataclass(frozen=True, slots=True)
class Begin:
    """Take this symbol for the start cell."""

    symbol: str

    def __str__(self) -> str:
        return f"begin {self.symbol}"


@dataclass(frozen=True, slots=True)
class Place:
    """Write the first die's symbol into the first cell and the second's into the second."""

    cells: tuple[int, int]

    def __str__(self) -> str:
        return f"place {CELLS[self.cells[0]]} {CELLS[self.cells[1]]}"


Move = Begin | Place
BEGINNINGS = tuple(Begin(symbol) for symbol in SYMBOLS)
PLACEMENTS = tuple(Place(cells) for one, other in PAIRS for cells in ((one, other), (other, one)))


@dataclass(frozen=True, slots=True)
class State:
    """Everybody's grid, the throws so far, the symbols on the table and who still has to write them."""

    grids: tuple[Grid, ...]
    throws: int = 0
    dice: Faces = ()
    waiting: tuple[int, ...] = ()


@dataclass(frozen=True)
class KrissKross:
    """Kriss Kross for 1 to 6 seats; the advanced game counts diagonals and punishes worthless lines."""

    seats: int
    advanced: bool
    key = "krisskross"
    pool = (DIE, DIE)

    @property
    def options(self) -> Mapping[str, str]:
        return {"advanced": "yes" if self.advanced else "no"}

    @cached_property
    def alphabet(self) -> tuple[Move, ...]:
        return (*BEGINNINGS, *PLACEMENTS)

    def start(self) -> State:
        return State(((EMPTY,) * SIZE * SIZE,) * self.seats)

    def pending(self, state: State) -> Pending:
        if state.waiting:
            return Decide(state.waiting)
        for seat, grid in enumerate(state.grids):
            if grid[START] == EMPTY:
                return Decide((seat,))
        if any(map(can_place, state.grids)):
            return Throw(state.throws % self.seats, (0, 1))
        return Over(rank(self.scores(state)))

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        match self.pending(state):
            case Decide(seats) if seat in seats:
                if not state.waiting:
                    taken = {grid[START] for grid in state.grids}
                    return [move for face, move in enumerate(BEGINNINGS, 1) if face not in taken]
                grid = state.grids[seat]
                return [move for move in PLACEMENTS if grid[move.cells[0]] == grid[move.cells[1]] == EMPTY]
        return ()

    def land(self, state: State, faces: Faces) -> State:
        waiting = tuple([seat for seat, grid in enumerate(state.grids) if can_place(grid)])
        return State(state.grids, state.throws + 1, faces, waiting)

    def play(self, state: State, seat: int, move: Move) -> State:
        match move:
            case Begin(symbol):
                grid = fill(state.grids[seat], (START,), (DIE.read(symbol),))
            case Place(cells):
                grid = fill(state.grids[seat], cells, state.dice)
        grids = (*state.grids[:seat], grid, *state.grids[seat + 1 :])
        waiting = tuple([other for other in state.waiting if other != seat])
        return State(grids, state.throws, state.dice if waiting else (), waiting)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple([grid_points(grid, self.advanced) for grid in state.grids])


def appraise(game: KrissKross, texts: Sequence[str]) -> dict[str, int]:
    """What a grid, given row by row with `.` or 0 for an empty cell, is worth line by line and in total."""
    if len(texts) != SIZE * SIZE:
        raise BadDice(f"a grid of {game.key} has {SIZE * SIZE} cells, not {len(texts)}")
    grid = tuple(EMPTY if text in (".", "0") else DIE.read(text) for text in texts)
    return {**line_scores(grid, game.advanced), "total": grid_points(grid, game.advanced)}


def build(*, seats: int, advanced: str) -> KrissKross:
    """The game with options given as texts."""
    return KrissKross(seats, advanced == "yes")


def turn_key(state: State) -> int:
    """The turn of a throw: a throw is for everybody, so throws are turns."""
    return state.throws
