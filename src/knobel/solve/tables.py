"""Table files: a header that says what was solved, and the values, mapped into memory when read.

The first line is `knobel-table 1 OFFSET CHECKSUM`; the header follows as one JSON text, padded to OFFSET, where the
values begin. Values come in chunks of rows; each chunk has its CRC-32 in the header and is checked when first read.
"""

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from json import JSONDecodeError, dumps, loads
from math import prod
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

from knobel.core.errors import BadTable
from knobel.core.files import replacing
from knobel.solve.arrays import HAS_NUMPY, NDArray, np
from knobel.solve.plain_files import cells

FORMAT = 1
PAGE = 4096
_FIRST = re.compile(rb"knobel-table ([0-9]{1,4}) ([0-9]{1,9}) ([0-9a-f]{8})\n")


def tables_folder() -> Path:
    """The folder of tables: $KNOBEL_TABLES, or one in the user's home."""
    named = os.environ.get("KNOBEL_TABLES")
    return Path(named) if named else Path.home() / ".local" / "share" / "knobel" / "tables"


def table_path(game: str, objective: str = "score") -> Path:
    """The default path of a game's table."""
    return tables_folder() / (f"{game}.table" if objective == "score" else f"{game}-{objective}.table")


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """Open a file of values for atomic writing; raises an error if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            yield file
    except OSError as error:
        raise BadTable(f"cannot write {path}: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class Identity:
    """Identifies a table: equal identities have equal values."""

    game: str
    objective: str
    rules: str
    """The hash of the rules tables."""
    shape: tuple[int, ...]
    dtype: str
    starts: tuple[int, ...]
    """The first row of each chunk, and the number of rows."""

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return len(self.starts) - 1

    @property
    def row_bytes(self) -> int:
        """The size of a row in bytes."""
        return prod(self.shape[1:]) * int(self.dtype[2:])

    @property
    def offset(self) -> int:
        """The offset of the values: enough space for the header, in whole pages."""
        return PAGE * (2 + (len(dumps(asdict(self))) + 12 * self.chunks) // PAGE)


@dataclass(frozen=True, slots=True)
class Figures:
    """The results and costs of solving."""

    value: float
    """The value of the start position."""
    positions: int
    seconds: float
    cpu_seconds: float
    peak_mb: float


def values_at(row: Callable[[int], NDArray[Any]], rows: NDArray[np.int64], *cells: NDArray[Any]) -> NDArray[np.float64]:
    """The values of many positions, given by row and cell; every row is looked up once."""
    values = np.empty(len(rows))
    for number in np.unique(rows):
        places = rows == number
        values[places] = row(int(number))[tuple(cell[places] for cell in cells)]
    return values


def header(identity: Identity, figures: Figures, checksums: list[int]) -> bytes:
    """The header of a table file: all bytes before the values."""
    text = dumps({**asdict(identity), **asdict(figures), "checksums": checksums}).encode()
    first = f"knobel-table {FORMAT} {identity.offset} {crc32(text):08x}\n".encode()
    return (first + text).ljust(identity.offset - 1) + b"\n"


@dataclass(frozen=True, eq=False)
class Table:
    """A finished table; its values are read from the file as they are asked for."""

    path: Path
    identity: Identity
    figures: Figures
    checksums: tuple[int, ...] = field(repr=False)
    values: Any = field(repr=False)
    """The values in the file, unchecked: an array, or plain `Cells` where NumPy is missing."""
    _checked: set[int] = field(default_factory=set, repr=False)

    @property
    def checksum(self) -> int:
        """The checksum of what was solved and of all values, the same wherever it was solved."""
        return crc32(dumps([asdict(self.identity), self.checksums]).encode())

    def row(self, row: int) -> Any:
        """The values of a row, whose chunk is checked when first read."""
        chunk = bisect_right(self.identity.starts, row) - 1
        if chunk not in self._checked:
            self.check(chunk)
            self._checked.add(chunk)
        return self.values[row]

    def check(self, chunk: int) -> None:
        """Raise an error if the checksum of a chunk is wrong."""
        start, end = self.identity.starts[chunk], self.identity.starts[chunk + 1]
        if crc32(self.values[start:end].tobytes()) != self.checksums[chunk]:
            raise BadTable(f"{self.path} is damaged (chunk {chunk}); delete it and solve {self.identity.game} again")

    def check_all(self) -> None:
        """Raise an error if the checksum of any chunk is wrong."""
        for chunk in range(self.identity.chunks):
            self.check(chunk)


def read_table(path: str | os.PathLike[str], rules: str | None = None) -> Table:
    """Read a table file; with `rules`, a hash, raise an error if it was solved for other rules."""
    path = Path(path)
    try:
        size = path.stat().st_size
        with open(path, "rb") as file:
            first = _FIRST.fullmatch(file.readline(80))
            if not first:
                raise BadTable(f"{path} is not a table of Knobel")
            if int(first[1]) != FORMAT:
                raise BadTable(f"{path} has format {int(first[1])}; this Knobel reads format {FORMAT}")
            offset = int(first[2])
            text = file.read(max(0, offset - file.tell())).rstrip()
    except FileNotFoundError as error:
        raise BadTable(f"there is no table {path}; make it with knobel solve") from error
    except OSError as error:
        raise BadTable(f"cannot read {path}: {error.strerror}") from error
    if f"{crc32(text):08x}".encode() != first[3]:
        raise BadTable(f"the header of {path} is damaged; delete the file and solve the game again")
    identity, figures, checksums = _facts(path, text)
    if size != offset + identity.shape[0] * identity.row_bytes:
        raise BadTable(f"{path} is incomplete or too long; delete it and solve {identity.game} again")
    if rules is not None and identity.rules != rules:
        raise BadTable(f"{path} was solved for other rules of {identity.game}; delete it and solve again")
    if HAS_NUMPY:
        values: Any = np.memmap(path, identity.dtype, "r", offset, identity.shape).view(np.ndarray)
    else:
        values = cells(memoryview(path.read_bytes())[offset:], identity.dtype, identity.shape)
    return Table(path, identity, figures, checksums, values)


def _facts(path: Path, text: bytes) -> tuple[Identity, Figures, tuple[int, ...]]:
    """Parse the header."""
    try:
        facts: Mapping[str, Any] = loads(text)
        texts = {name: str(facts[name]) for name in ("game", "objective", "rules", "dtype")}
        identity = Identity(**texts, shape=tuple(facts["shape"]), starts=tuple(facts["starts"]))
        names = ("value", "positions", "seconds", "cpu_seconds", "peak_mb")
        return identity, Figures(**{name: facts[name] for name in names}), tuple(facts["checksums"])
    except (JSONDecodeError, KeyError, TypeError) as error:
        raise BadTable(f"the header of {path} cannot be read: {error}") from error
