"""The rules of Schleuse: boats pass three canals in order; first all use the grey dice, then who threw the red one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from knobel import D6, BadDice, Event, Moved, Over, Pending, rank
from knobel.core.game import Decide, decides, throws

UP, DOWN = tuple(range(2, 13)), tuple(range(12, 1, -1))
CANALS = {"moor": UP, "wald": DOWN, "stadt": UP}
"""The fields of each canal, from its entrance to its gate."""
ENOUGH = 4
"""So many boats must be in a canal before the last may close its gate."""
CLOSED, LEAKS = 2, 3
"""The game ends with so many closed gates, or so many leaks on a sheet."""
LEAK = 4
"""The points that a leak costs."""
GREY, RED = (0, 1), 2
"""The dice for all, and the one for who has thrown."""


@dataclass(frozen=True, slots=True)
class Move:
    """Send a boat to a field, or none."""

    canal: str = ""
    field: int = 0

    def __str__(self) -> str:
        return f"{self.canal} {self.field}" if self.canal else "pass"


PASS = Move()


@dataclass(frozen=True, slots=True)
class Sheet:
    """How many fields of each canal are behind the last boat, the fields with boats, and the leaks."""

    boats: tuple[tuple[int, ...], ...] = ((),) * len(CANALS)
    leaks: int = 0

    def next_field(self, canal: int) -> int:
        """The index of the first field that is still ahead."""
        return 1 + self.boats[canal][-1] if self.boats[canal] else 0

    @property
    def points(self) -> int:
        """Each boat of a canal earns one point more than the one before; leaks cost."""
        return sum(len(boats) * (len(boats) + 1) // 2 for boats in self.boats) - LEAK * self.leaks


@dataclass(frozen=True, slots=True)
class State:
    """All sheets, who throws, the dice, who still uses the grey ones, and the closed gates."""

    sheets: tuple[Sheet, ...]
    seat: int = 0
    turn: int = 0
    faces: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    """The seats that have still to use the grey dice; nobody in the second part of a turn."""
    idle: bool = True
    """Whether the seat that threw has not sent a boat in this turn."""
    closed: tuple[bool, ...] = (False,) * len(CANALS)


@dataclass(frozen=True)
class Schleuse:
    """Schleuse for 2 to 4 seats."""

    seats: int
    key = "schleuse"
    pool = (D6, D6, D6)

    @property
    def options(self) -> Mapping[str, str]:
        return {}

    @cached_property
    def alphabet(self) -> tuple[Move, ...]:
        return (*(Move(canal, field) for canal, fields in CANALS.items() for field in sorted(fields)), PASS)

    def start(self) -> State:
        return State((Sheet(),) * self.seats)

    def pending(self, state: State) -> Pending:
        if state.waiting:
            return decides(*state.waiting)
        if state.faces:
            return decides(state.seat)
        if sum(state.closed) >= CLOSED or any(sheet.leaks >= LEAKS for sheet in state.sheets):
            return Over(rank(self.scores(state)))
        return throws(state.seat, (*GREY, RED))

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        pending = self.pending(state)
        if not (isinstance(pending, Decide) and seat in pending.seats):
            return ()
        return (*self._boats(state, seat), PASS)

    def land(self, state: State, faces: tuple[int, ...]) -> State:
        return replace(state, faces=faces, turn=state.turn + 1, waiting=tuple(range(self.seats)), idle=True)

    def play(self, state: State, seat: int, move: Move) -> State:
        sheet, idle = state.sheets[seat], state.idle
        if move != PASS:
            sheet = sent(sheet, move)
            idle = idle and seat != state.seat
        if not state.waiting and idle:
            sheet = replace(sheet, leaks=sheet.leaks + 1)
        sheets = (*state.sheets[:seat], sheet, *state.sheets[seat + 1 :])
        waiting = tuple(other for other in state.waiting if other != seat)
        after = replace(state, sheets=sheets, waiting=waiting, idle=idle)
        if waiting:
            return after
        # Gates close when a part of the turn is over, so that it makes no difference who decides first.
        after = replace(after, closed=tuple(_shut(after, at) for at in range(len(CANALS))))
        if state.waiting:
            return after
        return replace(after, faces=(), seat=(state.seat + 1) % self.seats)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(sheet.points for sheet in state.sheets)

    def sums(self, state: State) -> tuple[int, ...]:
        """The numbers that may be used now: that of the grey dice, later those of the red one with either."""
        one, other, red = state.faces
        return (one + other,) if state.waiting else tuple({one + red: 0, other + red: 0})

    def _boats(self, state: State, seat: int) -> Iterator[Move]:
        """The boats that a seat may send."""
        for at, (canal, fields) in enumerate(CANALS.items()):
            for number in () if state.closed[at] else self.sums(state):
                index, sheet = fields.index(number), state.sheets[seat]
                last = index == len(fields) - 1
                if index >= sheet.next_field(at) and (len(sheet.boats[at]) >= ENOUGH or not last):
                    yield Move(canal, number)


def _shut(state: State, canal: int) -> bool:
    """Whether the gate of a canal is closed: somebody has a boat on its last field."""
    return any(sheet.next_field(canal) == len(UP) for sheet in state.sheets)


def sent(sheet: Sheet, move: Move) -> Sheet:
    """The sheet after a boat was sent."""
    at = list(CANALS).index(move.canal)
    boats = (*sheet.boats[at], CANALS[move.canal].index(move.field))
    return replace(sheet, boats=(*sheet.boats[:at], boats, *sheet.boats[at + 1 :]))


def build(*, seats: int) -> Schleuse:
    """The game for so many seats."""
    return Schleuse(seats)


def appraise(game: Schleuse, texts: Sequence[str]) -> dict[str, int]:
    """The numbers of a throw: for all, and for who has thrown."""
    if len(texts) != len(game.pool):
        raise BadDice(f"a throw of {game.key} has {len(game.pool)} dice, not {len(texts)}")
    one, other, red = (die.read(text) for die, text in zip(game.pool, texts, strict=True))
    return {"all": one + other, "first": one + red, "second": other + red}


def turn_key(state: State) -> int:
    """A throw is for everybody, so throws are turns."""
    return state.turn


def ends_turn(state: State, event: Event) -> bool:
    """Whether an event ends the turn of its seat: who threw decides twice, all others once."""
    return isinstance(event, Moved) and (event.seat != state.seat or not state.waiting)
