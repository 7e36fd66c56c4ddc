"""What is shipped rates every game without solving anything, and gives way to exact tables."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from shutil import copy

import numpy as np
import pytest

from knobel import BadSetup, GameSpec, find, games
from knobel.core.errors import BadTable
from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.extreme.rules import CARD as EXTREME
from knobel.games.hexhex.rules import CARD as HEXHEX
from knobel.games.master.rules.actions import actions
from knobel.games.master.rules.board import Board
from knobel.games.master.solve.book import MasterBook, best_master, master_endgame, value_of_board
from knobel.games.master.solve.rule_tables import board_of
from knobel.games.scorecard.rules import Sheet, blank
from knobel.games.scorecard.solve.book import Book, endgame, value_of
from knobel.games.scorecard.solve.duel import DuelBook, open_duel
from knobel.games.scorecard.solve.shipped import best_book, best_duel, shipped_book
from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.turn import best_worths
from knobel.solve.tables import values_at
from knobel.testing import registered

# By tasks fulfilled, rows and coins, as in the tests of Master's solver.
BOARDS = [
    board_of(0b111111, (5, 6, 4, 0, 0, 0), 30),
    board_of(0b101111, (8, 8, 8, 6, 7, 0), 28),
    board_of(0b011111, (8, 8, 8, 6, 7, 0), 30),
    board_of(0b011011, (8, 8, 8, 8, 5, 7), 28),
    board_of(0b000111, (8, 8, 8, 8, 8, 8), 0),
]


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was solved yet."""
    monkeypatch.setenv("KNOBEL_TABLES", str(tmp_path))


@pytest.fixture(scope="module")
def extreme() -> Book:
    return shipped_book(EXTREME)


def turn(book: Book, boxes: range | list[int], upper: int, chips: int) -> float:
    """The worth of a turn, from the worths of writing each roll."""
    entries = [np.asarray(best_worths(book.uses(boxes, upper, left)))[:, None] for left in range(chips + 1)]
    return float(numpy_kernel.turn(book.place.rules.lattice, entries, 3)[-1, 0])


def test_all_that_is_shipped_is_small() -> None:
    assert sum(path.stat().st_size for spec in games() for path in spec.data("").iterdir()) < 25_000_000


def test_classic_and_hexhex_are_shipped_exactly() -> None:
    """245.8707745 is the published value of Classic, 33.9319358 that of `knobel solve hexhex`."""
    for card, value in ((CLASSIC, 245.8707745), (HEXHEX, 33.9319358)):
        book = best_book(card)
        assert book.exact
        assert book.of(blank(card)) == pytest.approx(value, abs=1e-5)
        assert Path(book.source).parent == find(card.key).data("")
        boxes = [card.boxes[at].key for at in (1, 4, 7, 8)]
        assert book.value([1, 4, 7, 8], 0, 0) == pytest.approx(value_of(card, boxes), abs=1e-5)


def test_extreme_is_shipped_compact(extreme: Book) -> None:
    """651.1756 is the value of the exact table."""
    assert not extreme.exact
    assert extreme.of(blank(EXTREME)) == pytest.approx(651.1756, abs=0.05)
    assert turn(extreme, range(22), 0, 3) == pytest.approx(651.1756, abs=0.05)
    assert extreme.of(Sheet((0,) * 22, 3)) == 0


def test_late_sheets_of_extreme_are_worth_what_endgames_say(extreme: Book) -> None:
    random, off = Random(5), []
    for _ in range(25):
        boxes = random.sample(range(22), random.randint(1, 4))
        upper, chips = random.randint(10, 60), random.randint(0, 3)
        exact = endgame(EXTREME, boxes, upper, chips)
        assert turn(exact, boxes, upper, chips) == pytest.approx(exact.value(boxes, upper, chips), abs=1e-9)
        off.append(abs(extreme.value(boxes, upper, chips) - exact.value(boxes, upper, chips)))
    assert max(off) < 2
    assert np.mean(off) < 0.3


def test_many_positions_are_asked_at_once(extreme: Book) -> None:
    found = [extreme.place.find(boxes, 40, chips) for chips in (0, 2) for boxes in ([3, 8, 9], [3, 8], [9, 20])]
    rows, chips, states = (np.array(column) for column in zip(*found, strict=True))
    alone = [extreme.value(boxes, 40, chips) for chips in (0, 2) for boxes in ([3, 8, 9], [3, 8], [9, 20])]
    assert values_at(extreme.row, rows, chips, states) == pytest.approx(alone)


def test_closed_boxes_cannot_be_written(extreme: Book) -> None:
    assert [use.number for use in extreme.uses([0, 21], 10, 1)] == [0, 21]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_master_is_shipped_near_the_values_of_endgames(board: Board) -> None:
    book = best_master()
    assert not book.exact
    assert book.of(board) == pytest.approx(value_of_board(board), abs=0.15)


def test_master_takes_the_known_turns_from_the_start() -> None:
    """19.8297 is the value of the exact table."""
    book = best_master()
    assert book.of(Board()) == pytest.approx(19.8297, abs=0.02)
    lattice = book.place.rules.lattice
    ends = -np.array(book.ends(Board()))[:, None]
    assert 1 - numpy_kernel.turn(lattice, [ends], 3)[0, 0] == pytest.approx(19.8297, abs=0.02)
    assert book.of(board_of(0b111111, (8,) * 6, 0)) == 0


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_ends_of_a_turn_are_the_best_of_all_actions(board: Board) -> None:
    book: MasterBook = master_endgame(board)
    falls = book.place.rules.lattice.falls
    slow = [min([book.of(after) for _, after in actions(board, roll)] or [book.of(board)]) for roll in falls]
    assert book.ends(board) == pytest.approx(slow)


@pytest.mark.parametrize("rows", [(0, 3, 0, 0, 5, 8), (8, 5, 0, 0, 3, 0)])
def test_a_board_and_its_mirror_image_end_alike(rows: tuple[int, ...]) -> None:
    """One of the two is kept for both: its rolls must be turned upside down for the other."""
    book, board = best_master(), board_of(0b000101, rows, 7)
    after = [[to for _, to in actions(board, faces)] for faces in book.place.rules.lattice.falls]
    slow = [min(map(book.of, boards), default=book.of(board)) for boards in after]
    assert book.ends(board) == pytest.approx(slow)


def test_hexhex_for_two_is_shipped_compact() -> None:
    """The first player's chance is 0.49697 by the exact table."""
    book = best_duel(HEXHEX)
    assert not book.exact
    full = (1 << 11) - 1
    assert book.chance(full, full, 0) == pytest.approx(0.49697, abs=2e-4)
    worths = np.asarray(best_worths(book.uses(full, full, 0)))[:, None]
    assert numpy_kernel.turn(book.duel.rules.lattice, [worths], 3)[0, 0] == pytest.approx(0.49697, abs=2e-4)
    assert [book.chance(0, 0, lead) for lead in (-1, 0, 1)] == pytest.approx([0, 0.5, 1], abs=1e-4)
    chances = [book.chance(0b11, 0b101, lead) for lead in range(-10, 11)]
    assert all(more >= less - 1e-2 for less, more in pairwise(chances))


def test_sheets_that_no_game_for_two_has_are_refused() -> None:
    book: DuelBook = best_duel(HEXHEX)
    with pytest.raises(BadSetup, match="as many open boxes as the other, or one more"):
        book.chance(0b1, 0b11, 0)
    with pytest.raises(BadSetup, match="a lead is at most 54 points, not 55"):
        book.chance(0b1, 0b1, 55)


def test_an_exact_table_is_used_instead(tmp_path: Path) -> None:
    copy(find("hexhex").data("points.table"), tmp_path / "hexhex.table")
    assert best_book(HEXHEX).source == str(tmp_path / "hexhex.table")


def test_a_table_of_other_rules_is_not_used(tmp_path: Path) -> None:
    for name in ("extreme", "master", "hexhex-duel"):
        copy(find("classic").data("points.table"), tmp_path / f"{name}.table")
    found = {"extreme": best_book(EXTREME).source, "master": best_master().source, "hexhex": best_duel(HEXHEX).source}
    for key, source in found.items():
        assert Path(source).parent == find(key).data("")


def test_a_card_of_other_rules_has_no_book() -> None:
    with pytest.raises(BadTable, match="other rules of extreme"):
        best_book(replace(EXTREME, chips=2, _worths={}))
    with registered(GameSpec("other", range(1, 2))), pytest.raises(BadTable, match="there are no compact values"):
        best_book(replace(EXTREME, key="other", _worths={}))
    with pytest.raises(BadTable, match="there is no table"):
        open_duel(HEXHEX)
