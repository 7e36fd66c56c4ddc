"""The last boxes of two players, held against trying everything."""

import pytest

from knobel.games.holding.tray import fresh
from knobel.games.scorecard.rules import Scorecard, Sheet, State
from knobel.games.scorecard.solve.last_boxes import LastBoxes, last_boxes
from knobel.games.scorecard.solve.rule_tables import card_of
from tests.solve.brute import best_share
from tests.solve.cards import TINY

SHEETS = [
    (Sheet((2, 2, None), 1), Sheet((1, 4, None), 0)),
    (Sheet((None, 2, 0), 0), Sheet((1, None, 0), 1)),
    (Sheet((None, 4, None), 0), Sheet((None, 2, 12), 1)),
    (Sheet((None, None, 0), 0), Sheet((None, None, 0), 0)),
]


def start(found: LastBoxes, lead: int) -> float:
    """The chance of the first where both stand at first."""
    return found.chance(next(iter(found.leads)), lead)


@pytest.mark.parametrize("sheets", SHEETS)
def test_the_chance_is_what_trying_everything_says(sheets: tuple[Sheet, Sheet]) -> None:
    game = Scorecard(TINY, 2)
    for mover in (0, 1):
        if abs(sheets[0].marks.count(None) - sheets[1].marks.count(None)) and mover:
            continue
        found = last_boxes(TINY, *sheets, mover)
        assert found is not None
        state = State(sheets, mover, fresh(3))
        mine, theirs = game.scores(state)
        assert start(found, mine - theirs) == pytest.approx(best_share(game, state), abs=1e-12)


def test_a_game_that_is_too_large_is_not_solved() -> None:
    card = card_of("classic")
    sheet = Sheet((None,) * 6 + (0,) * 7, 0)
    assert last_boxes(card, sheet, sheet, 0, most=100_000) is None
