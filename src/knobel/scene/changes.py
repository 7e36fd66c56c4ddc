"""The differences between two scenes of a table: most of a sheet stays the same."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter, is_
from typing import Any, get_type_hints

from knobel.scene.model import Cell, Scene, Sheet, pieces_of, writer_of

_WALKED = ("sheets", "cells")
"""Fields that are too large to be compared as a whole before they are compared piece by piece."""
_MOST_PAIRS = 16_384
_PAIRS: dict[tuple[int, int], tuple[Cell, Cell, str]] = {}
"""The cached differences of pairs of cells, by identity; the cells are kept too, so that ids stay valid."""


def differences(place: str, before: Scene, after: Scene) -> list[str]:
    """The differences from an earlier scene, as a list of JSON objects with the path and the new value.

    A value is replaced (`to`), or some of its `fields` are; `place` is the path of the scene, as the inside of a JSON
    list.
    """
    changes: list[str] = []
    for name, value, write in _changed(before, after):
        if name != "sheets" or len(before.sheets) != len(after.sheets):
            changes.append(f'{{"at":[{place},"{name}"],"to":{write(value)}}}')
            continue
        for at, (old, sheet) in enumerate(zip(before.sheets, after.sheets, strict=True)):
            changes += _sheet(f'{place},"sheets",{at}', old, sheet)
    return changes


def _sheet(place: str, before: Sheet, after: Sheet) -> list[str]:
    changes: list[str] = []
    for name, value, write in _changed(before, after):
        if name != "cells" or len(before.cells) != len(after.cells):
            changes.append(f'{{"at":[{place},"{name}"],"to":{write(value)}}}')
            continue
        for at, same in enumerate(map(is_, before.cells, after.cells)):
            if not same and (changed := _cell(before.cells[at], after.cells[at])):
                changes.append(f'{{"at":[{place},"cells",{at}],"fields":{changed}}}')
    return changes


def _cell(before: Cell, after: Cell) -> str:
    """The fields of a cell that differ from those before, as JSON; empty if there are none."""
    cached = _PAIRS.get((id(before), id(after)))
    if cached is None:
        if len(_PAIRS) >= _MOST_PAIRS:
            _PAIRS.clear()
        fresh = [new for old, new in zip(pieces_of(before), pieces_of(after), strict=True) if new != old]
        cached = _PAIRS[id(before), id(after)] = (before, after, f"{{{','.join(fresh)}}}" if fresh else "")
    return cached[2]


def _changed(before: Any, after: Any) -> list[tuple[str, Any, Callable[[Any], str]]]:
    """The fields of two parts that differ, with their new values and JSON writers."""
    if before is after:
        return []
    kind: Any = type(after)
    names, values = _fields(kind)
    together = zip(names, values(before), values(after), strict=True)
    return [
        (name, new, write) for (name, write), old, new in together if new is not old and (name in _WALKED or new != old)
    ]


@cache
def _fields(kind: Any) -> tuple[tuple[tuple[str, Callable[[Any], str]], ...], Callable[[Any], tuple[Any, ...]]]:
    """The fields of a part with their JSON writers, and a function that reads them all."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    return tuple((name, writer_of(hints[name])) for name in names), attrgetter(*names)
