"""The entries of a record: events, and amendments of earlier entries, each one line of text."""

import re
from dataclasses import dataclass

from knobel.core.dice import Die
from knobel.core.errors import BadDice, BadMove, BadRecord, with_technical_text
from knobel.core.game import AnyGame, Event, Fell, Moved, read_move


@dataclass(frozen=True, slots=True)
class Undo:
    """An amendment: the entry with this number no longer stands."""

    number: int


@dataclass(frozen=True, slots=True)
class Fix:
    """An amendment: this event replaces that of the entry with this number."""

    number: int
    event: Event


Entry = Fell | Moved | Undo | Fix

FELL, INFERRED = "-", "~"
"""The first signs of lines with dice: of dice that were seen, and of dice that only explain a score."""

_EVENT = re.compile(rf"(?P<who>{FELL}|{INFERRED}|[0-9]) (?P<what>[^ ].*)")
_AMENDMENT = re.compile(r"(?P<verb>undo|fix) (?P<number>[1-9][0-9]{0,6})(?: (?P<event>.+))?")


def face_text(pool: tuple[Die, ...], value: int) -> str:
    """The text of a face, which is the same on every die of a pool that has it."""
    for die in pool:
        if value in die.values:
            return die.text(value)
    raise BadDice(f"no die of this game shows {value}")


def face_value(pool: tuple[Die, ...], text: str) -> int:
    """The value of a face given by its text."""
    for die in pool:
        if text in die.faces:
            return die.read(text)
    shown = dict.fromkeys(face for die in pool for face in die.faces)
    error = BadDice(f"no die of this game shows {text[:60]!r}; they show {', '.join(shown)}")
    raise with_technical_text(error, "no_face", face=repr(text[:60]), faces=", ".join(shown))


def write_entry(game: AnyGame, entry: Entry) -> str:
    """The line of an entry."""
    match entry:
        case Fell(faces, inferred):
            sign = INFERRED if inferred else FELL
            return " ".join([sign, *(face_text(game.pool, face) for face in faces)])
        case Moved(seat, move):
            return f"{seat} {move}"
        case Undo(number):
            return f"undo {number}"
        case Fix(number, event):
            return f"fix {number} {write_entry(game, event)}"


def _read_event(game: AnyGame, line: str) -> Event:
    """Parse the line of an event."""
    match = _EVENT.fullmatch(line)
    if not match:
        error = BadRecord(f"{line[:60]!r} is not an entry; an entry looks like '- 2 5 5' or '0 {game.alphabet[-1]}'")
        raise with_technical_text(error, "entry", line=repr(line[:60]), example=f"'0 {game.alphabet[-1]}'")
    if match["who"] in (FELL, INFERRED):
        faces = tuple(face_value(game.pool, text) for text in match["what"].split(" "))
        return Fell(faces, inferred=match["who"] == INFERRED)
    return Moved(int(match["who"]), read_move(game, match["what"]))


def read_entry(game: AnyGame, line: str) -> Entry:
    """Parse the line of an entry; raises an error with the reason if it is none."""
    amendment = _AMENDMENT.fullmatch(line)
    if not amendment:
        return _read_event(game, line)
    number = int(amendment["number"])
    match amendment["verb"], amendment["event"]:
        case "undo", None:
            return Undo(number)
        case "fix", str(text):
            return Fix(number, _read_event(game, text))
    raise with_technical_text(BadMove("a change looks like 'undo 7' or 'fix 7 - 2 5 5'"), "amendment")
