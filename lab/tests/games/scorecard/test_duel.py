"""The game for two: perfect play on both sides."""

from functools import cache

import numpy as np
import pytest

from knobel import BadSetup, make
from knobel.core.dice import outcomes
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.duel import Duel, duel_of
from knobel.games.scorecard.solve.rule_tables import card_of, rules
from knobel_lab.games.scorecard.duel import fill_plain, plan, sheets, width
from knobel_lab.solving import solve
from knobel_lab.solving.run import execute
from tests.solve.cards import COINS


@cache
def by_hand(card: Card, mine: tuple[int, ...], theirs: tuple[int, ...], lead: int) -> float:
    """The chance to win of who moves, by trying everything."""
    if not mine and not theirs:
        return (lead > 0) + (lead == 0) / 2

    def written(faces: tuple[int, ...]) -> float:
        worths = card.worths(faces)
        return max(
            1 - by_hand(card, theirs, tuple(box for box in mine if box != at), -(lead + worths[at])) for at in mine
        )

    def after(faces: tuple[int, ...], throws: int) -> float:
        best = written(faces)
        if throws:
            for held in {(), faces[:1], faces[1:]}:
                rest = outcomes(card.pool[len(held) :])
                best = max(best, sum(float(chance) * after(held + fell, throws - 1) for fell, chance in rest))
        return best

    return sum(float(chance) * after(faces, 2) for faces, chance in outcomes(card.pool))


def test_a_tiny_duel_is_worth_what_trying_everything_says() -> None:
    assert execute(plan(Duel(rules(COINS)))).value == pytest.approx(by_hand(COINS, (0, 1), (0, 1), 0), abs=1e-6)


def test_pairs_of_sheets_are_found_again() -> None:
    duel = duel_of(card_of("hexhex"))
    for row in (0, 1, 17, 738, 500_000, 1_352_077):
        assert duel.row(*sheets(duel, row)) == row


def test_who_moves_has_as_many_open_boxes_as_who_waits_or_one_more() -> None:
    duel = duel_of(card_of("hexhex"))
    for row in range(0, duel.layers[-1], 9973):
        moving, waiting = sheets(duel, row)
        assert moving.bit_count() - waiting.bit_count() in (0, 1)


def test_the_compiled_rows_are_those_of_the_plain_kernel() -> None:
    duel = duel_of(card_of("hexhex"))
    fill = plan(duel).fill
    values = np.zeros((duel.layers[4], width(duel)), np.float32)
    for layer in range(4):
        begin, end = duel.layers[layer], duel.layers[layer + 1]
        fill(values, values[begin:end], begin)
        plain = np.zeros((min(12, end - begin), width(duel)))
        fill_plain(duel, values, plain, begin)
        assert np.allclose(values[begin : begin + len(plain)], plain, atol=1e-6)


def test_a_larger_lead_is_never_worse() -> None:
    duel = duel_of(card_of("hexhex"))
    fill = plan(duel).fill
    values = np.zeros((duel.layers[3], width(duel)), np.float32)
    for layer in range(3):
        fill(values, values[duel.layers[layer] : duel.layers[layer + 1]], duel.layers[layer])
    assert (np.diff(values, axis=1) >= -1e-6).all()


def test_a_game_with_bonus_or_chips_is_refused() -> None:
    with pytest.raises(BadSetup, match="classic is too large to solve for two"):
        solve(make("classic", 2))
