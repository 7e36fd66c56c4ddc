"""The course of Kriss Kross: beginning, throws for everyone, placing, the end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import BadDice, BadMove, BadSetup, Decide, Die, Over, Record, Throw, find, make
from knobel.games.krisskross.rules import CELLS, PAIRS, START, Grid, KrissKross, State, can_place
from tests.games.turns import allowed, awaited, follow

SYMBOLS = ("dot", "cross", "triangle", "square", "circle", "star")
TILING = ("a1 a2", "a4 a5", *(f"{pair[0]}{row} {pair[1]}{row}" for row in range(1, 6) for pair in ("bc", "de")))
"""Twelve pairs that fill the grid but for the start cell."""


def begun(seats: int = 1, **options: object) -> Record:
    """A table where seat 0 began with the dot, seat 1 with the cross and so on."""
    record = Record(make("krisskross", seats=seats, **options))
    for seat in range(seats):
        record.moved(seat, f"begin {SYMBOLS[seat]}")
    return record


def open_cells(*cells: str) -> Grid:
    """A grid with only these cells empty."""
    return tuple(0 if cell in cells else 1 for cell in CELLS)


def symbol_at(record: Record, cell: str, seat: int = 0) -> int:
    grid: Grid = record.state.grids[seat]
    return grid[CELLS.index(cell)]


def test_the_start_cell_is_row_3_column_1() -> None:
    record = begun()
    assert symbol_at(record, "a3") == 1
    assert sum(record.state.grids[0]) == 1
    assert START == 10


def test_start_symbols_are_picked_in_seat_order() -> None:
    record = Record(make("krisskross", seats=3))
    for seat in range(3):
        assert record.pending == Decide((seat,))
        record.moved(seat, f"begin {SYMBOLS[seat]}")
    assert record.pending == Throw(0, (0, 1))


def test_a_start_symbol_somebody_picked_cannot_be_picked_again() -> None:
    record = Record(make("krisskross", seats=2))
    record.moved(0, "begin star")
    assert allowed(record, 1) == [f"begin {symbol}" for symbol in SYMBOLS[:-1]]
    with pytest.raises(BadMove, match=r"^'begin star' is not allowed now; possible moves are 'begin dot', "):
        record.moved(1, "begin star")


def test_the_first_to_pick_has_all_six_symbols() -> None:
    assert allowed(Record(make("krisskross", seats=6))) == [f"begin {symbol}" for symbol in SYMBOLS]


def test_the_sixth_of_six_gets_the_symbol_left() -> None:
    record = Record(make("krisskross", seats=6))
    for seat in range(5):
        record.moved(seat, f"begin {SYMBOLS[seat]}")
    assert allowed(record, 5) == ["begin star"]


def test_the_start_cell_is_not_written_by_dice() -> None:
    record = begun()
    record.fell(1, 2)
    assert not any("a3" in move for move in allowed(record))


def test_a_throw_is_for_everyone_and_all_place_it_in_any_order() -> None:
    record = begun(3)
    record.fell(5, 6)
    assert awaited(record) == Decide((0, 1, 2))
    record.moved(1, "place a1 b1")
    assert awaited(record) == Decide((0, 2))
    record.moved(2, "place a1 b1")
    record.moved(0, "place c1 c2")
    assert awaited(record) == Throw(1, (0, 1))
    assert [symbol_at(record, "a1", seat) for seat in range(3)] == [0, 5, 5]


def test_the_order_in_which_seats_place_changes_nothing() -> None:
    game = make("krisskross", seats=2)
    start = follow(game, game.start(), "0 begin dot", "1 begin star", "- dot circle")
    moves = ["0 place a1 b1", "1 place e5 e4"]
    assert follow(game, start, *moves) == follow(game, start, *reversed(moves))


def test_nobody_places_the_same_throw_twice() -> None:
    record = begun(2)
    record.fell(5, 6)
    record.moved(0, "place a1 b1")
    assert allowed(record, 0) == []
    with pytest.raises(BadMove, match=r"^seat 0 cannot move now; the game waits for seat 1$"):
        record.moved(0, "place c1 d1")


def test_either_symbol_may_go_into_either_cell() -> None:
    record = begun()
    record.fell(5, 6)
    record.moved(0, "place b1 a1")
    assert (symbol_at(record, "a1"), symbol_at(record, "b1")) == (6, 5)
    record.fell(5, 6)
    record.moved(0, "place c1 c2")
    assert (symbol_at(record, "c1"), symbol_at(record, "c2")) == (5, 6)


@pytest.mark.parametrize("move", ["place a1 b2", "place a1 c1", "place e1 a2", "place a1 a1"])
def test_the_two_cells_are_orthogonal_neighbours(move: str) -> None:
    record = begun()
    record.fell(1, 2)
    with pytest.raises(BadMove, match=f"^'{move}' is not a move in krisskross; a move looks like 'place "):
        record.moved(0, move)


def test_a_filled_cell_takes_no_second_symbol() -> None:
    record = begun()
    record.fell(1, 2)
    record.moved(0, "place a1 b1")
    record.fell(1, 2)
    with pytest.raises(BadMove, match=r"^'place b1 c1' is not allowed now; "):
        record.moved(0, "place b1 c1")
    with pytest.raises(BadMove, match=r"^'place c1 b1' is not allowed now; "):
        record.moved(0, "place c1 b1")


def test_a_pair_may_be_placed_anywhere_empty() -> None:
    record = begun()
    record.fell(1, 2)
    around_start = 3
    assert len(allowed(record)) == 2 * (40 - around_start)


def test_placing_is_compulsory_while_a_pair_of_neighbours_is_empty() -> None:
    game = KrissKross(1, advanced=False)
    state = game.land(State((open_cells("a1", "a2", "e5"),)), (3, 4))
    assert [str(move) for move in game.moves(state, 0)] == ["place a1 a2", "place a2 a1"]


def test_who_has_no_empty_pair_is_finished_while_others_go_on() -> None:
    game = make("krisskross", seats=3)
    finished = open_cells("a1", "b2", "e5")
    state = State((finished, open_cells("c1", "c2"), finished), throws=8)
    assert game.pending(state) == Throw(2, (0, 1))
    state = game.land(state, (3, 4))
    assert game.pending(state) == Decide((1,))
    assert not game.moves(state, 0)


def test_the_game_ends_when_nobody_can_place_even_with_empty_cells() -> None:
    game = make("krisskross", seats=2)
    state = State((open_cells("a1", "b2"), open_cells("e5")), throws=11)
    assert isinstance(game.pending(state), Over)
    assert not game.moves(state, 0)


@pytest.mark.parametrize(
    ("empty", "expected"),
    [((), False), (("a1", "b2"), False), (("e1", "a2"), False), (("a1", "a2"), True), (("d5", "e5"), True)],
)
def test_two_empty_neighbours_are_needed_to_place(empty: tuple[str, ...], expected: bool) -> None:
    assert can_place(open_cells(*empty)) is expected


def test_twelve_throws_fill_the_grid_and_end_the_game() -> None:
    record = begun(2)
    for at, pair in enumerate(TILING):
        assert record.pending == Throw(at % 2, (0, 1))
        record.fell(1, 2)
        for seat in range(2):
            record.moved(seat, f"place {pair}")
    assert record.state.throws == 12
    assert 0 not in record.state.grids[0]
    assert isinstance(record.pending, Over)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 3), st.data())
def test_no_game_has_more_than_twelve_throws(seats: int, data: st.DataObject) -> None:
    record = begun(seats)
    while not isinstance(record.pending, Over):
        if isinstance(record.pending, Throw):
            record.fell(1, 2)
        else:
            seat = record.pending.seats[-1]
            record.moved(seat, data.draw(st.sampled_from(allowed(record, seat))))
    assert record.state.throws <= 12
    assert not any(can_place(grid) for grid in record.state.grids)


def test_throwing_goes_round_the_table() -> None:
    record = begun(2)
    for at, pair in enumerate(TILING[:3]):
        assert record.pending == Throw(at % 2, (0, 1))
        record.fell(1, 2)
        record.moved(0, f"place {pair}")
        record.moved(1, f"place {pair}")


def test_the_most_points_win_and_ties_share_the_place() -> None:
    game = make("krisskross", seats=4)
    state = State((open_cells("a1"), open_cells(), open_cells("e1"), open_cells("a1", "e5")))
    assert game.scores(state) == (92, 100, 92, 84)
    assert game.pending(state) == Over((2, 1, 2, 4))


def test_the_advanced_option_changes_the_scores_of_a_game() -> None:
    state = State((open_cells(),))
    assert make("krisskross", advanced="no").scores(state) == (100,)
    assert make("krisskross", advanced="yes").scores(state) == (120,)


def test_a_blank_grid_is_worth_nothing_or_minus_fifty() -> None:
    assert [make("krisskross", advanced=chosen).scores(make("krisskross").start()) for chosen in (False, True)] == [
        (0,),
        (-50,),
    ]


def test_the_table_remembers_the_dice_only_while_somebody_has_to_place_them() -> None:
    record = begun(2)
    record.fell(5, 6)
    record.moved(0, "place a1 b1")
    assert (record.state.dice, record.state.waiting) == ((5, 6), (1,))
    record.moved(1, "place a1 b1")
    assert (record.state.dice, record.state.waiting) == ((), ())


def test_no_placing_before_the_dice_and_no_beginning_after() -> None:
    record = begun()
    assert not record.game.moves(record.state, 0)
    record.fell(1, 1)
    with pytest.raises(BadMove, match=r"^'begin star' is not allowed now; "):
        record.moved(0, "begin star")


def test_a_record_tells_symbols_and_cells() -> None:
    record = begun(advanced=True)
    record.fell(4, 6)
    record.moved(0, "place e5 d5")
    assert record.text() == (
        "knobel 1\ngame krisskross\nseat 0 Player 1\noption advanced yes\ndice random\n\n"
        "0 begin dot\n- square star\n0 place e5 d5\n"
    )


def test_there_are_25_cells_and_forty_pairs_of_neighbours() -> None:
    assert (len(CELLS), CELLS[0], CELLS[4], CELLS[-1]) == (25, "a1", "e1", "e5")
    assert len(set(PAIRS)) == len(PAIRS) == 40


def test_the_alphabet_has_86_moves() -> None:
    alphabet = [str(move) for move in make("krisskross").alphabet]
    assert len(alphabet) == len(set(alphabet)) == 86
    assert alphabet[:6] == [f"begin {symbol}" for symbol in SYMBOLS]
    assert alphabet[6:10] == ["place a1 b1", "place b1 a1", "place a1 a2", "place a2 a1"]
    assert alphabet[-1] == "place e5 d5"


@pytest.mark.parametrize("advanced", ["no", "yes"])
def test_a_game_is_made_again_from_its_seats_and_options(advanced: str) -> None:
    game = make("krisskross", seats=4, advanced=advanced)
    assert game.options == {"advanced": advanced}
    assert make(game.key, seats=game.seats, **game.options) == game
    assert game != make("krisskross", seats=4, advanced=advanced == "no")


def test_the_basic_game_is_the_default() -> None:
    assert make("krisskross") == KrissKross(1, advanced=False)


def test_the_advanced_option_is_yes_or_no() -> None:
    with pytest.raises(BadSetup, match=r"^option advanced cannot be 'maybe'; use one of no, yes$"):
        make("krisskross", advanced="maybe")


@pytest.mark.parametrize("seats", [0, 7])
def test_kriss_kross_is_for_one_to_six(seats: int) -> None:
    assert find("krisskross").seats == range(1, 7)
    with pytest.raises(BadSetup, match=rf"^krisskross is for 1 to 6 seats, not {seats}$"):
        make("krisskross", seats=seats)


def test_two_equal_dice_with_six_symbols_fall() -> None:
    assert make("krisskross").pool == (Die("symbol", SYMBOLS),) * 2
    record = begun()
    with pytest.raises(BadDice, match=r"^the cup holds 2 dice, not 3$"):
        record.fell(1, 2, 3)
    with pytest.raises(BadDice, match=r"^die 2 cannot show 7; it shows dot, cross, triangle, square, circle, star$"):
        record.fell(1, 7)
