"""What differs between two scenes of a table: most of a sheet stays as it was, whatever happens."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, Literal, get_type_hints

from knobel.scene.model import Cell, Scene, Sheet, pieces_of, writer_of

How = Literal["to", "fields"]
"""A value is replaced, or some of its fields are."""
Difference = tuple[str, How, str]
"""Where, as the inside of a JSON list, how, and what stands there now, as JSON."""


def differences(before: Scene, after: Scene) -> Iterator[Difference]:
    """The places of a scene that differ from an earlier one."""
    for name, value, write in _changed(before, after):
        if name != "sheets" or len(before.sheets) != len(after.sheets):
            yield f'"{name}"', "to", write(value)
            continue
        for at, (old, sheet) in enumerate(zip(before.sheets, after.sheets, strict=True)):
            for path, how, written in _sheet(old, sheet):
                yield f'"sheets",{at},{path}', how, written


def _sheet(before: Sheet, after: Sheet) -> Iterator[Difference]:
    for name, value, write in _changed(before, after):
        if name != "cells" or len(before.cells) != len(after.cells):
            yield f'"{name}"', "to", write(value)
            continue
        for at, (old, cell) in enumerate(zip(before.cells, after.cells, strict=True)):
            if cell is not old and (changed := _cell(old, cell)):
                yield f'"cells",{at}', "fields", changed


def _cell(before: Cell, after: Cell) -> str:
    """The fields of a cell that differ from those before, as JSON; nothing if none do."""
    fresh = [new for old, new in zip(pieces_of(before), pieces_of(after), strict=True) if new != old]
    return f"{{{','.join(fresh)}}}" if fresh else ""


def _changed(before: Any, after: Any) -> list[tuple[str, Any, Callable[[Any], str]]]:
    """The fields of two parts that differ, with their new values and what writes them."""
    if before is after:
        return []
    kind: Any = type(after)
    names, values = _fields(kind)
    together = zip(names, values(before), values(after), strict=True)
    return [(name, new, write) for (name, write), old, new in together if new is not old and new != old]


@cache
def _fields(kind: Any) -> tuple[tuple[tuple[str, Callable[[Any], str]], ...], Callable[[Any], tuple[Any, ...]]]:
    """The fields of a part with what writes them, and what reads them all."""
    hints = get_type_hints(kind)
    names = [one.name for one in fields(kind)]
    return tuple((name, writer_of(hints[name])) for name in names), attrgetter(*names)
