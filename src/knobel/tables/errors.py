"""The errors of a table.

TableError             a KnobelError: its text says what was wrong and what would be right
├── NoTable            no table has this name
├── Denied             the key opens nothing here
├── SeatTaken          somebody sits there already
├── NotReady           the table still waits for seats, or the game is not over yet
├── Stale              the table has changed since the sender looked
├── KeyUsed            the idempotency key belongs to another command
├── Conflict           a correction after which something else has to be entered anew
├── NotAllowed         the rules of the table, not those of the game, forbid it
├── TooLarge           more than a table takes
├── NoSpace            the disk of the database is full; reading goes on
├── Partial            some of what was asked for is done; the same request may be sent again for the rest
└── Busy               others are writing; the same command may be sent again
    └── Silent         the database does not answer
"""

from knobel.core.errors import KnobelError


class TableError(KnobelError):
    """An error about a table that the caller can fix."""

    code = "table_error"


class NoTable(TableError):
    """No table has this name."""

    code = "no_table"


class Denied(TableError):
    """The key opens nothing here."""

    code = "denied"


class SeatTaken(TableError):
    """Somebody sits there already."""

    code = "seat_taken"


class NotReady(TableError):
    """The table still waits for seats, or the game is not over yet."""

    code = "not_ready"


class Stale(TableError):
    """The table has changed since the sender looked; look again, then decide."""

    code = "stale"


class KeyUsed(TableError):
    """The idempotency key belongs to another command."""

    code = "key_used"


class Conflict(TableError):
    """After this correction, something that was entered later would have to be entered again."""

    code = "conflict"


class NotAllowed(TableError):
    """The rules of the table forbid it."""

    code = "not_allowed"


class TooLarge(TableError):
    """A limit of the table is exceeded."""

    code = "too_large"


class NoSpace(TableError):
    """The disk of the database is full; reading is still possible."""

    code = "no_space"


class Partial(TableError):
    """Some of what was asked for is done; the same request may be sent again for the rest."""

    code = "partial"


class Busy(TableError):
    """Others are writing at this table; the same command may be sent again."""

    code = "busy"


class Silent(Busy):
    """The database does not answer."""
