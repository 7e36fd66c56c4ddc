"""The best chance of a score agrees with enumeration, and so does the judge who plays for it."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from knobel import AnyGame, BadSetup, Decide, Over, outcomes
from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.hexhex.rules import CARD as HEXHEX
from knobel.games.holding.tray import Keep
from knobel.games.scorecard.rules import Card, Scorecard
from knobel.games.scorecard.solve.reach import ReachJudge, reach, reach_of
from tests.solve.cards import TINY

PLAIN = replace(TINY, key="plain", chips=0)


def best_reach(game: AnyGame, wish: int, state: Any = None) -> float:
    """The best chance of a score by recursion, from the start or from a state."""

    @cache
    def chance_of(state: Any) -> float:
        match game.pending(state):
            case Over():
                return float(game.scores(state)[0] >= wish)
            case Decide():
                return max(chance_of(game.play(state, 0, move)) for move in game.moves(state, 0))
            case throw:
                falls = outcomes([game.pool[position] for position in throw.dice])
                return sum(float(chance) * chance_of(game.land(state, faces)) for faces, chance in falls)

    return chance_of(state or game.start())


@pytest.mark.parametrize("card", [PLAIN, TINY], ids=["without chips", "with chips"])
@pytest.mark.parametrize("wish", [0, 1, 9, 12, 20, 24, 26, 40])
def test_a_tiny_game_reaches_a_wish_as_often_as_enumeration(card: Card, wish: int) -> None:
    boxes = [box.key for box in card.boxes]
    found = reach_of(card, boxes, 0, wish, card.chips)
    assert found == pytest.approx(best_reach(Scorecard(card, 1), wish), abs=1e-12)


def test_a_judge_of_a_wish_says_of_every_move_what_enumeration_says() -> None:
    game, judge = Scorecard(TINY, 1), ReachJudge(TINY, 20)
    state = game.start()
    # Two throws that came to nothing, then the last one, after which a chip may be spent.
    for faces in ((1, 2, 3), (2, 2, 1), (3, 1, 2)):
        state = game.land(state, faces)
        ratings = judge.rate(game, state, 0)
        assert ratings == pytest.approx(
            {move: best_reach(game, 20, game.play(state, 0, move)) for move in game.moves(state, 0)}, abs=1e-12
        )
        state = game.play(state, 0, Keep(()))
    assert judge.value(game, state, 0) == pytest.approx(best_reach(game, 20, state), abs=1e-12)


def test_nothing_is_certain_and_more_than_everything_is_impossible() -> None:
    assert reach_of(HEXHEX, ["frog"], 0, 0) == 1
    assert reach_of(HEXHEX, ["frog"], 0, -3) == 1
    assert reach_of(HEXHEX, ["frog"], 0, 6) == 0
    # Five frogs with three throws: each die shows one with 91 in 216.
    assert reach_of(HEXHEX, ["frog"], 0, 5) == pytest.approx((91 / 216) ** 5)


@pytest.mark.parametrize(("chips", "reason"), [(0, "with 13 open boxes this takes too long"), (1, "has 0 to 0 chips")])
def test_wishes_that_cannot_be_worked_out_are_refused(chips: int, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        reach(CLASSIC, range(13), 0, 100, chips)
