"""Kribbeln as a whole: opening a table, scoring rows, the end."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import (
    AnyGame,
    BadDice,
    BadMove,
    BadSetup,
    Over,
    Record,
    Throw,
    find,
    make,
    next_event,
    seeded,
    thrower,
)
from knobel.games.holding.tray import fresh
from knobel.games.kribbeln.rules.game import Kribbeln, State
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, SHEETS, STRUCK, Sheet
from tests.games.kribbeln.rules.table import EVERY, TASKS, X, dodge, fill, good, opened, turn

TYPED = "1 green; 2 blue; no 3; blue > red; 3 any; red > rest"
EQUAL = (20, 20, 10, 20, 20, 11, 20, 20, 12, 13)


def over(*sheets: Sheet) -> Over:
    """The end of a game with these sheets."""
    game = opened(len(sheets)).game
    state = State(sheets, 10, 0, fresh(6))
    pending = game.pending(state)
    assert isinstance(pending, Over)
    return pending


def with_entries(**entered: int) -> Sheet:
    """The equal sheet with other entries in T1 or K4."""
    return (entered.get("t1", EQUAL[0]), *EQUAL[1:-1], entered.get("k4", EQUAL[-1]))


def test_a_row_is_scored_when_the_last_seat_has_its_entry() -> None:
    record = opened(3)
    turn(record, 20)
    turn(record, 25)
    assert record.game.scores(record.state) == (0, 0, 0)
    turn(record, X)
    assert record.game.scores(record.state) == (2, 3, 0)


def test_the_five_players_of_the_example_earn_their_points() -> None:
    record = opened(5)
    fill(record, 26, 31, 24, 17, X)
    assert record.game.scores(record.state) == (4, 5, 3, 2, 0)


def test_points_are_told_row_by_row_for_the_rows_scored() -> None:
    record = opened()
    game = record.game
    assert isinstance(game, Kribbeln)
    assert game.points(record.state) == ()
    fill(record, 20, 21)
    fill(record, 20, X)
    assert game.points(record.state) == ((1, 2), (2, 0))


def test_a_whole_game_has_ten_rows_and_most_points_win() -> None:
    record = opened()
    for row, entries in enumerate(zip((30, 30, 20, 30, 30, 21, 30, 30, 22, 23), EQUAL, strict=True)):
        assert record.state.row == row
        fill(record, *entries)
    assert record.state.row == 10
    assert record.game.scores(record.state) == (20, 10)
    assert record.pending == Over((1, 2))
    assert [list(record.game.moves(record.state, seat)) for seat in (0, 1)] == [[], []]
    with pytest.raises(BadMove, match=r"^the game is over; nothing can follow$"):
        record.fell(*good(20))


def test_the_game_ends_with_the_last_task_when_all_dodged_into_both_last_kribbel_rows() -> None:
    record = opened()
    for entries in ((30, 20), (30, 20), (10, 9), (30, 20), (30, 20), (11, 10), (30, 20)):
        fill(record, *entries)
    for totals in ((31, 32), (29, 30)):
        for total in totals:
            dodge(record, total)
        turn(record, 25)
    assert record.state.sheets[0][-3:] == (25, 31, 32)
    assert record.pending == Over((1, 2))


def test_a_tie_goes_to_the_higher_fourth_kribbel_number() -> None:
    assert over(with_entries(t1=19, k4=30), with_entries(t1=21, k4=29)) == Over((1, 2))
    assert over(with_entries(t1=21, k4=29), with_entries(t1=19, k4=30)) == Over((2, 1))


def test_a_cross_in_the_fourth_kribbel_row_is_below_any_number() -> None:
    assert over(with_entries(k4=STRUCK), with_entries(t1=STRUCK, k4=14)) == Over((2, 1))


def test_those_still_tied_share_the_place() -> None:
    assert over(EQUAL, EQUAL) == Over((1, 1))
    assert over(EQUAL, with_entries(t1=7), EQUAL) == Over((1, 3, 1))


def test_points_come_before_the_fourth_kribbel_number() -> None:
    better = (21, 21, *EQUAL[2:])
    assert over(better, with_entries(k4=36)) == Over((1, 2))


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.integers(1, 6), st.booleans(), st.integers(0, 2**32))
def test_in_any_game_kribbel_numbers_rise_unless_for_beginners_and_every_sheet_fills(
    seats: int, sheet: int, beginner: bool, seed: int
) -> None:
    game = make("kribbeln", seats=seats, sheet=sheet, beginner=beginner)
    record, dice, chance = Record(game), thrower(seeded(seed)), Random(seed)

    def often_last(game: AnyGame, state: State, seat: int) -> Any:
        moves = game.moves(state, seat)
        return chance.choice([moves[-1], chance.choice(moves)])

    while event := next_event(game, record.state, [often_last] * seats, dice):
        before = game.scores(record.state)
        record.append(event)
        assert all(now >= then for now, then in zip(game.scores(record.state), before, strict=True))
    for marks in record.state.sheets:
        numbers = [marks[row] for row in KRIBBEL_ROWS if marks[row] != STRUCK]
        assert None not in marks
        assert beginner or (numbers == sorted(numbers) and len(numbers) == len(set(numbers)))
        assert not beginner or len(numbers) == 4


def test_the_first_of_our_sheets_is_the_default_and_sums_must_rise() -> None:
    assert make("kribbeln") == Kribbeln(2, SHEETS[0], 1, beginner=False)
    assert make("kribbeln").options == {"sheet": "1", "beginner": "no"}


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("beginner", [False, True])
def test_each_of_our_six_sheets_can_be_chosen(number: int, beginner: bool) -> None:
    game = make("kribbeln", seats=5, sheet=number, beginner=beginner)
    assert game == Kribbeln(5, SHEETS[number - 1], number, beginner)
    assert game.options == {"sheet": str(number), "beginner": "yes" if beginner else "no"}
    assert make(game.key, seats=game.seats, **game.options) == game


@pytest.mark.parametrize("beginner", [False, True])
def test_tasks_can_be_typed_in(beginner: bool) -> None:
    game = make("kribbeln", seats=3, tasks=f" {TYPED.upper()} ", beginner=beginner)
    assert game.options == {"tasks": TYPED, "beginner": "yes" if beginner else "no"}
    assert make(game.key, seats=game.seats, **game.options) == game
    assert isinstance(game, Kribbeln)
    assert (game.sheet, game.beginner, game.seats) == (None, beginner, 3)
    assert "; ".join(map(str, game.tasks)) == TYPED


def test_a_record_tells_the_tasks_and_reads_back() -> None:
    record = opened()
    fill(record, 20, 21)
    assert f"option tasks {TASKS}\noption beginner no\n" in record.text()
    assert record.text().endswith("\n1 write\n")
    assert Record.read(record.text()) == record


def test_a_sheet_and_typed_tasks_exclude_each_other() -> None:
    with pytest.raises(BadSetup, match=r"^choose one of our sheets or tasks of your own, not both$"):
        make("kribbeln", sheet=1, tasks=TYPED)


@pytest.mark.parametrize(
    ("tasks", "count"), [("1 green", 1), (f"{TYPED}; 4 any", 7), ("1 red; 2 red; 0 red; no 2; no 3", 5)]
)
def test_six_tasks_are_typed_in(tasks: str, count: int) -> None:
    with pytest.raises(BadSetup, match=rf"^a sheet has 6 tasks, separated by semicolons; these are {count}$"):
        make("kribbeln", tasks=tasks)


def test_a_typed_task_that_is_none_is_refused() -> None:
    with pytest.raises(
        BadSetup, match=r"^'5 green' is not a task; the colours are black, green, blue, orange, yellow, red, "
    ):
        make("kribbeln", tasks=TYPED.replace("1 green", "5 green"))


@pytest.mark.parametrize("sheet", ["0", "7", "one"])
def test_there_are_sheets_one_to_six_only(sheet: str) -> None:
    with pytest.raises(BadSetup, match=rf"^option sheet cannot be '{sheet}'; use one of .*1, 2, 3, 4, 5, 6$"):
        make("kribbeln", sheet=sheet)


@pytest.mark.parametrize("seats", [1, 6])
def test_kribbeln_is_for_two_to_five(seats: int) -> None:
    assert find("kribbeln").seats == range(2, 6)
    with pytest.raises(BadSetup, match=rf"^kribbeln is for 2 to 5 seats, not {seats}$"):
        make("kribbeln", seats=seats)


def test_a_row_asks_for_its_own_task() -> None:
    game = make("kribbeln", tasks="0 black; 0 green; 0 blue; 0 orange; 0 yellow; 0 red")
    assert isinstance(game, Kribbeln)
    all_black = (1, 6, 5, 4, 3, 2)
    assert [game.met(row, all_black) for row in range(10)] == [False, *[True] * 9]
    all_orange = (4, 3, 2, 1, 6, 5)
    assert [row for row in range(10) if not game.met(row, all_orange)] == [4]
    all_red = (6, 5, 4, 3, 2, 1)
    assert [row for row in range(10) if not game.met(row, all_red)] == [7]


def test_a_roll_is_appraised_against_the_six_tasks() -> None:
    game = make("kribbeln", tasks=TYPED)
    assert find("kribbeln").appraise(game, ["3", "1", "1", "1", "1", "1"]) == {
        "1 green": True,
        "2 blue": True,
        "no 3": True,
        "blue > red": True,
        "3 any": False,
        "red > rest": False,
    }


@pytest.mark.parametrize("dice", ["1 2 3 4 5", "1 2 3 4 5 6 1"])
def test_a_roll_to_appraise_has_six_dice(dice: str) -> None:
    with pytest.raises(BadDice, match=rf"^a roll of kribbeln has 6 dice, not {len(dice.split())}$"):
        find("kribbeln").appraise(make("kribbeln"), dice.split())


def test_a_roll_to_appraise_shows_one_to_six() -> None:
    with pytest.raises(BadDice, match=r"^'0' is not on this die; it shows 1, 2, 3, 4, 5, 6$"):
        find("kribbeln").appraise(make("kribbeln"), ["1", "2", "3", "4", "5", "0"])


def test_the_alphabet_has_66_moves_holdings_first() -> None:
    alphabet = [str(move) for move in make("kribbeln").alphabet]
    assert len(alphabet) == len(set(alphabet)) == 66
    assert alphabet[:2] == ["keep none", "keep 1"]
    assert alphabet[-4:] == ["keep 2 3 4 5 6", "write", "strike", "dodge"]


def test_a_game_starts_in_the_first_row_with_blank_sheets() -> None:
    state = make("kribbeln", seats=3).start()
    assert state == State(((None,) * 10,) * 3, 0, 0, fresh(6), ())
    assert make("kribbeln", seats=3).pending(state) == Throw(0, EVERY)
