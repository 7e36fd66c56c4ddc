"""Requests for printed pads: blank ones of a game, and the sheets of a table as they stand."""

from typing import Any

from knobel.app.application import App
from knobel.app.routing import Answer, Call
from knobel.library import find
from knobel.printing import Pad, blank, filled
from knobel.tables.errors import NotReady

PDF, SVG = "application/pdf", "image/svg+xml"


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


async def draw_pad(app: App, call: Call) -> dict[str, Any]:
    """A blank pad of a game; every other parameter is an option of the game."""
    return await app.jobs.briefly(lambda: printed(_blank(call), call.query.size))


async def read_pad(app: App, call: Call) -> Answer:
    """A blank pad of a game as a file: a page as SVG, or all of it as PDF."""
    return await app.jobs.briefly(lambda: _file(_blank(call), call, find(call.path["game"]).key))


async def draw_table(app: App, call: Call) -> dict[str, Any]:
    """The sheets of a table as they stand, to print."""
    pad = await _filled(app, call)
    return await app.jobs.briefly(printed, pad, call.query.size)


async def read_table_pad(app: App, call: Call) -> Answer:
    """The sheets of a table as they stand, as a file: a page as SVG, or all of them as PDF."""
    pad = await _filled(app, call)
    return await app.jobs.briefly(_file, pad, call, "knobel")


def _blank(call: Call) -> Pad:
    key, query = find(call.path["game"]).key, call.query
    return blank(key, query.seats, query.rounds, **_paper(call), options=dict(call.others))


async def _filled(app: App, call: Call) -> Pad:
    table = await app.watched(call.table, call.key)
    if not table.started:
        raise NotReady("nothing stands on the sheets yet; the game has not started")
    return await app.jobs.briefly(lambda: filled(table.game, table.record.state, tuple(table.names), **_paper(call)))


def _paper(call: Call) -> dict[str, str]:
    return {"size": call.query.size, "language": call.query.language, "address": call.home}


def _file(pad: Pad, call: Call, name: str) -> Answer:
    if call.path["kind"] == "pdf":
        return Answer(pad.pdf(), PDF, f"{name}.pdf")
    return Answer(pad.svg(call.query.page).encode(), SVG)
