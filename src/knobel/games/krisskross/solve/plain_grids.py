"""Values of grids in plain Python, learned and exact: for machines without NumPy.

The same numbers as in `lookahead` and `endings`: a grid is seen through windows from the view of each symbol, and along
lines. Two symbols in a pair of cells change only what touches the pair.
"""

from functools import cache, cached_property
from itertools import product
from typing import NamedTuple, TypeVar

from knobel.games.holding.rating import Memory
from knobel.games.krisskross import SPEC
from knobel.games.krisskross.rules import (
    COLUMNS,
    DIAGONALS,
    DIE,
    EMPTY,
    PAIRS,
    ROWS,
    SIZE,
    WORTHLESS,
    Grid,
    line_points,
)
from knobel.games.krisskross.solve.fitting import MASKS, free_cells, free_pairs
from knobel.games.krisskross.solve.shapes import BASE, CELLS, STAGES, Place, window_places
from knobel.solve.arrays import IN_BROWSER
from knobel.solve.plain_files import Archive

UNIT = 1 / 1024
"""Weights are stored as integer multiples of this."""
SYMBOLS = tuple(DIE.values)
MOST_PAIRS = 250 if IN_BROWSER else 1 << 30
"""With more pairs of cells in all grids of a turn, look-ahead takes too long, and grids are valued directly."""

ENDS = 512
"""How many grids have their final points cached."""

Thing = TypeVar("Thing")


class Touch(NamedTuple):
    """A window or line that a pair of cells touches, and what one more digit in each cell adds to its code."""

    at: int
    one: int
    other: int


class PlainGrids:
    """Values of grids of the basic or the advanced game."""

    def __init__(self, advanced: bool) -> None:
        self.advanced = advanced
        self._file = Archive(SPEC.data(f"{'advanced' if advanced else 'basic'}.npz"))
        self._ended: Memory[list[int]] = Memory(ENDS)

    @cached_property
    def _windows(self) -> memoryview:
        """The weights of windows."""
        weights: memoryview = self._file["windows"].flat
        return weights

    @cached_property
    def _lines(self) -> list[list[list[int]]]:
        """The weights of lines: kinds x stages x codes."""
        cells = self._file["lines"]
        numbers = patterns()
        return [
            [
                [weights[number] for number in numbers]
                for weights in (cells[kind, stage].flat for stage in range(STAGES))
            ]
            for kind in range(cells.shape[0])
        ]

    @cached_property
    def _places(self) -> list[tuple[int, Place]]:
        """Every window, with the offset of its weights."""
        return [(start, place) for start, places in window_places(self.advanced) for place in places]

    @cached_property
    def _counted(self) -> list[tuple[int, Place]]:
        """Every line that counts, with its kind."""
        kinds = [0, 1, 2, 1, 0] * 2
        straight = list(zip(kinds, [*ROWS.values(), *COLUMNS.values()], strict=True))
        return [*straight, *((3, place) for place in DIAGONALS.values())] if self.advanced else straight

    @cached_property
    def _points(self) -> list[list[int]]:
        """The points of each kind of line: kinds x codes."""
        worthless = WORTHLESS if self.advanced else 0
        return [[points or worthless for points in line_worths()]] * 3 + [line_worths()]

    @cached_property
    def _touches(self) -> tuple[list[list[Touch]], list[list[Touch]]]:
        """The windows, and the lines, that each pair touches."""
        windows = [place for _, place in self._places]
        lines = [place for _, place in self._counted]
        return _touching(windows, 3), _touching(lines, BASE)

    def look(self, grids: list[Grid]) -> list[float]:
        """The expectation of the best placement of the next throw; for too many grids, their learned values instead."""
        pairs = sum(len(free_pairs(free_cells(grid))) for grid in grids)
        return [self._learned(grid) if pairs > MOST_PAIRS else self._look(grid) for grid in grids]

    def _learned(self, grid: Grid) -> float:
        """The learned value of a grid without look-ahead."""
        eyes, codes, lines = self._seen(grid)
        stage = (CELLS - grid.count(EMPTY)) // 2
        weights, learned = self._windows, self._lines
        total = sum(count * sum(map(weights.__getitem__, row)) for count, row in zip(eyes, codes, strict=True))
        total += sum(learned[kind][stage][code] for (kind, _), code in zip(self._counted, lines, strict=True))
        return total * UNIT

    def _seen(self, grid: Grid) -> tuple[list[int], list[list[int]], list[int]]:
        """The number of symbols for each row of window codes, these codes, and the codes of all lines.

        The last row is for symbols that the grid does not have.
        """
        there = [symbol for symbol in SYMBOLS if symbol in grid]
        counts = [1] * len(there) + [len(SYMBOLS) - len(there)]
        codes = []
        for eye in (*there, -1):
            digits = [0 if symbol == EMPTY else 2 if symbol == eye else 1 for symbol in grid]
            codes.append([start + _code(digits, place, 3) for start, place in self._places])
        return counts, codes, [_code(grid, place, BASE) for _, place in self._counted]

    def _look(self, grid: Grid) -> float:
        """The mean over all throws of the best learned value after it."""
        counts, codes, lines = self._seen(grid)
        stage = (CELLS - grid.count(EMPTY)) // 2 + 1
        there = [symbol for symbol in SYMBOLS if symbol in grid]
        eye_of = [there.index(symbol) if symbol in there else len(there) for symbol in SYMBOLS]
        weights, learned = self._windows, [kind[stage] for kind in self._lines]
        now = sum(count * sum(map(weights.__getitem__, row)) for count, row in zip(counts, codes, strict=True))
        now += sum(learned[kind][code] for (kind, _), code in zip(self._counted, lines, strict=True))
        best = [-(1 << 40)] * len(SYMBOLS) ** 2
        by_window, by_line = self._touches
        for pair in free_pairs(free_cells(grid)):
            total, first, second, both = now, [], [], []
            for count, row in zip(counts, codes, strict=True):
                others = one = other = two = before = 0
                for at, a, b in by_window[pair]:
                    code = row[at]
                    before += weights[code]
                    others += weights[code + a + b]
                    one += weights[code + a + a + b]
                    other += weights[code + a + b + b]
                    two += weights[code + a + a + b + b]
                total += count * (others - before)
                first.append(one - others)
                second.append(other - others)
                both.append(two - others)
            worths = _filled(total, [first, second, both], eye_of)
            _along(worths, [(learned[self._counted[at][0]], lines[at], a, b) for at, a, b in by_line[pair]])
            best = list(map(max, best, worths))
        return sum(map(max, best, _turned(best))) * UNIT / len(best)

    def exact(self, grid: Grid) -> float:
        """The expected points of perfect play from a grid into which at most two throws fit."""
        ends = self.finals(grid)
        return sum(ends) / len(ends)

    def finals(self, grid: Grid) -> list[int]:
        """The final points for every two throws to come; see `endings.finals`."""
        return self._ended.get(grid, lambda: self._finals(grid))

    def _finals(self, grid: Grid) -> list[int]:
        free, codes = free_cells(grid), [_code(grid, place, BASE) for _, place in self._counted]
        now = sum(self._points[kind][code] for (kind, _), code in zip(self._counted, codes, strict=True))
        throws = len(SYMBOLS) ** 2
        best: list[list[int]] = []
        for pair in free_pairs(free):
            rest = free_pairs(free ^ MASKS[pair])
            points = [now + gain for gain in self._gains(codes, pair)]
            ways = [
                [sum_ + more for more in self._last(rest, self._after(codes, pair, *symbols))]
                if rest
                else [sum_] * throws
                for sum_, symbols in zip(points, product(SYMBOLS, SYMBOLS), strict=True)
            ]
            for placed in (ways, _turned(ways)):
                best = list(map(_more_of, best, placed)) if best else placed
        return [points for ends in best for points in ends] if best else [now] * throws**2

    def _last(self, pairs: list[int], codes: list[int]) -> list[int]:
        """The points that the last throw adds, for each possible one."""
        best = self._gains(codes, pairs[0])
        for pair in pairs[1:]:
            best = list(map(max, best, self._gains(codes, pair)))
        return list(map(max, best, _turned(best)))

    def _after(self, codes: list[int], pair: int, one: int, other: int) -> list[int]:
        """The codes of all lines after a pair is filled."""
        after = list(codes)
        for at, a, b in self._touches[1][pair]:
            after[at] += a * one + b * other
        return after

    def _gains(self, codes: list[int], pair: int) -> list[int]:
        """The points that each way to fill a pair adds: the symbol in its second cell varies fastest."""
        gains = [0] * len(SYMBOLS) ** 2
        _along(gains, [(self._points[self._counted[at][0]], codes[at], a, b) for at, a, b in self._touches[1][pair]])
        return gains


def _along(worths: list[int], lines: list[tuple[list[int], int, int, int]]) -> None:
    """Add the gains of lines by each way to fill a pair; a line is (values by code, code, powers of both cells)."""
    ones, others = [0] * len(SYMBOLS), [0] * len(SYMBOLS)
    for numbers, code, a, b in lines:
        before = numbers[code]
        if a and b:
            worths[:] = [worth + numbers[code + more] - before for worth, more in zip(worths, _more(a, b), strict=True)]
        elif a:
            ones = [sum_ + numbers[code + a * symbol] - before for sum_, symbol in zip(ones, SYMBOLS, strict=True)]
        else:
            others = [sum_ + numbers[code + b * symbol] - before for sum_, symbol in zip(others, SYMBOLS, strict=True)]
    if any(ones) or any(others):
        worths[:] = [worth + more for worth, more in zip(worths, _sums(ones, others), strict=True)]


def _sums(ones: list[int], others: list[int]) -> list[int]:
    return [one + other for one in ones for other in others]


@cache
def _more(one: int, other: int) -> list[int]:
    """What each two symbols add to the code of a line that has both cells."""
    return [one * first + other * second for first in SYMBOLS for second in SYMBOLS]


def _filled(total: int, changes: list[list[int]], eye_of: list[int]) -> list[int]:
    """The part of windows in the value of each way to fill a pair, from the changes of each view."""
    first, second, both = ([change[eye] for eye in eye_of] for change in changes)
    worths = [total + one + other for one in first for other in second]
    worths[:: len(SYMBOLS) + 1] = [total + two for two in both]
    return worths


def _more_of(one: list[int], other: list[int]) -> list[int]:
    """The list with the larger sum; the first if they are equal."""
    return other if sum(other) > sum(one) else one


def _turned(worths: list[Thing]) -> list[Thing]:
    """The list with the two dice swapped."""
    size = len(SYMBOLS)
    return [worth for at in range(size) for worth in worths[at::size]]


def _code(digits: tuple[int, ...] | list[int], place: Place, base: int) -> int:
    """The code of some cells: the first is the lowest digit."""
    code = 0
    for cell in reversed(place):
        code = code * base + digits[cell]
    return code


def _touching(places: list[Place], base: int) -> list[list[Touch]]:
    """The places that each pair of cells touches."""
    powers = [{cell: base**at for at, cell in enumerate(place)} for place in places]
    return [
        [Touch(at, row.get(a, 0), row.get(b, 0)) for at, row in enumerate(powers) if a in row or b in row]
        for a, b in PAIRS
    ]


@cache
def line_worths() -> list[int]:
    """The points of every line by its code; one without a run counts nothing."""
    return [line_points(tuple(reversed(line))) for line in product(range(BASE), repeat=SIZE)]


@cache
def patterns() -> list[int]:
    """The pattern of every code: lines that differ only by permutation of symbols or direction have the same."""
    lines = product(range(BASE), repeat=SIZE)
    first = [min(_renamed(line), _renamed(line[::-1])) for line in lines]
    numbers = {code: number for number, code in enumerate(sorted(set(first)))}
    return [numbers[code] for code in first]


def _renamed(line: tuple[int, ...]) -> int:
    """The code of a line, given from its last cell to its first, with symbols renumbered in order of appearance."""
    names: dict[int, int] = {EMPTY: EMPTY}
    code, power = 0, 1
    for symbol in reversed(line):
        code += power * names.setdefault(symbol, len(names))
        power *= BASE
    return code
