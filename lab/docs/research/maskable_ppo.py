"""MaskablePPO of sb3-contrib on any of our games; it needs PyTorch, so no test runs it.

pip install "knobel-lab[envs]" sb3-contrib
python lab/docs/research/maskable_ppo.py knobel/Classic-v0 --steps 1000000
"""

import argparse
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import knobel_lab.envs

gymnasium.register_envs(knobel_lab.envs)


def scores(name: str, choose: Any, games: int, seed: int) -> tuple[float, float]:
    """The mean score of so many games, and its standard error."""
    env = gymnasium.make(name, reward="points")
    seen, info = env.reset(seed=seed)
    points = []
    while len(points) < games:
        seen, _, over, _, info = env.step(int(choose(seen, info["action_mask"])))
        if over:
            points.append(float(info["scores"][0]))
            seen, info = env.reset()
    return float(np.mean(points)), float(np.std(points) / games**0.5)


def main() -> None:
    """Train, and tell how the player does beside random moves."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO on a game of Knobel.")
    parser.add_argument("name", nargs="?", default="knobel/Classic-v0", help="the name of an environment")
    parser.add_argument("--steps", type=int, default=1_000_000, help="how many moves it learns from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1_000, help="how many games it is tried in")
    wishes = parser.parse_args()
    env = make_vec_env(wishes.name, n_envs=8, seed=wishes.seed, env_kwargs={"reward": "points"})
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=512,
        batch_size=512,
        gamma=1.0,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [256, 256]},
        seed=wishes.seed,
        device="cpu",
    )
    start = perf_counter()
    model.learn(wishes.steps)
    seconds = perf_counter() - start
    random = np.random.default_rng(wishes.seed)
    players = {
        "random": lambda _seen, mask: random.choice(np.flatnonzero(mask)),
        "MaskablePPO": lambda seen, mask: model.predict(seen, action_masks=mask, deterministic=True)[0],
    }
    for player, choose in players.items():
        mean, error = scores(wishes.name, choose, wishes.games, seed=wishes.seed + 1)
        print(f"{player:12} {mean:7.2f} ± {error:.2f} points a game, {wishes.games} games")
    print(f"{wishes.steps} steps learned in {seconds:.0f} s")


if __name__ == "__main__":
    main()
