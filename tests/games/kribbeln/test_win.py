"""Kribbeln to win: chances add up, are exact at the end, and count the tie-break."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from knobel import Record, make
from knobel.coach import review
from knobel.coach.bot import bot, level
from knobel.core.dice import D6, outcomes, seeded
from knobel.core.game import Decide, Over, Throw
from knobel.core.playout import play_record
from knobel.games.holding.tray import Tray, fresh
from knobel.games.kribbeln.judge import KribbelnJudge
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, THROWS, WRITE, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import BLANK, ROWS, Sheet
from knobel.games.kribbeln.solve.rolls import SUMS
from knobel.games.kribbeln.win import KribbelnWinJudge
from tests.coach.judges import judge

NINE: tuple[Sheet, ...] = (
    (24, 22, 18, 25, 20, 22, 24, 0, 25, None),
    (20, 24, 20, 22, 26, 23, 0, 21, 24, None),
    (22, 20, 0, 24, 22, 24, 20, 20, 26, None),
)
"""Sheets of which only the last row is open."""


def kribbeln(seats: int, **options: str) -> Kribbeln:
    game = make("kribbeln", seats, **options)
    assert isinstance(game, Kribbeln)
    return game


def win_judge(game: Kribbeln) -> KribbelnWinJudge:
    found = judge(game)
    assert isinstance(found, KribbelnWinJudge)
    return found


def last_row(seats: int, written: int) -> tuple[Sheet, ...]:
    """Sheets whose last row the first seats have filled, each with a sum that is one higher."""
    return tuple((*sheet[:9], 27 + at if at < written else None) for at, sheet in enumerate(NINE[:seats]))


def half_full(seats: int) -> tuple[Sheet, ...]:
    """Sheets in the middle of the game; one has dodged."""
    dodged = (*BLANK[:3], None, None, 24, *BLANK[6:])
    return tuple((22 - at, 20, 18 + at, *(dodged if at == 1 else BLANK)[3:]) for at in range(seats))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_chances_of_all_seats_are_one_together_whatever_the_table_waits_for(seats: int) -> None:
    game, known = kribbeln(seats), win_judge(kribbeln(seats))
    middle, end = half_full(seats), tuple((*NINE[at % 3][:9], None) for at in range(seats))
    tables = (
        State(middle, 3, 0, fresh(6)),
        State(middle, 3, seats - 1, Tray((6, None, 5, None, 4, 6), 2)),
        State(middle, 3, 0, fresh(6), ((0, 5), (1, None))),
        State(end, 9, 1, Tray((6, 5, 4, 6, 5, 4), 1)),
    )
    for state in tables:
        assert sum(known.value(game, state, each) for each in range(seats)) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_last_turn_of_all_is_worth_what_brute_force_says(seats: int) -> None:
    """The last seat has three dice to throw, once: it wins with what is more, or with as much and a higher last row."""
    game, known, last = kribbeln(seats), win_judge(kribbeln(seats)), seats - 1
    state = State(last_row(seats, last), 9, last, Tray((6, 5, 6, None, None, None), 2))
    shares = np.zeros(seats)
    for faces in product(D6.values, repeat=3):
        thrown = game.land(state, faces)
        (ending,) = game.moves(thrown, last)
        over = game.pending(game.play(thrown, last, ending))
        assert isinstance(over, Over)
        shares += [(place == 1) / over.places.count(1) / 216 for place in over.places]
    assert 0 < shares[last] < 1
    assert [known.value(game, state, seat) for seat in range(seats)] == pytest.approx(shares.tolist(), abs=1e-9)
    assert known.exact(game, state, last)


def mean_after(game: Kribbeln, state: State, seat: int) -> float:
    """The mean value over all ways the dice may fall."""
    pending = game.pending(state)
    assert isinstance(pending, Throw)
    falls = outcomes([game.pool[position] for position in pending.dice])
    return sum(float(chance) * win_judge(game).value(game, game.land(state, faces), seat) for faces, chance in falls)


OPEN: tuple[Sheet, ...] = tuple((*sheet[:8], None, None) for sheet in NINE[:2])


@pytest.mark.parametrize("sheets", [last_row(2, 0), OPEN, ((*NINE[0][:8], 27, 29), OPEN[1])])
def test_between_two_the_last_two_rows_are_solved(sheets: tuple[Sheet, ...]) -> None:
    """A value before a throw is the mean of those after it, and a move is worth what the table is after it."""
    game, known = kribbeln(2), win_judge(kribbeln(2))
    row = 8 if sheets[1][8] is None else 9
    state = State(sheets, row, 1, Tray((6, 5, 4, 6, None, None), 2))
    assert known.exact(game, state, 1)
    assert known.value(game, state, 1) == pytest.approx(mean_after(game, state, 1), abs=1e-9)
    thrown = game.land(state, (5, 6))
    for move, chance in known.rate(game, thrown, 1).items():
        after: Any = game.play(thrown, 1, move)
        assert known.value(game, after, 1) == pytest.approx(chance, abs=1e-9)


def test_with_equal_points_the_higher_last_row_wins() -> None:
    """Both have 13 points before the last row; whoever throws 28 first ties the other's 28, and shares."""
    game, known = kribbeln(2), win_judge(kribbeln(2))
    own = (24, 22, 18, 20, 20, 22, 24, 20, 24, None)
    other = (22, 24, 20, 24, 22, 20, 20, 24, 20, 28)
    points = game.scores(State((own, other), 9, 0, fresh(6)))
    state = State((own, other), 9, 0, Tray((5, 5, 5, 5, 4, 4), THROWS))
    expected = {0: 0.5, 1: 1.0, -1: 0.0}[int(np.sign(points[0] - points[1]))]
    assert known.rate(game, state, 0)[WRITE] == expected


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"sheet": "4", "beginner": "yes"})])
def test_a_review_adds_up_to_the_result_of_every_seat(seats: int, options: dict[str, str]) -> None:
    game = kribbeln(seats, **options)
    record = Record(game, [f"seat {seat}" for seat in range(seats)])
    play_record(record, [bot(game, level("owl" if seats == 2 else "cat"), seat) for seat in range(seats)], seeded(4))
    over = game.pending(record.state)
    assert isinstance(over, Over)
    for seat, found in enumerate(review(record, judge=judge(game)).seats):
        won = (over.places[seat] == 1) / over.places.count(1)
        assert found.start + found.luck + found.others - found.losses == pytest.approx(won, abs=1e-9)


def test_equals_begin_with_equal_chances() -> None:
    for seats in (2, 3, 4, 5):
        game = kribbeln(seats)
        chances = [win_judge(game).value(game, game.start(), seat) for seat in range(seats)]
        assert chances == pytest.approx([1 / seats] * seats, abs=0.04)


def test_rank_points_may_still_be_asked_for() -> None:
    game = kribbeln(2)
    assert isinstance(judge(game, "rank_points"), KribbelnJudge)
    assert judge(game, "rank_points").value(game, game.start(), 0) == pytest.approx(13.24, abs=0.1)


def test_an_end_of_a_turn_is_worth_in_the_turn_what_it_is_worth_after_it() -> None:
    """Or throws would be lucky on average: dodges with any sum, struck rows, numbers that do not rise."""
    game, random = kribbeln(2), Random(5)
    known, record = win_judge(game), Record(game, ["Anna", "Ben"])
    play_record(record, [bot(game, level("cat"), seat) for seat in range(2)], seeded(9))
    found = set()
    for state in record.states:
        if not isinstance(game.pending(state), Decide):
            continue
        _, ends = known._open(state, state.seat)
        for _ in range(10):
            faces = tuple(random.randint(1, 6) for _ in range(6))
            after = replace(state, tray=Tray(faces, THROWS))
            rates = known.rate(game, after, state.seat)
            met = ROWS[state.row].task is not None and WRITE in rates
            worth = ends[sum(faces) - 6 + (SUMS if met else 0)][state.seat]
            assert max(rates.values()) == pytest.approx(worth, abs=1e-9)
            found |= set(rates)
    assert found == {WRITE, STRIKE, DODGE}
