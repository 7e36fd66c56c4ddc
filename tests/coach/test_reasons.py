"""Every reason is true: it names something that differs between two choices, and praises no failure."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from knobel import AnyGame, make
from knobel.coach.why import Case, reasons
from knobel.core.game import Decide
from knobel.games.holding.starting import Begins
from knobel.scene.text import Text, say
from knobel.testing import random_record
from tests.coach.judges import judge
from tests.players.games import name

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
]
PAIRS = (("odds", "less"), ("sum", "lower"))
"""Values that a sentence holds against each other."""
FAILURES = ("nothing that fits",)


def cases(game: AnyGame, seed: int) -> Iterator[tuple[Case, Any, Any]]:
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
            yield Case(judge(game), game, state, seat), random.choice(others), best


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_reason_names_what_differs_and_praises_no_failure(game: AnyGame) -> None:
    found = 0
    for case, chosen, best in cases(game, 7):
        for reason in reasons(case, chosen, best):
            found += 1
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
