import pytest

from knobel import BadDice, BadSetup, Die, Over, Record, find, make
from tests.games.turns import allowed, filled, worths

SYMBOLS = ("mash", "cauldron", "crystal_ball", "toadstool", "spell_book", "frog")
LOWER = ("triple", "two_pairs", "triple_and_pair", "five_different", "five_of_a_kind")


def dice(*counts: int) -> str:
    """A roll that shows the first symbols this often."""
    return " ".join(" ".join([symbol] * count) for symbol, count in zip(SYMBOLS, counts, strict=False) if count)


def lower(*counts: int) -> dict[str, int | bool]:
    return {box: worth for box, worth in worths("hexhex", dice(*counts)).items() if box in LOWER}


def test_the_sheet_has_eleven_boxes_in_this_order() -> None:
    assert tuple(find("hexhex").appraise(make("hexhex"), ["frog"] * 5)) == SYMBOLS + LOWER


def test_every_die_shows_each_symbol_once() -> None:
    assert make("hexhex").pool == (Die("hex", SYMBOLS),) * 5


@pytest.mark.parametrize("symbol", SYMBOLS)
@pytest.mark.parametrize("count", range(1, 6))
def test_a_symbol_box_earns_one_point_for_each_die(symbol: str, count: int) -> None:
    other = "frog" if symbol == "mash" else "mash"
    assert worths("hexhex", [symbol] * count + [other] * (5 - count))[symbol] == count


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((2, 1, 1, 1), {}),
        ((2, 2, 1), {"two_pairs": 3}),
        ((3, 1, 1), {"triple": 2}),
        ((3, 2), {"triple": 2, "two_pairs": 3, "triple_and_pair": 4}),
        ((4, 1), {"triple": 2}),
        ((5,), {"triple": 2, "five_of_a_kind": 10}),
        ((1, 1, 1, 1, 1), {"five_different": 5}),
        ((1, 0, 1, 1, 1, 1), {"five_different": 5}),
    ],
)
def test_lower_boxes_earn_this_and_nothing_else(counts: tuple[int, ...], expected: dict[str, int]) -> None:
    assert lower(*counts) == expected


def test_four_equal_are_not_two_pairs() -> None:
    assert "two_pairs" not in lower(4, 1)


def test_five_equal_are_a_triple_but_no_triple_and_pair() -> None:
    assert "triple" in lower(5)
    assert "triple_and_pair" not in lower(5)


def test_a_full_house_counts_as_two_pairs() -> None:
    assert lower(2, 3)["two_pairs"] == 3


def test_any_five_different_symbols_fit_since_symbols_have_no_order() -> None:
    for missing in range(6):
        assert lower(*(int(at != missing) for at in range(6))) == {"five_different": 5}


def test_the_highest_possible_game_is_54_after_eleven_rounds_without_bonus() -> None:
    best = [(" ".join([symbol] * 5), symbol) for symbol in SYMBOLS]
    best += [(dice(3, 2), "triple"), (dice(3, 2), "two_pairs"), (dice(3, 2), "triple_and_pair")]
    best += [(dice(1, 1, 1, 1, 1), "five_different"), (dice(5), "five_of_a_kind")]
    assert len(best) == 11
    record = filled("hexhex", best)
    assert record.game.scores(record.state) == (54,)
    assert record.pending == Over((1,))


def test_any_open_box_may_be_struck_while_another_would_fit() -> None:
    record = Record(make("hexhex"))
    record.fell(1, 1, 1, 1, 1)
    assert allowed(record) == [f"write {box}" for box in SYMBOLS + LOWER]
    record.moved(0, "write frog")
    assert record.state.sheets[0].marks[5] == 0


def test_there_are_no_chips() -> None:
    assert make("hexhex").start().sheets[0].chips == 0


def test_ties_share_the_place() -> None:
    turns = [(dice(5), box) for box in SYMBOLS + LOWER for _ in range(3)]
    turns[2] = (dice(4, 1), "mash")
    assert filled("hexhex", turns, seats=3).pending == Over((1, 1, 3))


def test_a_record_tells_dice_by_their_symbols() -> None:
    record = filled("hexhex", [(dice(1, 1, 1, 1, 1), "frog")])
    assert record.text().endswith("\n- mash cauldron crystal_ball toadstool spell_book\n0 write frog\n")


def test_the_alphabet_has_42_moves_holdings_first() -> None:
    alphabet = [str(move) for move in make("hexhex").alphabet]
    assert len(alphabet) == len(set(alphabet)) == 42
    assert alphabet[31:] == [f"write {box}" for box in SYMBOLS + LOWER]


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_game_is_made_again_from_its_seats_and_options(seats: int) -> None:
    game = make("hexhex", seats=seats)
    assert game.options == {}
    assert (game.key, game.seats) == ("hexhex", seats)
    assert make(game.key, seats=game.seats, **game.options) == game


@pytest.mark.parametrize("seats", [0, 7])
def test_hexhex_is_for_one_to_six(seats: int) -> None:
    with pytest.raises(BadSetup, match=rf"^hexhex is for 1 to 6 seats, not {seats}$"):
        make("hexhex", seats=seats)


def test_a_roll_to_appraise_has_five_dice() -> None:
    with pytest.raises(BadDice, match=r"^a roll of hexhex has 5 dice, not 1$"):
        worths("hexhex", "frog")


def test_a_symbol_may_be_given_by_its_number() -> None:
    assert worths("hexhex", "6 6 6 6 1") == worths("hexhex", ["frog"] * 4 + ["mash"])


def test_an_unknown_symbol_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        BadDice, match=r"^'toad' is not on this die; it shows mash, cauldron, crystal_ball, toadstool, "
    ):
        worths("hexhex", "toad frog frog frog frog")
