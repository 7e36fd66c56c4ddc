"""Corrections as values for JSON: what they change on the sheets, what may be corrected, and what may be entered."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from knobel.core.entry import face_text
from knobel.core.errors import BadMove, NotProvided
from knobel.core.game import AnyGame, Event, Fell, Moved, Throw
from knobel.core.record import Record
from knobel.games.spec import spec
from knobel.scene import choice_of, look
from knobel.scene.model import Cell, Scene
from knobel.scene.text import plain_text
from knobel.tables.correct import planned, turn_around
from knobel.tables.corrections import Correction
from knobel.tables.errors import NotAllowed
from knobel.tables.replay_after import Placed
from knobel.tables.table import Table


def corrections(table: Table) -> list[dict[str, Any]]:
    """The last corrections, each with the changes it made."""
    return [_correction(table.game, correction) for correction in table.corrections.done]


def _correction(game: AnyGame, correction: Correction) -> dict[str, Any]:
    was, now = correction.was, correction.now
    typed = isinstance(was, Fell) and isinstance(now, Fell) and not (was.inferred or now.inferred)
    dice = {"was": _faces(game, was), "now": _faces(game, now)} if typed else None
    changes = _changes(game, correction.before, correction.after)
    return {"seq": correction.seq, "by": correction.by, "seat": correction.seat, "dice": dice, **changes}


def _faces(game: AnyGame, event: Event | None) -> list[str]:
    return [face_text(game.pool, face) for face in event.faces] if isinstance(event, Fell) else []


@lru_cache(maxsize=256)
def _changes(game: AnyGame, before: Any, after: Any) -> dict[str, Any]:
    """The cells and totals of the sheets that differ between two states."""
    cells, totals = [], []
    for old, new in zip(look(game, before).sheets, look(game, after).sheets, strict=True):
        old_cells = {cell.key: cell for cell in old.cells}
        for cell in new.cells:
            was = old_cells.get(cell.key)
            if was is None or was.value == cell.value:
                continue
            label = plain_text(cell.label)
            cells.append({"seat": new.seat, "cell": cell.key, "label": label, "was": was.value, "now": cell.value})
        if old.total != new.total:
            totals.append({"seat": new.seat, "was": old.total, "now": new.total})
    return {"cells": cells, "totals": totals}


def consequences(record: Record, waiting: Sequence[Placed], entered_by: Mapping[int, int], move: str) -> dict[str, Any]:
    """The consequences a correction would have; nothing is changed."""
    _, plan = planned(record, waiting, entered_by, move)
    game = record.game
    return {
        **_changes(game, record.state, plan.state),
        "same": not plan.entries,
        "whole": plan.whole,
        "reordered": plan.reordered,
        "again": _entered_again(record, plan.again) if not plan.whole and plan.again else None,
        "waits": None if plan.whole else plain_text(look(game, plan.state).prompt),
        "waiting": 0 if plan.whole else plan.waiting,
        "dropped": 0 if plan.whole else plan.dropped,
    }


def _entered_again(record: Record, waiting: Placed) -> dict[str, Any]:
    """The event that has to be entered again: its seat, and its label or faces."""
    label, faces = None, None
    if isinstance(waiting.event, Fell):
        faces = _faces(record.game, waiting.event)
    else:
        states = zip(record.standing, record.states, strict=False)
        before = next((state for (_, event), state in states if event is waiting.event), None)
        label = None if before is None else _label(look(record.game, before), waiting.event)
    return {"seat": waiting.seat, "label": label, "faces": faces}


def _label(scene: Scene, event: Moved) -> Any:
    choice = choice_of(scene, event.seat, event.move)
    return choice and plain_text(choice.label)


def moves_made(table: Table, most: int = 40) -> list[dict[str, Any]]:
    """The last moves that wrote something, oldest first, with their labels and effects."""
    moves: list[dict[str, Any]] = []
    for (number, event), before in reversed(list(zip(table.record.standing, table.record.states, strict=False))):
        if len(moves) == most:
            break
        if isinstance(event, Moved) and (choice := choice_of(look(table.game, before), event.seat, event.move)):
            effects = [plain_text(effect) for effect in choice.effects]
            moves.append({"number": number, "seat": event.seat, "label": plain_text(choice.label), "effects": effects})
    return moves[::-1]


def correctable(table: Table, of: str) -> dict[str, Any]:
    """What an entry may be corrected to; it is given by its number, or by a cell of a sheet as `0 full_house`."""
    if not table.setup.own_dice:
        raise NotAllowed("the server throws the dice at this table; they cannot be corrected")
    standing = dict(table.record.standing)
    first_word, _, cell = of.partition(" ")
    number = _writer(table, int(first_word), cell) if cell else int(first_word)
    if number not in standing:
        raise BadMove(f"entry {number} does not exist or was taken back; it cannot be corrected")
    event = standing[number]
    ends = isinstance(event, Moved) and _ends(table, number)
    first = turn_around(table.record, number)[0] if ends else number
    turn = [standing for standing in table.record.since(first) if standing[0] <= number]
    return {
        "number": number,
        "throws": [
            {
                "number": at,
                "dice": [die + 1 for die in pending.dice],
                "faces": _faces(table.game, throw),
                "witnessed": throw.inferred,
            }
            for at, throw, before in turn
            if isinstance(throw, Fell) and isinstance(pending := table.game.pending(before), Throw)
        ],
        "label": _label(look(table.game, turn[-1][2]), event) if isinstance(event, Moved) else None,
        "pad": pad_at(table.game, turn[0][2], event.seat) if isinstance(event, Moved) and ends else None,
    }


def _ends(table: Table, number: int) -> bool:
    try:
        turn_around(table.record, number)
    except NotAllowed:
        return False
    return True


def _writer(table: Table, seat: int, cell: str) -> int:
    """The number of the entry that wrote the present value of a cell."""
    states = table.record.states
    if not 0 <= seat < table.setup.seats:
        raise BadMove(f"there is no seat {seat}")

    def value(at: int) -> object:
        return _values(look(table.game, states[at]), seat).get(cell)

    stands, low, high = value(len(states) - 1), 0, len(states) - 1
    if stands is None or stands == value(0):
        raise BadMove(f"nothing has been entered in {cell[:40]!a}")
    # Values stay once written, so the entry is found by binary search.
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if value(middle) == stands else (middle, high)
    return table.record.standing[high - 1][0]


def _values(scene: Scene, seat: int) -> Mapping[str, int | str | None]:
    cells: tuple[Cell, ...] = scene.sheets[seat].cells
    return {cell.key: cell.value for cell in cells}


def pad_of(table: Table, mine: Sequence[int], seat: int | None) -> dict[str, Any]:
    """What may be entered without dice now, for a seat or the one whose turn it is."""
    entering = seat if seat is not None else next(iter(table.waiting), mine[0])
    if not table.setup.own_dice or not 0 <= entering < table.setup.seats:
        raise NotAllowed("scores can only be entered without dice at tables with own dice, for a seat of that table")
    return pad_at(table.game, table.record.state, entering)


def pad_at(game: AnyGame, state: Any, seat: int) -> dict[str, Any]:
    """What a seat may enter without dice in this state."""
    facet = spec(game).pad
    try:
        places = facet.places(game, state, seat)
    except BadMove:
        places = {}
    try:
        marks = facet.marks(game, state, seat) if places else {}
    except NotProvided:
        marks = {}
    return {
        "seat": seat,
        "places": [
            {
                "key": place,
                "label": plain_text(words),
                "cells": place.split(),
                "values": [
                    {
                        "value": value.value,
                        "label": plain_text(value.label),
                        "number": value.number,
                        "faces": list(value.faces),
                    }
                    for value in facet.values(game, state, seat, place)
                ],
            }
            for place, words in places.items()
        ],
        "marks": [{"value": key, "label": plain_text(mark.label), "cell": mark.cell} for key, mark in marks.items()],
    }
