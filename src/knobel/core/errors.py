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
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class Words:
    """What an error says, for the language of a player: the key of a text in the catalogues, and its values."""

    key: str
    values: "Mapping[str, int | str | Words]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where in a typed text something is wrong, in code points; where something is missing, it has no length."""

    option: str
    """The option that was typed."""
    text: str
    start: int
    end: int


class KnobelError(ValueError):
    """Something the caller can put right; `code` names the kind for programs, `said` says it in any language."""

    code = "error"
    said: Words | None = None
    technical = False
    """Its words name moves, entries or options as records and commands write them: nothing for somebody at a table."""
    spot: Spot | None = None


Error = TypeVar("Error", bound=KnobelError)


def worded(error: Error, key: str, **values: int | str | Words) -> Error:
    """The error with its words."""
    error.said = Words(key, values)
    return error


def noted(error: Error, key: str, **values: int | str | Words) -> Error:
    """The error with words for those who read records and type commands."""
    error.technical = True
    return worded(error, f"wrong.{key}", **values)


class UnknownGame(KnobelError):
    """No game has this key."""

    code = "unknown_game"


class BadSetup(KnobelError):
    """The game exists, but not with these seats or options."""

    code = "bad_setup"


class NotProvided(BadSetup):
    """The game does not bring what was asked for; whoever asked has a fallback, or says so."""


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
