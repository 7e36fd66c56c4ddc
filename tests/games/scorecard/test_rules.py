"""The sheet that Classic, Extreme and Hex-hex share."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import Decide, Throw, find, make, outcomes
from knobel.games.classic import rules as classic
from knobel.games.extreme import rules as extreme
from knobel.games.hexhex import rules as hexhex
from knobel.games.scorecard.rules import (
    Bonus,
    Card,
    Sheet,
    Write,
    always,
    blank,
    bonus,
    fixed,
    number,
    points,
    spend,
    throws_left,
    upper,
    write,
)
from tests.games.turns import awaited, filled

laws = settings(max_examples=100, deadline=None)
CARDS = (classic.CARD, extreme.CARD, hexhex.CARD)
cards = st.sampled_from(CARDS)


def rolls(card: Card) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*(st.sampled_from(die.values) for die in card.pool))


@pytest.mark.parametrize(("card", "boxes", "chips"), [(CARDS[0], 13, 0), (CARDS[1], 22, 3), (CARDS[2], 11, 0)])
def test_a_blank_sheet_has_every_box_open_and_all_chips(card: Card, boxes: int, chips: int) -> None:
    assert blank(card) == Sheet((None,) * boxes, chips)


def test_writing_fills_one_box_with_exactly_what_the_dice_are_worth_there() -> None:
    sheet = write(classic.CARD, blank(classic.CARD), 2, (3, 3, 3, 5, 5))
    assert sheet.marks == (None, None, 9, *(None,) * 10)
    sheet = write(classic.CARD, sheet, 8, (3, 3, 3, 5, 6))
    assert sheet.marks == (None, None, 9, *(None,) * 5, 0, *(None,) * 4)


def test_writing_costs_no_chip() -> None:
    assert write(extreme.CARD, blank(extreme.CARD), 0, (1,) * 6).chips == 3


def test_spending_takes_one_chip_and_touches_no_box() -> None:
    assert spend(Sheet((7, None), 3)) == Sheet((7, None), 2)


@pytest.mark.parametrize(
    ("chips", "throws", "left"),
    [(0, 0, 3), (0, 1, 2), (0, 2, 1), (0, 3, 0), (0, 4, 0), (1, 1, 3), (1, 3, 1), (1, 4, 0), (3, 3, 1), (3, 4, 0)],
)
def test_any_number_of_chips_is_worth_one_more_throw_in_a_turn(chips: int, throws: int, left: int) -> None:
    assert throws_left(Sheet((), chips), throws) == left


def test_the_upper_sum_has_the_first_six_boxes_only() -> None:
    sheet = Sheet((1, 2, 3, None, 5, 0, 100, *(None,) * 6), 0)
    assert upper(classic.CARD, sheet) == 11


def test_a_card_without_bonus_has_no_upper_sum_and_no_bonus() -> None:
    sheet = Sheet((5,) * 11, 0)
    assert upper(hexhex.CARD, sheet) == 0
    assert bonus(hexhex.CARD, sheet) == 0
    assert points(hexhex.CARD, sheet) == 55


@pytest.mark.parametrize(
    ("card", "sum_", "expected"),
    [(classic.CARD, 62, 0), (classic.CARD, 63, 35), (extreme.CARD, 72, 0), (extreme.CARD, 73, 45)],
)
def test_the_bonus_begins_with_the_sum_it_needs(card: Card, sum_: int, expected: int) -> None:
    sheet = Sheet((sum_, *(None,) * (len(card.boxes) - 1)), 0)
    assert bonus(card, sheet) == expected
    assert points(card, sheet) == sum_ + expected


def test_a_bonus_counts_six_boxes_unless_said() -> None:
    assert Bonus(63, 35) == Bonus(63, 35, 6)


def test_a_number_box_counts_its_face_each_worth_the_number_unless_said() -> None:
    plain, small = number("fives", 5), number("frogs", 6, each=1)
    assert (plain.meets((5, 1)), plain.meets((1, 1)), plain.worth((5, 1, 5))) == (True, False, 10)
    assert (small.key, small.worth((6, 6, 6))) == ("frogs", 3)


def test_fixed_worths_and_open_boxes_ignore_the_dice() -> None:
    assert fixed(25)((1, 2)) == fixed(25)((6, 6)) == 25
    assert always((1, 2)) is True


def test_a_card_without_said_chips_has_none_and_no_bonus() -> None:
    card = Card("toy", (), ())
    assert (card.chips, card.bonus) == (0, None)


@laws
@given(cards.flatmap(lambda card: st.tuples(st.just(card), rolls(card))), st.data())
def test_worths_do_not_depend_on_the_order_of_the_dice(
    drawn: tuple[Card, tuple[int, ...]], data: st.DataObject
) -> None:
    card, faces = drawn
    mixed = data.draw(st.permutations(faces))
    assert Card(card.key, card.pool, card.boxes).worths(tuple(mixed)) == card.worths(faces)


def test_a_card_remembers_what_dice_are_worth() -> None:
    card = Card("toy", classic.CARD.pool, classic.CARD.boxes)
    assert card.worths((1, 2, 3, 4, 5)) is card.worths((5, 4, 3, 2, 1))


@laws
@given(cards.flatmap(lambda card: st.tuples(st.just(card), rolls(card))))
def test_a_box_is_worth_nothing_or_what_its_rule_says(drawn: tuple[Card, tuple[int, ...]]) -> None:
    card, faces = drawn
    for box, worth in zip(card.boxes, card.worths(faces), strict=True):
        assert worth == (box.worth(faces) if box.meets(faces) else 0)


@laws
@given(st.sampled_from((classic.CARD, extreme.CARD)).flatmap(lambda card: st.tuples(st.just(card), rolls(card))))
def test_longer_straights_fit_smaller_boxes(drawn: tuple[Card, tuple[int, ...]]) -> None:
    card, faces = drawn
    worth = dict(zip((box.key for box in card.boxes), card.worths(faces), strict=True))
    if worth.get("highway"):
        assert worth["large_straight"] == 40
    if worth["large_straight"]:
        assert worth["small_straight"] == 30


@pytest.mark.parametrize("key", ["classic", "extreme", "hexhex"])
def test_writing_ends_the_turn_and_the_next_seat_throws_every_die(key: str) -> None:
    record = filled(key, [], seats=3)
    every = tuple(range(len(record.game.pool)))
    first = record.game.alphabet[-1]
    for seat in (0, 1, 2, 0):
        assert awaited(record) == Throw(seat, every)
        record.fell(*(1 for _ in every))
        assert awaited(record) == Decide((seat,))
        record.moved(seat, str(first))
        first = record.game.alphabet[-2] if seat == 2 else first


def test_moves_are_holdings_first_and_then_the_open_boxes_in_sheet_order() -> None:
    record = filled("hexhex", [("frog frog frog frog frog", "frog")])
    record.fell(1, 2, 3, 4, 5)
    moves = record.game.moves(record.state, 0)
    assert moves[-1] == Write("five_of_a_kind")
    assert [str(move) for move in moves[31:]] == [
        f"write {box}"
        for box in (
            "mash",
            "cauldron",
            "crystal_ball",
            "toadstool",
            "spell_book",
            "triple",
            "two_pairs",
            "triple_and_pair",
            "five_different",
            "five_of_a_kind",
        )
    ]


@pytest.mark.parametrize(("card", "highest"), [(CARDS[0], 375), (CARDS[1], 878), (CARDS[2], 54)])
def test_no_game_can_earn_more_than_the_best_of_every_box_and_the_bonus(card: Card, highest: int) -> None:
    best = [max(worths) for worths in zip(*(card.worths(faces) for faces, _ in outcomes(card.pool)), strict=True)]
    assert sum(best) + (card.bonus.points if card.bonus else 0) == highest


def test_games_are_equal_when_card_and_seats_are() -> None:
    assert make("classic", seats=2) == make("classic", seats=2)
    assert make("classic", seats=2) != make("classic", seats=3)
    assert make("classic", seats=2) != make("hexhex", seats=2)


@pytest.mark.parametrize(("key", "seats"), [("classic", 6), ("extreme", 4), ("hexhex", 6)])
def test_scorecards_can_be_played_alone(key: str, seats: int) -> None:
    assert find(key).seats == range(1, seats + 1)
    assert make(key).seats == 1
