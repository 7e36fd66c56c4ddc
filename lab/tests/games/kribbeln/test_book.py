"""Books of Kribbeln as arrays, and those that are packed to be shipped."""

from pathlib import Path

import numpy as np
import pytest

from knobel.core.errors import BadTable
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.solve import book as books
from knobel.games.kribbeln.solve.book import book_name, borrowed_ranks, open_ranks, shipped_ranks
from knobel.games.kribbeln.solve.opponents import MARKS
from knobel.games.kribbeln.solve.table import Layout, book_parts
from knobel.solve.tables import read_table
from knobel_lab.games.kribbeln.book import TYPES, KribbelnBook, contests, pack_books
from knobel_lab.games.kribbeln.solve import contest
from tests.games.kribbeln.solve.test_book import TYPED, kribbeln


@pytest.fixture(autouse=True)
def _no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_TABLES", str(tmp_path))


@pytest.mark.parametrize("game", contests(), ids=book_name)
def test_in_every_shipped_book_everybody_writes_something_in_every_row(game: Kribbeln) -> None:
    for line in KribbelnBook(shipped_ranks(game)).lines:
        assert line.marks.sum() == pytest.approx(1)


def test_a_harder_task_is_struck_more_often() -> None:
    lines = KribbelnBook(borrowed_ranks(kribbeln(seats=2, tasks=TYPED))).lines
    assert lines[0].marks[0] > lines[1].marks[0]
    assert lines[2].marks.shape == (MARKS,)


def test_books_read_what_contests_write(beginners_file: tuple[Path, float]) -> None:
    """Chances of marks and what was entered ahead, of the last round with outcomes; values of the round after it."""
    players = contest(kribbeln(seats=2, beginner=True), rounds=2)
    values = read_table(beginners_file[0]).values
    parts = book_parts(players.layout, values)
    arrays = {name: np.array(part.flat).reshape(part.shape) for name, part in parts.items()}
    for row, line in enumerate(players.lines(values, 1)):
        assert np.array_equal(arrays["marks"][row], line.entries)
        assert np.array_equal(arrays["classes"][row], line.classes)
        first = players.part(values[players.layout.worths_at(2, row)], "values")
        assert np.array_equal(arrays["values"][row], first)
    assert arrays["dodges"][0, 0].sum() + arrays["dodges"][1, 0].sum() == pytest.approx(
        players.lines(values, 1)[2].ahead.sum()
    )
    assert arrays["again"].shape == (2, players.seen.count, MARKS)


def test_a_table_of_fewer_rounds_is_not_taken(beginners_file: tuple[Path, float]) -> None:
    with pytest.raises(BadTable, match="solved for other rules"):
        open_ranks(kribbeln(seats=2, beginner=True), beginners_file[0])


def test_packing_says_which_table_is_missing(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"make it with knobel solve kribbeln --sheet 1 --players 2$"):
        pack_books(contests(), tmp_path / "k.npz")


def test_every_part_of_a_book_is_packed() -> None:
    assert tuple(TYPES) == books.PARTS
    assert set(book_parts(Layout(2), np.zeros((Layout(2).records, Layout(2).size)))) == set(TYPES)
