"""How many throws fit into the free cells of a grid."""

from functools import cache

from knobel.games.krisskross.rules import EMPTY, PAIRS, Grid

MOST = 2
"""With more throws than these to come, values are not exact: working them out takes too long."""

MASKS = tuple(1 << one | 1 << other for one, other in PAIRS)


def free_cells(grid: Grid) -> int:
    """The empty cells, as bits."""
    return sum(1 << cell for cell, symbol in enumerate(grid) if symbol == EMPTY)


@cache
def fits(free: int, throws: int) -> bool:
    """So many throws can be placed in these cells one after the other."""
    return throws == 0 or any(free & mask == mask and fits(free ^ mask, throws - 1) for mask in MASKS)


def free_pairs(free: int) -> list[int]:
    """The numbers of the pairs that are free."""
    return [pair for pair, mask in enumerate(MASKS) if free & mask == mask]
