"""Positions set up by hand: they are what a game would come to, and what is none is explained."""

import pickle

import pytest

from knobel import BadDice, BadSetup, KnobelError, Record, UnknownGame, make
from knobel.app.jobs import explored
from knobel.coach import hints
from knobel.coach.explore import BadPosition, Position, bad, explore
from knobel.games.krisskross.rules import CELLS
from knobel.scene.text import error_text, say

FOURS = ("4", "4", "1", "2", "6")


def test_a_position_is_rated_as_the_same_position_of_a_game() -> None:
    record = Record(make("classic", 1), ["Anna"])
    record.fell(3, 3, 3, 5, 6)
    record.moved(0, "write threes")
    record.fell(4, 4, 1, 2, 6)
    (hint,) = hints(record)
    found = explore("classic", Position(({"threes": 9},), FOURS, 1))
    assert found.hint
    assert found.hint.choices == hint.choices
    assert found.hint.words == hint.words
    assert found.value == pytest.approx(hint.choices[0].value)
    assert found.scene.sheets[0].total == 9


def test_before_a_throw_there_is_a_value_and_odds_but_nothing_to_decide() -> None:
    found = explore("hexhex", Position(({},)))
    assert found.value == pytest.approx(33.93193579, abs=1e-5)
    assert found.hint is None
    chances = {one.key: one.chance for one in found.odds}
    assert chances["five_of_a_kind"] == pytest.approx(0.046029, abs=1e-6)
    assert len(chances) == 11


def test_a_fourth_throw_has_cost_its_chip() -> None:
    dice = ("1", "2", "3", "4", "5", "9")
    found = explore("extreme", Position(({"chips": 2},), dice, 4))
    assert found.hint
    assert all(choice.move.startswith("write") for choice in found.hint.choices)
    assert found.throws == 4


def test_master_counts_turns_from_this_one_on() -> None:
    board: dict[str, int | str] = {
        "full_house": "done",
        "small_straight": "done",
        **{f"row_{number}": 8 for number in range(1, 7)},
    }
    found = explore("master", Position(({**board, "coins": 14},), ("3", "3", "3", "5", "6"), 3))
    assert found.objective == "turns"
    assert found.scene.sheets[0].total == 12
    assert {one.key for one in found.odds} == {"chance_low", "chance_high", "large_straight", "five_of_a_kind"}


def test_the_first_open_row_of_kribbeln_is_in_play() -> None:
    mine: dict[str, int | str] = {"task_1": "X", "task_2": 22}
    other: dict[str, int | str] = {"task_1": 20, "task_2": "X", "kribbel_1": 18}
    found = explore("kribbeln", Position((mine, other), ("1", "2", "3", "4", "5", "6"), 3))
    assert found.hint
    assert [choice.move for choice in found.hint.choices] == ["write"]
    assert not found.odds


def test_playing_for_a_score_rates_by_its_chance() -> None:
    sheet = dict.fromkeys(("mash", "cauldron", "crystal_ball", "toadstool", "spell_book", "frog"), 3)
    sheet |= {"triple": 2, "two_pairs": 3, "triple_and_pair": 4}
    found = explore("hexhex", Position((sheet,), ("frog",) * 5, 1), reach=37)
    assert found.objective == "reach"
    assert found.hint
    assert found.hint.choices[0].move == "write five_of_a_kind"
    # 27 and 10 stand there: the wish is fulfilled.
    assert found.value == pytest.approx(1)


@pytest.mark.parametrize(
    ("game", "sheets", "dice", "throws", "reason"),
    [
        ("classic", ({"ones": 7},), (), 0, "ones cannot hold '7'; possible are 0, 1, 2"),
        ("classic", ({"eights": 7},), (), 0, "the sheet has no place 'eights'"),
        ("hexhex", ({"frog": 1, "nothing": 0},), (), 0, "the sheet has no place 'nothing'"),
        ("classic", ({},), ("1",) * 6, 1, "classic has 5 dice, not 6"),
        ("classic", ({},), ("1",) * 5, 0, "there are no dice on the table before the first throw"),
        ("classic", ({},), ("1",) * 5, 4, "a turn has 1 to 3 throws here, not 4"),
        ("classic", ({},), ("1",), 3, "4 dice are still to be thrown"),
        ("classic", ({},), ("7",) * 5, 1, "'7' is not on this die"),
        ("extreme", ({},), ("1",) * 6, 4, "The fourth throw cost a chip: at most 2"),
        ("master", ({"row_1": 1, "row_2": 2, "row_3": 3, "row_4": 4},), (), 0, "At most 3 rows"),
        (
            "master",
            ({f"row_{number}": 8 for number in range(1, 7)} | {"full_house": "done", "coins": 30},),
            (),
            0,
            "already has",
        ),
        ("krisskross", ({"a1": "dot"},), (), 0, "1 is odd"),
        ("krisskross", ({"a3": "dot", "a1": "dot"},), (), 0, "1 is odd"),
        ("krisskross", (dict.fromkeys(CELLS, "dot"),), ("dot", "dot"), 1, "No two neighbouring cells are free"),
        ("krisskross", ({},), ("dot",), 1, "both dice are thrown together"),
        ("kribbeln", ({"task_1": 9}, {}), (), 0, "must be open on yours"),
        ("kribbeln", ({"task_2": 9}, {}), (), 0, "Later rows are still open"),
        ("nothing", ({},), (), 0, "unknown game 'nothing'"),
    ],
)
def test_what_no_game_comes_to_is_refused_with_a_reason(
    game: str, sheets: tuple[dict[str, int | str], ...], dice: tuple[str, ...], throws: int, reason: str
) -> None:
    with pytest.raises(KnobelError, match=reason) as refused:
        explore(game, Position(sheets, dice, throws))
    assert isinstance(refused.value, BadSetup | BadDice | UnknownGame)


def test_a_blank_grid_has_a_symbol_in_its_start_cell() -> None:
    found = explore("krisskross", Position(({},), ("star", "star"), 1))
    assert [place.key for place in found.places if place.default] == ["a3"]
    assert {cell.key: cell.value for cell in found.scene.sheets[0].cells if cell.part == "grid" and cell.value} == {
        "a3": "dot"
    }
    assert found.hint


def test_a_full_sheet_and_too_large_a_wish_are_refused() -> None:
    everything = {place.key: place.choices[0] for place in explore("hexhex", Position(({},))).places}
    with pytest.raises(BadSetup, match="All boxes are filled"):
        explore("hexhex", Position((everything,)))
    with pytest.raises(BadSetup, match="Too many boxes are still open"):
        explore("classic", Position(({},)), reach=300)
    with pytest.raises(BadSetup, match="cannot be played for a target score"):
        explore("master", Position(({},)), reach=300)


def test_reasons_are_told_in_the_language_that_was_asked_for() -> None:
    position = Position(({"row_1": 1, "row_2": 2, "row_3": 3, "row_4": 4},), (), 0)
    with pytest.raises(BadSetup, match="Höchstens 3 Reihen") as refused:
        explored("master", position, {}, None, "de")
    words = error_text(pickle.loads(pickle.dumps(refused.value)))
    assert words
    assert say(words, "en").startswith("At most 3 rows")
    kept = pickle.loads(pickle.dumps(bad(make("classic"), "full")))
    assert isinstance(kept, BadPosition)
    assert say(kept.words, "de").startswith("Alle Felder")
