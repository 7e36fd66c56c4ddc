"""Steps per second of environments: single and vectorised, compared with public ones.

Run it with `make bench`. Every contestant gets random legal actions; timed is what an environment does for a step: the
move, the next observation, the mask of legal actions, and a new game where one has ended. The choice of actions is not
timed for vector environments; for single ones it is, in the same way for all. Contestants alternate in short slices;
seconds are seconds of processor time.

"Of its size": the first contestant's rate, scaled down by the size of its observation and mask, but never up.
"""

import argparse
import sys
from collections.abc import Callable
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from lab.bench.common import duration, print_table, python, shown, tell, times

ROUNDS, SEED, MANY, BLOCK = 5, 1, 1024, 100
RIVALS = ("gymnasium", "gym-yahtzee", "open-spiel", "pgx")
HEADS = ("", "at once", "numbers", "actions", "steps/s", "µs a step", "first ÷ this", "low – high", "of its size")
Chooser = Callable[[], Any]


@dataclass
class Contestant:
    """An environment: `choose` picks actions, `step` does the rest and is timed."""

    name: str
    at_once: int
    numbers: int
    actions: int
    choose: Callable[[], Any]
    step: Callable[[Any], None]
    paces: list[float] = field(default_factory=list)

    @property
    def size(self) -> int:
        """The bytes written for a step: four per number, and one per action in the mask."""
        return 4 * self.numbers + self.actions

    def run(self, seconds: float) -> None:
        """Make steps until the time is up."""
        spent, count = 0.0, 0
        while spent < seconds:
            spent += self.several() if self.at_once == 1 else self.once()
            count += BLOCK if self.at_once == 1 else self.at_once
        self.paces.append(count / spent)

    def once(self) -> float:
        """The time of one step of a vector environment, without choosing actions."""
        actions = self.choose()
        start = process_time()
        self.step(actions)
        return process_time() - start

    def several(self) -> float:
        """The time of some steps of a single environment, with choosing: a clock call per step would disturb it."""
        choose, step = self.choose, self.step
        start = process_time()
        for _ in range(BLOCK):
            step(choose())
        return process_time() - start


def allowed(masks: Any, random: np.random.Generator) -> Any:
    """A uniformly random legal action of every row."""
    return (masks * random.random(masks.shape, np.float32)).argmax(axis=1)


def any_of(legal: Any, random: Random) -> int:
    """A uniformly random one of these actions."""
    return int(legal[int(random.random() * len(legal))])


def many(key: str, seats: int | None = None) -> Contestant:
    """Our vector environment."""
    from knobel_lab.envs import SoloVectorEnv

    envs, random = SoloVectorEnv(key, MANY, seats=seats, copy=False), np.random.default_rng(SEED)
    seen, infos = envs.reset(seed=SEED)

    def step(actions: Any) -> None:
        nonlocal infos
        infos = envs.step(actions)[4]

    shape = infos["action_mask"].shape
    label = f"{key}, vector" + (f", {seats} seats" if seats else "")
    return Contestant(label, MANY, seen.shape[1], shape[1], lambda: allowed(infos["action_mask"], random), step)


def single(key: str) -> Contestant:
    """Our single environment."""
    from knobel_lab.envs import SoloEnv

    env, random = SoloEnv(key), Random(SEED)
    seen, info = env.reset(seed=SEED)

    def step(action: Any) -> None:
        nonlocal info
        _, _, over, _, info = env.step(action)
        if over:
            _, info = env.reset()

    def choose() -> int:
        return any_of(np.flatnonzero(info["action_mask"]), random)

    return Contestant(f"{key}, one", 1, len(seen), len(info["action_mask"]), choose, step)


def gym_yahtzee() -> Contestant:
    """gym-yahtzee: an observation, and a list of legal actions."""
    with redirect_stderr(StringIO()):  # gym prints a notice on import
        module = import_module("gym_yahtzee.envs.yahtzee_env")
    env, random = module.YahtzeeSingleEnv(), Random(SEED)
    env.reset()
    legal = env.pyhtzee.get_possible_actions()

    def step(action: Any) -> None:
        nonlocal legal
        if env.step(action)[2]:
            env.reset()
        legal = env.pyhtzee.get_possible_actions()

    return Contestant("gym-yahtzee, one", 1, 19, 44, lambda: any_of(legal, random), step)


def yacht() -> Contestant:
    """OpenSpiel's yacht: a mask and no observation, as it has none; dice by number, its fastest way."""
    game, random = import_module("pyspiel").load_game("yacht"), Random(SEED)
    state, mask = game.new_initial_state(), np.zeros(0, np.int8)

    def settle() -> None:
        nonlocal state, mask
        if state.is_terminal():
            state = game.new_initial_state()
        while state.is_chance_node():
            legal = state.legal_actions()
            state.apply_action(any_of(legal, random))
        mask = np.array(state.legal_actions_mask(), np.int8)

    def step(action: Any) -> None:
        state.apply_action(int(action))
        settle()

    settle()
    return Contestant(
        "yacht, one", 1, 0, game.num_distinct_actions(), lambda: any_of(np.flatnonzero(mask), random), step
    )


def pgx(name: str) -> Contestant:
    """A game of pgx, compiled by JAX for this processor, with automatic resets."""
    jax = import_module("jax")
    wrapped = import_module("pgx.experimental.wrappers").auto_reset
    env = import_module("pgx").make(name)
    begin, go = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(wrapped(env.step, env.init)))
    keys, random = jax.random.split(jax.random.PRNGKey(SEED), MANY), np.random.default_rng(SEED)
    state = begin(keys)

    def choose() -> Any:
        nonlocal keys
        keys = jax.random.split(keys[0], MANY)
        jax.block_until_ready(keys)
        return jax.numpy.asarray(allowed(np.asarray(state.legal_action_mask), random))

    def step(actions: Any) -> None:
        nonlocal state
        state = go(state, actions, keys)
        jax.block_until_ready((state.observation, state.legal_action_mask))

    numbers = int(np.prod(state.observation.shape[1:]))
    return Contestant(f"pgx {name}, vector", MANY, numbers, env.num_actions, choose, step)


def ours() -> list[Callable[[], Contestant]]:
    """Every game with its fewest seats, and Classic for two."""
    from knobel import games

    keys = [spec.key for spec in games() if spec.key != "classic"]
    return [lambda key=key: many(key) for key in keys] + [lambda: many("classic", 2)]


def installed(name: str) -> str | None:
    """The version of a package, or None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Steps per second of environments of Knobel and of others.")
    parser.add_argument("--seconds", type=duration, default=1.0, help="processor time of a slice (default: 1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    makers = [lambda: many("classic"), lambda: single("classic"), gym_yahtzee, yacht]
    makers += [lambda: pgx("backgammon"), lambda: pgx("2048")] if installed("pgx") else []
    try:
        contestants = [make() for make in (*makers, *ours())]
    except ModuleNotFoundError as error:
        sys.exit(f"{error.name} is missing here; `make bench` runs this with all it needs")
    for one in contestants:
        one.run(options.seconds / 10)
        one.paces.clear()
    turns = [one for _ in range(ROUNDS) for one in contestants]
    try:
        for at in shown([one.name for one in turns]):
            turns[at].run(options.seconds)
    except KeyboardInterrupt:
        sys.exit("\nstopped before all was measured")
    first = contestants[0]
    rows = []
    for one in contestants:
        ratios = [mine / theirs for mine, theirs in zip(first.paces, one.paces, strict=True)]
        rows.append(
            {
                "name": one.name,
                "at_once": one.at_once,
                "numbers": one.numbers,
                "actions": one.actions,
                "steps_per_second": median(one.paces),
                "ratio": median(ratios),
                "ratio_low": min(ratios),
                "ratio_high": max(ratios),
                "of_its_size": max(1.0, one.size / first.size) / median(ratios),
            }
        )
    rivals = {name: installed(name) for name in RIVALS}
    figures = {"python": python(), "rivals": rivals, "rounds": ROUNDS, "seconds": options.seconds, "rows": rows}
    tell(figures, print_report, as_json=options.json)


def print_report(figures: dict[str, Any]) -> None:
    """Print everything for people."""
    rivals = ", ".join(f"{name} {number or 'missing'}" for name, number in figures["rivals"].items())
    print(f"{figures['python']}; {rivals}; median of {figures['rounds']} rounds of {figures['seconds']:g} s slices")
    cells = [
        (
            row["name"],
            str(row["at_once"]),
            str(row["numbers"] or "–"),
            str(row["actions"]),
            f"{row['steps_per_second']:,.0f}",
            f"{1e6 / row['steps_per_second']:.2f}",
            times(row["ratio"]),
            f"{times(row['ratio_low'])} – {times(row['ratio_high'])}",
            f"{row['of_its_size']:.2f}" if row["at_once"] > 1 else "–",
        )
        for row in figures["rows"]
    ]
    print_table("Steps of environments, with observation and mask", [HEADS, *cells])


if __name__ == "__main__":
    main()
