"""What a choice of a scorecard game brings besides its points."""

import pytest

from knobel.scene import look
from knobel.scene.text import say
from tests.games.turns import filled

UPPER = [
    ("1 1 1 2 3", "ones"),
    ("2 2 2 1 3", "twos"),
    ("3 3 3 1 2", "threes"),
    ("4 4 4 1 2", "fours"),
    ("5 5 5 1 2", "fives"),
]


@pytest.mark.parametrize(
    ("dice", "effects"),
    [("6 6 6 1 2", {"write sixes": ["Bonus geschafft: 35 Punkte"]}), ("6 6 5 1 2", {})],
)
def test_the_choice_that_earns_the_bonus_says_so(dice: str, effects: dict[str, list[str]]) -> None:
    record = filled("classic", UPPER)
    record.fell(*map(int, dice.split()))
    found = look(record.game, record.state).choices
    told = {choice.move: [say(effect, "de") for effect in choice.effects] for choice in found if choice.effects}
    assert told == effects
