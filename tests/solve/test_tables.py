"""Table files: what is written reads back, what is damaged is refused."""

from pathlib import Path
from shutil import copy
from zlib import crc32

import numpy as np
import pytest

from knobel import KnobelError, find
from knobel.core.errors import BadTable
from knobel.solve.tables import Figures, Identity, header, read_table, table_path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The shipped table of Classic."""
    return Path(copy(find("classic").data("points.table"), tmp_path / "classic.table"))


def change(path: Path, at: int, data: bytes) -> None:
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    values = np.arange(12, dtype="<f8").reshape(4, 3)
    identity = Identity("tiny", "score", "rules", values.shape, "<f8", (0, 1, 4))
    figures = Figures(11.0, 12, 0.5, 0.25, 100.0)
    checksums = [crc32(values[:1].tobytes()), crc32(values[1:].tobytes())]
    (tmp_path / "tiny.table").write_bytes(header(identity, figures, checksums) + values.tobytes())
    table = read_table(tmp_path / "tiny.table", "rules")
    table.check_all()
    assert (table.identity, table.figures) == (identity, figures)
    assert [list(table.row(row)) for row in range(4)] == values.tolist()


def test_a_shipped_table_has_the_value_of_its_figures(file: Path) -> None:
    """245.8707745 is the published value of Classic; what is shipped has single precision."""
    table = read_table(file)
    table.check_all()
    assert table.figures.value == pytest.approx(245.8707745, abs=1e-7)
    assert table.row(table.values.shape[0] - 1)[0, -1] == pytest.approx(table.figures.value, abs=1e-5)
    assert table.values.size == table.figures.positions


def test_a_changed_value_is_noticed_when_it_is_read(file: Path) -> None:
    change(file, file.stat().st_size - 5, b"!")
    table = read_table(file)
    assert table.row(0)[0, 0] == 0
    with pytest.raises(BadTable, match=r"classic.table is damaged \(chunk 7\); delete it and solve classic again"):
        table.row(127)


@pytest.mark.parametrize(
    ("at", "data", "reason"),
    [
        (0, b"K", "is not a table of Knobel"),
        (13, b"9", "has format 9; this Knobel reads format 1"),
        (60, b"#", "the header of .* is damaged"),
    ],
)
def test_a_changed_header_is_refused(file: Path, at: int, data: bytes, reason: str) -> None:
    change(file, at, data)
    with pytest.raises(BadTable, match=reason):
        read_table(file)


def test_a_cut_table_is_refused(file: Path) -> None:
    with open(file, "r+b") as cut:
        cut.truncate(file.stat().st_size - 8)
    with pytest.raises(BadTable, match="incomplete or too long"):
        read_table(file)


def test_a_table_of_other_rules_is_refused(file: Path) -> None:
    with pytest.raises(BadTable, match="other rules of classic"):
        read_table(file, rules="0")


def test_a_missing_table_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(KnobelError, match=r"there is no table .*; make it with knobel solve"):
        read_table(tmp_path / "none.table")


def test_tables_stand_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KNOBEL_TABLES", str(tmp_path))
    assert table_path("hexhex") == tmp_path / "hexhex.table"
    monkeypatch.delenv("KNOBEL_TABLES")
    assert table_path("hexhex") == Path.home() / ".local/share/knobel/tables/hexhex.table"
