import pytest

from knobel import BadDice, BadMove, BadSetup, Over, Record, Throw, find, make
from tests.games.turns import allowed, awaited, fill_in, filled, worths

BOXES = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "five_of_a_kind",
    "chance",
)
UPPER_63 = [
    ("1 1 1 2 2", "ones"),
    ("2 2 2 1 1", "twos"),
    ("3 3 3 1 1", "threes"),
    ("4 4 4 1 1", "fours"),
    ("5 5 5 1 1", "fives"),
    ("6 6 6 1 1", "sixes"),
]


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("1 1 1 1 1", {"ones": 5, "three_of_a_kind": 5, "four_of_a_kind": 5, "five_of_a_kind": 50, "chance": 5}),
        ("2 2 3 3 3", {"twos": 4, "threes": 9, "three_of_a_kind": 13, "full_house": 25, "chance": 13}),
        ("4 4 6 4 4", {"fours": 16, "sixes": 6, "three_of_a_kind": 22, "four_of_a_kind": 22, "chance": 22}),
        ("5 5 5 6 1", {"ones": 1, "fives": 15, "sixes": 6, "three_of_a_kind": 22, "chance": 22}),
        ("2 2 5 5 1", {"ones": 1, "twos": 4, "fives": 10, "chance": 15}),
        (
            "1 2 3 4 5",
            {
                "ones": 1,
                "twos": 2,
                "threes": 3,
                "fours": 4,
                "fives": 5,
                "small_straight": 30,
                "large_straight": 40,
                "chance": 15,
            },
        ),
        (
            "6 5 4 3 2",
            {
                "twos": 2,
                "threes": 3,
                "fours": 4,
                "fives": 5,
                "sixes": 6,
                "small_straight": 30,
                "large_straight": 40,
                "chance": 20,
            },
        ),
        ("3 4 5 6 3", {"threes": 6, "fours": 4, "fives": 5, "sixes": 6, "small_straight": 30, "chance": 21}),
        ("1 2 3 5 6", {"ones": 1, "twos": 2, "threes": 3, "fives": 5, "sixes": 6, "chance": 17}),
    ],
)
def test_dice_are_worth_this_in_these_boxes_and_nothing_elsewhere(dice: str, expected: dict[str, int]) -> None:
    assert worths("classic", dice) == expected


def test_the_sheet_has_thirteen_boxes_in_this_order() -> None:
    assert tuple(find("classic").appraise(make("classic"), ["1", "1", "1", "1", "1"])) == BOXES


def test_five_equal_are_no_full_house() -> None:
    assert "full_house" not in worths("classic", "4 4 4 4 4")


def test_straights_never_wrap_from_six_to_one() -> None:
    assert "small_straight" not in worths("classic", "4 5 6 1 1")


def test_an_upper_sum_of_63_earns_35() -> None:
    record = filled("classic", UPPER_63)
    assert record.game.scores(record.state) == (63 + 35,)


def test_an_upper_sum_of_62_earns_nothing_whatever_stands_below() -> None:
    record = filled("classic", [("1 1 2 2 2", "ones"), *UPPER_63[1:], ("6 6 6 6 6", "chance")])
    assert record.game.scores(record.state) == (62 + 30,)


def test_a_second_kniffel_is_no_joker_and_earns_no_extra() -> None:
    record = filled("classic", [("6 6 6 6 6", "five_of_a_kind"), ("6 6 6 6 6", "large_straight")])
    assert record.game.scores(record.state) == (50,)
    record.fell(6, 6, 6, 6, 6)
    assert "write five_of_a_kind" not in allowed(record)


def test_any_open_box_may_be_struck_while_another_would_fit() -> None:
    record = Record(make("classic"))
    record.fell(2, 2, 3, 3, 3)
    assert allowed(record) == [f"write {box}" for box in BOXES]
    record.moved(0, "write five_of_a_kind")
    assert record.state.sheets[0].marks[BOXES.index("five_of_a_kind")] == 0


def test_a_filled_box_takes_no_second_entry() -> None:
    record = filled("classic", [("1 1 1 1 1", "ones")])
    record.fell(1, 1, 1, 1, 1)
    with pytest.raises(
        BadMove, match=r"^'write ones' is not allowed now; possible moves are .*'write chance' and others$"
    ):
        record.moved(0, "write ones")


def test_a_struck_box_takes_no_second_entry() -> None:
    record = filled("classic", [("2 2 2 2 2", "ones")])
    record.fell(1, 1, 1, 1, 1)
    assert "write ones" not in allowed(record)


def test_a_whole_turn_writes_the_dice_as_they_lie_at_its_end() -> None:
    record = Record(make("classic", seats=2))
    record.fell(2, 2, 3, 1, 4)
    record.moved(0, "keep 1 4")
    record.fell(5, 5, 5)
    record.moved(0, "keep 2 3 5")
    record.fell(5, 6)
    record.moved(0, "write fives")
    assert record.state.sheets[0].marks[BOXES.index("fives")] == 20
    assert record.pending == Throw(1, (0, 1, 2, 3, 4))


def test_the_game_ends_after_thirteen_rounds() -> None:
    record = filled("classic", [("1 1 1 1 1", box) for box in BOXES[:-1] for _ in range(2)], seats=2)
    fill_in(record, [("1 1 1 1 1", "chance")])
    assert awaited(record) == Throw(1, (0, 1, 2, 3, 4))
    fill_in(record, [("1 1 1 1 1", "chance")])
    assert isinstance(awaited(record), Over)
    with pytest.raises(BadMove, match=r"^the game is over; nothing can follow$"):
        record.fell(1, 1, 1, 1, 1)


def test_the_highest_possible_game_is_375() -> None:
    best = [(f"{face} {face} {face} {face} {face}", box) for face, box in enumerate(BOXES[:6], 1)]
    best += [("6 6 6 6 6", box) for box in ("three_of_a_kind", "four_of_a_kind", "five_of_a_kind", "chance")]
    best += [("1 1 1 2 2", "full_house"), ("1 2 3 4 5", "small_straight"), ("1 2 3 4 5", "large_straight")]
    record = filled("classic", best)
    assert record.game.scores(record.state) == (375,)
    assert record.pending == Over((1,))


def test_the_most_points_win_and_ties_share_the_place() -> None:
    record = filled("classic", [("1 1 1 1 1", box) for box in BOXES[:-1] for _ in range(4)], seats=4)
    fill_in(
        record, [("1 1 1 1 1", "chance"), ("6 6 6 6 5", "chance"), ("6 6 6 6 5", "chance"), ("1 2 2 2 2", "chance")]
    )
    assert record.game.scores(record.state) == (70, 94, 94, 74)
    assert record.pending == Over((4, 1, 1, 3))


def test_the_alphabet_has_44_moves_holdings_first() -> None:
    alphabet = [str(move) for move in make("classic").alphabet]
    assert len(alphabet) == len(set(alphabet)) == 44
    assert alphabet[0] == "keep none"
    assert alphabet[31:] == [f"write {box}" for box in BOXES]


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_game_is_made_again_from_its_seats_and_options(seats: int) -> None:
    game = make("classic", seats=seats)
    assert game.options == {}
    assert (game.key, game.seats) == ("classic", seats)
    assert make(game.key, seats=game.seats, **game.options) == game


@pytest.mark.parametrize("seats", [0, 7])
def test_classic_is_for_one_to_six(seats: int) -> None:
    with pytest.raises(BadSetup, match=rf"^classic is for 1 to 6 seats, not {seats}$"):
        make("classic", seats=seats)


def test_an_option_that_classic_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(
        BadSetup, match=r"^classic has no option 'advanced'; its options are strict, joker, further, begins$"
    ):
        make("classic", advanced="yes")


@pytest.mark.parametrize(("dice", "count"), [("1 2 3 4", 4), ("1 2 3 4 5 6", 6)])
def test_a_roll_to_appraise_has_five_dice(dice: str, count: int) -> None:
    with pytest.raises(BadDice, match=rf"^a roll of classic has 5 dice, not {count}$"):
        worths("classic", dice)


@pytest.mark.parametrize("face", ["0", "7"])
def test_a_roll_to_appraise_shows_one_to_six(face: str) -> None:
    with pytest.raises(BadDice, match=rf"^'{face}' is not on this die; it shows 1, 2, 3, 4, 5, 6$"):
        worths("classic", f"1 2 3 4 {face}")
