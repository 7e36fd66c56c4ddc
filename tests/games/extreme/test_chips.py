import pytest

from knobel import BadMove, Decide, Record, Throw, make
from tests.games.turns import filled, may_throw_again


def third_throw(seats: int = 1) -> Record:
    """A table whose seat 0 has thrown three times."""
    record = Record(make("extreme", seats=seats))
    throw_thrice(record)
    return record


def throw_thrice(record: Record) -> None:
    seat = record.state.seat
    record.fell(1, 2, 3, 4, 5, 0)
    for _ in range(2):
        record.moved(seat, "keep none")
        record.fell(1, 2, 3, 4, 5, 0)


def test_everyone_starts_with_three_chips() -> None:
    state = make("extreme", seats=4).start()
    assert [sheet.chips for sheet in state.sheets] == [3, 3, 3, 3]


def test_after_the_third_throw_a_chip_buys_a_fourth() -> None:
    record = third_throw()
    record.moved(0, "keep 1 6")
    assert record.state.sheets[0].chips == 2
    assert record.pending == Throw(0, (1, 2, 3, 4))
    record.fell(1, 1, 1, 1)
    record.moved(0, "write ones")
    assert record.game.scores(record.state) == (5,)


def test_the_first_three_throws_cost_no_chip() -> None:
    assert third_throw().state.sheets[0].chips == 3


def test_a_chip_is_spent_once_a_turn_only() -> None:
    record = third_throw()
    record.moved(0, "keep none")
    record.fell(1, 1, 1, 1, 1, 1)
    assert record.pending == Decide((0,))
    assert not may_throw_again(record)
    with pytest.raises(BadMove, match=r"^'keep none' is not allowed now; possible moves are '"):
        record.moved(0, "keep none")


def test_the_fourth_throw_is_a_choice() -> None:
    record = third_throw()
    assert may_throw_again(record)
    record.moved(0, "write highway")
    assert record.state.sheets[0].chips == 3


def test_three_chips_buy_three_fourth_throws_in_a_game_and_no_more() -> None:
    record = Record(make("extreme"))
    for left, box in ((2, "ones"), (1, "twos"), (0, "threes")):
        throw_thrice(record)
        record.moved(0, "keep none")
        assert record.state.sheets[0].chips == left
        record.fell(1, 2, 3, 4, 5, 0)
        assert not may_throw_again(record)
        record.moved(0, f"write {box}")
    throw_thrice(record)
    assert not may_throw_again(record)


def test_spending_a_chip_leaves_the_chips_of_others_alone() -> None:
    record = third_throw(seats=3)
    record.moved(0, "write ones")
    throw_thrice(record)
    record.moved(1, "keep none")
    assert [sheet.chips for sheet in record.state.sheets] == [3, 2, 3]


def test_unused_chips_are_worth_nothing() -> None:
    record = filled("extreme", [("1 1 1 1 1 0", "ones")])
    assert record.state.sheets[0].chips == 3
    assert record.game.scores(record.state) == (5,)
