"""The scorecard: throw up to three times, then write into one open box, until all are full.

Classic, Extreme and Hex-hex are data for this one game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadDice
from knobel.core.game import AnyGame, Decide, Over, Pending, Throw, rank
from knobel.core.registry import make
from knobel.games.holding.tray import Keep, Tray, fresh, keeps

THROWS = 3


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the sheet: what it asks of the dice, and what they are worth there if they meet it."""

    key: str
    meets: Callable[[Faces], bool]
    worth: Callable[[Faces], int]


def number(key: str, face: int, each: int | None = None) -> Box:
    """A box that counts the dice with one face, each worth its number unless said."""
    points = face if each is None else each
    return Box(key, lambda faces: face in faces, lambda faces: points * faces.count(face))


def fixed(points: int) -> Callable[[Faces], int]:
    """A box worth the same however it is met."""
    return lambda faces: points


def always(faces: Faces) -> bool:
    """A box that takes any dice."""
    return True


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for reaching a sum in the first six boxes."""

    needed: int
    points: int
    boxes: int = 6


@dataclass(frozen=True, eq=False)
class Card:
    """Everything that makes one scorecard game differ from another."""

    key: str
    pool: tuple[Die, ...] = field(repr=False)
    boxes: tuple[Box, ...] = field(repr=False)
    bonus: Bonus | None = field(default=None, repr=False)
    chips: int = field(default=0, repr=False)
    """How often in a game a player may throw a fourth time."""
    _worths: dict[Faces, tuple[int, ...]] = field(default_factory=dict, repr=False)

    def worths(self, faces: Faces) -> tuple[int, ...]:
        """What these dice are worth in each box."""
        ordered = tuple(sorted(faces))
        known = self._worths.get(ordered)
        if known is None:
            known = tuple(box.worth(ordered) if box.meets(ordered) else 0 for box in self.boxes)
            self._worths[ordered] = known
        return known


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet: what stands in each box (None while open), and the chips left."""

    marks: tuple[int | None, ...]
    chips: int


def blank(card: Card) -> Sheet:
    """A sheet with nothing on it."""
    return Sheet((None,) * len(card.boxes), card.chips)


def write(card: Card, sheet: Sheet, box: int, faces: Faces) -> Sheet:
    """The sheet with these dice entered in this open box."""
    marks = sheet.marks
    return Sheet((*marks[:box], card.worths(faces)[box], *marks[box + 1 :]), sheet.chips)


def spend(sheet: Sheet) -> Sheet:
    """The sheet with a chip less."""
    return Sheet(sheet.marks, sheet.chips - 1)


def upper(card: Card, sheet: Sheet) -> int:
    """The sum of the boxes that count for the bonus."""
    return sum(filter(None, sheet.marks[: card.bonus.boxes])) if card.bonus else 0


def bonus(card: Card, sheet: Sheet) -> int:
    """The bonus earned so far."""
    return card.bonus.points if card.bonus and upper(card, sheet) >= card.bonus.needed else 0


def points(card: Card, sheet: Sheet) -> int:
    """What the sheet is worth as it stands."""
    return sum(filter(None, sheet.marks)) + bonus(card, sheet)


def throws_left(sheet: Sheet, throws: int) -> int:
    """How many throws may still follow this many in the same turn, a chip's included."""
    return max(0, THROWS + (sheet.chips > 0) - throws)


@dataclass(frozen=True, slots=True)
class Write:
    """Enter the dice in this box, which ends the turn."""

    box: str

    def __str__(self) -> str:
        return f"write {self.box}"


@dataclass(frozen=True, slots=True)
class State:
    """Everybody's sheet, whose turn it is, and the dice of that turn."""

    sheets: tuple[Sheet, ...]
    seat: int
    tray: Tray


@dataclass(frozen=True)
class Scorecard:
    """A scorecard game for a number of seats."""

    card: Card
    seats: int

    @property
    def key(self) -> str:
        return self.card.key

    @property
    def options(self) -> Mapping[str, str]:
        return {}

    @property
    def pool(self) -> tuple[Die, ...]:
        return self.card.pool

    @cached_property
    def _writes(self) -> tuple[Write, ...]:
        return tuple(Write(box.key) for box in self.card.boxes)

    @cached_property
    def _boxes(self) -> dict[str, int]:
        return {box.key: at for at, box in enumerate(self.card.boxes)}

    @cached_property
    def alphabet(self) -> tuple[Keep | Write, ...]:
        return (*keeps(len(self.pool)), *self._writes)

    def __reduce__(self) -> tuple[Callable[..., AnyGame], tuple[str, int]]:
        # Boxes are made of functions, which do not pickle; the registry knows them by name.
        return make, (self.key, self.seats)

    def start(self) -> State:
        return State((blank(self.card),) * self.seats, 0, fresh(len(self.pool)))

    def pending(self, state: State) -> Pending:
        cup = state.tray.cup
        if not cup:
            return Decide((state.seat,))
        # Seats fill their sheets in turn, so a full one at the start of a turn means that all are full.
        if None not in state.sheets[state.seat].marks:
            return Over(rank(self.scores(state)))
        return Throw(state.seat, cup)

    def moves(self, state: State, seat: int) -> Sequence[Keep | Write]:
        if seat != state.seat or None in state.tray.dice:
            return ()
        sheet = state.sheets[seat]
        writes = [move for move, mark in zip(self._writes, sheet.marks, strict=True) if mark is None]
        return [*keeps(len(self.pool)), *writes] if throws_left(sheet, state.tray.throws) else writes

    def land(self, state: State, faces: Faces) -> State:
        return State(state.sheets, state.seat, state.tray.land(faces))

    def play(self, state: State, seat: int, move: Keep | Write) -> State:
        sheets = state.sheets
        match move:
            case Keep(positions):
                if state.tray.throws == THROWS:
                    sheets = (*sheets[:seat], spend(sheets[seat]), *sheets[seat + 1 :])
                return State(sheets, seat, state.tray.keep(positions))
            case Write(box):
                sheet = write(self.card, sheets[seat], self._boxes[box], state.tray.faces)
                sheets = (*sheets[:seat], sheet, *sheets[seat + 1 :])
                return State(sheets, (seat + 1) % self.seats, fresh(len(self.pool)))

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple([points(self.card, sheet) for sheet in state.sheets])


def appraise(game: Scorecard, texts: Sequence[str]) -> dict[str, int]:
    """What a roll is worth in each box of a blank sheet."""
    if len(texts) != len(game.pool):
        raise BadDice(f"a roll of {game.key} has {len(game.pool)} dice, not {len(texts)}")
    faces = tuple(die.read(text) for die, text in zip(game.pool, texts, strict=True))
    return dict(zip((box.key for box in game.card.boxes), game.card.worths(faces), strict=True))
