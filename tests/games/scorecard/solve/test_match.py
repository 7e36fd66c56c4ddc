"""Many tables at once: what writings are worth is what the judge says, and the same play gains nothing."""

from dataclasses import replace

import numpy as np
import pytest

from knobel import BadSetup, make
from knobel.games.scorecard.rules import Scorecard, blank
from knobel.games.scorecard.solve import match_compiled as fast
from knobel.games.scorecard.solve.match import Standing, Tables, match, play_tables, tables_of
from knobel.games.scorecard.win import WinJudge
from knobel.players.judge import judge_of
from knobel.solve.kernel.jit import COMPILED
from knobel.solve.winning import Prize, Scores

pytestmark = pytest.mark.skipif(not COMPILED, reason="needs Numba")


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
    first, kinds = tables.writings
    out = np.zeros((1, int(first[-1])))
    size = int(place.rules.worths.max(axis=0).sum()) + 2
    fast.look_win(stands.arrays, 0, 0, tables.card, tables.values, (tables.shapes, np.zeros(1), size), out)
    judge = judge_of(game)
    assert isinstance(judge, WinJudge)
    sheets = judge.sheets
    blank_scores = sheets.scores(blank(game.card))
    prize = Prize([Scores(blank_scores.first + more, blank_scores.chances) for more in (6, 2)])
    for way in sheets.prospects(blank(game.card)):
        for roll in range(0, len(way.kinds), 41):
            expected = prize.of(way.scores[way.kinds[roll]])
            assert out[0, first[way.box] + kinds[roll, way.box]] == pytest.approx(expected, abs=1e-9)


def test_scores_depend_on_seed_and_number_alone(tables: Tables) -> None:
    whole = play_tables(tables, (False, True, False), range(6), 1)
    assert (play_tables(tables, (False, True, False), range(2, 5), 1) == whole[2:5]).all()


def test_a_match_goes_on_where_it_stopped(tables: Tables) -> None:
    noted: dict[int, list[float]] = {}
    found = match(tables.game, 40, 1, note=noted.__setitem__)
    assert list(noted) == [0]
    assert match(tables.game, 40, 1, known=noted) == found
    assert found.share.mean == pytest.approx(1 / 3 + sum(found.by_seat) / 3)
    with pytest.raises(BadSetup, match="two or more seats"):
        match(replace(tables.game, seats=1), 40)
