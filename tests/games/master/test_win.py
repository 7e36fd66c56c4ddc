"""Master with rivals: the chance to win counts races, is exact in the last turn, and adds up at every table."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from knobel import Record, make
from knobel.coach import review
from knobel.coach.bot import bot, level
from knobel.core.dice import seeded
from knobel.core.game import Over
from knobel.core.playout import play_record
from knobel.games.holding.tray import Tray, fresh
from knobel.games.master.judge import MasterJudge
from knobel.games.master.rules.actions import Fulfil
from knobel.games.master.rules.board import GOAL, Board, stars
from knobel.games.master.rules.game import THROWS, Master, State
from knobel.games.master.win import MasterWinJudge
from tests.coach.judges import judge

BLANK = Board()
NEARLY = Board((True,) * 4 + (False, False), (8, 8, 8, 8, 7, 0), 15)
"""Eleven stars: four tasks, four rows and two laps; a row that ends brings two more."""
THERE = Board((True,) * 5 + (False,), (8, 8, 8, 8, 8, 0), 15)


def win_judge(game: Master) -> MasterWinJudge:
    found = judge(game)
    assert isinstance(found, MasterWinJudge)
    return found


def master(seats: int, **options: str) -> Master:
    game = make("master", seats, **options)
    assert isinstance(game, Master)
    return game


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_of_all_seats_are_one_together_whatever_the_table_waits_for(seats: int) -> None:
    game, known = master(seats), win_judge(master(seats))
    boards = (BLANK, NEARLY, Board(rows=(3, 0, 5, 0, 2, 0), coins=9), BLANK)[:seats]
    for seat, tray in ((0, fresh(5)), (seats - 1, Tray((6, 6, 6, 5, 2), 1)), (1, Tray((4, None, 4, None, 4), 2))):
        state = State(boards, seat, 9, tray)
        assert sum(known.value(game, state, each) for each in range(seats)) == pytest.approx(1)


def test_the_last_turn_of_all_is_worth_what_brute_force_says() -> None:
    """Seat 0 has its stars; seat 1 has one throw left and wins with more, shares with as many."""
    game, known = master(2), win_judge(master(2))
    state = State((THERE, NEARLY), 1, 20, Tray((5, None, None, None, 5), 2))
    needed, total, wins = stars(THERE), 0, 0.0
    assert needed >= GOAL
    for dice in np.ndindex(6, 6, 6):
        faces = (5, *(face + 1 for face in dice), 5)
        after = game.results(State(state.boards, 1, 20, Tray(faces, THROWS)), 1)
        most = max((stars(board) for board in after.values()), default=stars(NEARLY))
        wins += 1 if most > needed else 0.5 if most == needed else 0
        total += 1
    assert known.value(game, state, 1) == pytest.approx(wins / total)
    assert known.value(game, state, 0) == pytest.approx(1 - wins / total)
    assert known.exact(game, state, 1)
    assert not known.exact(game, State((NEARLY, NEARLY), 1, 20, state.tray), 1)


def test_being_first_to_a_task_is_worth_more_than_being_second() -> None:
    game, known = master(2), win_judge(master(2))
    done = Board((True, *(False,) * 5), coins=2)
    first, second = (
        known.endings(game, State((BLANK, rival), 0, 5, Tray((3, 3, 3, 4, 4), THROWS)), 0)[Fulfil("full_house")]
        - known.value(game, State((BLANK, rival), 0, 5, fresh(5)), 0)
        for rival in (BLANK, done)
    )
    assert first > second


def test_a_rival_who_is_about_to_win_a_race_makes_it_urgent() -> None:
    """A row of sixes can be finished now; the nearer the rival is to it, the more that gains over coins."""
    game, known = master(2), win_judge(master(2))
    mine = Board(rows=(0, 0, 0, 0, 0, 6))
    gains = []
    for field in (0, 6):
        ends = known.endings(game, State((mine, Board(rows=(0, 0, 0, 0, 0, field))), 0, 6, Tray((6, 6, 1, 2, 4), 3)), 0)
        worth = {str(action): chance for action, chance in ends.items()}
        gains.append(worth["rows 6"] - worth["coins pair"])
    assert gains[1] > gains[0] > 0


def test_equals_begin_with_equal_chances() -> None:
    for seats in (2, 3, 4):
        game = master(seats)
        chances = [win_judge(game).value(game, game.start(), seat) for seat in range(seats)]
        assert chances == pytest.approx([1 / seats] * seats, abs=0.02)


def test_whoever_is_at_the_goal_leaves_everybody_one_more_turn_where_that_is_played() -> None:
    """Seat 1 ends the round with the stars it needs: that is the win, unless both play once more."""
    usual, again = master(2), master(2, last_round="again")
    dice = Tray((1, 2, 3, 4, 5), THROWS)
    short = Board((True,) * 4 + (False, False), (8, 8, 8, 8, 0, 0), 26)
    rival = Board(NEARLY.tasks, NEARLY.rows, 26)
    state = State((rival, short), 1, 20, dice)
    chances = [win_judge(game).endings(game, state, 1)[Fulfil("large_straight")] for game in (usual, again)]
    assert stars(usual.results(state, 1)[Fulfil("large_straight")]) >= GOAL
    assert chances[0] == 1
    assert 0.5 < chances[1] < 1


@pytest.mark.parametrize("seats", [2, 3])
def test_a_review_adds_up_to_the_result_of_every_seat(seats: int) -> None:
    game = master(seats)
    record = Record(game, [f"seat {seat}" for seat in range(seats)])
    play_record(record, [bot(game, level("owl"), seat) for seat in range(seats)], seeded(4))
    over = game.pending(record.state)
    assert isinstance(over, Over)
    for seat, found in enumerate(review(record, judge=judge(game)).seats):
        won = (over.places[seat] == 1) / over.places.count(1)
        assert found.start + found.luck + found.others - found.losses == pytest.approx(won, abs=1e-9)


def test_a_review_of_all_seats_rates_each_decision_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All look at it, one after the other; a long game of four would take a server too long otherwise."""
    game = master(3)
    record = play_record(Record(game), [bot(game, level("owl"), seat) for seat in range(3)], seeded(4))
    rated: list[State] = []
    endings = MasterWinJudge.endings

    def counted(self: MasterWinJudge, game: Master, state: State, seat: int) -> Mapping[Any, float]:
        rated.append(state)
        return endings(self, game, state, seat)

    monkeypatch.setattr(MasterWinJudge, "endings", counted)
    known = win_judge(game)
    review(record, judge=MasterWinJudge(known.tables))
    assert rated
    assert len(rated) == len(set(rated))


def test_turns_may_still_be_asked_for() -> None:
    game = master(2)
    assert isinstance(judge(game, "turns"), MasterJudge)
    assert judge(game, "turns").value(game, game.start(), 0) == pytest.approx(-19.83, abs=0.05)
