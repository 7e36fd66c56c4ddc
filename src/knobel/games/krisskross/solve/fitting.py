"""How many throws fit into the free cells of a grid."""

from functools import cache

from knobel.games.krisskross.rules import EMPTY, PAIRS, Grid

EXACT_THROWS = 2
"""Values are exact with at most this many throws to come: for more it takes too long."""

MASKS = tuple(1 << one | 1 << other for one, other in PAIRS)


def free_cells(grid: Grid) -> int:
    """The empty cells, as a bit mask."""
    return sum(1 << cell for cell, symbol in enumerate(grid) if symbol == EMPTY)


@cache
def fits(free: int, throws: int) -> bool:
    """Whether this many throws can be placed in these cells one after the other."""
    return throws == 0 or any(free & mask == mask and fits(free ^ mask, throws - 1) for mask in MASKS)


def free_pairs(free: int) -> list[int]:
    """The numbers of the free pairs."""
    return [pair for pair, mask in enumerate(MASKS) if free & mask == mask]
