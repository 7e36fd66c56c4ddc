"""A record: the whole story of one game, as text that can be read back."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any

from knobel.core.checked import Checked
from knobel.core.entry import Entry, Fix, Undo, read_entry, write_entry
from knobel.core.errors import BadMove, BadRecord, BadSetup, KnobelError, Words, with_technical_text, with_text
from knobel.core.game import AnyGame, Event, Fell, Moved, Pending, read_move, seat_of, step
from knobel.core.registry import find, make, option_of

VERSION = 1
"""The version of the record format."""
INFERRED_VERSION = 2
"""The version of records with scores that were entered without dice; other records keep version 1."""
MOST_BYTES = 1 << 20
MOST_ENTRIES = 20_000
MOST_REPLAYED = 50_000
"""The most events that all amendments together may replay, so that a hostile record cannot stall a reader."""

LONGEST_NAME = 24
"""The most code points of a normalised name."""
JOINER = "\u200d"
"""Joins two emoji to one (zero-width joiner)."""
VARIATIONS = "".join(map(chr, range(0xFE00, 0xFE10)))
"""Variation selectors, which change the look of the sign before them."""
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters of other categories than spaces that show nothing."""
_DICE = re.compile(r"own|random|seed (0|-?[1-9][0-9]{0,18})")


def is_seen(name: str, at: int) -> bool:
    """Whether a character of a name is visible; joiners and variation selectors are where they have an effect."""
    if name[at] == JOINER:
        around = (*name[at - 1 : at], *name[at + 1 : at + 2])
        return len(around) == 2 and all(unicodedata.category(mark)[0] in "MS" for mark in around)
    if name[at] in VARIATIONS:
        return at > 0 and unicodedata.category(name[at - 1])[0] in "LNPS"
    return name[at] not in BLANK and unicodedata.category(name[at])[0] in "LMNPS"


def check_name(name: str) -> str:
    """The name itself; an error if it cannot be in a record."""
    if not 1 <= len(name) <= LONGEST_NAME:
        error = BadSetup(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}")
        raise with_technical_text(error, "name_length", most=LONGEST_NAME, count=len(name))
    visible = all(mark == " " or is_seen(name, at) for at, mark in enumerate(name))
    if not visible or name != " ".join(name.split()):
        error = BadSetup(f"{name!a} cannot be a name; use letters, digits and symbols, with single spaces between them")
        raise with_technical_text(error, "name", name=ascii(name))
    return name


def check_dice(dice: str) -> str:
    """The kind of dice itself; an error if records do not know it."""
    if not _DICE.fullmatch(dice) and not Checked.read(dice):
        error = BadSetup(f"unknown dice mode {dice[:60]!r}; use 'own', 'random', 'seed N' or 'checked …'")
        raise with_technical_text(error, "dice", dice=repr(dice[:60]))
    return dice


class Record:
    """The entries of one game in order. Entries are only ever added; amendments are entries too.

    `dice` says how the dice came: `own`, `random`, `seed N`, or `checked …` with what proves them.
    """

    def __init__(self, game: AnyGame, names: Sequence[str] = (), dice: str = "random") -> None:
        names = tuple(names) or tuple(f"Player {seat + 1}" for seat in range(game.seats))
        if len(names) != game.seats:
            error = BadSetup(f"{game.seats} seats need {game.seats} names, not {len(names)}")
            raise with_technical_text(error, "names", seats=game.seats, count=len(names))
        self.game = game
        self.names = tuple(check_name(name) for name in names)
        self.dice = check_dice(dice)
        checked = Checked.read(dice)
        if checked and len(checked.nonces) != game.seats:
            error = BadSetup(f"checked dice of {game.seats} seats need {game.seats} nonces, not {len(checked.nonces)}")
            raise with_technical_text(error, "nonces", seats=game.seats, count=len(checked.nonces))
        self._entries: list[Entry] = []
        self._standing: list[tuple[int, Event]] = []
        self._states: list[Any] = [game.start()]
        self._pending: Pending | None = None
        """Cached `pending`."""
        self._shown: tuple[tuple[tuple[int, Event], ...], tuple[Any, ...]] | None = None
        """Cached `standing` and `states`; copies share them until something is added."""
        self._replayed = 0
        self._bytes = len(self.header().encode())

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that was ever entered; the first entry has number 1."""
        return tuple(self._entries)

    @property
    def standing(self) -> tuple[tuple[int, Event], ...]:
        """The events that count after all amendments, each with the number of its entry."""
        return self._given()[0]

    @property
    def state(self) -> Any:
        """The present state of the game."""
        return self._states[-1]

    @property
    def states(self) -> tuple[Any, ...]:
        """The states before the first standing event and after each."""
        return self._given()[1]

    @property
    def pending(self) -> Pending:
        """What the game waits for."""
        # Cached, since it is needed many times between two entries.
        if self._pending is None:
            self._pending = self.game.pending(self._states[-1])
        return self._pending

    def event(self, number: int) -> Event | None:
        """The event of the entry with this number, if it stands."""
        index = bisect_left(self._standing, number, key=itemgetter(0))
        there = self._standing[index : index + 1]
        return there[0][1] if there and there[0][0] == number else None

    def _given(self) -> tuple[tuple[tuple[int, Event], ...], tuple[Any, ...]]:
        if self._shown is None:
            self._shown = (tuple(self._standing), tuple(self._states))
        return self._shown

    def since(self, number: int) -> list[tuple[int, Event, Any]]:
        """The events that stand from the entry with this number on, each with its number and the state before it."""
        index = bisect_left(self._standing, number, key=itemgetter(0))
        later = zip(self._standing[index:], self._states[index:], strict=False)
        return [(at, event, before) for (at, event), before in later]

    def append(self, entry: Entry, *, hands: bool = True, line: str | None = None) -> None:
        """Add an entry, or raise an error and change nothing; `line` is its text, if that is known already.

        An amendment must not give a throw to another seat, unless `hands` is false, as for old records.
        """
        if len(self._entries) >= MOST_ENTRIES:
            raise with_technical_text(
                BadRecord(f"a record holds {MOST_ENTRIES} entries at most"), "entries", most=MOST_ENTRIES
            )
        match entry:
            case Fell() | Moved():
                entered = len(self._entries) + 1
                index, events, again = len(self._standing), [(entered, entry)], 0
            case Undo(number):
                index, events = self._amended(number, None)
                entered, again = 0, len(events)
            case Fix(entered, event):
                index, events = self._amended(entered, event)
                again = len(events)
        replayed = self._replayed + again
        if replayed > MOST_REPLAYED:
            raise with_technical_text(BadRecord("this record has too many changes to be replayed"), "amended_often")
        states = self._played(index, events, entered, self._throwers(index) if hands else {})
        size = self._bytes + len(line or write_entry(self.game, entry)) + 1
        if size > MOST_BYTES:
            raise with_technical_text(BadRecord(f"a record has at most {MOST_BYTES} bytes"), "bytes", most=MOST_BYTES)
        self._bytes, self._replayed, self._shown, self._pending = size, replayed, None, None
        self._entries.append(entry)
        self._standing[index:] = events
        self._states[index + 1 :] = states

    def fell(self, *faces: int) -> None:
        """Enter the faces of the awaited dice."""
        self.append(Fell(faces))

    def moved(self, seat: int, move: str) -> None:
        """Enter a move given by its notation."""
        self.append(Moved(seat, read_move(self.game, move)))

    def undo(self, number: int | None = None) -> None:
        """Undo the entry with this number, by default the last that stands."""
        if number is None:
            if not self._standing:
                raise with_technical_text(BadMove("there is nothing to undo"), "no_undo")
            number = self._standing[-1][0]
        self.append(Undo(number))

    def copy(self) -> "Record":
        """An independent copy."""
        other = Record.__new__(Record)
        other.__dict__.update(self.__dict__)
        other.__dict__.update(_entries=self._entries[:], _standing=self._standing[:], _states=self._states[:])
        return other

    def _amended(self, number: int, event: Event | None) -> tuple[int, list[tuple[int, Event]]]:
        """The index of the event with this number, and what stands from there on once it is replaced or dropped."""
        index = bisect_left(self._standing, number, key=itemgetter(0))
        if index == len(self._standing) or self._standing[index][0] != number:
            raise with_technical_text(
                BadMove(f"entry {number} does not exist or was taken back; it cannot be changed"),
                "not_standing",
                entry=number,
            )
        later = self._standing[index + 1 :]
        return index, later if event is None else [(number, event), *later]

    def _throwers(self, index: int) -> dict[int, int]:
        """The seats of the standing throws after the first `index` events, by entry number."""
        later = zip(self._standing[index:], self._states[index:], strict=False)
        return {at: seat_of(self.game, before, event) for (at, event), before in later if isinstance(event, Fell)}

    def _played(
        self, index: int, events: Sequence[tuple[int, Event]], entered: int, throwers: Mapping[int, int]
    ) -> list[Any]:
        """The states after these events follow the first `index` that stand; `entered` is the number of the new one."""
        state = self._states[index]
        states = []
        for number, event in events:
            try:
                after = step(self.game, state, event)
                seat = None if number == entered else throwers.get(number)
                if seat is not None and seat_of(self.game, state, event) != seat:
                    error = BadMove(f"seat {seat} made this throw; here it is the turn of another seat")
                    raise with_technical_text(error, "other_hand", place=seat)
            except KnobelError as error:
                if number == entered:
                    raise
                reason = error.text or str(error)
                unfit = BadMove(f"entry {number} would no longer fit, undo it first: {error}")
                raise with_technical_text(unfit, "would_not_fit", entry=number, reason=reason) from error
            states.append(state := after)
        return states

    def header(self, version: int | None = None) -> str:
        """The lines before the entries; `version` overrides the format of this record."""
        lines = [f"knobel {version or self.version}", f"game {self.game.key}"]
        lines += [f"seat {seat} {name}" for seat, name in enumerate(self.names)]
        lines += [f"option {key} {text}" for key, text in self.game.options.items()]
        lines += [f"dice {self.dice}", ""]
        return "".join(f"{line}\n" for line in lines)

    @property
    def version(self) -> int:
        """The format version of this record."""
        return INFERRED_VERSION if any(map(_is_inferred, self._entries)) else VERSION

    def text(self) -> str:
        """The whole record."""
        return self.header() + "".join(f"{write_entry(self.game, entry)}\n" for entry in self._entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.text() == other.text()

    def __hash__(self) -> int:
        return hash(self.text())

    @classmethod
    def read(cls, text: str) -> "Record":
        """Parse a record; raises BadRecord with line and reason if the text is not exactly that of a record."""
        if len(text) > MOST_BYTES:
            message = f"a record has at most {MOST_BYTES} bytes; this is {len(text)} characters long"
            raise with_text(BadRecord(message), "record.large", most=MOST_BYTES, found=len(text))
        if not text.strip():
            raise with_text(BadRecord("the record is empty; it begins with the line 'knobel 1'"), "record.empty")
        if not text.endswith("\n"):
            torn = BadRecord("the record is incomplete: its last line is cut off", text.count("\n") + 1)
            raise with_text(torn, "record.torn")
        lines = text[:-1].split("\n")
        record = _read_header(lines)
        head = record.header().split("\n")[:-1]
        for at, (line, clean) in enumerate(zip(lines[1:], head[1:], strict=False), 2):
            _demand(line, clean, at)
        for at, line in enumerate(lines[len(head) :], len(head) + 1):
            with _blaming(at):
                entry = read_entry(record.game, line)
                _demand(line, write_entry(record.game, entry), at)
                record.append(entry, hands=False)
        _demand(lines[0], f"knobel {record.version}", 1)
        return record


def normalised(text: str) -> str:
    """The text of a record without what editors and mail programs add: a byte order mark, and CR before each LF."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _is_inferred(entry: Entry) -> bool:
    """Whether the entry contains dice that nobody saw."""
    event = entry.event if isinstance(entry, Fix) else entry
    return isinstance(event, Fell) and event.inferred


@contextmanager
def _blaming(line: int) -> Iterator[None]:
    """Turn errors inside into BadRecord with the number of this line."""
    try:
        yield
    except KnobelError as error:
        reason = error.reason if isinstance(error, BadRecord) else str(error)
        blamed = BadRecord(reason, line)
        blamed.text = error.text or Words("record.rules", {"reason": reason})
        raise blamed from error


def _demand(line: str, clean: str, at: int) -> None:
    """Refuse a line that is not in its canonical form."""
    if line != clean:
        error = BadRecord(f"expected {clean!r}, found {line[:60]!r}", at)
        raise with_text(error, "record.expected", right=repr(clean), found=repr(line[:60]))


def _read_header(lines: Sequence[str]) -> Record:
    """An empty record with the header in these lines."""
    if not re.fullmatch(r"knobel [0-9]{1,4}", lines[0]):
        error = BadRecord(f"this is not a record; its first line must be 'knobel {VERSION}'", 1)
        raise with_text(error, "record.none", version=VERSION)
    if lines[0] not in (f"knobel {VERSION}", f"knobel {INFERRED_VERSION}"):
        formats = f"{VERSION} and {INFERRED_VERSION}"
        error = BadRecord(f"this record has format {lines[0][7:]}; this Knobel reads formats {formats}", 1)
        raise with_text(error, "record.format", found=lines[0][7:], one=VERSION, other=INFERRED_VERSION)
    key: str | None = None
    names: list[str] = []
    options: dict[str, str] = {}
    dice: str | None = None
    for at, line in enumerate(lines[1:], 2):
        word, _, rest = line.partition(" ")
        with _blaming(at):
            match word:
                case "":
                    if key is None or dice is None:
                        missing = "the header needs the lines 'game …' and 'dice …' before the empty line"
                        raise with_technical_text(BadRecord(missing), "header")
                    return Record(make(key, seats=len(names), **options), names, dice)
                case "game":
                    key = find(rest).key
                case "seat":
                    seat, _, name = rest.partition(" ")
                    if seat != str(len(names)):
                        error = BadRecord(f"expected seat {len(names)} here, found {rest[:60]!r}")
                        raise with_technical_text(error, "seat_line", place=len(names), found=repr(rest[:60]))
                    names.append(check_name(name))
                case "option":
                    option, _, value = rest.partition(" ")
                    options[option] = option_of(find(key or ""), option).read(value)
                case "dice":
                    dice = check_dice(rest)
                case _:
                    error = BadRecord(f"a header line begins with game, seat, option or dice, not {word[:60]!r}")
                    raise with_technical_text(error, "header_line", found=repr(word[:60]))
    raise with_text(BadRecord("an empty line is missing after the header", len(lines)), "record.headless")
