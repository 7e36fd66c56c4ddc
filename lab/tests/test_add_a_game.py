"""The game of docs/add-a-game.md in the laboratory: simulated, and an environment."""

import pytest

from tests.outside import run_outside


def test_a_game_of_another_package_is_simulated_and_an_environment(tmp_path_factory: pytest.TempPathFactory) -> None:
    printed = run_outside(tmp_path_factory)(
        "-c",
        "import gymnasium, knobel_lab.envs\n"
        "from knobel_lab.sim import simulate\n"
        "print(simulate('pasch', 'random', 50, seats=2).scores.shape)\n"
        "world = gymnasium.make('knobel/Pasch-v0')\n"
        "observation, _ = world.reset(seed=1)\n"
        "print(observation.shape)\n",
    )
    assert printed.split("\n")[:2] == ["(50, 2)", "(14,)"]
