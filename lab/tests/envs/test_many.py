"""Tables as arrays are the tables of the rules, number by number, whatever is done at them."""

from typing import Any

import numpy as np
import pytest

from knobel import make
from knobel.core.errors import BadMove
from knobel.core.game import AnyGame
from knobel_lab.envs.encoding import encoding
from knobel_lab.envs.many import RulesTables, Tables, check_actions, tables

HOUSES: dict[str, list[AnyGame]] = {
    # A family is tried in one test: what is compiled for it is compiled in one process.
    "scorecard": [
        make("classic", 1),
        make("classic", 3, strict="yes", joker="yes", further="yes"),
        make("extreme", 2),
        make("hexhex", 2, pairs="alike"),
        make("yatzy", 1),
    ],
    "kribbeln": [make("kribbeln", 2), make("kribbeln", 5, beginner="yes", sheet="4")],
    "krisskross": [
        make("krisskross", 1),
        make("krisskross", 4, advanced="yes"),
        make("krisskross", 2, advanced="yes", edition="double"),
    ],
    "master": [make("master", 1), make("master", 4, last_round="again"), make("master", 2, triple="3")],
}
COUNT, STEPS = 6, 120


class Beside:
    """Tables as arrays and the same tables through the rules, side by side."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.both: tuple[Tables, Tables] = tables(game, COUNT, compiled=True), RulesTables(game, COUNT)
        assert not isinstance(self.both[0], RulesTables)
        self.random = np.random.default_rng(seed)
        self.numbers = np.zeros(COUNT, np.uint64)
        self.seeds = self.random.integers(1 << 63, size=COUNT).astype(np.uint64)
        self.begin(np.ones(COUNT, np.bool_))

    def begin(self, which: Any) -> None:
        for implementation in self.both:
            implementation.begin(which, self.seeds, self.numbers)
        self.numbers += np.uint64(1)

    def act(self, which: Any, seats: Any, actions: Any) -> None:
        refused = [np.zeros(COUNT, np.bool_) for _ in self.both]
        for implementation, illegal in zip(self.both, refused, strict=True):
            implementation.act(which, seats, actions, illegal)
        assert np.array_equal(refused[0], refused[1])

    def others(self, which: Any, seat: int) -> None:
        for implementation in self.both:
            implementation.others(which, seat)

    def compare(self) -> Any:
        """Everything that is known of the tables is the same; the masks of those who decide."""
        fast, slow = self.both
        assert np.array_equal(fast.deciding, slow.deciding)
        assert np.array_equal(fast.scores, slow.scores)
        assert np.array_equal(fast.places, slow.places)
        assert [fast.state(at) for at in range(COUNT)] == [slow.state(at) for at in range(COUNT)]
        deciding = np.maximum(0, fast.deciding)
        for seats in (self.random.integers(self.game.seats, size=COUNT), deciding):
            seen = [np.full((COUNT, encoding(self.game).size), np.nan, np.float32) for _ in self.both]
            masks = [np.full((COUNT, len(self.game.alphabet)), 9, np.int8) for _ in self.both]
            for implementation, rows, allowed in zip(self.both, seen, masks, strict=True):
                implementation.observe(seats, rows)
                implementation.mask(seats, allowed)
            assert np.array_equal(seen[0], seen[1])
            assert np.array_equal(masks[0], masks[1])
        return masks[0]


@pytest.mark.parametrize("family", HOUSES)
def test_tables_as_arrays_are_those_of_the_rules(family: str) -> None:
    for game in HOUSES[family]:
        beside, step, overs = Beside(game, seed=5), 0, 0
        while step < STEPS or not overs:
            step += 1
            masks = beside.compare()
            seats = np.maximum(0, beside.both[0].deciding)
            over = beside.both[0].deciding < 0
            overs += int(over.sum())
            beside.begin(over)
            chosen = [beside.random.choice(np.flatnonzero(mask)) for mask in masks]
            anything = beside.random.integers(len(game.alphabet), size=COUNT)
            beside.act(~over, seats, np.where(beside.random.random(COUNT) < 0.8, chosen, anything))
            if step % 7 == 0:
                beside.others(~over, game.seats - 1)


def test_a_game_that_has_no_arrays_is_played_through_the_rules() -> None:
    assert isinstance(tables(make("classic", 2, begins="lot"), 3), RulesTables)
    assert isinstance(tables(make("classic", 2), 3, compiled=False), RulesTables)


def test_a_number_that_no_move_has_is_refused() -> None:
    with pytest.raises(BadMove, match="0 to 43, not 44"):
        check_actions(make("classic"), np.array([3, 44]))
