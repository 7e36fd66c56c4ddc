"""Books of Kribbeln: as shipped, from tables, and for tasks typed in."""

from pathlib import Path

import numpy as np
import pytest

from knobel import make
from knobel.core.errors import BadTable
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.solve.book import (
    best_kribbeln,
    borrowed_kribbeln,
    contests,
    open_kribbeln,
    pack_books,
    shipped_kribbeln,
)
from knobel.games.kribbeln.solve.opponents import MARKS, mark


def kribbeln(**options: object) -> Kribbeln:
    """A game with these options."""
    game = make("kribbeln", **options)  # type: ignore[arg-type]
    assert isinstance(game, Kribbeln)
    return game


@pytest.fixture(autouse=True)
def _no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_TABLES", str(tmp_path))


@pytest.mark.parametrize("game", contests(), ids=lambda game: f"{game.sheet}-{game.seats}-{game.beginner}")
def test_a_book_of_every_sheet_and_number_of_players_is_shipped(game: Kribbeln) -> None:
    """Of n players each expects at most the mean of 1 to n in every of ten rows; one who never writes, nothing."""
    book = shipped_kribbeln(game)
    assert len(book.lines) == 10
    assert 7 < book.values[0, 0, 0] / (game.seats + 1) * 2 < 10
    for line in book.lines:
        assert line.marks.sum() == pytest.approx(1)


def test_more_kribbel_numbers_to_come_are_worth_more() -> None:
    book = best_kribbeln(kribbeln(seats=2))
    low, high = book.values[5, 0, mark(20)], book.values[5, 0, mark(30)]
    assert low > high > 0


def test_points_count_what_stands_and_guess_the_rest() -> None:
    book = best_kribbeln(kribbeln(seats=3))
    known = book.points(0, (20, 25))
    assert [known[at] for at in (0, mark(19), mark(20), mark(21), mark(26))] == pytest.approx([0, 1, 1, 2, 3])
    guessed = book.points(0, (20,))
    assert np.all(np.diff(guessed[1:]) >= -1e-9)
    assert 1 <= guessed[mark(6)] < guessed[mark(36)] <= 3
    assert book.points_ahead(2, (20, 25))[mark(26)] == pytest.approx(3)


def test_a_table_of_fewer_rounds_is_not_taken(beginners_file: tuple[Path, float]) -> None:
    game = kribbeln(seats=2, beginner=True)
    with pytest.raises(BadTable, match="solved for other rules"):
        open_kribbeln(game, beginners_file[0])
    assert best_kribbeln(game).source.endswith("books.npz")


def test_tasks_typed_in_borrow_what_others_do_from_tasks_of_the_same_kind() -> None:
    game = kribbeln(seats=2, tasks="4 any; 1 green; no 3; no 2; 3 any; 0 red")
    book = borrowed_kribbeln(game)
    assert book.turns.tasks == game.tasks
    assert book.lines[0].marks[0] > book.lines[1].marks[0]
    assert book.lines[2].marks.shape == (MARKS,)


def test_packing_says_which_table_is_missing(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"make it with knobel solve kribbeln --sheet 1 --players 2$"):
        pack_books(contests(), tmp_path / "k.npz")


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "k.npz").write_bytes(b"no archive")
    with pytest.raises(BadTable, match="holds no book of kribbeln, or is damaged"):
        shipped_kribbeln(kribbeln(seats=2), tmp_path / "k.npz")
