"""The game for two: every pair of sheets that occurs has a row."""

import pytest

from knobel import BadSetup
from knobel.games.scorecard.solve.duel import Duel, duel_of
from knobel.games.scorecard.solve.rule_tables import card_of, rules
from tests.solve.cards import COINS


def test_every_pair_of_sheets_in_which_the_mover_is_not_ahead_has_a_row_of_its_own() -> None:
    duel = Duel(rules(COINS))
    pairs = [(moving, waiting) for moving in range(4) for waiting in range(4)]
    rows = [duel.row(*pair) for pair in pairs if pair[0].bit_count() - pair[1].bit_count() in (0, 1)]
    assert sorted(rows) == list(range(duel.layers[-1]))


def test_pairs_of_sheets_are_counted() -> None:
    assert duel_of(card_of("hexhex")).layers[-1] == 1_352_078


def test_a_game_with_bonus_or_chips_is_refused() -> None:
    with pytest.raises(BadSetup, match="classic is too large to solve for two"):
        duel_of(card_of("classic"))
