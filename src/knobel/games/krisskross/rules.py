"""Kriss Kross: everyone writes the same two symbols into a grid of their own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from operator import itemgetter

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadDice, with_technical_text
from knobel.core.game import Decide, Over, Pending, decides, rank, throws
from knobel.games.holding.starting import FIRST, Begins, Starting, answers, begins_option, opening

SYMBOLS = ("dot", "cross", "triangle", "square", "circle", "star")
DIE = Die("symbol", SYMBOLS)
SIZE = 5
EMPTY = 0
RUN_POINTS = (0, 0, 2, 3, 6, 10)
"""Points of a run of equal symbols, by its length."""
OLDER_RUN_POINTS = (0, 0, 2, 3, 8, 10)
"""Points of a run in older and foreign editions."""

KRISS, CRISS, SINGLE, DOUBLE = "kriss", "criss", "single", "double"
EDITIONS = (KRISS, CRISS, SINGLE, DOUBLE)
"""Our rulebook; the older one; the older one with one diagonal; that one with the diagonal counted twice."""

WORTHLESS = -5
"""The points of a row or column without a run in the advanced game."""

TITLES = ((30, "champion"), (25, "master"), (20, "collector"), (15, "lucky"))
"""The title of a solo player by the least points; below them all it is `unlucky`."""

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
def line_points(cells: tuple[int, ...], edition: str = KRISS) -> int:
    """The points of all runs of equal symbols in a line."""
    runs = RUN_POINTS if edition == KRISS else OLDER_RUN_POINTS
    points = 0
    length = 1
    for before, cell in zip(cells, (*cells[1:], EMPTY), strict=True):
        if cell == before != EMPTY:
            length += 1
        else:
            points += runs[length] if before != EMPTY else 0
            length = 1
    return points


def diagonals(advanced: bool, edition: str) -> Mapping[str, tuple[int, ...]]:
    """The diagonals that count: both in the advanced game, unless the edition has only one."""
    if edition in (SINGLE, DOUBLE):
        return {"diagonal_down": DIAGONALS["diagonal_down"]}
    return DIAGONALS if advanced else {}


@cache
def lines(
    advanced: bool, touched: tuple[int, ...] | None = None, edition: str = KRISS
) -> Mapping[str, Callable[[Sequence[int]], tuple[int, ...]]]:
    """For every line that counts, or those through one of these cells, a function that takes it from a grid."""
    counted = {**ROWS, **COLUMNS, **diagonals(advanced, edition)}
    return {
        name: itemgetter(*cells)
        for name, cells in counted.items()
        if touched is None or not {*cells}.isdisjoint(touched)
    }


def line_scores(
    grid: Sequence[int], advanced: bool, touched: tuple[int, ...] | None = None, edition: str = KRISS
) -> dict[str, int]:
    """The points of every line that counts, or of those through one of these cells."""
    scores = {name: line_points(line(grid), edition) for name, line in lines(advanced, touched, edition).items()}
    if edition == DOUBLE:
        scores = {name: 2 * points if name in DIAGONALS else points for name, points in scores.items()}
    if advanced:
        scores = {name: points or (0 if name in DIAGONALS else WORTHLESS) for name, points in scores.items()}
    return scores


def grid_points(grid: Grid, advanced: bool, edition: str = KRISS) -> int:
    """The points of a grid so far."""
    return sum(line_scores(grid, advanced, edition=edition).values())


def title(points: int) -> str:
    """The title these points earn a solo player."""
    return next((name for needed, name in TITLES if points >= needed), "unlucky")


def can_place(grid: Grid) -> bool:
    """Whether two neighbouring cells are still empty."""
    for one, other in PAIRS:  # noqa: SIM110 - any() would take twice the time, and this is asked most of all
        if grid[one] == grid[other] == EMPTY:
            return True
    return False


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


Move = Begin | Place | Begins
BEGINNINGS = tuple(Begin(symbol) for symbol in SYMBOLS)
_PLACED = tuple((one, other, (Place((one, other)), Place((other, one)))) for one, other in PAIRS)
"""Each pair of neighbouring cells, with the two ways to write into it."""
PLACEMENTS = tuple(move for _, _, both in _PLACED for move in both)


@dataclass(frozen=True, slots=True)
class State:
    """All grids, the number of throws so far, the symbols on the table and the seats that still have to write them."""

    grids: tuple[Grid, ...]
    throws: int = 0
    dice: Faces = ()
    waiting: tuple[int, ...] = ()
    first: int = 0
    """The seat that begins; the throws go round from there."""
    starting: Starting | None = None
    """How it is decided who begins, until that is known."""


@dataclass(frozen=True)
class KrissKross:
    """Kriss Kross for 1 to 6 seats; the advanced game counts diagonals and punishes worthless lines."""

    seats: int
    advanced: bool
    edition: str = KRISS
    begins: str = FIRST
    key = "krisskross"
    pool = (DIE, DIE)

    @property
    def options(self) -> Mapping[str, str]:
        edition = {} if self.edition == KRISS else {"edition": self.edition}
        return {"advanced": "yes" if self.advanced else "no", **edition, **begins_option(self.begins)}

    def lines(self, grid: Sequence[int], touched: tuple[int, ...] | None = None) -> dict[str, int]:
        """The points of every line that counts, or of those through one of these cells."""
        return line_scores(grid, self.advanced, touched, self.edition)

    def symbols(self, grid: Grid) -> dict[str, tuple[int, ...]]:
        """The symbols of every line that counts."""
        return {name: line(grid) for name, line in lines(self.advanced, edition=self.edition).items()}

    def points(self, grid: Grid) -> int:
        """The points of a grid so far."""
        return grid_points(grid, self.advanced, self.edition)

    @cached_property
    def alphabet(self) -> tuple[Move, ...]:
        return (*BEGINNINGS, *PLACEMENTS, *answers(self.begins, self.seats))

    def start(self) -> State:
        return State(((EMPTY,) * SIZE * SIZE,) * self.seats, starting=opening(self.begins, self.seats))

    def pending(self, state: State) -> Pending:
        if state.starting:
            return state.starting.pending
        if state.waiting:
            return decides(*state.waiting)
        if not state.throws:
            for seat in (*range(state.first, self.seats), *range(state.first)):
                if state.grids[seat][START] == EMPTY:
                    return decides(seat)
        if any(map(can_place, state.grids)):
            return throws((state.first + state.throws) % self.seats, (0, 1))
        return Over(rank(self.scores(state)))

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        if state.starting:
            return state.starting.moves if seat == 0 else ()
        if seat in state.waiting:
            grid = state.grids[seat]
            return [move for one, other, both in _PLACED if grid[one] == grid[other] == EMPTY for move in both]
        match self.pending(state):
            case Decide(seats) if seat in seats:
                taken = {grid[START] for grid in state.grids}
                return [move for face, move in enumerate(BEGINNINGS, 1) if face not in taken]
        return ()

    def land(self, state: State, faces: Faces) -> State:
        if state.starting:
            starting = state.starting.land(faces[0])
            if isinstance(starting, int):
                return State(state.grids, first=starting)
            return replace(state, starting=starting)
        waiting = tuple([seat for seat, grid in enumerate(state.grids) if can_place(grid)])
        return State(state.grids, state.throws + 1, faces, waiting, state.first)

    def play(self, state: State, seat: int, move: Move) -> State:
        match move:
            case Begins(first):
                return State(state.grids, first=first)
            case Begin(symbol):
                grid = fill(state.grids[seat], (START,), (DIE.read(symbol),))
            case Place(cells):
                grid = fill(state.grids[seat], cells, state.dice)
        grids = (*state.grids[:seat], grid, *state.grids[seat + 1 :])
        waiting = tuple([other for other in state.waiting if other != seat])
        return State(grids, state.throws, state.dice if waiting else (), waiting, state.first)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple([self.points(grid) for grid in state.grids])


def appraise(game: KrissKross, texts: Sequence[str]) -> dict[str, int]:
    """The points of a grid, given row by row with `.` or 0 for an empty cell, line by line and in total."""
    if len(texts) != SIZE * SIZE:
        error = BadDice(f"a grid of {game.key} has {SIZE * SIZE} cells, not {len(texts)}")
        raise with_technical_text(error, "grid", game=game.key, cells=SIZE * SIZE, count=len(texts))
    grid = tuple(EMPTY if text in (".", "0") else DIE.read(text) for text in texts)
    return {**game.lines(grid), "total": game.points(grid)}


def build(*, seats: int, advanced: str, edition: str, begins: str) -> KrissKross:
    """Build the game from options given as texts."""
    return KrissKross(seats, advanced == "yes", edition, begins)


def turn_key(state: State) -> int:
    """The key of the turn of a throw: a throw is for everybody, so throws are turns."""
    return state.throws
