"""A learner in NumPy: a linear policy for Hex-hex, trained by policy gradients in well under a minute.

python lab/docs/research/learn.py
"""

from time import process_time

import gymnasium
import numpy as np

import knobel_lab.envs

gymnasium.register_envs(knobel_lab.envs)

NAME, GAMES, BATCH, RATE = "knobel/HexHex-v0", 3000, 10, 12.0


def chances(weights: np.ndarray, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The chance of each action: a softmax over the allowed ones."""
    scores = np.where(mask == 1, weights @ seen, -np.inf)
    grown = np.exp(scores - scores.max())
    return grown / grown.sum()


def play(env: gymnasium.Env, weights: np.ndarray, random: np.random.Generator) -> tuple[list, float]:
    """One game: what was seen, how likely each action was, which was taken, what it paid; and the score."""
    seen, info = env.reset()
    story, over = [], False
    while not over:
        seen = np.append(seen, 1.0)
        odds = chances(weights, seen, info["action_mask"])
        action = int(random.choice(len(odds), p=odds))
        after, reward, over, _, info = env.step(action)
        story.append((seen, odds, action, reward))
        seen = after
    return story, float(info["scores"][0])


def train(games: int = GAMES, seed: int = 1) -> np.ndarray:
    """The weights after so many games."""
    env, random = gymnasium.make(NAME), np.random.default_rng(seed)
    env.reset(seed=seed)
    inputs, actions = env.observation_space.shape[0] + 1, int(env.action_space.n)
    weights, value = np.zeros((actions, inputs)), np.zeros(inputs)
    for _ in range(games // BATCH):
        stories = [play(env, weights, random)[0] for _ in range(BATCH)]
        seen, odds, taken = (np.array([step[part] for story in stories for step in story]) for part in range(3))
        to_come = np.concatenate([np.cumsum([step[3] for step in story][::-1])[::-1] for story in stories])
        surprise = to_come - seen @ value  # more than was to be expected here
        value += surprise @ seen / (seen**2).sum()
        push = np.eye(actions)[taken] - odds
        weights += RATE * (push * (surprise / surprise.std())[:, None]).T @ seen / len(seen)
    return weights


def score(weights: np.ndarray, games: int = 400, seed: int = 2) -> tuple[float, float]:
    """The mean score of a policy, and its standard error."""
    env, random = gymnasium.make(NAME), np.random.default_rng(seed)
    env.reset(seed=seed)
    scores = [play(env, weights, random)[1] for _ in range(games)]
    return float(np.mean(scores)), float(np.std(scores) / games**0.5)


def main() -> dict[str, tuple[float, float]]:
    """Train, and tell what it brought."""
    start = process_time()
    weights = train()
    seconds = process_time() - start
    random, learned = score(np.zeros_like(weights)), score(weights)
    print(f"random  {random[0]:5.2f} ± {random[1]:.2f} points")
    print(f"learned {learned[0]:5.2f} ± {learned[1]:.2f} points after {GAMES} games, {seconds:.0f} s")
    return {"random": random, "learned": learned, "seconds": (seconds, 0.0)}


if __name__ == "__main__":
    main()
