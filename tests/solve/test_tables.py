"""Table files: what is written reads back, what is damaged is refused."""

from pathlib import Path
from shutil import copy

import pytest

from knobel import KnobelError
from knobel.core.errors import BadTable
from knobel.solve.tables import Table, read_table, table_path
from knobel_lab.solving import solve
from knobel_lab.solving.run import Report


@pytest.fixture
def file(classic_file: tuple[Path, Report], tmp_path: Path) -> Path:
    return Path(copy(classic_file[0], tmp_path / "classic.table"))


def change(path: Path, at: int, data: bytes) -> None:
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


def test_a_table_reads_back(classic: Table, classic_file: tuple[Path, Report]) -> None:
    report = classic_file[1]
    classic.check_all()
    assert classic.figures.value == report.value == classic.row(classic.values.shape[0] - 1)[0, -1]
    assert classic.values.size == report.positions


def test_a_finished_table_is_not_solved_again(classic_file: tuple[Path, Report]) -> None:
    assert solve("classic", out=classic_file[0]) == classic_file[1]


def test_a_changed_value_is_noticed_when_it_is_read(file: Path) -> None:
    change(file, file.stat().st_size - 5, b"!")
    table = read_table(file)
    assert table.row(0)[0, 0] == 0
    with pytest.raises(BadTable, match=r"classic.table is damaged \(chunk 7\); delete it and solve classic again"):
        table.row(127)


@pytest.mark.parametrize(
    ("at", "data", "reason"),
    [
        (0, b"K", "is no table of Knobel"),
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
    with pytest.raises(KnobelError, match=r"there is no table .*; knobel solve makes it"):
        read_table(tmp_path / "none.table")


def test_tables_stand_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KNOBEL_TABLES", str(tmp_path))
    assert table_path("hexhex") == tmp_path / "hexhex.table"
    monkeypatch.delenv("KNOBEL_TABLES")
    assert table_path("hexhex") == Path.home() / ".local/share/knobel/tables/hexhex.table"
