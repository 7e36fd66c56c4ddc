"""What lab/tests/test_outside_games.py runs where the packages are installed; it prints a line for each game."""

import sys
import warnings
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np

from knobel.core.errors import BadSetup
from knobel_lab.envs import ids, parallel_env, raw_env
from knobel_lab.sim import simulate

GAMES = ("pasch", "hamster", "schleuse")


def alone(name: str) -> tuple[int, ...]:
    """A game against random opponents; the shape of what is observed."""
    world: Any = gymnasium.make(name, seats=2)
    seen, info = world.reset(seed=1)
    over = False
    while not over:
        seen, _, over, _, info = world.step(int(np.flatnonzero(info["action_mask"])[0]))
    return tuple(seen.shape)


def in_turn(key: str) -> None:
    """PettingZoo's own test, and a game whose rewards are its points."""
    suite: Any = import_module("pettingzoo.test")
    suite.seed_test(lambda: raw_env(key))
    world = raw_env(key, reward="points")
    world.reset(seed=3)
    paid = dict.fromkeys(world.possible_agents, 0.0)
    for agent in world.agent_iter():
        seen, reward, ended, cut, _ = world.last()
        paid[agent] += reward
        assert seen is not None
        world.step(None if ended or cut else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert tuple(paid.values()) == world.game.scores(world.seating.table.state)


def together(key: str) -> str:
    """PettingZoo's own tests of agents that move together, and what those are asked who do not decide in a phase."""
    suite: Any = import_module("pettingzoo.test")
    try:
        world = parallel_env(key, seats=3)
    except BadSetup as error:
        return str(error)
    suite.parallel_api_test(world)
    suite.parallel_seed_test(lambda: parallel_env(key, seats=3))
    seen, infos = world.reset(seed=5)
    paid = dict.fromkeys(world.possible_agents, 0.0)
    asked = []
    while world.agents:
        table = world.seating.table
        deciding = [agent for agent in world.agents if infos[agent]["deciding"]]
        assert [world.seating.seat(agent) for agent in deciding] == list(table.deciding)
        assert all(seen[agent]["action_mask"].all() for agent in world.agents if agent not in deciding)
        asked.append(len(deciding))
        before = table.state
        moves = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in world.agents}
        seen, rewards, ended, cut, infos = world.step(moves)
        if len(deciding) == 1:
            sheets = zip(before.sheets, world.seating.table.state.sheets, strict=True)
            changed = [seat for seat, (old, new) in enumerate(sheets) if old != new]
            assert changed in ([], [world.seating.seat(deciding[0])])
        assert len(set(ended.values())) == 1
        assert not any(cut.values())
        paid = {agent: total + rewards[agent] for agent, total in paid.items()}
    assert tuple(paid.values()) == world.game.scores(world.seating.table.state)
    assert asked[:4] == [3, 1, 3, 1]
    return "points are paid, and who has nothing to decide is not asked"


def main() -> None:
    """Print a line for each game."""
    warnings.simplefilter("ignore")
    names = {wishes["game"]: name for name, wishes in ids().items() if list(wishes) == ["game"]}
    for key in GAMES:
        assert simulate(key, "random", 50, seats=2).scores.shape == (50, 2)
        assert alone(names[key]) == raw_env(key).state_space.shape
        in_turn(key)
        sys.stdout.write(f"{key}: {together(key)}\n")


if __name__ == "__main__":
    main()
