"""Margins: expected points still to come relative to others of the same strength, and their shipped file."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from zipfile import BadZipFile

from knobel.core.errors import BadTable
from knobel.games.kribbeln import SPEC
from knobel.games.kribbeln.solve.ranks import Marks, after_row
from knobel.solve.plain_files import Archive, Cells

PARTS = ("values", "order", "deviations")


@dataclass(frozen=True, eq=False)
class Margins:
    """The expected points still to come when a row begins, relative to others of the same strength."""

    values: Sequence[Sequence[Marks]]
    """By situation: rows x filled x marks."""
    order: Sequence[Sequence[float]]
    """The correction if this many others have an entry before one's turn: rows x entries."""
    deviations: Sequence[float]
    """The standard deviation of the difference of two players' points to come when each row begins; 0 at the end."""

    def following(self, row: int) -> Sequence[Marks]:
        """The expected points to come after a row, by situation in it: filled x marks."""
        return after_row(self.values, row)


SHIPPED = SPEC.data("margins.npz")


def margins_name(players: int, beginner: bool) -> str:
    """The name of margins in the shipped file."""
    return f"{players}-{'beginner' if beginner else 'usual'}"


@lru_cache(maxsize=16)
def shipped_margins(players: int, beginner: bool, path: Path = SHIPPED) -> Margins:
    """The margins of `players` players, averaged over our sheets, which hardly differ."""
    try:
        with Archive(path) as file:
            values, order, deviations = (file[f"{margins_name(players, beginner)}/{part}"] for part in PARTS)
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise BadTable(f"{path} holds no margins of {SPEC.key} for {players}, or is damaged: {error}") from error
    return Margins([_rows(values[row]) for row in range(len(values))], _rows(order), list(deviations.flat))


def _rows(cells: Cells) -> list[list[float]]:
    return [list(cells[row].flat) for row in range(len(cells))]
