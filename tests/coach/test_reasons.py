"""Every reason is true: it names something that differs between two choices, and praises no failure."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from knobel import AnyGame, make
from knobel.coach.why import Decision, prospects, reasons
from knobel.core.game import Decide
from knobel.games.holding.starting import Begins
from knobel.games.holding.tray import Keep
from knobel.games.scorecard.rules import Write
from knobel.scene.text import Text, say
from knobel.testing import random_record
from tests.coach.games import name
from tests.coach.judges import judge
from tests.coach.tables import nearly_full

GAMES = [
    make("classic", 1),
    make("classic", 2),
    make("yatzy", 3),
    make("extreme", 1),
    make("extreme", 2),
    make("hexhex", 2),
    make("master", 1),
    make("kribbeln", 2),
    make("krisskross", 1),
    make("krisskross", 2),
]
PAIRS = (("odds", "less"), ("sum", "lower"))
"""Values that a sentence holds against each other."""
MOST = 4
"""Nobody reads more sentences."""
FAILURES = ("nothing that fits", "only a few points")
"""How a turn may fail: good for these is nothing."""


def decisions(game: AnyGame, seed: int) -> Iterator[tuple[Decision, Any, Any]]:
    """Decisions of a random game: the best move, and another one."""
    record, random = random_record(game, seed), Random(seed)
    for state in record.states:
        pending = game.pending(state)
        if not isinstance(pending, Decide):
            continue
        seat = pending.seats[0]
        ratings = judge(game).rate(game, state, seat)
        best = max(ratings, key=lambda move: ratings[move])
        others = [move for move in ratings if ratings[move] < ratings[best] - 1e-6]
        if others and not isinstance(best, Begins) and random.random() < 0.4:
            yield Decision(judge(game), game, state, seat), random.choice(others), best


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_reason_names_what_differs_and_praises_no_failure(game: AnyGame) -> None:
    found = 0
    for decision, chosen, best in decisions(game, 7):
        told = reasons(decision, chosen, best)
        assert 0 < len(told) <= MOST
        assert len({say(reason, "en") for reason in told}) == len(told), "a reason is said once"
        for reason in told:
            found += 1
            assert "{" not in say(reason, "de") + say(reason, "en")
            values: dict[str, Any] = dict(reason.values)
            for one, other in PAIRS:
                if one in values and other in values and _compares(reason, one, other):
                    shown = [_said(values[side]) for side in (one, other)]
                    assert shown[0] != shown[1], say(reason, "en")
            if reason.key in {"coach.why.better_for", "coach.why.worse_for"}:
                assert not any(words in say(reason, "en") for words in FAILURES)
    assert found > 5


def _said(value: Text | str | int) -> str:
    return say(value, "en") if isinstance(value, Text) else str(value)


def _compares(reason: Text, one: str, other: str) -> bool:
    """The sentence says both."""
    words = say(reason, "en")
    return all(_said(dict(reason.values)[side]) in words for side in (one, other))


PLAIN = [game for game in GAMES if game.key != "krisskross"]
"""A placement is told by the points it brings."""


@pytest.mark.parametrize("game", PLAIN, ids=name)
def test_dice_that_are_held_are_explained_in_plain_words_first_and_in_numbers_then(game: AnyGame) -> None:
    """Names of boxes and rows may hold numbers, such as 33 or more; odds and means are for later.

    Only the points that the last box needs come with their odds.
    """
    found = 0
    for decision, _, best in decisions(game, 8):
        if isinstance(best, Keep) and (words := prospects(decision, best)):
            found += 1
            assert len(words) <= 3
            if ".need_" not in words[0].key:
                assert not {"odds", "mean", "aims"} & set(dict(words[0].values)), say(words[0], "en")
    assert found > 5


def test_the_largest_difference_of_two_boxes_is_the_reason() -> None:
    """Three pay 3 in Ones, which is more than nothing; but a full house that may still come is worth far more."""
    record = nearly_full("classic", ["ones", "full_house", "chance"], [1, 1, 2, 3, 6])
    record.fell(1, 1, 1, 2, 3)
    decision = Decision(judge(record.game), record.game, record.state, 0)
    (first, *_) = reasons(decision, Write("full_house"), Write("ones"))
    assert say(first, "en") == "Full house is too good to strike: left open it is worth about 11."
    assert say(first, "de") == "Full House zu streichen ist zu schade: offen ist es rund 11 wert."


def test_a_strike_is_called_one_and_a_box_that_pays_is_worth_more_later() -> None:
    record = nearly_full("classic", ["ones", "chance", "full_house"], [1, 1, 2, 3, 6])
    record.fell(2, 2, 3, 3, 3)
    decision = Decision(judge(record.game), record.game, record.state, 0)
    best = Write("full_house")
    assert [say(reason, "en") for reason in reasons(decision, Write("ones"), best)] == [
        "Full house brings 25 now; left open it would be worth only about 12."
    ]
    assert [say(reason, "en") for reason in reasons(decision, Write("chance"), best)] == [
        "Full house brings 25 now; left open it would be worth only about 14."
    ]


def test_what_hardly_differs_is_not_explained() -> None:
    record = nearly_full("classic", ["five_of_a_kind"], [1, 1, 2, 3, 6])
    record.fell(6, 6, 6, 6, 5)
    decision = Decision(judge(record.game), record.game, record.state, 0)
    assert [say(words, "en") for words in reasons(decision, Keep((0, 1, 2, 3)), Keep((0, 1, 2, 3)))] == [
        "The two hardly differ."
    ]
