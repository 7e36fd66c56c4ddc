"""A table of Kribbeln whose six tasks are all `0 black`, so that tests can speak of sums. Holds no rules."""

from functools import cache
from itertools import product

from knobel import Record, make

TASKS = "; ".join(["0 black"] * 6)
BLACK = (1, 6, 5, 4, 3, 2)
"""The number each die shows in black."""

EVERY = (0, 1, 2, 3, 4, 5)
X = "X"
Faces = tuple[int, ...]


@cache
def _rolls() -> dict[tuple[int, bool], Faces]:
    found: dict[tuple[int, bool], Faces] = {}
    for faces in product(range(1, 7), repeat=6):
        black = any(face == number for face, number in zip(faces, BLACK, strict=True))
        found.setdefault((sum(faces), black), faces)
    return found


def good(total: int) -> Faces:
    """Dice without black, of this sum (7 to 35)."""
    return _rolls()[total, False]


def bad(total: int) -> Faces:
    """Dice with some black, of this sum (6 to 36)."""
    return _rolls()[total, True]


def opened(seats: int = 2, beginner: bool = False) -> Record:
    """A fresh table."""
    return Record(make("kribbeln", seats=seats, tasks=TASKS, beginner=beginner))


def turn(record: Record, entry: int | str) -> None:
    """One turn of one throw: a sum to write, or an X."""
    seat = record.state.seat
    if entry == X:
        kribbel_row = record.state.row in {2, 5, 8, 9}
        record.fell(*bad(6 if kribbel_row else 21))
        record.moved(seat, "strike")
    else:
        record.fell(*good(int(entry)))
        record.moved(seat, "write")


def dodge(record: Record, total: int) -> None:
    """The seat in turn misses the task with this sum and dodges."""
    record.fell(*bad(total))
    record.moved(record.state.seat, "dodge")


def fill(record: Record, *entries: int | str) -> None:
    """Play a row to its end, one throw a turn; entries are in seat order, seats that sit out need any."""
    row = record.state.row
    assert not record.state.roll_off
    while record.state.row == row:
        turn(record, entries[record.state.seat])
