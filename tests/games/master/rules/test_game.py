"""Master at the table: turns, the race and the end."""

import pytest

from knobel import BadDice, BadMove, BadSetup, Decide, Over, Record, Throw, find, make
from knobel.games.holding.tray import fresh
from knobel.games.master.rules.board import Board, stars
from knobel.games.master.rules.game import Master, State
from tests.games.turns import allowed, awaited, follow

FOURTEEN = Board((True,) * 6, (8, 8, 8, 0, 0, 0), 20)
FIFTEEN = Board((True,) * 6, (8, 8, 8, 0, 0, 0), 21)
SIXTEEN = Board((True,) * 6, (8, 8, 8, 0, 0, 0), 26)
EVERY = (0, 1, 2, 3, 4)


def table(*boards: Board, seat: int = 0, round_: int = 1) -> State:
    """A table at the start of a seat's turn."""
    return State(boards, seat, round_, fresh(5))


def test_a_whole_turn_moves_the_row_by_the_dice_as_they_lie_at_its_end() -> None:
    record = Record(make("master", seats=2))
    record.fell(2, 2, 3, 1, 4)
    record.moved(0, "keep 1 2")
    record.fell(2, 5, 5)
    record.moved(0, "keep 1 2 3")
    record.fell(5, 2)
    assert awaited(record) == Decide((0,))
    record.moved(0, "rows 2")
    assert record.state.boards == (Board(rows=(0, 4, 0, 0, 0, 0)), Board())
    assert awaited(record) == Throw(1, EVERY)


def test_an_action_must_be_taken_after_the_third_throw() -> None:
    record = Record(make("master", seats=2))
    record.fell(6, 6, 1, 2, 4)
    for _ in range(2):
        record.moved(0, "keep 1 2")
        record.fell(1, 2, 4)
    assert [str(move) for move in record.game.moves(record.state, 0)] == ["rows 6", "coins pair"]


def test_one_may_pass_early_when_the_dice_allow_nothing() -> None:
    record = Record(make("master"))
    record.fell(1, 2, 3, 5, 6)
    assert len(record.game.moves(record.state, 0)) == 31 + 1
    assert allowed(record) == ["pass"]


@pytest.mark.parametrize(("ahead", "coins"), [(0, 5), (1, 4), (2, 3), (3, 3)])
def test_finishing_a_row_with_three_overhang_earns_two_more_first_and_one_more_second(ahead: int, coins: int) -> None:
    game = make("master", seats=4)
    rivals = [Board(rows=(0, 0, 0, 0, 8, 0))] * ahead + [Board()] * (3 - ahead)
    state = follow(game, table(Board(rows=(0, 0, 0, 0, 7, 0)), *rivals), "- 5 5 5 5 1", "0 rows 5")
    assert state.boards[0] == Board(rows=(0, 0, 0, 0, 8, 0), coins=coins)
    assert stars(state.boards[0]) == 1


@pytest.mark.parametrize(("ahead", "coins"), [(0, 2), (1, 1), (2, 0)])
def test_fulfilling_a_task_earns_two_coins_first_one_second_and_none_third(ahead: int, coins: int) -> None:
    game = make("master", seats=3)
    state = game.start()
    for seat in range(ahead):
        state = follow(game, state, "- 1 2 3 4 5", f"{seat} task large_straight")
    for seat in range(ahead, 2):
        state = follow(game, state, "- 1 2 4 5 6", f"{seat} pass")
    state = follow(game, state, "- 1 2 3 4 5", "2 task large_straight")
    assert state.boards[2].coins == coins


def test_race_coins_may_finish_a_lap_at_once() -> None:
    game = make("master", seats=2)
    state = follow(game, table(Board(coins=7), Board()), "- 3 3 3 5 5", "0 task full_house")
    assert state.boards[0].coins == 9
    assert game.scores(state) == (2, 0)


def test_the_race_of_a_row_is_on_in_row_and_coins_too() -> None:
    game = make("master", seats=2)
    state = follow(game, table(Board(), Board(rows=(6, 0, 0, 0, 0, 0)), seat=1), "- 1 1 4 4 6", "1 row 1 coins pair")
    assert state.boards[1] == Board(rows=(8, 0, 0, 0, 0, 0), coins=1 + 2)


def test_repeating_a_task_is_no_race() -> None:
    game = make("master", seats=2)
    done = Board((True,) * 6)
    assert follow(game, table(done, Board()), "- 1 2 3 4 5", "0 coins task").boards[0].coins == 3


def test_there_is_no_race_when_alone() -> None:
    game = make("master", seats=1)
    state = follow(game, game.start(), "- 1 2 3 4 5", "0 task large_straight")
    assert state.boards == (Board((False, False, False, False, True, False)),)
    state = follow(game, table(Board(rows=(6, 0, 0, 0, 0, 0))), "- 1 1 3 4 6", "0 rows 1")
    assert state.boards[0].coins == 0


def test_what_each_action_would_do_can_be_asked_with_the_race_included() -> None:
    game = Master(2)
    state = follow(game, game.start(), "- 3 3 3 5 5")
    after = {str(action): board for action, board in game.results(state, 0).items()}
    assert after["task full_house"].coins == 2
    assert after["rows 3 5"] == Board(rows=(0, 0, 3, 0, 2, 0))


def test_an_action_changes_the_board_of_its_seat_only() -> None:
    game = make("master", seats=3)
    boards = (Board(coins=1), Board(coins=2), Board(coins=3))
    after = follow(game, table(*boards, seat=1), "- 4 4 1 2 6", "1 coins pair").boards
    assert after == (Board(coins=1), Board(coins=3), Board(coins=3))


def test_turns_go_round_and_rounds_are_counted_from_one() -> None:
    game = make("master", seats=3)
    state = game.start()
    seen = []
    for _ in range(4):
        seen.append((state.seat, state.round))
        state = follow(game, state, "- 1 2 4 5 6", f"{state.seat} pass")
    assert seen == [(0, 1), (1, 1), (2, 1), (0, 2)]


def test_holding_dice_leaves_seat_and_round_as_they_are() -> None:
    game = make("master", seats=2)
    state = follow(game, table(Board(), Board(), seat=1, round_=7), "- 1 2 4 5 6", "1 keep 1")
    assert (state.seat, state.round, state.tray.throws) == (1, 7, 1)


def test_the_stars_of_these_boards_are_14_15_and_16() -> None:
    assert [stars(board) for board in (FOURTEEN, FIFTEEN, SIXTEEN)] == [14, 15, 16]


def test_the_round_is_finished_after_somebody_has_15_stars() -> None:
    game = make("master", seats=3)
    state = follow(game, table(FOURTEEN, Board(), Board()), "- 4 4 1 2 6", "0 coins pair")
    assert game.scores(state) == (15, 0, 0)
    assert game.pending(state) == Throw(1, EVERY)
    state = follow(game, state, "- 1 2 4 5 6", "1 pass")
    assert game.pending(state) == Throw(2, EVERY)
    state = follow(game, state, "- 1 2 4 5 6", "2 pass")
    assert game.pending(state) == Over((1, 2, 2))


def test_when_the_last_seat_gets_15_stars_nobody_throws_again() -> None:
    game = make("master", seats=2)
    state = follow(game, table(Board(), FOURTEEN, seat=1), "- 4 4 1 2 6", "1 coins pair")
    assert game.pending(state) == Over((2, 1))


def test_the_game_goes_on_with_14_stars() -> None:
    assert make("master", seats=2).pending(table(FOURTEEN, FOURTEEN)) == Throw(0, EVERY)


def test_the_most_stars_win_not_the_first_to_15() -> None:
    assert make("master", seats=2).pending(table(FIFTEEN, SIXTEEN)) == Over((2, 1))


def test_ties_share_the_place() -> None:
    assert make("master", seats=4).pending(table(FIFTEEN, SIXTEEN, FIFTEEN, SIXTEEN)) == Over((3, 1, 3, 1))


def test_alone_the_game_ends_with_the_turn_that_brings_15_stars() -> None:
    game = make("master", seats=1)
    state = follow(game, table(FOURTEEN, round_=20), "- 4 4 1 2 6", "0 coins pair")
    assert game.pending(state) == Over((1,))
    assert state.round == 21


def test_nothing_follows_the_end() -> None:
    game = make("master", seats=1)
    with pytest.raises(BadMove, match=r"^the game is over; nothing can follow$"):
        follow(game, table(FIFTEEN), "- 1 1 1 1 1")


def test_a_roll_is_appraised_in_tasks_rows_and_coins_of_a_blank_board() -> None:
    assert find("master").appraise(make("master"), ["6", "6", "6", "5", "5"]) == {
        "full_house": 1,
        "small_straight": 0,
        "chance_low": 0,
        "chance_high": 1,
        "large_straight": 0,
        "five_of_a_kind": 0,
        "row_1": 0,
        "row_2": 0,
        "row_3": 0,
        "row_4": 0,
        "row_5": 2,
        "row_6": 3,
        "coins_pair": 1,
        "coins_two_pairs": 2,
        "coins_triple": 2,
        "coins_quad": 0,
    }


def test_a_single_die_is_worth_no_step_in_its_row() -> None:
    assert find("master").appraise(make("master"), ["4", "4", "4", "4", "5"])["row_5"] == 0


@pytest.mark.parametrize("dice", ["1 2 3 4", "1 2 3 4 5 6"])
def test_a_roll_to_appraise_has_five_dice(dice: str) -> None:
    with pytest.raises(BadDice, match=rf"^a roll of master has 5 dice, not {len(dice.split())}$"):
        find("master").appraise(make("master"), dice.split())


def test_a_roll_to_appraise_shows_one_to_six() -> None:
    with pytest.raises(BadDice, match=r"^'7' is not on this die; it shows 1, 2, 3, 4, 5, 6$"):
        find("master").appraise(make("master"), ["1", "2", "3", "4", "7"])


def test_the_alphabet_has_76_moves() -> None:
    alphabet = [str(move) for move in make("master").alphabet]
    assert len(alphabet) == len(set(alphabet)) == 76
    assert alphabet[31] == "task full_house"
    assert alphabet[37:46] == [*(f"rows {number}" for number in range(1, 7)), "rows 1 2", "rows 1 3", "rows 1 4"]
    assert alphabet[58:64] == [
        *(f"coins {key}" for key in ("pair", "two_pairs", "triple", "quad", "task")),
        "row 1 coins pair",
    ]
    assert alphabet[-2:] == ["row 6 coins triple", "pass"]


@pytest.mark.parametrize("seats", range(1, 5))
def test_a_game_is_made_again_from_its_seats_and_options(seats: int) -> None:
    game = make("master", seats=seats)
    assert game.options == {}
    assert make(game.key, seats=game.seats, **game.options) == game
    assert len(game.start().boards) == seats


@pytest.mark.parametrize("seats", [0, 5])
def test_master_is_for_two_to_four_or_alone(seats: int) -> None:
    with pytest.raises(BadSetup, match=rf"^master is for 1 to 4 seats, not {seats}$"):
        make("master", seats=seats)
