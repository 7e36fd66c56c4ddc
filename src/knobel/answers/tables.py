"""Response bodies about tables: their state, and the result of a command."""

from collections.abc import Sequence
from typing import Any

from knobel.printing import Pad
from knobel.scene.rulebook import chosen
from knobel.tables.open import Opened
from knobel.tables.table import Table
from knobel.tables.view import record_text, summary


def with_time(view: bytes, at: int) -> bytes:
    """A view or a change with the time of the server, since clocks of clients differ."""
    return b'%b,"now":%d}' % (view[:-1], at)


def done(seq: int, view: bytes | None, change: bytes | None, at: int) -> bytes:
    """The response to a command: the number of its event and, if wanted, the view after it or the change."""
    whole, news = (with_time(one, at) if one else b"null" for one in (view, change))
    return b'{"seq":%d,"view":%b,"change":%b}' % (seq, whole, news)


def opened(table: Opened) -> dict[str, Any]:
    """A table that was opened, with the tickets to pass on."""
    return {
        "table": table.table,
        "seats": list(table.seats),
        "invite": table.invite,
        "watch": table.watch,
        "seal": table.seal,
    }


def challenged(
    table: Table, seat: int, taken: Sequence[tuple[Table, bool]], *, own: bool, language: str
) -> dict[str, Any]:
    """A challenge with the dice of a seat: who made it, and the results of others."""
    return {
        "table": table.setup.table,
        "game": table.setup.game,
        "terms": chosen(table.setup.game, table.setup.options, language),
        "name": table.names[seat],
        "score": _score(table, seat),
        "rivals": [name for number, name in enumerate(table.names) if number != seat],
        "own": own,
        "results": [
            {"table": one.setup.table, "name": one.names[seat], "score": _score(one, seat), "you": you}
            for one, you in taken
        ],
    }


def _score(table: Table, seat: int) -> int | None:
    """The final score of a seat; None while the game goes on."""
    return int(table.game.scores(table.record.state)[seat]) if table.over else None


def exported(table: Table, mine: Sequence[int], updated: int) -> dict[str, Any]:
    """A table with its record, for the export of somebody with these seats."""
    text = record_text(table) if table.started or not table.setup.secret else None
    return {**summary(table, mine, updated), "record": text}


def printed(pad: Pad, size: str) -> dict[str, Any]:
    """The response with a pad to print."""
    first = pad.pages[0]
    return {
        "title": pad.title,
        "seats": pad.seats,
        "rounds": pad.rounds,
        "size": size,
        "landscape": first.width > first.height,
        "pages": [pad.svg(page) for page in range(1, len(pad.pages) + 1)],
    }
