"""The fields of an observation, game by game: what is told, and how it is scaled."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from knobel.core.dice import Die, outcomes
from knobel.core.game import AnyGame, Decide
from knobel.games import krisskross as kriss
from knobel.games.kribbeln import sheet as kribbel
from knobel.games.kribbeln.dice import COLOURS, colour_counts
from knobel.games.kribbeln.game import THROWS as KRIBBEL_THROWS
from knobel.games.kribbeln.game import Kribbeln
from knobel.games.master import board as master_board
from knobel.games.master.game import THROWS as MASTER_THROWS
from knobel.games.master.game import Master
from knobel.games.scorecard import THROWS, Card, Scorecard, points, upper

Numbers = Sequence[float]


@dataclass(frozen=True, slots=True)
class Field:
    """Numbers that belong together."""

    name: str
    labels: tuple[str, ...]
    """What each number tells."""
    read: Callable[[Any, int], Numbers]
    """The numbers of a state; of the table as this seat sees it, or of this seat's sheet."""
    low: float = 0.0


Told = tuple[tuple[Field, ...], tuple[Field, ...]]
"""The fields of the table, and those of every sheet."""


@lru_cache(maxsize=256)
def one_hot(at: int, size: int) -> tuple[float, ...]:
    """All zeros but for a one there; all zeros if that is nowhere."""
    return tuple([float(place == at) for place in range(size)])


def faces(pool: Sequence[Die], shown: Sequence[int | None]) -> list[float]:
    """A one for what each die shows; zeros for a die in the cup."""
    numbers: list[float] = []
    for die, face in zip(pool, shown, strict=True):
        numbers += one_hot(-1 if face is None else face - die.first, len(die.faces))
    return numbers


def face_labels(pool: Sequence[Die]) -> tuple[str, ...]:
    """`1=6`: the first die shows a 6."""
    return tuple(f"{at}={text}" for at, die in enumerate(pool, 1) for text in die.faces)


def tray(game: AnyGame, throws: int) -> tuple[Field, ...]:
    """Games in which dice are held and thrown again: the dice, the throws of the turn so far, and whose turn it is."""
    pool, seats = game.pool, game.seats
    return (
        Field("dice", face_labels(pool), lambda state, _: faces(pool, state.tray.dice)),
        Field("throws", _numbers(0, throws), lambda state, _: one_hot(state.tray.throws, throws + 1)),
        Field(
            "turn",
            ("own", *(f"next{ahead}" for ahead in range(1, seats))),
            lambda state, seat: one_hot((state.seat - seat) % seats, seats),
        ),
    )


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(map(str, range(first, last + 1)))


def whole(read: Callable[[Any], Numbers], size: int) -> Callable[[Any, int], Numbers]:
    """What all dice show together; zeros while one is in the cup."""
    nothing = (0.0,) * size
    return lambda state, _: nothing if None in state.tray.dice else read(state.tray.dice)


@lru_cache(maxsize=8)
def most_worths(card: Card) -> tuple[int, ...]:
    """The most that dice can be worth in each box."""
    return tuple(map(max, zip(*(card.worths(fall) for fall, _ in outcomes(card.pool)), strict=True)))


def scorecard(game: Scorecard) -> Told:
    """Classic, Extreme and Hex-hex."""
    card = game.card
    keys, most = tuple(box.key for box in card.boxes), most_worths(card)
    total = sum(most) + (card.bonus.points if card.bonus else 0)

    def worths(dice: Any) -> Numbers:
        return [worth / best for worth, best in zip(card.worths(dice), most, strict=True)]

    table = (*tray(game, THROWS + bool(card.chips)), Field("worth", keys, whole(worths, len(keys))))
    sheet = [
        Field("open", keys, lambda state, seat: [float(mark is None) for mark in state.sheets[seat].marks]),
        Field(
            "points",
            keys,
            lambda state, seat: [(mark or 0) / best for mark, best in zip(state.sheets[seat].marks, most, strict=True)],
        ),
    ]
    if card.bonus:
        needed = card.bonus.needed
        sheet.append(
            Field("upper", ("sum",), lambda state, seat: (min(1.0, upper(card, state.sheets[seat]) / needed),))
        )
    if card.chips:
        sheet.append(Field("chips", ("left",), lambda state, seat: (state.sheets[seat].chips / card.chips,)))
    sheet.append(Field("total", ("points",), lambda state, seat: (points(card, state.sheets[seat]) / total,)))
    return table, tuple(sheet)


def master(game: Master) -> Told:
    """Master: tasks, number rows, coins."""
    tasks = tuple(task.key for task in master_board.TASKS)
    rows = tuple(map(str, master_board.NUMBERS))
    coins, stars = (
        sum(master_board.LAPS),
        master_board.stars(
            master_board.Board((True,) * len(tasks), (master_board.ROW_LENGTH,) * len(rows), sum(master_board.LAPS))
        ),
    )

    def counts(dice: Any) -> Numbers:
        return [dice.count(number) / len(dice) for number in master_board.NUMBERS]

    table = (
        *tray(game, MASTER_THROWS),
        Field("counts", rows, whole(counts, len(rows))),
        Field(
            "meets",
            tasks,
            whole(lambda dice: [float(task.meets(dice)) for task in master_board.TASKS], len(tasks)),
        ),
    )
    sheet = (
        Field("tasks", tasks, lambda state, seat: [float(done) for done in state.boards[seat].tasks]),
        Field("rows", rows, lambda state, seat: [field / master_board.ROW_LENGTH for field in state.boards[seat].rows]),
        Field("coins", ("steps",), lambda state, seat: (state.boards[seat].coins / coins,)),
        Field("total", ("stars",), lambda state, seat: (master_board.stars(state.boards[seat]) / stars,)),
    )
    return table, sheet


def kribbeln(game: Kribbeln) -> Told:
    """Kribbeln: the row in play, and what stands in every row."""
    rows, dice, most = tuple(row.key for row in kribbel.ROWS), len(game.pool), 6 * len(game.pool)
    total = len(rows) * game.seats

    def met(state: Any, _: int) -> Numbers:
        asked = None not in state.tray.dice and state.row < len(rows)
        return (float(asked and game.met(state.row, state.tray.dice)),)

    table = (
        *tray(game, KRIBBEL_THROWS),
        Field("row", rows, lambda state, _: one_hot(state.row, len(rows))),
        Field("sum", ("dice",), whole(lambda shown: (sum(shown) / most,), 1)),
        Field("colours", COLOURS, whole(lambda shown: [count / dice for count in colour_counts(shown)], len(COLOURS))),
        Field("met", ("task",), met),
    )
    sheet = (
        Field("written", rows, lambda state, seat: [float(entry is not None) for entry in state.sheets[seat]]),
        Field("sums", rows, lambda state, seat: [(entry or 0) / most for entry in state.sheets[seat]]),
        Field("total", ("points",), lambda state, seat: (game.scores(state)[seat] / total,)),
    )
    return table, sheet


def krisskross(game: kriss.KrissKross) -> Told:
    """Kriss Kross: the symbols thrown, and every grid."""
    area, kinds = kriss.SIZE * kriss.SIZE, len(kriss.SYMBOLS)
    throws = area // len(game.pool)
    lines = [*kriss.ROWS, *kriss.COLUMNS, *(kriss.DIAGONALS if game.advanced else ())]
    most = kriss.RUN_POINTS[kriss.SIZE] * len(lines)

    def deciding(state: kriss.State, seat: int) -> Numbers:
        pending = game.pending(state)
        return (float(isinstance(pending, Decide) and seat in pending.seats),)

    def cells(state: kriss.State, seat: int) -> Numbers:
        numbers: list[float] = []
        for symbol in state.grids[seat]:
            numbers += one_hot(symbol - 1, kinds)
        return numbers

    table = (
        Field(
            "dice", face_labels(game.pool), lambda state, _: faces(game.pool, state.dice or (None,) * len(game.pool))
        ),
        Field("throws", ("share",), lambda state, _: (state.throws / throws,)),
    )
    sheet = (
        Field("decides", ("now",), deciding),
        Field("grid", tuple(f"{cell}={symbol}" for cell in kriss.CELLS for symbol in kriss.SYMBOLS), cells),
        Field(
            "total",
            ("points",),
            lambda state, seat: (kriss.grid_points(state.grids[seat], game.advanced) / most,),
            low=-1.0,
        ),
    )
    return table, sheet
