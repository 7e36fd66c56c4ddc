"""Classes of the rolls of Kribbeln: their sum, and whether they meet a task."""

from functools import lru_cache

from knobel.core.dice import D6
from knobel.games.kribbeln.rules.arrangement import OURS, Square
from knobel.games.kribbeln.rules.tasks import COLOURS, DICE, Task
from knobel.games.kribbeln.solve.opponents import LOWEST, MARKS
from knobel.solve.kernel.lattice import Lattice, lattice
from knobel.solve.kernel.uses import Kinds

SUMS = MARKS - 1


def dice(task: Task | None) -> Lattice:
    """The lattice of the dice of a task; where colours do not matter, the dice are equal."""
    return lattice(DICE if task else (D6,) * len(DICE))


@lru_cache(maxsize=64)
def classes(task: Task | None, square: Square = OURS) -> Kinds:
    """The class of each roll of a set of dice: its sum, in a second range if it meets the task."""
    if task is None:
        return Kinds([sum(faces) - LOWEST for faces in dice(None).falls])
    codes = _colours(square)
    base = len(DICE) + 1
    # There are a hundred times as many rolls as counts of colours.
    counts = {code: tuple(code // base**colour % base for colour in range(len(COLOURS))) for code in set(codes)}
    met = {code: SUMS if task.meets(colours) else 0 for code, colours in counts.items()}
    return Kinds([total + met[code] for total, code in zip(_sums(), codes, strict=True)])


@lru_cache(maxsize=1)
def _sums() -> list[int]:
    """The sum of each roll of distinct dice, counted from the lowest; the last die varies fastest."""
    sums = [0]
    for _ in DICE:
        sums = [total + number for total in sums for number in range(len(D6.faces))]
    return sums


@lru_cache(maxsize=4)
def _colours(square: Square) -> list[int]:
    """The counts of colours of each roll, as the digits of a number."""
    codes = [0]
    for faces in square:
        ones = [(len(DICE) + 1) ** colour for colour in faces]
        codes = [code + colour_code for code in codes for colour_code in ones]
    return codes
