"""A learner in NumPy on many tables at once: proximal policy optimisation (PPO), alone or by self-play of two seats.

python lab/docs/research/ppo.py hexhex --seconds 120
python lab/docs/research/ppo.py kribbeln --seats 2 --seconds 240 --against cat
"""

import argparse
import json
from itertools import pairwise
from time import process_time
from typing import Any

import numpy as np

from knobel_lab.envs import SoloVectorEnv, VectorTurnEnv

TABLES, STEPS, EPOCHS, PARTS, HIDDEN = 1024, 16, 2, 4, 128
RATE, CLIP, TRACE, ENTROPY = 1e-3, 0.2, 0.95, 0.05
Floats = Any


class Net:
    """Two hidden layers; the last one tells how much each action is liked, and what the table is worth."""

    def __init__(self, inputs: int, actions: int, random: np.random.Generator) -> None:
        sizes = [inputs, HIDDEN, HIDDEN, actions + 1]
        self.weights = []
        for before, after in pairwise(sizes):
            scale = (2 / before) ** 0.5 * (1 if after == HIDDEN else 0.1)
            self.weights += [random.normal(0, scale, (before, after)).astype("f4"), np.zeros(after, "f4")]
        self.moments = [np.zeros((2, *weight.shape), "f4") for weight in self.weights]
        self.updates = 0

    def layers(self, seen: Floats) -> list[Floats]:
        """What every layer makes of what is seen."""
        layers = [seen]
        for at in range(0, 6, 2):
            sums = layers[-1] @ self.weights[at] + self.weights[at + 1]
            layers.append(np.maximum(sums, 0) if at < 4 else sums)
        return layers

    def improve(self, layers: list[Floats], slope: Floats, rate: float) -> None:
        """Go down this slope of the last layer, with Adam."""
        self.updates += 1
        slopes: list[Floats] = []
        for at in (2, 1, 0):
            slopes = [layers[at].T @ slope, slope.sum(axis=0), *slopes]
            slope = slope @ self.weights[2 * at].T * (layers[at] > 0)
        for weight, moments, down in zip(self.weights, self.moments, slopes, strict=True):
            moments[...] += np.stack([0.1 * (down - moments[0]), 0.001 * (down * down - moments[1])])
            size = np.sqrt(moments[1] / (1 - 0.999**self.updates)) + 1e-8
            weight[...] -= rate * moments[0] / (1 - 0.9**self.updates) / size


class Sorted:
    """Equal dice in order: the same roll always looks the same, and holding means the same dice."""

    def __init__(self, envs: Any) -> None:
        game, self.dice = envs.game, envs.games.encoding.slices["dice"]
        self.shape = len(game.pool), len(game.pool[0].faces)
        self.equal = len(set(game.pool)) == 1
        texts = [str(move).split() for move in game.alphabet]
        self.held = np.array([[str(die + 1) in text[1:] for die in range(self.shape[0])] for text in texts])
        self.bits = 1 << np.arange(self.shape[0])
        self.holds = np.array([text[0] == "keep" for text in texts])
        self.number = np.zeros(1 << self.shape[0], int)
        self.number[(self.held @ self.bits)[self.holds]] = np.flatnonzero(self.holds)

    def see(self, seen: Floats) -> tuple[Floats, Floats]:
        """What is seen with dice in order, and that order."""
        dice = seen[:, self.dice].reshape(-1, *self.shape)
        order = dice.argmax(axis=2).argsort(axis=1, kind="stable")
        if self.equal:
            seen = seen.copy()
            seen[:, self.dice] = np.take_along_axis(dice, order[:, :, None], axis=1).reshape(len(seen), -1)
        return seen, order

    def mean(self, actions: Floats, order: Floats) -> Floats:
        """The actions that are meant, with dice as they lie."""
        if not self.equal:
            return actions
        return np.where(self.holds[actions], self.number[(self.held[actions] * self.bits[order]).sum(axis=1)], actions)


def chances(likes: Floats, mask: Floats) -> Floats:
    """How likely each action is: a softmax over the allowed ones."""
    grown = np.exp(likes - likes.max(axis=1, keepdims=True)) * mask + 1e-20 * mask
    return grown / grown.sum(axis=1, keepdims=True)


def rollout(envs: VectorTurnEnv, net: Net, table: dict[str, Floats], random: np.random.Generator) -> dict[str, Floats]:
    """Some steps at every table, and how much better each went than was thought. `table` is how they stand."""
    rows: list[tuple[Floats, ...]] = []
    dice = Sorted(envs)
    for _ in range(STEPS):
        seen, order = dice.see(table["observation"])
        mask, seats, alive = table["action_mask"], envs.agent_selection, ~table["ended"]
        last = net.layers(seen)[-1]
        odds = chances(last[:, :-1], mask)
        actions = (odds.cumsum(axis=1) > random.random((len(odds), 1), "f4")).argmax(axis=1)
        observation, rewards, table["ended"], _, _ = envs.step(dice.mean(actions, order))
        table.update(observation)
        every = np.arange(len(odds))
        paid = rewards[every, seats].astype("f4")
        rows.append((seen, mask, actions, odds[every, actions], last[:, -1], paid, table["ended"], seats, alive))
    seen, mask, actions, odds, worths, paid, ended, seats, alive = (np.stack(part) for part in zip(*rows, strict=True))
    table.setdefault("scale", 1 / (10 * paid[alive].std() + 1e-8) if envs.num_agents == 1 else np.float32(1))
    later, advantage = net.layers(dice.see(table["observation"])[0])[-1][:, -1], np.zeros(TABLES, "f4")
    next_seats, gains = envs.agent_selection, np.zeros_like(worths)
    for at in reversed(range(STEPS)):
        # What is good for the other of two seats is bad for this one.
        side = np.where(next_seats == seats[at], 1, -1) * ~ended[at]
        surprise = paid[at] * table["scale"] + side * later - worths[at]
        gains[at] = advantage = surprise + TRACE * side * advantage
        later, next_seats = worths[at], seats[at]
    steps = {"seen": seen, "mask": mask, "actions": actions, "odds": odds, "gains": gains, "worths": worths + gains}
    return {name: part[alive] for name, part in steps.items()}


def learn(net: Net, steps: dict[str, Floats], random: np.random.Generator, left: float) -> None:
    """Make what went better than thought likelier, within bounds, and think better of it."""
    gains = (steps["gains"] - steps["gains"].mean()) / (steps["gains"].std() + 1e-8)
    for part in (part for _ in range(EPOCHS) for part in np.array_split(random.permutation(len(gains)), PARTS)):
        layers, actions, gain = net.layers(steps["seen"][part]), steps["actions"][part], gains[part]
        odds, every = chances(layers[-1][:, :-1], steps["mask"][part]), np.arange(len(part))
        ratio = odds[every, actions] / steps["odds"][part]
        pull = gain * ratio * ~(((gain > 0) & (ratio > 1 + CLIP)) | ((gain < 0) & (ratio < 1 - CLIP)))
        logs = np.log(odds + 1e-20)
        slope = np.empty_like(layers[-1])
        slope[:, :-1] = odds * (pull[:, None] + ENTROPY * left * (logs - (odds * logs).sum(axis=1, keepdims=True)))
        slope[every, actions] -= pull
        slope[:, -1] = layers[-1][:, -1] - steps["worths"][part]
        net.improve(layers, slope / len(part), RATE * left)


def games(net: Net, envs: SoloVectorEnv, seed: int = 7) -> tuple[float, float]:
    """What a game pays when the likeliest action is taken: the mean of a game a table, with its error."""
    seen, infos = envs.reset(seed=seed)
    paid, going, dice = np.zeros(envs.num_envs), np.ones(envs.num_envs, bool), Sorted(envs)
    while going.any():
        ordered, order = dice.see(seen)
        likes = np.where(infos["action_mask"], net.layers(ordered)[-1][:, :-1], -np.inf)
        seen, rewards, ended, _, infos = envs.step(dice.mean(likes.argmax(axis=1), order))
        paid, going = paid + rewards * going, going & ~ended
    return float(paid.mean()), float(paid.std() / len(paid) ** 0.5)


def train(key: str, seats: int, seconds: float, seed: int = 1) -> tuple[Net, list[dict[str, float]]]:
    """A net after so many seconds of the processor, and how well it played on the way (points, alone)."""
    envs, random, start = VectorTurnEnv(key, TABLES, seats=seats), np.random.default_rng(seed), process_time()
    table: dict[str, Floats] = {**envs.reset(seed=seed)[0], "ended": np.zeros(TABLES, bool)}
    net = Net(table["observation"].shape[1], table["action_mask"].shape[1], random)
    test, curve, steps, checked = SoloVectorEnv(key, TABLES, seats=seats), [], 0, 0.0
    while (spent := process_time() - start) < seconds or not curve:
        rows = rollout(envs, net, table, random)
        learn(net, rows, random, max(0.02, 1 - spent / seconds))
        steps += len(rows["gains"])
        if spent >= checked:
            paid, error = games(net, test)
            curve.append({"seconds": round(spent, 1), "steps": steps, "paid": round(paid, 3), "error": round(error, 3)})
            print(f"{spent:6.0f} s {steps:12,} steps {paid:8.3f} ± {error:.3f}", flush=True)
            checked = spent + seconds / 40
    return net, curve


def main(args: list[str] | None = None) -> dict[str, Any]:
    """Learn, and tell how it went."""
    parser = argparse.ArgumentParser(description="Learn a game on many tables at once.")
    parser.add_argument("game", help="the key of a game")
    parser.add_argument("--seats", type=int, choices=(1, 2), default=1, help="alone, or two who learn from each other")
    parser.add_argument("--seconds", type=float, default=600, help="processor time to learn for (default: 600)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", help="play in the end against a level, such as cat")
    parser.add_argument("--games", type=int, default=400, help="how many games against it (default: 400)")
    parser.add_argument("--perfect", type=float, help="what perfect play reaches, to be kept with the curve")
    parser.add_argument("--out", help="a file for the learning curve, as JSON")
    options = parser.parse_args(args)
    net, curve = train(options.game, options.seats, options.seconds, options.seed)
    report: dict[str, Any] = {"game": options.game, "seats": options.seats, "seed": options.seed, "curve": curve}
    report["end"] = games(net, SoloVectorEnv(options.game, 8 * TABLES, seats=options.seats), seed=99)
    print(f"in the end {report['end'][0]:.3f} ± {report['end'][1]:.3f} over {8 * TABLES} games")
    if options.against:
        halves = []
        for seat in range(2):
            world = SoloVectorEnv(options.game, options.games // 2, seats=2, seat=seat, opponents=options.against)
            halves.append(games(net, world, seed=seat))
        report["against"] = {options.against: halves}
        shown = ", ".join(f"{paid:+.3f} ± {error:.3f}" for paid, error in halves)
        print(f"against {options.against}, from the first and from the second seat: {shown}")
    if options.perfect:
        report["perfect"] = options.perfect
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)
    return report


if __name__ == "__main__":
    main()
