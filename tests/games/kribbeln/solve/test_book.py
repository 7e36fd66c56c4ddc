"""Books of Kribbeln: as shipped, from tables, and for tasks typed in."""

from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from knobel import make
from knobel.core.errors import BadTable
from knobel.games.kribbeln import SPEC
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.sheet import SHEETS
from knobel.games.kribbeln.solve.book import best_ranks, borrowed_ranks, open_ranks, shipped_ranks
from knobel.games.kribbeln.solve.opponents import MARKS, mark, seen
from knobel.games.kribbeln.solve.table import ROUNDS, Layout, table_file, table_rules, turns_of
from knobel.solve.tables import Figures, Identity, header

TYPED = "4 any; 1 green; no 3; no 2; 3 any; 0 red"


def kribbeln(**options: object) -> Kribbeln:
    """A game with these options."""
    game = make("kribbeln", **options)  # type: ignore[arg-type]
    assert isinstance(game, Kribbeln)
    return game


@pytest.fixture(autouse=True)
def _no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("KNOBEL_TABLES", str(tmp_path))
    best_ranks.cache_clear()
    yield
    best_ranks.cache_clear()


@pytest.mark.parametrize(
    ("sheet", "seats", "beginner"), list(product(range(1, len(SHEETS) + 1), SPEC.seats, (False, True)))
)
def test_a_book_of_every_sheet_and_number_of_players_is_shipped(sheet: int, seats: int, beginner: bool) -> None:
    """Of n players each expects at most the mean of 1 to n in every of ten rows; one who never writes, nothing."""
    book = shipped_ranks(kribbeln(seats=seats, sheet=sheet, beginner=beginner))
    assert len(book.lines) == 10
    assert 7 < book.values[0][0][0] / (seats + 1) * 2 < 10
    for line in book.lines:
        assert all(sum(line.entries(sight)) == pytest.approx(1) for sight in range(line.seen.count))
        assert 0 <= sum(line.ahead) < 1


def test_more_kribbel_numbers_to_come_are_worth_more() -> None:
    values = shipped_ranks(kribbeln(seats=2)).values[5][0]
    assert values[mark(20)] > values[mark(30)] > 0


def test_points_count_what_stands_and_guess_the_rest() -> None:
    book = shipped_ranks(kribbeln(seats=3))
    known = book.points(0, (20, 25))
    assert [known[at] for at in (0, mark(19), mark(20), mark(21), mark(26))] == pytest.approx([0, 1, 1, 2, 3])
    guessed = book.points(0, (20,))
    assert all(more >= less - 1e-9 for less, more in pairwise(guessed[1:]))
    assert 1 <= guessed[mark(6)] < guessed[mark(36)] <= 3
    assert book.points_ahead(2, (20, 25))[mark(26)] == pytest.approx(3)


def write_table(game: Kribbeln, layout: Layout, path: Path) -> None:
    """A table whose values are their own numbers, but for classes of marks."""
    shape = layout.records, layout.size
    values = np.arange(layout.records * layout.size, dtype="<f8").reshape(shape)
    values[:, layout.spans["classes"]] = np.arange(MARKS)
    rules, starts = table_rules(turns_of(game), layout), tuple(range(layout.records + 1))
    facts = Identity(game.key, "rank points", rules, shape, "<f8", starts)
    checksums = [crc32(record.tobytes()) for record in values]
    path.write_bytes(header(facts, Figures(13.0, 1, 1.0, 1.0, 1.0), checksums) + values.tobytes())


@pytest.mark.parametrize("options", [{}, {"beginner": True}, {"tasks": TYPED}])
def test_a_table_is_used_instead_of_what_is_shipped(options: dict[str, object]) -> None:
    """Its last worths, and its last outcomes: in row 4, the numbers of their records are 125 and 114."""
    game, layout = kribbeln(seats=2, **options), Layout(2)
    write_table(game, layout, table_file(game))
    book, size, count = best_ranks(game), layout.size, seen(2).count
    assert book.source == str(table_file(game))
    assert book.turns.tasks == game.tasks
    worths, outcome = 125 * size, 114 * size + count * 96 + 96
    assert book.values[4][2][7] == worths + count * 96 + 2 * MARKS + 7
    assert book.lines[4].classes == list(range(MARKS))
    assert book.lines[4].entries(3) == list(range(outcome + 3 * MARKS, outcome + 4 * MARKS))
    # A number in the Kribbel row of the area was entered from row 3 or from this one.
    dodges = layout.spans["dodges"].start
    assert book.lines[5].ahead[9] == 113 * size + dodges + 9 + 114 * size + dodges + 9
    # In the blue area one may dodge twice: after the first dodge, one Kribbel row is filled.
    assert book.after_dodge(6, ())[11] == 123 * size + MARKS + 11
    assert book.after_dodge(6, (6,))[11] == 123 * size + 2 * 96 + MARKS + 11


def test_a_table_of_other_rules_is_not_used() -> None:
    game = kribbeln(seats=2, sheet=5)
    write_table(game, Layout(2, ROUNDS - 1), table_file(game))
    with pytest.raises(BadTable, match="solved for other rules"):
        open_ranks(game)
    assert best_ranks(game).source.endswith("books.npz")


def test_tasks_typed_in_borrow_what_others_do_from_tasks_of_the_same_kind() -> None:
    game = kribbeln(seats=2, tasks=TYPED)
    book = borrowed_ranks(game)
    assert book.turns.tasks == game.tasks
    struck = [line.entries(0)[0] for line in book.lines]
    assert struck[0] > struck[1]
    assert len(book.lines[2].entries(0)) == MARKS


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "k.npz").write_bytes(b"no archive")
    with pytest.raises(BadTable, match="holds no book of kribbeln, or is damaged"):
        shipped_ranks(kribbeln(seats=2), tmp_path / "k.npz")
