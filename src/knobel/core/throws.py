"""How the throws of a game are told apart: by seat, turn, throw of the turn, and take.

If a throw falls again after an undo, and something was decided otherwise before it, that is another **take** of it.
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
    """A throw: everything that its dice depend on, beside what was fixed before the game."""

    seat: int
    turn: int
    """One more than the moves of this seat that stand and ended a turn."""
    throw: int
    """Counted from 1 in each turn."""
    take: int
    """0 if nothing was decided otherwise before this throw; else how many other ways it fell before."""


@dataclass(frozen=True, slots=True)
class _Point:
    """A point between two events that stand: all that the name of the next throw depends on."""

    turns: tuple[int, ...]
    throws: tuple[int, ...]
    """How often each seat has thrown since its last turn ended."""
    past: bytes
    """A digest of everything up to the last throw."""
    moves: tuple[str, ...]
    """What each seat has decided since; who of several seats was first makes no difference."""

    def moved(self, seat: int, move: str) -> "_Point":
        """The point after a move."""
        told = _with(self.moves, seat, f"{self.moves[seat]}{move}\n")
        if move.split(" ", 1)[0] == HOLDING:
            return _Point(self.turns, self.throws, self.past, told)
        turns, throws = _with(self.turns, seat, self.turns[seat] + 1), _with(self.throws, seat, 0)
        return _Point(turns, throws, self.past, told)

    def fell(self, seat: int, faces: tuple[int, ...], history: bytes) -> "_Point":
        """The point after a throw of this seat, before which there was this history."""
        past = sha256(history + f"{seat} {faces}\n".encode()).digest()
        return _Point(self.turns, _with(self.throws, seat, self.throws[seat] + 1), past, ("",) * len(self.moves))

    def history(self) -> bytes:
        """All that was decided and fell before, as bytes to compare."""
        told = "".join(f"{seat}\n{moves}" for seat, moves in enumerate(self.moves))
        return sha256(self.past + told.encode()).digest()


class Throws:
    """The names of the throws of a game, as its record grows and is amended."""

    def __init__(self, seats: int) -> None:
        self._points = [_Point((0,) * seats, (0,) * seats, b"", ("",) * seats)]
        self._numbers: list[int] = []
        """The entries that stand, by number."""
        self._again: dict[int, ThrowName] = {}
        """The throws that stand and had fallen before, in this take or another, by the number of their entry."""
        self._fallen: dict[tuple[int, int, int], tuple[bytes, ...]] = {}
        """What was decided before each throw that ever fell, one history for each take."""
        self._history: tuple[_Point, bytes] | None = None
        """A point, and what was decided and fell before it: a throw is named before it falls, and when it has."""

    def copy(self) -> "Throws":
        """The same names; what is told to one is not told to the other."""
        other = Throws.__new__(Throws)
        lists = {"_points": self._points[:], "_numbers": self._numbers[:]}
        other.__dict__.update(lists, _again=dict(self._again), _fallen=dict(self._fallen), _history=self._history)
        return other

    def name(self, seat: int) -> ThrowName:
        """The throw that falls if this seat throws now."""
        return self._name(seat, self._before())

    def _before(self) -> bytes:
        """All that was decided and fell so far."""
        point = self._points[-1]
        if self._history is None or self._history[0] is not point:
            self._history = (point, point.history())
        return self._history[1]

    def _name(self, seat: int, history: bytes) -> ThrowName:
        point = self._points[-1]
        key = (seat, point.turns[seat] + 1, point.throws[seat] + 1)
        known = self._fallen.get(key, ())
        return ThrowName(*key, known.index(history) if history in known else len(known))

    def follow(self, number: int, events: Iterable[tuple[int, Event, int]]) -> None:
        """From the entry with this number on these events stand now, each with its number and the seat whose it is."""
        index = bisect_left(self._numbers, number)
        for gone in self._numbers[index:]:
            self._again.pop(gone, None)
        del self._numbers[index:], self._points[index + 1 :]
        for at, event, seat in events:
            self._add(at, event, seat)

    def final(self, *, repeating: bool) -> int:
        """The entry of the newest throw that fell anew after an undo and stands for good; 0 if there is none.

        Dice that repeat themselves fell anew if it is another take of the throw, all others if it fell before at all.
        """
        return max((number for number, name in self._again.items() if name.take or not repeating), default=0)

    def _add(self, number: int, event: Event, seat: int) -> None:
        point = self._points[-1]
        match event:
            case Fell(faces):
                history = self._before()
                name = self._name(seat, history)
                known = self._fallen.get(name[:3], ())
                if known:
                    self._again[number] = name
                if name.take == len(known):
                    self._fallen[name[:3]] = (*known, history)
                self._points.append(point.fell(seat, faces, history))
            case Moved(_, move):
                self._points.append(point.moved(seat, str(move)))
        self._numbers.append(number)


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
