"""The table of Master: its values are those of endgames, and a run keeps what it has."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knobel import BadSetup
from knobel.core.errors import BadTable
from knobel.games.master.rules.board import GOAL, stars
from knobel.games.master.solve.book import MasterBook, open_master, value_of_board
from knobel.games.master.solve.positions import Positions, positions
from knobel.games.master.solve.rule_tables import board_of
from knobel.solve.tables import read_table
from knobel_lab.games.master import turns
from knobel_lab.games.master.turns import table_plan, verify
from knobel_lab.solving import solve
from knobel_lab.solving.run import execute
from tests.games.master.solve.test_turns import mirror


@pytest.fixture(scope="module")
def late() -> Positions:
    """The positions with most fields, about one in three hundred."""
    whole = positions()
    return replace(whole, fields=whole.fields[: whole.layers[5]])


@pytest.fixture(scope="module")
def late_file(late: Positions, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "late.table"
    execute(table_plan(late), path)
    return path


def test_late_positions_have_the_values_of_endgames(late: Positions, late_file: Path) -> None:
    book = MasterBook(late, read_table(late_file, late.digest).row)
    for row, subset, coins in [(0, 0b000111, 0), (70, 0b011010, 17), (98, 0b100010, 22), (100, 0b111000, 3)]:
        board = board_of(subset, tuple(late.fields[row].tolist()), coins)
        assert stars(board) < GOAL
        value = value_of_board(board)
        assert book.of(board) == pytest.approx(value, abs=1e-5)
        assert book.of(mirror(board)) == pytest.approx(value, abs=1e-5)


def test_both_ways_to_fill_agree(late: Positions, late_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    last_layers = replace(late, fields=late.fields[: late.layers[2]])
    monkeypatch.setattr(turns, "PLAIN_POSITIONS", 10**9)
    execute(table_plan(last_layers), late_file.with_name("some.table"))
    slow = read_table(late_file.with_name("some.table")).values
    np.testing.assert_allclose(read_table(late_file).values[: len(slow)], slow, rtol=1e-6)


def test_a_table_is_taken_up_where_it_was_left(late: Positions, late_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "late.table"

    def stop(done: int, total: int, seconds: float) -> None:
        if done > total // 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        execute(table_plan(late), path, progress=stop)
    assert not path.exists()
    seen: list[int] = []
    report = execute(table_plan(late), path, jobs=2, progress=lambda done, total, _: seen.append(total - done))
    assert seen[0] < 0.75 * late.count
    assert seen[-1] == 0
    assert report.positions == late.count
    assert read_table(path).checksums == read_table(late_file).checksums
    assert execute(table_plan(late), path) == report


def test_wrong_values_do_not_pass_verification(late: Positions, late_file: Path) -> None:
    values = read_table(late_file).values
    verify(late, values)
    wrong = values * np.linspace(1, 1.001, values.shape[2], dtype=np.float32)
    with pytest.raises(BadTable, match="does not agree with the plain kernel"):
        verify(late, wrong)


def test_what_cannot_be_solved_is_refused(late_file: Path) -> None:
    with pytest.raises(BadSetup, match="at least one job"):
        solve("master", jobs=0)
    with pytest.raises(BadTable, match="other rules of master"):
        open_master(late_file)
