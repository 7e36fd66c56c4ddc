"""The rules of Hamster: throw as often as you dare; a 1 loses what is in the cheeks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from knobel import D6, Event, Fell, Moved, Over, Pending, rank
from knobel.core.game import Decide, decides, throws

SNEEZE = 1


@dataclass(frozen=True, slots=True)
class Move:
    """What a hamster does: throw the die again, or carry home what it has."""

    name: str
    holds: tuple[int, ...] | None = None
    """None of the dice: all are thrown again at once. Carrying home throws nothing."""

    def __str__(self) -> str:
        return self.name


MORE, HOME = Move("more", ()), Move("home")


@dataclass(frozen=True, slots=True)
class State:
    """What everybody has at home, whose turn it is, what is in the cheeks, and the die while it lies on the table."""

    points: tuple[int, ...]
    seat: int = 0
    cheeks: int = 0
    face: int | None = None
    lost: int | None = None
    """What the turn before has lost to a sneeze, if it did."""


@dataclass(frozen=True)
class Hamster:
    """Hamster for 2 to 4 seats."""

    seats: int
    goal: int
    key = "hamster"
    pool = (D6,)
    alphabet = (MORE, HOME)

    @property
    def options(self) -> Mapping[str, str]:
        return {"goal": str(self.goal)}

    def start(self) -> State:
        return State((0,) * self.seats)

    def pending(self, state: State) -> Pending:
        if max(state.points) >= self.goal:
            return Over(rank(state.points))
        return throws(state.seat, (0,)) if state.face is None else decides(state.seat)

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        return self.alphabet if self.pending(state) == Decide((seat,)) else ()

    def land(self, state: State, faces: tuple[int, ...]) -> State:
        (face,) = faces
        if face == SNEEZE:
            return State(state.points, self._next(state), lost=state.cheeks)
        return State(state.points, state.seat, state.cheeks + face, face)

    def play(self, state: State, seat: int, move: Move) -> State:
        if move == MORE:
            return replace(state, face=None)
        points = (*state.points[:seat], state.points[seat] + state.cheeks, *state.points[seat + 1 :])
        return State(points, self._next(state))

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points

    def _next(self, state: State) -> int:
        return (state.seat + 1) % self.seats


def build(*, seats: int, goal: str) -> Hamster:
    """The game for so many seats."""
    return Hamster(seats, int(goal))


def appraise(game: Hamster, texts: Sequence[str]) -> dict[str, int]:
    """What a turn with these throws carries home."""
    faces = [game.pool[0].read(text) for text in texts]
    return {"home": 0 if SNEEZE in faces else sum(faces)}


def ends_turn(_state: State, event: Event) -> bool:
    """Whether an event ends a turn: carrying home does, and sneezing."""
    match event:
        case Fell(faces):
            return faces == (SNEEZE,)
        case Moved(_, move):
            return bool(move == HOME)
