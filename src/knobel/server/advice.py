"""Advice over the pool: hints, reviews and any position of a record. Takes and gives plain values only."""

from typing import Any

from knobel.coach import as_json, hints, review
from knobel.core.entry import write_entry
from knobel.core.game import Decide, Over, Throw
from knobel.core.record import Record
from knobel.scene import look
from knobel.scene.model import as_json as scene_json
from knobel.scene.text import catalogue


def hints_for(record: str, seat: int | None, language: str) -> list[dict[str, Any]]:
    """A hint for each seat that has to decide, or for one of them."""
    catalogue(language)
    return [as_json(hint, language) for hint in hints(Record.read(record), seat)]


def review_of(record: str, seat: int | None, language: str) -> dict[str, Any]:
    """The review of a game as far as it goes."""
    catalogue(language)
    return as_json(review(Record.read(record), seat), language)


def study(text: str, language: str, hint: bool, reviewed: bool) -> dict[str, Any]:
    """The position where a record ends: what to draw, what may be done, and what the coach says if asked."""
    catalogue(language)
    record = Record.read(text)
    game, state, pending = record.game, record.state, record.pending
    waiting = {Throw: "throw", Decide: "decide", Over: "over"}[type(pending)]
    deciding = pending.seats if isinstance(pending, Decide) else ()
    return {
        "names": list(record.names),
        "scene": scene_json(look(game, state)),
        "waiting": waiting,
        "cup": [position + 1 for position in pending.dice] if isinstance(pending, Throw) else [],
        "moves": {str(seat): [str(move) for move in game.moves(state, seat)] for seat in deciding},
        "entries": [[number, write_entry(game, event)] for number, event in record.standing],
        "hints": [as_json(one, language) for one in hints(record)] if hint else None,
        "review": as_json(review(record), language) if reviewed else None,
    }
