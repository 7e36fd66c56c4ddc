"""Two games with the same dice, held against each other."""

from datetime import date

import pytest

from knobel.app.today.result import played
from knobel.coach.bot import LEVELS
from knobel.coach.compare import compare
from knobel.coach.review import review
from knobel.tables.day import day_game

GAME = day_game(date(2026, 11, 17), "classic")


def test_two_games_part_where_they_first_decide_otherwise_and_each_turn_says_what_it_cost() -> None:
    one, other = played(GAME, LEVELS[-1]), played(GAME, LEVELS[0])
    found = compare(one, other, 0)
    assert found.parting
    decisions = [
        [moment for moment in review(record, 0).seats[0].moments if moment.kind == "decision"]
        for record in (one, other)
    ]
    first, second = next(pair for pair in zip(*decisions, strict=False) if pair[0].label != pair[1].label)
    assert first.lying == second.lying == found.parting.lying
    assert (found.parting.one.label, found.parting.other.label) == (first.label, second.label)
    assert found.parting.one.loss == pytest.approx(0, abs=0.01)
    assert found.parting.other.loss == second.loss > 0
    assert len(found.turns) == 13
    assert sum(pair.other.loss for pair in found.turns if pair.other) == pytest.approx(found.other.losses)
    assert found.other.score == other.game.scores(other.state)[0]


def test_a_game_does_not_part_from_itself() -> None:
    one = played(GAME, LEVELS[0])
    assert compare(one, one, 0).parting is None
