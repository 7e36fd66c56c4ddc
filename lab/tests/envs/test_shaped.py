"""Shaped rewards: every game pays what it would pay anyhow, less what was expected at its beginning."""

from typing import Any

import gymnasium
import pytest

from knobel import BadSetup
from knobel_lab.envs import ShapedEnv


@pytest.mark.parametrize(
    ("name", "wishes", "objective"),
    [
        ("knobel/HexHex-v0", {}, "points"),
        ("knobel/HexHex-v0", {"seats": 2, "reward": "win"}, "win"),
        ("knobel/Classic-v0", {"seats": 2, "seat": 1, "reward": "win"}, "win"),
    ],
)
def test_all_shaped_rewards_come_to_the_plain_ones_less_the_first_potential(
    name: str, wishes: dict[str, Any], objective: str
) -> None:
    plain = gymnasium.make(name, **wishes)
    shaped = ShapedEnv(gymnasium.make(name, **wishes), objective, weight=0.5)
    _, first = shaped.reset(seed=3)
    _, info = plain.reset(seed=3)
    paid = unshaped = 0.0
    over = False
    while not over:
        action = int(info["action_mask"].argmax())
        _, reward, over, _, info = plain.step(action)
        unshaped += float(reward)
        _, reward, ended, _, last = shaped.step(action)
        paid += float(reward)
        assert ended == over
    assert first["potential"] > 0
    assert last["potential"] == 0
    assert paid == pytest.approx(unshaped - first["potential"])


def test_only_environments_of_knobel_alone_are_shaped() -> None:
    with pytest.raises(BadSetup, match="single Knobel environments"):
        ShapedEnv(gymnasium.make("CartPole-v1"))
