"""The names of throws: seat, turn, throw of the turn, and take.

If a throw falls again after an undo, and another decision was made before it, that is another **take** of it.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple, TypeVar

from knobel.core.game import Event, Fell, Moved

T = TypeVar("T")

HOLDING = "keep"
"""The first word of moves that hold dice and throw the others again; every other move ends a turn."""


class ThrowName(NamedTuple):
    """The name of a throw: everything that its dice depend on, besides what was fixed before the game."""

    seat: int
    turn: int
    """One more than the number of standing moves of this seat that ended a turn."""
    throw: int
    """The number of the throw in its turn, counted from 1."""
    take: int
    """The number of the history before this throw, from 0: after an undo, other decisions give another take."""


@dataclass(frozen=True, slots=True)
class _Point:
    """The state between two standing events: everything that the name of the next throw depends on."""

    turns: tuple[int, ...]
    throws: tuple[int, ...]
    """How often each seat has thrown since its last turn ended."""
    past: bytes
    """A digest of everything up to the last throw."""
    moves: tuple[str, ...]
    """The moves of each seat since then; the order between seats makes no difference."""

    def moved(self, seat: int, move: str) -> "_Point":
        """The point after a move."""
        moves = _with(self.moves, seat, f"{self.moves[seat]}{move}\n")
        if move.split(" ", 1)[0] == HOLDING:
            return _Point(self.turns, self.throws, self.past, moves)
        turns, throws = _with(self.turns, seat, self.turns[seat] + 1), _with(self.throws, seat, 0)
        return _Point(turns, throws, self.past, moves)

    def fell(self, seat: int, faces: tuple[int, ...], history: bytes) -> "_Point":
        """The point after a throw of this seat, with the digest of the history before it."""
        past = sha256(history + f"{seat} {faces}\n".encode()).digest()
        return _Point(self.turns, _with(self.throws, seat, self.throws[seat] + 1), past, ("",) * len(self.moves))

    def history(self) -> bytes:
        """A digest of everything that was decided and fell before."""
        lines = "".join(f"{seat}\n{moves}" for seat, moves in enumerate(self.moves))
        return sha256(self.past + lines.encode()).digest()


class Throws:
    """The names of the throws of a game, updated as its record grows and is amended."""

    def __init__(self, seats: int) -> None:
        self._points = [_Point((0,) * seats, (0,) * seats, b"", ("",) * seats)]
        self._numbers: list[int] = []
        """The numbers of the standing entries."""
        self._again: dict[int, ThrowName] = {}
        """The names of the standing throws that had fallen before, in this take or another, by entry number."""
        self._fallen: dict[tuple[int, int, int], tuple[bytes, ...]] = {}
        """The histories before each throw that ever fell, one for each take."""
        self._history: tuple[_Point, bytes] | None = None
        """A cached point and its history: a throw is named before it falls, and again when it has."""

    def copy(self) -> "Throws":
        """An independent copy."""
        other = Throws.__new__(Throws)
        lists = {"_points": self._points[:], "_numbers": self._numbers[:]}
        other.__dict__.update(lists, _again=dict(self._again), _fallen=dict(self._fallen), _history=self._history)
        return other

    def name(self, seat: int) -> ThrowName:
        """The name of the throw that falls if this seat throws now."""
        return self._name(seat, self._before())

    def _before(self) -> bytes:
        """The digest of everything that was decided and fell so far."""
        point = self._points[-1]
        if self._history is None or self._history[0] is not point:
            self._history = (point, point.history())
        return self._history[1]

    def _name(self, seat: int, history: bytes) -> ThrowName:
        point = self._points[-1]
        key = (seat, point.turns[seat] + 1, point.throws[seat] + 1)
        takes = self._fallen.get(key, ())
        return ThrowName(*key, takes.index(history) if history in takes else len(takes))

    def follow(self, number: int, events: Iterable[tuple[int, Event, int]]) -> None:
        """Replace the standing events from this entry on, each given with its number and its seat."""
        index = bisect_left(self._numbers, number)
        for gone in self._numbers[index:]:
            self._again.pop(gone, None)
        del self._numbers[index:], self._points[index + 1 :]
        for at, event, seat in events:
            self._add(at, event, seat)

    def final(self, *, repeating: bool) -> int:
        """The entry of the newest throw that fell anew after an undo and so is final; 0 if there is none.

        Dice that repeat themselves fell anew if it is another take of the throw, all others if it fell before at all.
        """
        return max((number for number, name in self._again.items() if name.take or not repeating), default=0)

    def _add(self, number: int, event: Event, seat: int) -> None:
        point = self._points[-1]
        match event:
            case Fell(faces):
                history = self._before()
                name = self._name(seat, history)
                takes = self._fallen.get(name[:3], ())
                if takes:
                    self._again[number] = name
                if name.take == len(takes):
                    self._fallen[name[:3]] = (*takes, history)
                self._points.append(point.fell(seat, faces, history))
            case Moved(_, move):
                self._points.append(point.moved(seat, str(move)))
        self._numbers.append(number)


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
