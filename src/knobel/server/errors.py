"""The errors of a table on a server.

ServerError            a KnobelError: its text says what was wrong and what would be right
├── NoTable            no table has this name
├── Denied             the token opens nothing here
├── SeatTaken          somebody sits there already
├── NotReady           the table still waits for seats, or the game is not over yet
├── Stale              the table has changed since the sender looked
├── KeyUsed            the key belongs to another command
├── NotAllowed         the rules of the table, not those of the game, forbid it
├── TooLarge           more than a server takes
├── NoSpace            the disk of the database is full; reading goes on
└── Busy               others are writing; the same command may be sent again
"""

from knobel.core.errors import KnobelError


class ServerError(KnobelError):
    """Something about a table that its caller can put right."""

    code = "server_error"


class NoTable(ServerError):
    """No table has this name."""

    code = "no_table"


class Denied(ServerError):
    """The token opens nothing here."""

    code = "denied"


class SeatTaken(ServerError):
    """Somebody sits there already."""

    code = "seat_taken"


class NotReady(ServerError):
    """The table still waits for seats, or the game is not over yet."""

    code = "not_ready"


class Stale(ServerError):
    """The table has changed since the sender looked; look again, then decide."""

    code = "stale"


class KeyUsed(ServerError):
    """The key belongs to another command."""

    code = "key_used"


class NotAllowed(ServerError):
    """The rules of the table forbid it."""

    code = "not_allowed"


class TooLarge(ServerError):
    """More than a server takes."""

    code = "too_large"


class NoSpace(ServerError):
    """The disk of the database is full; reading goes on."""

    code = "no_space"


class Busy(ServerError):
    """Others are writing at this table; the same command may be sent again."""

    code = "busy"
