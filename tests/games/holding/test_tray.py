import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import BadDice, BadMove, Decide, Record, Throw, make
from knobel.games.holding.tray import Keep, Tray, fresh, keeps
from tests.games.turns import allowed, may_throw_again

FIVE = ("classic", "hexhex", "master")
THREE_THROWS = (*FIVE, "kribbeln")
KEEPING = (*THREE_THROWS, "extreme")


def opened(key: str) -> Record:
    return Record(make(key, seats=2))


def fall(record: Record, face: int = 1) -> None:
    """All dice in the cup fall with this face up."""
    pending = record.pending
    assert isinstance(pending, Throw)
    record.fell(*[face] * len(pending.dice))


def test_a_fresh_tray_has_every_die_in_the_cup_and_no_throw() -> None:
    assert fresh(5) == Tray((None,) * 5, 0)
    assert fresh(5).cup == (0, 1, 2, 3, 4)
    assert fresh(6).cup == (0, 1, 2, 3, 4, 5)


def test_landing_counts_a_throw_and_empties_the_cup() -> None:
    tray = fresh(3).land((4, 2, 6))
    assert tray == Tray((4, 2, 6), 1)
    assert tray.cup == ()
    assert tray.faces == (4, 2, 6)


def test_keeping_puts_all_other_dice_into_the_cup_and_is_no_throw() -> None:
    tray = Tray((4, 2, 6, 1), 1).keep((0, 2))
    assert tray == Tray((4, None, 6, None), 1)
    assert tray.cup == (1, 3)
    assert tray.faces == (4, 6)


def test_dice_fall_into_the_cups_places_in_order() -> None:
    assert Tray((4, None, 6, None), 1).land((5, 3)) == Tray((4, 5, 6, 3), 2)


def test_a_die_with_face_zero_lies_on_the_table() -> None:
    tray = Tray((0, None), 1)
    assert (tray.cup, tray.faces, tray.land((3,)).dice) == ((1,), (0,), (0, 3))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.data())
def test_held_dice_stay_and_thrown_dice_change(faces: list[int], data: st.DataObject) -> None:
    keep = data.draw(st.sampled_from(keeps(len(faces))))
    held = Tray(tuple(faces), 1).keep(keep.holds)
    after = held.land((-1,) * len(held.cup))
    assert after.throws == 2
    assert after.dice == tuple(face if at in keep.holds else -1 for at, face in enumerate(faces))


@pytest.mark.parametrize("dice", range(1, 7))
def test_every_holding_but_all_dice_is_a_keep(dice: int) -> None:
    positions = [keep.holds for keep in keeps(dice)]
    assert len(positions) == len(set(positions)) == 2**dice - 1
    assert tuple(range(dice)) not in positions


def test_keeps_come_with_fewest_dice_first() -> None:
    assert [str(keep) for keep in keeps(3)] == [
        "keep none",
        "keep 1",
        "keep 2",
        "keep 3",
        "keep 1 2",
        "keep 1 3",
        "keep 2 3",
    ]


@pytest.mark.parametrize(
    ("positions", "notation"), [((), "keep none"), ((0,), "keep 1"), ((0, 3), "keep 1 4"), ((1, 2, 5), "keep 2 3 6")]
)
def test_keep_is_written_with_positions_counted_from_one(positions: tuple[int, ...], notation: str) -> None:
    assert str(Keep(positions)) == notation


@pytest.mark.parametrize("key", KEEPING)
def test_seat_0_starts_with_every_die_in_the_cup(key: str) -> None:
    record = opened(key)
    assert record.pending == Throw(0, tuple(range(len(record.game.pool))))


@pytest.mark.parametrize("key", KEEPING)
def test_stopping_after_the_first_throw_is_allowed(key: str) -> None:
    record = opened(key)
    fall(record)
    assert allowed(record)


@pytest.mark.parametrize("key", KEEPING)
def test_stopping_after_the_second_throw_is_allowed(key: str) -> None:
    record = opened(key)
    fall(record)
    record.moved(0, "keep 1")
    fall(record)
    assert allowed(record)


@pytest.mark.parametrize("key", KEEPING)
def test_only_the_dice_not_held_are_thrown_again(key: str) -> None:
    record = opened(key)
    fall(record)
    record.moved(0, "keep 1 4")
    assert record.pending == Throw(0, tuple(at for at in range(len(record.game.pool)) if at not in {0, 3}))


@pytest.mark.parametrize("key", KEEPING)
def test_held_dice_may_be_taken_up_again(key: str) -> None:
    record = opened(key)
    fall(record)
    record.moved(0, "keep 1 2 3 4")
    fall(record, 2)
    record.moved(0, "keep 5")
    assert record.pending == Throw(0, tuple(at for at in range(len(record.game.pool)) if at != 4))


@pytest.mark.parametrize("key", THREE_THROWS)
def test_a_turn_has_three_throws_and_no_fourth(key: str) -> None:
    record = opened(key)
    for _ in range(2):
        fall(record)
        assert may_throw_again(record)
        record.moved(0, "keep none")
    fall(record)
    assert record.pending == Decide((0,))
    with pytest.raises(BadMove, match=r"^'keep none' is not allowed now; possible moves are '"):
        record.moved(0, "keep none")


@pytest.mark.parametrize("key", KEEPING)
def test_all_dice_cannot_be_held_and_thrown_again(key: str) -> None:
    record = opened(key)
    fall(record)
    every = "keep " + " ".join(str(at + 1) for at in range(len(record.game.pool)))
    with pytest.raises(BadMove, match=f"^'{every}' is not a move in {key}; a move looks like '"):
        record.moved(0, every)


@pytest.mark.parametrize("key", KEEPING)
def test_nobody_may_move_while_dice_are_in_the_cup(key: str) -> None:
    record = opened(key)
    assert not record.game.moves(record.state, 0)
    with pytest.raises(BadMove, match=r"^no move is possible now; seat 0 must throw [56] dice first$"):
        record.moved(0, "keep none")


@pytest.mark.parametrize("key", KEEPING)
def test_nobody_may_move_between_keeping_and_throwing(key: str) -> None:
    record = opened(key)
    fall(record)
    record.moved(0, "keep 1 2 3")
    assert not record.game.moves(record.state, 0)


@pytest.mark.parametrize("key", KEEPING)
def test_only_the_seat_in_turn_may_move(key: str) -> None:
    record = opened(key)
    fall(record)
    assert not record.game.moves(record.state, 1)
    with pytest.raises(BadMove, match=r"^seat 1 cannot move now; the game waits for seat 0$"):
        record.moved(1, "keep none")


@pytest.mark.parametrize("key", KEEPING)
def test_no_dice_may_fall_while_a_seat_must_decide(key: str) -> None:
    record = opened(key)
    fall(record)
    with pytest.raises(BadMove, match=r"^no dice can be thrown now; seat 0 must move first$"):
        record.fell(1)


def test_as_many_dice_must_fall_as_are_in_the_cup() -> None:
    record = opened("classic")
    record.fell(2, 2, 3, 1, 4)
    record.moved(0, "keep 1 4")
    with pytest.raises(BadDice, match=r"^the cup holds 3 dice, not 5$"):
        record.fell(2, 2, 3, 1, 4)


@pytest.mark.parametrize("key", FIVE)
def test_a_die_can_show_its_own_faces_only(key: str) -> None:
    with pytest.raises(BadDice, match=r"^die 3 cannot show 7; it shows "):
        opened(key).fell(1, 2, 7, 1, 1)
