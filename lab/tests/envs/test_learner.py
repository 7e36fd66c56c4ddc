"""The learners of the documents learn, and far more than random moves bring."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

RESEARCH = Path(__file__).parents[2] / "docs" / "research"


def test_the_learner_beats_random_moves_clearly() -> None:
    results = runpy.run_path(str(RESEARCH / "learn.py"))["main"]()
    random, learned = results["random"], results["learned"]
    assert learned[0] - random[0] > 10 * (learned[1] + random[1])
    assert learned[0] > 2 * random[0]


PPO = """
import ppo, numpy as np
envs, world = ppo.VectorTurnEnv("hexhex", ppo.TABLES, seats=1), ppo.SoloVectorEnv("hexhex", 512)
random = np.random.default_rng(1)
table = {**envs.reset(seed=1)[0], "ended": np.zeros(ppo.TABLES, bool)}
net = ppo.Net(table["observation"].shape[1], table["action_mask"].shape[1], random)
print(*ppo.games(net, world))
for _ in range(10):
    ppo.learn(net, ppo.rollout(envs, net, table, random), random, 1.0)
print(*ppo.games(net, world))
"""


def test_ppo_learns_on_many_tables() -> None:
    done = subprocess.run([sys.executable, "-c", PPO], cwd=RESEARCH, capture_output=True, text=True, check=True)
    before, error, after, other = map(float, done.stdout.split())
    assert after - before > 10 * (error + other)


@pytest.mark.parametrize("path", sorted((RESEARCH / "learning").glob("*.json")), ids=lambda path: path.stem)
def test_what_the_documents_say_of_ppo_is_what_was_measured(path: Path) -> None:
    results = json.loads(path.read_text("utf-8"))
    page = (RESEARCH / "environments.md").read_text("utf-8")
    assert f"{results['end'][0]:.2f} ± {results['end'][1]:.2f}" in page
