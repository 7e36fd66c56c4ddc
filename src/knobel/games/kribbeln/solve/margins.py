"""Margins: expected points still to come relative to others of the same strength, and their shipped file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from zipfile import BadZipFile

from knobel.core.errors import BadTable
from knobel.games.kribbeln import SPEC
from knobel.games.kribbeln.solve.ranks import Marks, after_row
from knobel.solve.arrays import np
from knobel.solve.plain_files import Archive, Cells
from knobel.solve.tables import writing

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


def _name(players: int, beginner: bool) -> str:
    return f"{players}-{'beginner' if beginner else 'usual'}"


def pack_margins(found: Mapping[tuple[int, bool], Margins], path: Path = SHIPPED) -> None:
    """Write margins to the shipped file, by players and variant."""
    arrays = {
        f"{_name(*about)}/{part}": np.array(getattr(margins, part), np.float32)
        for about, margins in found.items()
        for part in PARTS
    }
    with writing(path) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def shipped_margins(players: int, beginner: bool, path: Path = SHIPPED) -> Margins:
    """The margins of `players` players, averaged over our sheets, which hardly differ."""
    try:
        with Archive(path) as file:
            values, order, deviations = (file[f"{_name(players, beginner)}/{part}"] for part in PARTS)
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise BadTable(f"{path} holds no margins of {SPEC.key} for {players}, or is damaged: {error}") from error
    return Margins([_rows(values[row]) for row in range(len(values))], _rows(order), list(deviations.flat))


def _rows(cells: Cells) -> list[list[float]]:
    return [list(cells[row].flat) for row in range(len(cells))]
