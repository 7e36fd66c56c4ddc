"""Observations: a table as one seat sees it, as a vector of named numbers between -1 and 1."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from operator import getitem
from struct import Struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.core.dice import Die
from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel_lab.facets import observe_facet

Numbers = Sequence[float]
Part = Callable[[Any, int], Hashable]
"""A function that takes a part of a state, for a seat."""
Piece = Mapping[Any, Numbers]
"""The numbers for each value of something small, such as a die."""

REMEMBERED = 1 << 15
"""How many values of a part have their numbers cached."""


@dataclass(frozen=True, slots=True)
class Field:
    """Numbers of an observation that belong together."""

    name: str
    labels: tuple[str, ...]
    """The name of each number."""
    read: Callable[[Any, int], Numbers]
    """Reads the numbers from a state: of the table as this seat sees it, or of this seat's sheet."""
    low: float = 0.0
    part: Part | None = None
    """The part of a state that alone determines the numbers, if it takes few values: a key for caching."""
    pieces: tuple[Piece, ...] = ()
    """Lookup tables of many small things side by side; `part` then gives the values of all."""


FieldGroups = tuple[tuple[Field, ...], tuple[Field, ...]]
"""The fields of the table, and those of every sheet."""


@lru_cache(maxsize=256)
def one_hot(at: int, size: int) -> tuple[float, ...]:
    """A one-hot vector; all zeros if the index is out of range."""
    return tuple([float(place == at) for place in range(size)])


def side_by_side(
    name: str, labels: tuple[str, ...], pieces: Sequence[Piece], values: Callable[[Any, int], tuple[Any, ...]]
) -> Field:
    """A field of many small things, each with its lookup table."""

    def read(state: Any, seat: int) -> Numbers:
        return [number for piece in map(getitem, pieces, values(state, seat)) for number in piece]

    return Field(name, labels, read, part=values, pieces=tuple(pieces))


def faces(pool: Sequence[Die], shown: Callable[[Any, int], tuple[int | None, ...]]) -> Field:
    """One-hot features of the face of each die; zeros for a die in the cup."""
    pieces: list[Piece] = [
        {None: one_hot(-1, len(die.faces)), **{face: one_hot(face - die.first, len(die.faces)) for face in die.values}}
        for die in pool
    ]
    return side_by_side("dice", face_labels(pool), pieces, shown)


def face_labels(pool: Sequence[Die]) -> tuple[str, ...]:
    """`1=6`: the first die shows a 6."""
    return tuple(f"{at}={text}" for at, die in enumerate(pool, 1) for text in die.faces)


def shown(state: Any, _: int) -> tuple[int | None, ...]:
    """The dice of a state, in games in which dice are held."""
    dice: tuple[int | None, ...] = state.tray.dice
    return dice


def rolled(state: Any, _: int) -> Hashable:
    """The dice of a state, sorted where the order makes no difference: far fewer values."""
    tray = state.tray
    return tray.dice if tray.cup else tuple(sorted(tray.dice))


def tray(game: AnyGame, throws: int) -> tuple[Field, ...]:
    """The fields of games with dice to hold: the dice, the throws of the turn so far, and whose turn it is."""
    seats = game.seats

    def turn(state: Any, seat: int) -> Hashable:
        return state.tray.throws, (state.seat - seat) % seats

    return (
        faces(game.pool, shown),
        Field(
            "throws",
            tuple(map(str, range(throws + 1))),
            lambda state, _: one_hot(state.tray.throws, throws + 1),
            part=turn,
        ),
        Field(
            "turn",
            ("own", *(f"next{ahead}" for ahead in range(1, seats))),
            lambda state, seat: one_hot((state.seat - seat) % seats, seats),
            part=turn,
        ),
    )


def of_roll(name: str, labels: tuple[str, ...], read: Callable[[Any], Numbers], part: Part = rolled) -> Field:
    """A field of what all dice show, by default in any order; zeros while one is in the cup."""
    nothing = (0.0,) * len(labels)
    return Field(
        name,
        labels,
        lambda state, _: nothing if None in state.tray.dice else read(state.tray.dice),
        part=part,
    )


Floats = NDArray[np.float32]
FLOAT = np.dtype(np.float32)


@dataclass(frozen=True, eq=False)
class Encoding:
    """Encodes a table as an observation.

    First come the fields of the table, then those of each sheet, one's own first and then clockwise.
    """

    game: AnyGame
    table: tuple[Field, ...]
    sheet: tuple[Field, ...]
    sheet_of: Callable[[Any, int], Any] | None = None
    """The immutable object that alone determines the numbers of a seat's sheet, if there is one."""

    def __reduce__(self) -> tuple[Callable[..., "Encoding"], tuple[Any, ...]]:
        # Functions that read fields cannot be pickled; the room provides them again.
        return encoding, (self.game,)

    @cached_property
    def _last_sheets(self) -> dict[int, tuple[Any, bytes]]:
        """The sheet encoded last for each seat, and its numbers."""
        return {}

    @cached_property
    def _table_encoders(self) -> "list[FieldEncoder]":
        return _encoders(self.table)

    @cached_property
    def _sheet_encoders(self) -> "list[FieldEncoder]":
        return _encoders(self.sheet)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each number, as `dice.1=6`, or `own.open.ones`, `next1.open.ones` for sheets."""
        return tuple(f"{name}.{label}" for name, field in self._all() for label in field.labels)

    @cached_property
    def slices(self) -> dict[str, slice]:
        """The slice of each field in the vector."""
        slices: dict[str, slice] = {}
        start = 0
        for name, field in self._all():
            slices[name] = slice(start, start + len(field.labels))
            start += len(field.labels)
        return slices

    @property
    def size(self) -> int:
        """The length of the vector."""
        return len(self.names)

    @cached_property
    def low(self) -> Floats:
        """The lower bound of each number; the upper bound is always 1."""
        return np.array([field.low for _, field in self._all() for _ in field.labels], np.float32)

    def encode(self, state: Any, seat: int) -> Floats:
        """The observation of a state by this seat."""
        parts = _encode(self._table_encoders, state, seat)
        sheet_of, last_sheets = self.sheet_of, self._last_sheets
        for at in self._orders[seat]:
            # The numbers of an unchanged sheet are cached.
            sheet = sheet_of(state, at) if sheet_of else None
            last = last_sheets.get(at)
            if last is None or last[0] is not sheet or sheet is None:
                last = last_sheets[at] = sheet, b"".join(_encode(self._sheet_encoders, state, at))
            parts.append(last[1])
        return np.frombuffer(bytearray().join(parts), FLOAT)

    @cached_property
    def _orders(self) -> list[list[int]]:
        """For every seat, all seats clockwise from there."""
        seats = range(self.game.seats)
        return [[*seats[seat:], *seats[:seat]] for seat in seats]

    def _all(self) -> Iterator[tuple[str, Field]]:
        """Every field with its full name."""
        for field in self.table:
            yield field.name, field
        for ahead in range(self.game.seats):
            for field in self.sheet:
                yield f"{f'next{ahead}' if ahead else 'own'}.{field.name}", field


class FieldEncoder(NamedTuple):
    """Encodes adjacent fields that are determined by the same part of a state, and caches the results."""

    part: Part | None
    pieces: tuple[Mapping[Any, bytes], ...]
    """Lookup tables of many small things whose values the part gives, if there are any."""
    cache: dict[Hashable, bytes]
    """The cached numbers of values of the part, if it is not about many."""
    encode: Callable[[Any, int], bytes]
    """Encodes a state: 32 bits for each number."""


def _encoders(fields: Sequence[Field]) -> list[FieldEncoder]:
    """The encoders of all fields."""
    alike = groupby(fields, lambda field: (field.part, field.name if field.pieces else ""))
    return [_encoder(part, tuple(together)) for (part, _), together in alike]


def _encoder(part: Part | None, fields: tuple[Field, ...]) -> FieldEncoder:
    pack = Struct(f"={sum(len(field.labels) for field in fields)}f").pack

    def encode(state: Any, seat: int) -> bytes:
        return pack(*[number for field in fields for number in field.read(state, seat)])

    pieces = [{value: _packed(numbers) for value, numbers in piece.items()} for piece in fields[0].pieces]
    return FieldEncoder(part, tuple(pieces), {}, encode)


def _packed(numbers: Numbers) -> bytes:
    return Struct(f"={len(numbers)}f").pack(*numbers)


def _encode(encoders: list[FieldEncoder], state: Any, seat: int) -> list[bytes]:
    """Encode a state by all of them. This runs in every step of an environment, hence one loop without calls."""
    parts: list[bytes] = []
    for part, pieces, cache, encode in encoders:
        if part is None:
            parts.append(encode(state, seat))
            continue
        value: Any = part(state, seat)
        if pieces:
            parts.extend(map(getitem, pieces, value))
            continue
        numbers = cache.get(value)
        if numbers is None:
            if len(cache) >= REMEMBERED:
                cache.clear()
            numbers = cache[value] = encode(state, seat)
        parts.append(numbers)
    return parts


@lru_cache(maxsize=32)
def _encoding(game: Any) -> Encoding:
    observe = observe_facet(game)
    table, sheet = observe.fields(game)
    try:
        sheet_of = observe.sheet_of
    except NotProvided:
        sheet_of = None
    return Encoding(game, tuple(table), tuple(sheet), sheet_of)


def encoding(game: AnyGame) -> Encoding:
    """The encoding of a game, cached; raises NotProvided if the game has no observations."""
    return _encoding(game)
