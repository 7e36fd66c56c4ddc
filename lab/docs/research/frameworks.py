"""Our environments in SuperSuit, Tianshou, RLlib and PufferLib: a short recipe for each, run with the real package.

pip install "knobel-lab[envs]" supersuit && python lab/docs/research/frameworks.py supersuit
pip install "knobel-lab[envs]" tianshou && python lab/docs/research/frameworks.py tianshou
pip install knobel-lab "ray[rllib]" torch pettingzoo && python lab/docs/research/frameworks.py rllib
pip install "knobel-lab[envs]" pufferlib && python lab/docs/research/frameworks.py pufferlib
"""

import argparse
from importlib import import_module
from importlib.metadata import version
from typing import Any

import gymnasium
import numpy as np

from knobel_lab.envs import SoloEnv, env, parallel_env


def supersuit() -> str:
    """Wrappers: frames side by side, several copies at once, other rewards, and a world of agents as a vector."""
    wrap: Any = import_module("supersuit")
    stacked = wrap.frame_stack_v2(SoloEnv("hexhex"), 3)
    seen, _ = stacked.reset(seed=1)
    assert len(seen) == 3 * SoloEnv("hexhex").encoding.size
    copies = wrap.gym_vec_env_v0(SoloEnv("hexhex"), 4)
    copies.reset(seed=1)
    rewards = copies.step(np.full(4, stacked.action_space.n - 1))[1]
    halved = wrap.reward_lambda_v0(env("kribbeln", seats=3), lambda reward: reward / 2)
    halved.reset(seed=1)
    paid = 0.0
    for agent in halved.agent_iter():
        observation, reward, ended, cut, _ = halved.last()
        halved.step(None if ended or cut else halved.action_space(agent).sample(observation["action_mask"]))
        paid += reward
    assert abs(paid) < 1e-9, "ranks of all seats add up to nothing"
    together = wrap.pettingzoo_env_to_vec_env_v1(parallel_env(seats=4))
    together.reset(seed=1)
    return f"{stacked.action_space.n} actions, {len(rewards)} copies, {together.num_envs} agents as a vector"


def tianshou() -> str:
    """Self-play of two seats: Q-learning with masks against random moves, through Tianshou's own PettingZoo wrapper."""
    of: Any = import_module
    dqn, optim = of("tianshou.algorithm.modelfree.dqn"), of("tianshou.algorithm.optim")
    data, envs, net = of("tianshou.data"), of("tianshou.env"), of("tianshou.utils.net.common")
    marl, random = of("tianshou.algorithm.multiagent.marl"), of("tianshou.algorithm.random")
    world = envs.PettingZooEnv(env("hexhex", seats=2))
    seen, actions = world.observation_space["observation"], world.action_space
    model = net.Net(state_shape=seen.shape, action_shape=actions.n, hidden_sizes=[64])
    policy = dqn.DiscreteQLearningPolicy(model=model, action_space=actions, observation_space=seen, eps_training=0.1)
    learner = dqn.DQN(policy=policy, optim=optim.AdamOptimizerFactory(lr=1e-3), gamma=1.0)
    other = random.MARLRandomDiscreteMaskedOffPolicyAlgorithm(actions)
    both = marl.MultiAgentOffPolicyAlgorithm(algorithms=[learner, other], env=world)
    tables = envs.DummyVectorEnv([lambda: envs.PettingZooEnv(env("hexhex", seats=2)) for _ in range(4)])
    buffer = data.VectorReplayBuffer(4096, 4)
    collector = data.Collector(both, tables, buffer, exploration_noise=True)
    collector.reset()
    with of("tianshou.algorithm.algorithm_base").policy_within_training_step(both.policy):
        statistics = collector.collect(n_step=400)
        both.update(buffer=buffer, sample_size=64)
    return f"{statistics.n_collected_steps} steps, {statistics.n_collected_episodes} games"


class Dictionary(gymnasium.ObservationWrapper[Any, Any, Any]):
    """What is seen and what is allowed as one dictionary, as RLlib's module for masked actions wants it."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(SoloEnv(**config))
        mask = gymnasium.spaces.Box(0.0, 1.0, (self.env.action_space.n,), np.float32)
        spaces = {"observations": self.env.observation_space, "action_mask": mask}
        self.observation_space = gymnasium.spaces.Dict(spaces)

    def observation(self, observation: Any) -> dict[str, Any]:
        """Both."""
        return {"observations": observation, "action_mask": self.env.action_masks().astype(np.float32)}


def rllib() -> str:
    """PPO with masked actions for one learner; everything in one process."""
    ppo: Any = import_module("ray.rllib.algorithms.ppo")
    core: Any = import_module("ray.rllib.core.rl_module.rl_module")
    masked: Any = import_module("ray.rllib.examples.rl_modules.classes.action_masking_rlm")
    ray: Any = import_module("ray")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    spec = core.RLModuleSpec(module_class=masked.ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [64]})
    config = (
        ppo.PPOConfig()
        .environment(Dictionary, env_config={"game": "hexhex"})
        .env_runners(num_env_runners=0)
        .learners(num_learners=0)
        .rl_module(rl_module_spec=spec)
        .training(train_batch_size_per_learner=512, minibatch_size=128, num_epochs=1, gamma=1.0)
    )
    learner = config.build_algo()
    statistics = learner.train()["env_runners"]
    ray.shutdown()
    return f"{statistics['num_env_steps_sampled']:.0f} steps, {statistics['episode_return_mean']:.1f} points a game"


def pufferlib() -> str:
    """Several copies, each a row of numbers with observation and mask side by side; games begin by themselves."""
    emulation: Any = import_module("pufferlib.emulation")
    vector: Any = import_module("pufferlib.vector")

    def one(**wishes: Any) -> Any:
        return emulation.GymnasiumPufferEnv(Dictionary({"game": "hexhex"}), **wishes)

    copies, layout = vector.make(one, num_envs=4, backend=vector.Serial), one()
    seen, _ = copies.reset(seed=1)
    random, ended = np.random.default_rng(1), 0
    for _ in range(100):
        observations = [emulation.nativize(row, layout.env.observation_space, layout.obs_dtype) for row in seen]
        actions = [random.choice(np.flatnonzero(each["action_mask"])) for each in observations]
        seen, _, over, _, _ = copies.step(np.array(actions))
        ended += int(over.sum())
    return f"{seen.shape[1]} numbers, {ended} games ended"


RECIPES = {"supersuit": supersuit, "tianshou": tianshou, "rllib": rllib, "pufferlib": pufferlib}
PACKAGES = {"rllib": "ray"}


def main() -> None:
    """Run recipes, and say with which version."""
    parser = argparse.ArgumentParser(description="Try our environments in other frameworks.")
    parser.add_argument("names", nargs="+", choices=RECIPES)
    for name in parser.parse_args().names:
        print(f"{name} {version(PACKAGES.get(name, name))}, gymnasium {version('gymnasium')}: {RECIPES[name]()}")


if __name__ == "__main__":
    main()
