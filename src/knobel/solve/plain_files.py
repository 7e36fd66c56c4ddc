"""Reading files of values without NumPy: tables, and `.npz` archives."""

from ast import literal_eval
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import prod
from operator import mul
from pathlib import Path
from struct import unpack
from typing import Any, BinaryIO
from zipfile import ZipFile

CODES = {"<f8": "d", "<f4": "f", "<f2": "e", "<i8": "q", "<i4": "i", "<i2": "h", "|i1": "b", "<i1": "b"}
"""NumPy type codes in files, and those of plain Python; all supported machines are little-endian."""
HALF = "e"
"""Half precision, which `memoryview` does not support."""
ROWS = 256
"""How many rows of compact values are cached."""

Tidy = Callable[[int, int, float], float]
"""Called with a row, a cell of it and its value; returns the value, corrected where it is known without the table."""


class Cells:
    """An array of numbers in C order; indexing with fewer indices than axes gives a subarray."""

    def __init__(self, flat: Any, shape: Sequence[int]) -> None:
        self.flat, self.shape = flat, tuple(shape)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            start, end, _ = at.indices(len(self))
            each = prod(self.shape[1:])
            return Cells(self.flat[start * each : end * each], (end - start, *self.shape[1:]))
        places = at if isinstance(at, tuple) else (at,)
        number = 0
        for place, length in zip(places, self.shape, strict=False):
            number = number * length + place
        if len(places) == len(self.shape):
            return self.flat[number]
        rest = self.shape[len(places) :]
        return Cells(self.flat[number * prod(rest) : (number + 1) * prod(rest)], rest)

    def __len__(self) -> int:
        return self.shape[0]

    def tobytes(self) -> bytes:
        """The numbers as bytes, as in the file."""
        data: bytes = self.flat.tobytes()
        return data


def cells(data: bytes | memoryview, dtype: str, shape: Sequence[int]) -> Cells:
    """The array stored in these bytes."""
    code = CODES[dtype]
    if code == HALF:
        return Cells(unpack(f"<{prod(shape)}{code}", data), shape)
    return Cells(memoryview(data).cast("B").cast(code), shape)  # type: ignore[call-overload]


class Archive(Mapping[str, Any]):
    """The arrays in an `.npz` file, each read when it is asked for; an array of text is a string."""

    def __init__(self, file: Path | BinaryIO) -> None:
        self._file = ZipFile(file)

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getitem__(self, name: str) -> Any:
        data = self._file.read(f"{name}.npy")
        if data[:6] != b"\x93NUMPY":
            raise ValueError(f"{name} is no array")
        wide = 2 if data[6] == 1 else 4
        start = 8 + wide + int.from_bytes(data[8 : 8 + wide], "little")
        about = literal_eval(data[8 + wide : start].decode("latin-1"))
        if about["fortran_order"] and len(about["shape"]) > 1:
            return _turned(cells(data[start:], about["descr"], about["shape"][::-1]))
        if about["descr"].startswith("<U"):
            return data[start:].decode("utf-32-le")
        return cells(data[start:], about["descr"], about["shape"])

    def __iter__(self) -> Any:
        return (name.removesuffix(".npy") for name in self._file.namelist())

    def __len__(self) -> int:
        return len(self._file.namelist())


def _turned(stored: Cells) -> Cells:
    """A two-dimensional array from Fortran order."""
    columns, rows = stored.shape
    return Cells([value for row in range(rows) for value in stored.flat[row::rows]], (rows, columns))


class Block:
    """Rows of a compact table; see `compact.values.Block`."""

    def __init__(self, factors: Sequence[Cells], core: Cells) -> None:
        self._factors, self._core = factors, core
        self._lengths = [len(factor) for factor in factors[:-1]]

    def row(self, row: int) -> list[float]:
        """The weights of the columns of the last factor in a row."""
        places = []
        for length in reversed(self._lengths):
            row, at = divmod(row, length)
            places.append(at)
        part: Sequence[float] = self._core.flat
        for factor, at in zip(self._factors, reversed(places), strict=False):
            weights, each = factor[at].flat, len(part) // factor.shape[1]
            columns = [part[start : start + each] for start in range(0, len(part), each)]
            part = [sum(map(mul, weights, column)) for column in zip(*columns, strict=True)]
        return list(part)

    @property
    def cells(self) -> Cells:
        """The last factor."""
        return self._factors[-1]


class CompactRow:
    """A row of compact values: each cell is computed when it is asked for."""

    def __init__(self, row: int, weights: list[float], cells: Cells, shape: Sequence[int], tidy: Tidy) -> None:
        self._row, self._weights, self._cells, self._shape, self._tidy = row, weights, cells.flat, shape, tidy

    def __getitem__(self, at: Any) -> float:
        number = 0
        for place, length in zip(at if isinstance(at, tuple) else (at,), self._shape, strict=True):
            number = number * length + place
        rank = len(self._weights)
        value = sum(map(mul, self._weights, self._cells[number * rank : (number + 1) * rank]))
        return self._tidy(self._row, number, value)


def compact_rows(
    blocks: Sequence[Block], block_of: Callable[[int], tuple[int, int]], shape: Sequence[int], tidy: Tidy
) -> Callable[[int], CompactRow]:
    """A function that gives rows of a compact table; `block_of` maps a row to its block and its number in it."""

    @lru_cache(maxsize=ROWS)
    def row(number: int) -> CompactRow:
        block, at = block_of(number)
        return CompactRow(number, blocks[block].row(at), blocks[block].cells, shape, tidy)

    return row
