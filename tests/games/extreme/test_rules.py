import pytest

from knobel import BadDice, BadSetup, Over, Record, find, make
from tests.games.turns import allowed, filled, worths

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    "three_of_a_kind",
    "four_of_a_kind",
    "two_pairs",
    "three_pairs",
    "two_triples",
    "full_house",
    "big_full_house",
    "small_straight",
    "large_straight",
    "highway",
    "five_of_a_kind",
    "six_of_a_kind",
    "ten_or_less",
    "thirty_three_or_more",
    "chance",
    "super_chance",
)
UPPER_73 = [
    ("1 1 1 2 2 0", "ones"),
    ("2 2 2 1 1 0", "twos"),
    ("3 3 3 1 1 0", "threes"),
    ("4 4 4 1 1 4", "fours"),
    ("5 5 5 1 1 0", "fives"),
    ("6 6 6 1 1 6", "sixes"),
]


def meets(box: str, dice: str) -> bool:
    return box in worths("extreme", dice)


def lower(dice: str) -> dict[str, int | bool]:
    """What the dice are worth in the lower boxes that ask for something."""
    asking = LOWER[:-2]
    return {box: worth for box, worth in worths("extreme", dice).items() if box in asking}


def test_the_sheet_has_twenty_two_boxes_in_this_order() -> None:
    assert tuple(find("extreme").appraise(make("extreme"), ["1", "1", "1", "1", "1", "1"])) == UPPER + LOWER


def test_two_triples_of_fives_and_sixes_are_worth_this_and_nothing_elsewhere() -> None:
    assert worths("extreme", "5 5 5 6 6 6") == {
        "fives": 15,
        "sixes": 18,
        "three_of_a_kind": 33,
        "two_pairs": 33,
        "two_triples": 45,
        "full_house": 25,
        "thirty_three_or_more": 40,
        "chance": 33,
        "super_chance": 66,
    }


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("2 3 4 5 6 3", {"small_straight": 30, "large_straight": 40}),
        ("1 2 3 4 3 9", {"small_straight": 30}),
        ("1 2 3 4 5 0", {"small_straight": 30, "large_straight": 40, "highway": 50}),
        ("2 3 4 5 6 7", {"small_straight": 30, "large_straight": 40, "highway": 50}),
        ("1 2 3 3 5 0", {"small_straight": 30}),
        ("4 5 6 6 1 7", {"small_straight": 30}),
        ("3 4 5 6 1 7", {"small_straight": 30, "large_straight": 40}),
    ],
)
def test_straights_use_zero_to_nine_and_longer_ones_fit_smaller_boxes(dice: str, expected: dict[str, int]) -> None:
    assert lower(dice) == expected


@pytest.mark.parametrize("dice", ["1 2 3 6 6 9", "5 6 6 1 2 0", "4 5 6 1 1 9"])
def test_straights_never_wrap(dice: str) -> None:
    assert not meets("small_straight", dice)


@pytest.mark.parametrize(("die", "sixes"), [(6, 12), (0, 6), (9, 6)])
def test_the_ten_sided_die_counts_above_when_it_shows_the_number(die: int, sixes: int) -> None:
    assert worths("extreme", f"6 1 1 2 2 {die}")["sixes"] == sixes


@pytest.mark.parametrize("die", [0, 7, 8, 9])
def test_no_upper_box_counts_zero_or_seven_to_nine(die: int) -> None:
    assert {box for box in worths("extreme", f"1 1 1 1 1 {die}") if box in UPPER} == {"ones"}


@pytest.mark.parametrize(("dice", "expected"), [("4 4 4 1 2 9", 24), ("4 4 4 4 2 9", 27), ("6 6 6 6 6 6", 36)])
def test_three_of_a_kind_counts_all_six_dice(dice: str, expected: int) -> None:
    assert worths("extreme", dice)["three_of_a_kind"] == expected


@pytest.mark.parametrize(("dice", "expected"), [("4 4 4 1 2 9", 0), ("4 4 4 4 2 9", 27), ("4 4 4 1 2 4", 19)])
def test_four_of_a_kind_counts_all_six_dice(dice: str, expected: int) -> None:
    assert worths("extreme", dice).get("four_of_a_kind", 0) == expected


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("3 3 5 5 1 9", 26),
        ("3 3 3 5 5 9", 28),
        ("3 3 3 5 5 5", 24),
        ("3 3 3 3 5 5", 22),
        ("3 3 5 5 1 1", 18),
        ("3 3 3 3 5 6", 0),
        ("3 3 3 3 3 6", 0),
        ("3 3 3 3 3 3", 0),
        ("3 3 1 5 6 9", 0),
    ],
)
def test_two_pairs_are_two_different_numbers_at_least_twice_each(dice: str, expected: int) -> None:
    assert worths("extreme", dice).get("two_pairs", 0) == expected


@pytest.mark.parametrize(
    ("dice", "expected"),
    [("3 3 5 5 1 1", 35), ("3 3 3 3 1 1", 0), ("3 3 3 1 1 1", 0), ("3 3 5 5 1 2", 0), ("3 3 3 3 3 3", 0)],
)
def test_three_pairs_are_three_different_numbers_twice_each(dice: str, expected: int) -> None:
    assert worths("extreme", dice).get("three_pairs", 0) == expected


@pytest.mark.parametrize(
    ("dice", "expected"),
    [("3 3 3 1 1 1", 45), ("3 3 3 1 1 2", 0), ("3 3 3 3 1 1", 0), ("3 3 3 3 3 3", 0)],
)
def test_two_triples_are_two_different_numbers_three_times_each(dice: str, expected: int) -> None:
    assert worths("extreme", dice).get("two_triples", 0) == expected


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("3 3 3 1 1 9", 25),
        ("3 3 3 1 1 1", 25),
        ("3 3 3 3 1 1", 25),
        ("3 3 3 3 3 1", 0),
        ("3 3 3 3 3 3", 0),
        ("3 3 5 5 1 1", 0),
        ("3 3 3 1 2 9", 0),
    ],
)
def test_full_house_counts_three_and_three_and_four_and_two(dice: str, expected: int) -> None:
    assert worths("extreme", dice).get("full_house", 0) == expected


@pytest.mark.parametrize(
    ("dice", "expected"), [("3 3 3 3 1 1", 45), ("3 3 3 1 1 1", 0), ("3 3 3 3 1 2", 0), ("3 3 3 3 3 1", 0)]
)
def test_big_full_house_is_four_and_two(dice: str, expected: int) -> None:
    assert worths("extreme", dice).get("big_full_house", 0) == expected


@pytest.mark.parametrize(
    ("dice", "five", "six"),
    [("2 2 2 2 1 0", 0, 0), ("2 2 2 2 2 0", 50, 0), ("2 2 2 2 1 2", 50, 0), ("2 2 2 2 2 2", 50, 75)],
)
def test_five_equal_are_a_kniffel_and_six_equal_both(dice: str, five: int, six: int) -> None:
    found = worths("extreme", dice)
    assert (found.get("five_of_a_kind", 0), found.get("six_of_a_kind", 0)) == (five, six)


@pytest.mark.parametrize(("dice", "expected"), [("1 1 1 1 1 0", 40), ("1 1 2 2 4 0", 40), ("1 1 2 2 5 0", 0)])
def test_ten_or_less_includes_ten(dice: str, expected: int) -> None:
    assert worths("extreme", dice).get("ten_or_less", 0) == expected


@pytest.mark.parametrize(("dice", "expected"), [("6 6 6 6 6 9", 40), ("6 6 6 6 6 3", 40), ("6 6 6 6 6 2", 0)])
def test_thirty_three_or_more_includes_thirty_three(dice: str, expected: int) -> None:
    assert worths("extreme", dice).get("thirty_three_or_more", 0) == expected


def test_super_chance_is_twice_the_chance() -> None:
    found = worths("extreme", "1 2 4 4 6 8")
    assert (found["chance"], found["super_chance"]) == (25, 50)


def test_an_upper_sum_of_73_earns_45() -> None:
    record = filled("extreme", UPPER_73)
    assert record.game.scores(record.state) == (73 + 45,)


def test_an_upper_sum_of_72_earns_nothing() -> None:
    record = filled("extreme", [("1 1 2 2 2 0", "ones"), *UPPER_73[1:]])
    assert record.game.scores(record.state) == (72,)


def test_the_highest_possible_game_is_878_after_22_rounds() -> None:
    best = [(" ".join([str(face)] * 6), box) for face, box in enumerate(UPPER, 1)]
    best += [("6 6 6 6 6 9", box) for box in ("three_of_a_kind", "four_of_a_kind", "chance", "super_chance")]
    best += [("1 2 3 4 5 0", box) for box in ("small_straight", "large_straight", "highway")]
    best += [("6 6 6 6 6 3", "thirty_three_or_more")]
    best += [("6 6 6 5 5 9", "two_pairs"), ("1 1 2 2 3 3", "three_pairs"), ("1 1 1 2 2 2", "two_triples")]
    best += [("1 1 1 2 2 0", "full_house"), ("1 1 1 1 2 2", "big_full_house"), ("1 1 1 1 1 0", "ten_or_less")]
    best += [("1 1 1 1 1 0", "five_of_a_kind"), ("1 1 1 1 1 1", "six_of_a_kind")]
    assert len(best) == 22
    record = filled("extreme", best)
    assert record.game.scores(record.state) == (878,)
    assert record.pending == Over((1,))


def test_a_second_kniffel_is_no_joker_and_earns_no_extra() -> None:
    record = filled("extreme", [("2 2 2 2 2 0", "five_of_a_kind"), ("2 2 2 2 2 0", "highway")])
    assert record.game.scores(record.state) == (50,)


def test_any_open_box_may_be_struck_while_another_would_fit() -> None:
    record = Record(make("extreme"))
    record.fell(1, 2, 3, 4, 5, 0)
    assert allowed(record) == [f"write {box}" for box in UPPER + LOWER]


def test_ties_share_the_place() -> None:
    turns = [("1 1 1 1 1 0", box) for box in UPPER + LOWER for _ in range(3)]
    turns[0] = ("1 1 1 1 1 1", "ones")
    assert filled("extreme", turns, seats=3).pending == Over((1, 2, 2))


def test_the_alphabet_has_85_moves_holdings_first() -> None:
    alphabet = [str(move) for move in make("extreme").alphabet]
    assert len(alphabet) == len(set(alphabet)) == 85
    assert alphabet[62] == "keep 2 3 4 5 6"
    assert alphabet[63:] == [f"write {box}" for box in UPPER + LOWER]


@pytest.mark.parametrize("seats", range(1, 5))
def test_a_game_is_made_again_from_its_seats_and_options(seats: int) -> None:
    game = make("extreme", seats=seats)
    assert game.options == {}
    assert (game.key, game.seats) == ("extreme", seats)
    assert make(game.key, seats=game.seats, **game.options) == game


@pytest.mark.parametrize("seats", [0, 5])
def test_extreme_is_for_two_to_four_or_alone(seats: int) -> None:
    with pytest.raises(BadSetup, match=rf"^extreme is for 1 to 4 seats, not {seats}$"):
        make("extreme", seats=seats)


def test_only_the_sixth_die_is_ten_sided() -> None:
    record = Record(make("extreme"))
    with pytest.raises(BadDice, match=r"^die 5 cannot show 0; it shows 1, 2, 3, 4, 5, 6$"):
        record.fell(1, 1, 1, 1, 0, 0)
    with pytest.raises(BadDice, match=r"^die 6 cannot show 10; it shows 0, 1, 2, 3, 4, 5, 6, 7, 8, 9$"):
        record.fell(1, 1, 1, 1, 1, 10)
    record.fell(1, 1, 1, 1, 1, 0)


def test_a_roll_to_appraise_has_six_dice() -> None:
    with pytest.raises(BadDice, match=r"^a roll of extreme has 6 dice, not 5$"):
        worths("extreme", "1 2 3 4 5")
