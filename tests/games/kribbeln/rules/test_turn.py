"""A turn of Kribbeln: writing, striking and dodging. The task of every row is `0 black`."""

import pytest

from knobel import BadMove, Decide, Record, Throw
from knobel.games.holding.tray import Tray
from knobel.games.kribbeln.rules.game import State
from knobel.games.kribbeln.rules.sheet import BLANK, STRUCK, Sheet
from tests.games.kribbeln.rules.table import EVERY, X, bad, dodge, fill, good, opened, turn
from tests.games.turns import allowed, may_throw_again

T1, T2, K1, T3, T4, K2, T5, T6, K3, K4 = range(10)


def endings(sheet: Sheet, row: int, faces: tuple[int, ...], beginner: bool = False) -> list[str]:
    """How seat 0 may end a turn in this row after three throws."""
    game = opened(beginner=beginner).game
    return [str(move) for move in game.moves(State((sheet, BLANK), row, 0, Tray(faces, 3)), 0)]


def sheet(entries: dict[int, int]) -> Sheet:
    return tuple(entries.get(row) for row in range(10))


def thrown(*faces: int) -> Record:
    """A table of two whose seat 0 has thrown once."""
    record = opened()
    record.fell(*faces)
    return record


def test_a_met_task_must_be_written_and_cannot_be_struck_or_dodged() -> None:
    record = thrown(*good(24))
    assert allowed(record) == ["write"]
    for move in ("strike", "dodge"):
        with pytest.raises(BadMove, match=rf"^'{move}' is not allowed now; possible moves are .*'write' and others$"):
            record.moved(0, move)


def test_the_sum_of_all_six_dice_is_written() -> None:
    record = thrown(*good(24))
    record.moved(0, "write")
    assert record.state.sheets == (sheet({T1: 24}), BLANK)
    assert record.pending == Throw(1, EVERY)


def test_a_met_task_may_be_spoilt_by_throwing_on() -> None:
    record = thrown(*good(24))
    record.moved(0, "keep 2 3 4 5 6")
    record.fell(1)
    assert allowed(record) == ["strike", "dodge"]


def test_a_missed_task_cannot_be_written() -> None:
    record = thrown(*bad(24))
    with pytest.raises(
        BadMove, match=r"^'write' is not allowed now; possible moves are .*'strike', 'dodge' and others$"
    ):
        record.moved(0, "write")


def test_a_missed_task_may_be_struck_though_a_dodge_is_possible() -> None:
    record = thrown(*bad(24))
    record.moved(0, "strike")
    assert record.state.sheets[0] == sheet({T1: STRUCK})
    assert record.pending == Throw(1, EVERY)


def test_numbers_never_matter_for_a_task() -> None:
    assert endings(BLANK, T1, good(7)) == endings(BLANK, T1, good(35)) == ["write"]


def test_a_turn_may_end_after_three_throws_at_the_latest() -> None:
    record = thrown(*bad(20))
    for _ in range(2):
        record.moved(0, "keep none")
        record.fell(*bad(20))
    assert not may_throw_again(record)
    assert allowed(record) == ["strike", "dodge"]


def test_a_dodge_enters_the_sum_in_the_kribbel_field_and_leaves_the_task_open() -> None:
    record = opened()
    dodge(record, 23)
    assert record.state.sheets == (sheet({K1: 23}), BLANK)
    assert record.state.row == T1


def test_after_a_dodge_the_same_seat_tries_the_task_again_at_once_with_three_fresh_throws() -> None:
    record = thrown(*bad(23))
    for _ in range(2):
        record.moved(0, "keep none")
        record.fell(*bad(23))
    record.moved(0, "dodge")
    for _ in range(2):
        assert record.pending == Throw(0, EVERY)
        record.fell(*good(20))
        assert may_throw_again(record)
        record.moved(0, "keep none")
    record.fell(*good(20))
    assert not may_throw_again(record)
    record.moved(0, "write")
    assert record.state.sheets[0] == sheet({T1: 20, K1: 23})


def test_a_dodge_may_come_before_the_third_throw() -> None:
    assert "dodge" in allowed(thrown(*bad(6)))


@pytest.mark.parametrize(("row", "field"), [(T1, K1), (T2, K1), (T3, K2), (T4, K2)])
def test_in_red_and_yellow_one_dodges_once(row: int, field: int) -> None:
    assert endings(BLANK, row, bad(20)) == ["strike", "dodge"]
    assert endings(sheet({field: 19}), row, bad(20)) == ["strike"]


def test_a_second_dodge_in_red_is_refused() -> None:
    record = opened()
    dodge(record, 20)
    record.fell(*bad(36))
    with pytest.raises(BadMove, match=r"^'dodge' is not allowed now; "):
        record.moved(0, "dodge")


def test_who_dodged_on_the_first_task_of_an_area_cannot_dodge_on_the_second() -> None:
    record = opened()
    dodge(record, 20)
    fill(record, 22, 21)
    record.fell(*bad(36))
    assert allowed(record) == ["strike"]


@pytest.mark.parametrize(("total", "expected"), [(19, False), (20, False), (21, True)])
def test_a_dodge_needs_a_sum_strictly_greater_than_every_own_kribbel_number(total: int, expected: bool) -> None:
    assert ("dodge" in endings(sheet({K1: 20}), T3, bad(total))) is expected
    assert ("dodge" in endings(sheet({K1: 20, K2: STRUCK}), T5, bad(total))) is expected
    assert ("dodge" in endings(sheet({K1: 10, K2: 20}), T5, bad(total))) is expected


def test_a_cross_is_no_number_to_exceed() -> None:
    assert endings(sheet({K1: 6, K2: STRUCK}), T5, bad(7)) == ["strike", "dodge"]


def test_the_kribbel_numbers_of_others_do_not_matter() -> None:
    game = opened().game
    state = State((BLANK, sheet({K1: 36})), T1, 0, Tray(bad(7), 3))
    assert [str(move) for move in game.moves(state, 0)] == ["strike", "dodge"]


def test_task_sums_do_not_matter_for_a_dodge() -> None:
    assert endings(sheet({T1: 35}), T2, bad(7)) == ["strike", "dodge"]


def test_a_cross_is_never_entered_by_dodging() -> None:
    record = opened()
    dodge(record, 6)
    assert record.state.sheets[0][K1] == 6


def test_there_is_no_dodging_in_a_kribbel_row() -> None:
    for row in (K1, K2, K3, K4):
        assert "dodge" not in endings(BLANK, row, bad(20))


@pytest.mark.parametrize("row", [T5, T6])
def test_in_blue_one_dodges_twice_even_on_the_same_task_third_field_first(row: int) -> None:
    record = opened()
    game = record.game
    state = State((BLANK, BLANK), row, 0, Tray(bad(20), 1))
    state = game.play(state, 0, game.alphabet[-1])
    assert state.sheets[0] == sheet({K3: 20})
    state = game.land(state, bad(21))
    state = game.play(state, 0, game.alphabet[-1])
    assert state.sheets[0] == sheet({K3: 20, K4: 21})
    assert game.pending(state) == Throw(0, EVERY)
    assert "dodge" not in map(str, game.moves(game.land(state, bad(36)), 0))


@pytest.mark.parametrize(("total", "expected"), [(20, False), (21, True)])
def test_the_second_dodge_in_blue_exceeds_the_first(total: int, expected: bool) -> None:
    assert ("dodge" in endings(sheet({K3: 20}), T5, bad(total))) is expected


def test_the_two_dodges_in_blue_may_fall_on_both_tasks() -> None:
    assert endings(sheet({T5: 25, K3: 20}), T6, bad(21)) == ["strike", "dodge"]


def test_dodged_entries_are_ranked_only_with_their_row() -> None:
    record = opened()
    dodge(record, 36)
    fill(record, X, X)
    assert record.game.scores(record.state) == (0, 0)
    record.fell(6)
    record.fell(5)
    fill(record, X, X)
    assert record.game.scores(record.state) == (0, 0)
    turn(record, 20)
    assert record.game.scores(record.state) == (2, 1)


def test_only_seats_without_an_entry_throw_in_a_kribbel_row() -> None:
    record = opened(3)
    turn(record, 20)
    dodge(record, 25)
    fill(record, 20, 19, 18)
    fill(record, 20, 19, 18)
    assert (record.state.row, record.pending) == (K1, Throw(0, EVERY))
    turn(record, 30)
    assert record.pending == Throw(2, EVERY)
    turn(record, 20)
    assert record.state.row == T3
    assert [marks[K1] for marks in record.state.sheets] == [30, 25, 20]


def test_in_a_kribbel_row_colours_do_not_matter() -> None:
    assert endings(BLANK, K1, bad(20)) == endings(BLANK, K1, good(20)) == ["write"]


@pytest.mark.parametrize("row", [K2, K3, K4])
@pytest.mark.parametrize(("total", "expected"), [(19, "strike"), (20, "strike"), (21, "write")])
def test_a_kribbel_sum_is_written_exactly_when_it_exceeds_all_own_earlier_ones(
    row: int, total: int, expected: str
) -> None:
    assert endings(sheet({K1: 20}), row, good(total)) == [expected]


def test_the_lowest_sum_fits_the_first_kribbel_row() -> None:
    assert endings(BLANK, K1, (1,) * 6) == ["write"]


def test_a_kribbel_row_has_three_throws_too() -> None:
    record = opened()
    fill(record, 21, 20)
    fill(record, 21, 20)
    for _ in range(2):
        record.fell(*bad(20))
        record.moved(0, "keep 1")
        assert record.pending == Throw(0, (1, 2, 3, 4, 5))
        record.undo()
        record.moved(0, "keep none")
    record.fell(*bad(20))
    assert record.pending == Decide((0,))
    assert not may_throw_again(record)


@pytest.mark.parametrize("row", [K2, K3, K4])
def test_for_beginners_kribbel_sums_need_not_rise(row: int) -> None:
    assert endings(sheet({K1: 36}), row, good(7), beginner=True) == ["write"]


def test_for_beginners_a_dodge_need_not_rise_but_needs_an_empty_field() -> None:
    assert endings(sheet({K1: 36}), T3, bad(7), beginner=True) == ["strike", "dodge"]
    assert endings(sheet({K1: 36}), T2, bad(7), beginner=True) == ["strike"]
