"""Who begins a row of Kribbeln, and how ties are rolled off. The task of every row is `0 black`."""

import pytest

from knobel import BadDice, BadMove, Record, Throw
from tests.games.kribbeln.rules.table import EVERY, X, dodge, fill, good, opened, turn

T1, T2, K1, T3, T4, K2, T5, T6, K3, K4 = range(10)
ROLL_OFF = (0,)


def order(record: Record, *entries: int | str) -> list[int]:
    """Play a row to its end; the seats that threw, in order."""
    row = record.state.row
    seats = []
    while record.state.row == row:
        seats.append(record.state.seat)
        turn(record, entries[record.state.seat])
    return seats


def test_seat_0_begins_the_first_row_and_the_others_follow_clockwise() -> None:
    assert order(opened(4), 20, 21, 22, 23) == [0, 1, 2, 3]


def test_the_highest_sum_in_the_row_above_begins_and_the_others_follow_clockwise() -> None:
    record = opened(4)
    fill(record, 20, 21, 25, 22)
    assert order(record, 20, 21, 22, 23) == [2, 3, 0, 1]
    assert record.pending == Throw(3, EVERY)


def test_a_cross_is_lowest() -> None:
    record = opened()
    fill(record, X, 7)
    assert (record.state.row, record.pending) == (T2, Throw(1, EVERY))


def test_the_running_total_decides_after_the_first_kribbel_row() -> None:
    record = opened()
    fill(record, 30, 20)
    fill(record, 30, 20)
    fill(record, 10, 12)
    assert record.game.scores(record.state) == (5, 4)
    assert (record.state.row, record.pending) == (T3, Throw(0, EVERY))


def played_to_blue() -> Record:
    """Seat 0 leads by 10 to 8, though seat 1 has the higher number in both Kribbel rows."""
    record = opened()
    for entries in ((30, 20), (30, 20), (10, 12), (21, 20), (21, 20), (11, 13)):
        fill(record, *entries)
    return record


def test_the_running_total_decides_after_the_second_kribbel_row() -> None:
    record = played_to_blue()
    assert record.game.scores(record.state) == (10, 8)
    assert (record.state.row, record.pending) == (T5, Throw(0, EVERY))


def test_the_third_kribbel_row_itself_decides_who_begins_the_fourth() -> None:
    record = played_to_blue()
    for entries in ((21, 20), (21, 20), (12, 14)):
        fill(record, *entries)
    assert record.game.scores(record.state) == (15, 12)
    assert (record.state.row, record.pending) == (K4, Throw(1, EVERY))


def test_a_task_row_decides_by_its_sums_not_by_the_points() -> None:
    record = opened()
    fill(record, 30, 20)
    fill(record, 20, 21)
    assert (record.state.row, record.pending) == (K1, Throw(1, EVERY))


def test_a_tie_is_rolled_off_with_one_die_in_seat_order() -> None:
    record = opened(3)
    fill(record, 20, 25, 25)
    assert record.state.row == T2
    assert record.pending == Throw(1, ROLL_OFF)
    record.fell(3)
    assert record.pending == Throw(2, ROLL_OFF)
    assert record.state.roll_off == ((1, 3), (2, None))


@pytest.mark.parametrize(("first", "second", "starter"), [(6, 5, 1), (5, 6, 2), (2, 1, 1), (1, 2, 2)])
def test_the_higher_number_of_a_roll_off_begins(first: int, second: int, starter: int) -> None:
    record = opened(3)
    fill(record, 20, 25, 25)
    record.fell(first)
    record.fell(second)
    assert record.state.roll_off == ()
    assert record.pending == Throw(starter, EVERY)


def test_after_a_roll_off_the_others_follow_clockwise() -> None:
    record = opened(3)
    fill(record, 25, 20, 25)
    record.fell(1)
    record.fell(4)
    assert order(record, 20, 21, 22) == [2, 0, 1]


def test_those_still_tied_roll_off_again() -> None:
    record = opened(3)
    fill(record, 25, 25, 25)
    for number in (5, 3, 5):
        record.fell(number)
    assert record.state.roll_off == ((0, None), (2, None))
    for number in (4, 4):
        record.fell(number)
    assert record.pending == Throw(0, ROLL_OFF)
    record.fell(1)
    record.fell(2)
    assert record.pending == Throw(2, EVERY)


def test_when_all_have_a_cross_all_roll_off() -> None:
    record = opened(3)
    fill(record, X, X, X)
    assert record.state.roll_off == ((0, None), (1, None), (2, None))


def test_a_tie_below_the_highest_is_not_rolled_off() -> None:
    record = opened(3)
    fill(record, 20, 20, 25)
    assert record.pending == Throw(2, EVERY)


def test_a_tied_running_total_is_rolled_off() -> None:
    record = opened()
    for entries in ((30, 20), (20, 30)):
        fill(record, *entries)
    turn(record, 15)
    turn(record, 15)
    assert record.state.row == T3
    assert record.game.scores(record.state) == (4, 4)
    assert record.pending == Throw(0, ROLL_OFF)


def test_nobody_may_move_during_a_roll_off() -> None:
    record = opened()
    fill(record, 25, 25)
    assert [list(record.game.moves(record.state, seat)) for seat in (0, 1)] == [[], []]
    with pytest.raises(BadMove, match=r"^no move is possible now; seat 0 must throw 1 die first$"):
        record.moved(0, "strike")


def test_one_die_falls_in_a_roll_off_and_shows_one_to_six() -> None:
    record = opened()
    fill(record, 25, 25)
    with pytest.raises(BadDice, match=r"^the cup holds 1 die, not 6$"):
        record.fell(*good(20))
    with pytest.raises(BadDice, match=r"^die 1 cannot show 7; it shows 1, 2, 3, 4, 5, 6$"):
        record.fell(7)


def test_who_would_begin_but_has_an_entry_is_skipped() -> None:
    record = opened(3)
    turn(record, 20)
    dodge(record, 30)
    fill(record, 20, 20, 21)
    fill(record, 20, 25, 21)
    assert record.state.row == K1
    assert order(record, 12, 99, 11) == [2, 0]


def test_no_roll_off_when_one_seat_is_left_to_throw_since_order_cannot_matter() -> None:
    record = opened(2)
    dodge(record, 30)
    fill(record, 21, 20)
    fill(record, 25, 25)
    assert record.state.roll_off == ()
    assert (record.state.row, record.pending) == (K1, Throw(1, EVERY))


def test_two_seats_left_to_throw_roll_off() -> None:
    record = opened(3)
    dodge(record, 30)
    fill(record, 21, 20, 20)
    fill(record, 20, 25, 25)
    assert (record.state.row, record.pending) == (K1, Throw(1, ROLL_OFF))


@pytest.mark.parametrize(("numbers", "starter"), [((6, 1), 1), ((1, 6), 3)])
def test_seats_with_an_entry_roll_off_too_and_the_next_open_seat_from_the_winner_begins(
    numbers: tuple[int, int], starter: int
) -> None:
    record = opened(4)
    dodge(record, 30)
    turn(record, 25)
    turn(record, 20)
    dodge(record, 30)
    fill(record, 25, 20, 19, 18)
    fill(record, 25, 20, 25, 19)
    assert record.state.roll_off == ((0, None), (2, None))
    for number in numbers:
        record.fell(number)
    assert record.pending == Throw(starter, EVERY)


def test_a_kribbel_row_everybody_dodged_into_is_scored_and_skipped() -> None:
    record = opened()
    dodge(record, 30)
    turn(record, 21)
    dodge(record, 31)
    turn(record, 20)
    fill(record, 21, 20)
    assert record.game.scores(record.state) == (2 + 2 + 1, 1 + 1 + 2)
    assert (record.state.row, record.pending) == (T3, Throw(0, EVERY))


def test_when_the_third_kribbel_row_is_skipped_it_still_decides_who_begins_the_fourth() -> None:
    record = played_to_blue()
    dodge(record, 30)
    turn(record, 21)
    dodge(record, 31)
    turn(record, 20)
    fill(record, 21, 20)
    assert (record.state.row, record.pending) == (K4, Throw(1, EVERY))


def test_a_tie_above_a_row_that_is_skipped_is_not_rolled_off() -> None:
    record = opened()
    dodge(record, 31)
    turn(record, 21)
    dodge(record, 30)
    turn(record, 20)
    fill(record, 25, 25)
    assert record.game.scores(record.state) == (2 + 1 + 2, 1 + 1 + 1)
    assert (record.state.row, record.pending) == (T3, Throw(0, EVERY))
