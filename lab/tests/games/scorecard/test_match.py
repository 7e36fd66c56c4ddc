"""Many tables at once: what writings are worth is what the judge says, and the same play gains nothing."""

from dataclasses import replace

import numpy as np
import pytest

from knobel import BadSetup, make
from knobel.coach.judge import judge_of
from knobel.games.scorecard.rules import Scorecard, blank
from knobel.games.scorecard.win import WinJudge
from knobel.solve.kernel.numpy_kernel import endings
from knobel.solve.winning import Prize, Scores
from knobel_lab.games.scorecard import match_compiled as fast
from knobel_lab.games.scorecard.match import Games, Standing, Tables, gains_of, match, tables_of


@pytest.fixture(scope="module")
def tables() -> Tables:
    game = make("hexhex", 3)
    assert isinstance(game, Scorecard)
    return tables_of(game)


def test_a_writing_is_worth_what_the_judge_says(tables: Tables) -> None:
    game, place = tables.game, tables.place
    row, chips, state = place.find(range(len(game.card.boxes)), 0, 0)
    stands = Standing(*(np.full((1, 3), start) for start in (row, state, chips, 0)))
    stands.points[0] = 0, 6, 2
    first, kinds = tables.writings.first, tables.writings.kinds
    out = np.zeros((1, int(first[-1])))
    size = int(place.rules.worths.max(axis=0).sum()) + 2
    fast.look_win(stands.arrays, 0, 0, tables.writings.card, tables.values, (tables.shapes, np.zeros(1), size), out)
    judge = judge_of(game)
    assert isinstance(judge, WinJudge)
    sheets = judge.sheets
    blank_scores = sheets.scores(blank(game.card))
    prize = Prize([Scores(blank_scores.first + more, blank_scores.chances) for more in (6, 2)])
    for way in sheets.prospects(blank(game.card)):
        for roll in range(0, len(way.kinds.of_roll), 41):
            expected = prize.summed(way.scores[way.kinds.of_roll[roll]])
            # Distributions of a match are kept in single precision.
            assert out[0, first[way.box] + kinds[roll, way.box]] == pytest.approx(expected, abs=1e-6)


def test_gains_depend_on_seed_and_number_alone(tables: Tables) -> None:
    whole = gains_of(tables, range(6), 1)
    assert gains_of(tables, range(2, 5), 1) == pytest.approx(whole[2:5])


def test_with_few_boxes_open_nobody_who_plays_for_points_is_lucky_on_average(tables: Tables) -> None:
    games, lattice, writings = Games(tables, range(4), 1), tables.place.rules.lattice, tables.writings
    boxes = len(tables.game.card.boxes)
    for seat in (0, 1, 2) * (boxes - tables.few):
        games.play(seat, to_win=False)
    points, wins = (np.zeros((4, int(writings.first[-1]))) for _ in range(2))
    fast.look_points(games.stands.arrays, 0, 0, writings.card, tables.values, points)
    fast.look_win(games.stands.arrays, 0, 0, writings.card, tables.values, games.outlook, wins)
    ways = (writings.first[:-1] + writings.kinds).T
    entries = points[:, ways]
    after = np.take_along_axis(wins[:, ways], entries.argmax(axis=1)[:, None], axis=1)[:, 0]
    ends = endings(lattice, entries.max(axis=1).T, tables.place.rules.throws).last
    assert (ends * after.T).sum(axis=0) == pytest.approx(games.chances(0), abs=1e-5)
    # To win, a turn is worth as much or more.
    assert (games.play(0, to_win=True) > (ends * after.T).sum(axis=0) - 1e-5).all()


def test_a_match_goes_on_where_it_stopped(tables: Tables) -> None:
    noted: dict[int, list[float]] = {}
    result = match(tables.game, 40, 1, note=noted.__setitem__)
    assert list(noted) == [0]
    assert match(tables.game, 40, 1, earlier=noted) == result
    assert result.share.mean == pytest.approx(1 / 3 + sum(result.by_seat) / 3)
    with pytest.raises(BadSetup, match="at least two seats"):
        match(replace(tables.game, seats=1), 40)
