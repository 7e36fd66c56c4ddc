"""The commands for exact numbers: value and odds."""

import json

import pytest

from knobel import find, make
from tests.commands import Run


def test_value_solves_an_endgame(run: Run) -> None:
    """Alone, Chance is six dice each played for itself: 14/3 for a six-sided one, 6.45 for the ten-sided one."""
    blank = json.loads(run("value", "extreme", "--json").stdout)
    assert abs(blank["value"] - 651.1756) < blank["error"] < 0.2
    assert run("value", "extreme").stdout == "Perfect play still brings 651.17 ± 0.14 points on average.\n"
    answered = json.loads(run("value", "extreme", "--open", "chance", "--upper", "80", "--json").stdout)
    assert answered["open"] == ["chance"]
    assert answered["value"] == pytest.approx(5 * 14 / 3 + 6.45)


def test_value_of_a_blank_sheet_is_that_of_the_game(run: Run) -> None:
    assert run("value", "hexhex").stdout == "Perfect play still brings 33.931936 points on average.\n"
    shown = run("value", "hexhex", "--reach", "40", "--lang", "de").stdout
    assert shown == "Beste Chance auf mindestens 40 weitere Punkte: 23,9813 %.\n"
    worth = json.loads(run("value", "hexhex", "--reach", "40", "--json").stdout)
    assert (len(worth["open"]), worth["value"]) == (11, pytest.approx(0.239813, abs=1e-6))


def test_value_counts_a_bonus_still_to_be_won(run: Run) -> None:
    without = json.loads(run("value", "classic", "--open", "sixes", "--upper", "20", "--json").stdout)["value"]
    within = json.loads(run("value", "classic", "--open", "sixes", "--upper", "62", "--json").stdout)["value"]
    assert within - without > 30


def test_a_board_far_from_the_goal_is_worth_what_the_shipped_values_say_with_their_error(run: Run) -> None:
    answered = json.loads(run("value", "master", "--json").stdout)
    assert answered["value"] == pytest.approx(19.8297, abs=0.05)
    assert 0 < answered["error"] < 0.1


def test_where_odds_have_no_points_there_is_no_column_for_them(run: Run) -> None:
    assert "Mean points" not in run("odds", "kribbeln", "1", "--tasks", "1 green", "--lang", "en").stdout
    assert "Mean points" in run("odds", "classic", "1", "--lang", "en").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["value", "kribbeln", "--open", "x"], "the value of a position cannot be calculated for kribbeln"),
        (["value", "master", "--open", "x"], "master has no box 'x'; it has full_house"),
        (["value", "master", "--open", "", "--rows", "1,2"], "--rows takes 6 fields from 0 to 8"),
        (["value", "master", "--open", "", "--rows", "9,8,8,8,8,8"], "rows of Master have 0 to 8 fields"),
        (["value", "classic", "--open", "sevens"], "classic has no box 'sevens'; it has ones, twos"),
        (["value", "classic", "--open", "ones", "--chips", "1"], "classic has 0 chips, not 1"),
        (["value", "classic", "--open", "ones", "--upper", "999"], "the upper sum is between 0 and 100, not 999"),
        (["odds", "krisskross", "dot"], "krisskross has no boxes with odds"),
        (["odds", "classic", "7"], "'7' is not on this die"),
        (["odds", "classic", "1", "1", "1", "1", "1", "1"], "classic has 5 dice, not 6"),
        (["odds", "classic", "1", "--throws", "0"], "no throw is left"),
    ],
)
def test_a_wish_that_cannot_be_met_gets_a_sentence(run: Run, words: list[str], sentence: str) -> None:
    answered = run(*words)
    assert answered.returncode == 2
    assert sentence in answered.stderr
    assert "Traceback" not in answered.stderr


def test_value_knows_the_turns_of_master(run: Run) -> None:
    """Thirteen stars, two to go: a matter of a few turns."""
    words = ("value", "master", "--open", "five_of_a_kind", "--rows", "8,8,8,8,0,0", "--coins", "15", "--json")
    answered = json.loads(run(*words).stdout)
    assert (answered["rows"], answered["coins"]) == ([8, 8, 8, 8, 0, 0], 15)
    assert answered["value"] == pytest.approx(3.98563, abs=1e-4)


def test_odds_of_five_of_a_kind_in_three_throws_are_the_known_ones(run: Run) -> None:
    """347,897 / 7,558,272 is the known chance of five of a kind in three throws."""
    found = json.loads(run("odds", "classic", ".", "--throws", "3", "--json").stdout)
    assert found["five_of_a_kind"]["chance"] == pytest.approx(347897 / 7558272)
    assert list(found) == list(find("classic").appraise(make("classic"), ["1", "2", "3", "4", "5"]))


def test_odds_know_the_tasks_of_kribbeln_and_master(run: Run) -> None:
    tasks = json.loads(run("odds", "kribbeln", "--tasks", "1 green; 4 any", ".", "--throws", "3", "--json").stdout)
    assert tasks["1 green"]["chance"] == pytest.approx(0.905728, abs=1e-6)
    assert tasks["4 any"]["chance"] == pytest.approx(0.456466, abs=1e-6)
    master = json.loads(run("odds", "master", "1", "1", "1", "2", "2", "--throws", "0", "--json").stdout)
    assert (master["full_house"]["chance"], master["chance_low"]["chance"]) == (1, 1)


def test_odds_are_shown_in_words(run: Run) -> None:
    shown = run("odds", "hexhex", "frog", "frog", ".", ".", ".", "--throws", "2", "--lang", "de").stdout
    assert "Drilling + Paar" in shown
    assert " %" in shown


def test_odds_take_dice_in_any_order(run: Run) -> None:
    ordered = run("odds", "extreme", "1", "2", "3", "4", ".", "0", "--json").stdout
    assert json.loads(ordered)["highway"]["chance"] > 0
    assert run("odds", "extreme", "0", "1", "2", "3", "4", ".", "--json").stdout == ordered


def test_a_chip_buys_a_throw(run: Run) -> None:
    dice = ("1", "2", "3", "4", ".", ".")
    bought = run("odds", "extreme", *dice, "--throws", "1", "--chips", "2", "--json").stdout
    assert bought == run("odds", "extreme", *dice, "--throws", "2", "--json").stdout
    assert "classic has no chips" in run("odds", "classic", "1", "--chips", "1").stderr
