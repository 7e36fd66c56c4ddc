"""The errors of Knobel.

KnobelError            anything a caller can put right; its text says what was wrong and what would be right
├── UnknownGame        no game has this key
├── BadSetup           a number of seats or an option the game does not have
│   └── NotProvided    something this game does not bring, such as a judge or an exact solver
├── BadDice            faces that cannot have fallen
├── BadMove            a text that is no move, or a move that is not allowed now
├── BadRecord          a record that cannot be read or continued; knows the line
└── BadTable           a table of perfect play that is missing, damaged or of other rules
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self, TypeVar


@dataclass(frozen=True, slots=True)
class Words:
    """The message of an error before translation: the key of a text in the catalogues, and its values."""

    key: str
    values: "Mapping[str, int | str | Words]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of an error in a typed text, in code points; empty where something is missing."""

    option: str
    """The option that was typed."""
    text: str
    start: int
    end: int


class KnobelError(ValueError):
    """An error that the caller can fix; `code` names its kind for programs, `text` is its translatable message."""

    code = "error"
    text: Words | None = None
    technical = False
    """Whether the message names moves, entries or options in their notation, which means nothing to players."""
    spot: Spot | None = None


Error = TypeVar("Error", bound=KnobelError)


def with_text(error: Error, key: str, **values: int | str | Words) -> Error:
    """The error with its translatable message."""
    error.text = Words(key, values)
    return error


def with_technical_text(error: Error, key: str, **values: int | str | Words) -> Error:
    """The error with a translatable message for those who read records and type commands."""
    error.technical = True
    return with_text(error, f"wrong.{key}", **values)


class UnknownGame(KnobelError):
    """No game has this key."""

    code = "unknown_game"


class BadSetup(KnobelError):
    """The game exists, but not with these seats or options."""

    code = "bad_setup"


class NotProvided(BadSetup):
    """The game does not provide what was asked for; callers have a fallback, or report it."""


class BadDice(KnobelError):
    """These faces cannot have fallen."""

    code = "bad_dice"


class BadMove(KnobelError):
    """This text is no move, or this move is not allowed now."""

    code = "bad_move"


class BadRecord(KnobelError):
    """A record that cannot be read; `line` is where, counted from 1, or None for the whole."""

    code = "bad_record"

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class BadTable(KnobelError):
    """A table file that is missing, damaged, or of other rules."""

    code = "bad_table"


class Attempt:
    """A block that runs code of others: whatever it raises is caught, and is its `error` afterwards."""

    error: Exception | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        self.error = error if isinstance(error, Exception) else None
        return self.error is not None
