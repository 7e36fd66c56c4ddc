"""The scorecard: throw up to three times, then write into one open box, until all are full.

Classic, Extreme, Hex-hex and Yatzy are data for this one game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from knobel.core.dice import Die, Faces
from knobel.core.game import AnyGame, Over, Pending, decides, rank, throws
from knobel.core.registry import make
from knobel.core.values import setters
from knobel.games.holding.roll import read_roll
from knobel.games.holding.starting import FIRST, Begins, Starting, answers, begins_option, opening
from knobel.games.holding.tray import Keep, Tray, fresh, keeps

THROWS = 3
FURTHER = 50
"""The points of each further five of a kind, if that house rule is played."""
FIVE = "five_of_a_kind"
OFFERS = 1 << 13
"""How many tuples of legal moves a game caches."""
JOKERS = ("full_house", "small_straight", "large_straight")
"""The boxes in which a joker earns the full points."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the sheet: its condition on the dice, and their worth if they meet it."""

    key: str
    meets: Callable[[Faces], bool]
    worth: Callable[[Faces], int]


def number(key: str, face: int, each: int | None = None) -> Box:
    """A box that counts the dice with one face, each worth `each`, or its number by default."""
    points = face if each is None else each
    return Box(key, lambda faces: face in faces, lambda faces: points * faces.count(face))


def fixed(points: int) -> Callable[[Faces], int]:
    """A worth that is the same for all dice."""
    return lambda faces: points


def always(faces: Faces) -> bool:
    """The condition that any dice meet."""
    return True


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for reaching a sum in the first six boxes."""

    needed: int
    points: int
    boxes: int = 6


@dataclass(frozen=True, eq=False)
class Card:
    """The data that distinguish one scorecard game from another."""

    key: str
    pool: tuple[Die, ...] = field(repr=False)
    boxes: tuple[Box, ...] = field(repr=False)
    bonus: Bonus | None = field(default=None, repr=False)
    chips: int = field(default=0, repr=False)
    """How often in a game a player may throw a fourth time."""
    reading: str = ""
    """The option and value that distinguish this card, if it is for another reading of the rules."""
    _worths: dict[Faces, tuple[int, ...]] = field(default_factory=dict, repr=False)

    def worths(self, faces: Faces) -> tuple[int, ...]:
        """The worth of these dice in each box."""
        ordered = tuple(sorted(faces))
        worths = self._worths.get(ordered)
        if worths is None:
            worths = tuple(box.worth(ordered) if box.meets(ordered) else 0 for box in self.boxes)
            self._worths[ordered] = worths
        return worths


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet: the entry of each box (None while open), and the chips left."""

    marks: tuple[int | None, ...]
    chips: int
    further: int = 0
    """How many five of a kind were written after the first, where they earn a bonus."""


def blank(card: Card) -> Sheet:
    """An empty sheet."""
    return Sheet((None,) * len(card.boxes), card.chips)


def write(card: Card, sheet: Sheet, box: int, faces: Faces) -> Sheet:
    """The sheet with these dice entered in this open box."""
    return mark(sheet, box, card.worths(faces)[box])


def mark(sheet: Sheet, box: int, worth: int) -> Sheet:
    """The sheet with these points in this open box."""
    return Sheet((*sheet.marks[:box], worth, *sheet.marks[box + 1 :]), sheet.chips, sheet.further)


def spend(sheet: Sheet) -> Sheet:
    """The sheet with one chip less."""
    return Sheet(sheet.marks, sheet.chips - 1, sheet.further)


def upper(card: Card, sheet: Sheet) -> int:
    """The sum of the boxes that count for the bonus."""
    return sum(filter(None, sheet.marks[: card.bonus.boxes])) if card.bonus else 0


def bonus(card: Card, sheet: Sheet) -> int:
    """The bonus earned so far."""
    return card.bonus.points if card.bonus and upper(card, sheet) >= card.bonus.needed else 0


def open_boxes(sheet: Sheet) -> list[int]:
    """The numbers of the boxes that are still open."""
    return [box for box, mark in enumerate(sheet.marks) if mark is None]


def points(card: Card, sheet: Sheet) -> int:
    """The points of the sheet so far."""
    worth = sum(filter(None, sheet.marks)) + FURTHER * sheet.further
    return worth + bonus(card, sheet) if card.bonus else worth


def throws_left(sheet: Sheet, throws: int) -> int:
    """How many throws may still follow this many in the same turn, including one bought by a chip."""
    most = THROWS + 1 if sheet.chips else THROWS
    return most - throws if throws < most else 0


@dataclass(frozen=True, slots=True)
class Write:
    """Enter the dice in this box, which ends the turn."""

    box: str

    def __str__(self) -> str:
        return f"write {self.box}"


@dataclass(frozen=True, slots=True)
class State:
    """All sheets, the seat on turn, and the dice of that turn."""

    sheets: tuple[Sheet, ...]
    seat: int
    tray: Tray
    starting: Starting | None = None
    """How it is decided who begins, until that is known."""

    def __init__(self, sheets: tuple[Sheet, ...], seat: int, tray: Tray, starting: Starting | None = None) -> None:
        _set_sheets(self, sheets)
        _set_seat(self, seat)
        _set_tray(self, tray)
        _set_starting(self, starting)


_set_sheets, _set_seat, _set_tray, _set_starting = setters(State)


@dataclass(frozen=True)
class Scorecard:
    """A scorecard game for a number of seats, with house rules."""

    card: Card
    seats: int
    strict: bool = False
    """Whether a box may be struck only if the dice fit no open one."""
    joker: bool = False
    """Whether a further five of a kind has the full points of a house or straight, if the box of its number is full."""
    further: bool = False
    """Whether a further five of a kind earns an additional bonus."""
    begins: str = FIRST

    @property
    def key(self) -> str:
        return self.card.key

    @property
    def options(self) -> Mapping[str, str]:
        # House rules that are not played are left out: records from before there was a choice stay the same.
        flags = {"strict": self.strict, "joker": self.joker, "further": self.further}
        chosen = {name: "yes" for name, played in flags.items() if played}
        return {**self.reading, **chosen, **begins_option(self.begins)}

    @property
    def reading(self) -> Mapping[str, str]:
        """The option that this card stands for."""
        name, _, value = self.card.reading.partition(" ")
        return {name: value} if name else {}

    @cached_property
    def usual(self) -> bool:
        """Whether no house rule influences the values of sheets."""
        return not (self.strict or self.joker or self.further)

    @property
    def pool(self) -> tuple[Die, ...]:
        return self.card.pool

    @cached_property
    def _writes(self) -> tuple[Write, ...]:
        return tuple(Write(box.key) for box in self.card.boxes)

    @cached_property
    def _keeps(self) -> tuple[Keep, ...]:
        return keeps(len(self.pool))

    @cached_property
    def _fresh(self) -> Tray:
        return fresh(len(self.pool))

    @cached_property
    def _boxes(self) -> dict[str, int]:
        return {box.key: at for at, box in enumerate(self.card.boxes)}

    @cached_property
    def alphabet(self) -> tuple[Keep | Write | Begins, ...]:
        return (*self._keeps, *self._writes, *answers(self.begins, self.seats))

    def __reduce__(self) -> tuple[Callable[..., AnyGame], tuple[Any, ...]]:
        # Boxes contain functions, which cannot be pickled; the registry finds them by name.
        return _rebuild, (self.key, self.seats, tuple(self.options.items()))

    def start(self) -> State:
        sheets = (blank(self.card),) * self.seats
        return State(sheets, 0, self._fresh, opening(self.begins, self.seats))

    def worths(self, sheet: Sheet, faces: Faces) -> tuple[int, ...]:
        """The worth of these dice in each box of this sheet."""
        worths = self.card.worths(faces)
        if not self.joker or not self._further_five(sheet, faces) or sheet.marks[faces[0] - 1] is None:
            return worths
        return tuple(self._full.get(box.key, worth) for box, worth in zip(self.card.boxes, worths, strict=True))

    @cached_property
    def _full(self) -> dict[str, int]:
        """The full points of the boxes that take jokers."""
        return {box.key: box.worth(()) for box in self.card.boxes if box.key in JOKERS}

    def _further_five(self, sheet: Sheet, faces: Faces) -> bool:
        """Whether these are five of a kind, and the sheet has one already."""
        return len(set(faces)) == 1 and bool(sheet.marks[self._boxes[FIVE]])

    def writable(self, sheet: Sheet, faces: Faces) -> tuple[int, ...]:
        """The boxes in which these dice may be written."""
        boxes = tuple([at for at, mark in enumerate(sheet.marks) if mark is None])
        if not self.strict:
            return boxes
        worths = self.worths(sheet, faces)
        return tuple([at for at in boxes if worths[at]]) or boxes

    def pending(self, state: State) -> Pending:
        if state.starting:
            return state.starting.pending
        tray, seat = state.tray, state.seat
        if not tray.cup:
            return decides(seat)
        # Seats fill their sheets in turn, so a full one at the start of a turn means that all are full.
        if not tray.throws and None not in state.sheets[seat].marks:
            return Over(rank(self.scores(state)))
        return throws(seat, tray.cup)

    def moves(self, state: State, seat: int) -> Sequence[Keep | Write | Begins]:
        if state.starting:
            return state.starting.moves if seat == 0 else ()
        if seat != state.seat or state.tray.cup:
            return ()
        sheet = state.sheets[seat]
        boxes = self.writable(sheet, state.tray.faces if self.strict else ())
        return self._offer(boxes, throws_left(sheet, state.tray.throws) > 0)

    @cached_property
    def _offer(self) -> Callable[[tuple[int, ...], bool], tuple[Keep | Write, ...]]:
        """The legal moves with these boxes writable, and whether one may throw again, as cached tuples."""

        @lru_cache(maxsize=OFFERS)
        def offer(boxes: tuple[int, ...], throws: bool) -> tuple[Keep | Write, ...]:
            writes = [self._writes[at] for at in boxes]
            return (*self._keeps, *writes) if throws else tuple(writes)

        return offer

    def land(self, state: State, faces: Faces) -> State:
        if state.starting:
            starting = state.starting.land(faces[0])
            return self._begun(starting) if isinstance(starting, int) else replace(state, starting=starting)
        return State(state.sheets, state.seat, state.tray.land(faces))

    def _begun(self, seat: int) -> State:
        """The start of the game with this seat beginning."""
        return State((blank(self.card),) * self.seats, seat, self._fresh)

    def play(self, state: State, seat: int, move: Keep | Write | Begins) -> State:
        sheets = state.sheets
        # This runs in every step of every playout: `isinstance` takes a third of the time of `match`.
        if isinstance(move, Keep):
            if state.tray.throws == THROWS:
                sheets = (*sheets[:seat], spend(sheets[seat]), *sheets[seat + 1 :])
            return State(sheets, seat, state.tray.keep(move.holds))
        if isinstance(move, Write):
            sheet = self.write(sheets[seat], self._boxes[move.box], state.tray.faces)
            sheets = (*sheets[:seat], sheet, *sheets[seat + 1 :])
            return State(sheets, (seat + 1) % self.seats, self._fresh)
        return self._begun(move.seat)

    def write(self, sheet: Sheet, box: int, faces: Faces) -> Sheet:
        """The sheet with these dice entered in this open box."""
        if self.usual:
            return mark(sheet, box, self.card.worths(faces)[box])
        after = mark(sheet, box, self.worths(sheet, faces)[box])
        return replace(after, further=after.further + 1) if self.further and self._further_five(sheet, faces) else after

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple([points(self.card, sheet) for sheet in state.sheets])


def _rebuild(key: str, seats: int, options: tuple[tuple[str, str], ...]) -> AnyGame:
    return make(key, seats, **dict(options))


def build_scorecard(
    card: Card, seats: int, begins: str, strict: str = "no", joker: str = "no", further: str = "no"
) -> Scorecard:
    """Build a scorecard game from options given as texts."""
    return Scorecard(card, seats, strict == "yes", joker == "yes", further == "yes", begins)


def appraise(game: Scorecard, texts: Sequence[str]) -> dict[str, int]:
    """The worth of a roll in each box of a blank sheet."""
    worths = game.card.worths(read_roll(game, texts))
    return dict(zip((box.key for box in game.card.boxes), worths, strict=True))
