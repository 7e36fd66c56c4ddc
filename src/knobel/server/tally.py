"""A tally: how often every face fell at a table, and under which circumstances."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from knobel.core.entry import Fix, Undo, read_entry
from knobel.core.game import Fell, Throw
from knobel.server.row import Row
from knobel.server.setup import Setup
from knobel.server.table import Table


class Cast(NamedTuple):
    """One die that fell: everything that might have had a hand in it, and what it shows."""

    die: str
    """The kind of die; the six of Kribbeln are of one kind."""
    game: str
    position: int
    """Where it lies among all dice of the game, counted from 0."""
    cup: str
    """`all` if every die of the game was in the cup, `some` if others were held."""
    by: str
    """`bot` or `person`."""
    before: int
    """The face that this die showed when it fell the last time; -1 the first time."""
    face: int
    """Counted from 0."""


Tally = Counter[Cast]


def tally(setup: Setup, rows: Iterable[Row]) -> tuple[Tally, int]:
    """The dice of the server that fell at a table, and in how many throws; own dice and imported ones are not its."""
    found: Tally = Counter()
    throws = 0
    if setup.own_dice:
        return found, throws
    table = Table(setup)
    pool = table.game.pool
    kinds = [re.sub(r"_\d+$", "", die.name) for die in pool]
    shown: dict[int, int] = {}
    seen: set[tuple[int, int]] = set()
    number = 0
    """How many throws stand."""
    for row in rows:
        pending, started = table.pending, table.started
        table.read([row])
        # What stood in a record before anybody sat down here fell elsewhere.
        if not started or row.kind != "entry":
            continue
        entry = read_entry(table.game, row.text)
        if isinstance(entry, Undo | Fix):
            number = sum(isinstance(event, Fell) for _, event in table.record.standing)
        if not isinstance(entry, Fell) or not isinstance(pending, Throw):
            continue
        number += 1
        # After an undo a checked die shows again what it showed: the same die is not counted twice.
        again = seen if setup.dice == "checked" else ()
        fell = [pair for pair in zip(pending.dice, entry.faces, strict=True) if (number, pair[0]) not in again]
        throws += bool(fell)
        cup = "all" if len(pending.dice) == len(pool) else "some"
        by = "bot" if table.seats[pending.seat].level else "person"
        for position, value in fell:
            seen.add((number, position))
            face = value - pool[position].first
            found[Cast(kinds[position], setup.game, position, cup, by, shown.get(position, -1), face)] += 1
            shown[position] = face
    return found, throws
