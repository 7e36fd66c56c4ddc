"""Reward shaping: rewards that tell a learner at once what a move was worth, without changing the optimal policy."""

from typing import Any

import gymnasium
import numpy as np

from knobel.coach.judge import judge_of
from knobel.core.errors import BadSetup
from knobel_lab.envs.solo import Observation, SoloEnv


class ShapedEnv(gymnasium.Wrapper[Observation, np.int64, Observation, np.int64]):
    """Adds the change of the judge's value of the learner's position, as a potential (Ng, Harada and Russell).

    The potential is the judge's expectation: the chance to win, or points. After the end it is 0, so with a discount of
    1 all rewards of a game sum to what they would be without it minus the first potential, whatever is played.
    `info["potential"]` has it.
    """

    def __init__(
        self,
        env: gymnasium.Env[Observation, np.int64],
        objective: str | None = None,
        discount: float = 1.0,
        weight: float = 1.0,
    ) -> None:
        super().__init__(env)
        inner = env.unwrapped
        if not isinstance(inner, SoloEnv):
            raise BadSetup("rewards can only be shaped for single Knobel environments, as gymnasium.make returns them")
        self._inner, self._discount, self._weight = inner, discount, weight
        self._objective, self._potential = objective, 0.0

    def _judged(self) -> float:
        """The judge's value of the learner's position."""
        inner = self._inner
        if inner.table.over:
            return 0.0
        judge = judge_of(inner.game, self._objective)
        return self._weight * judge.value(inner.game, inner.table.state, inner.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game."""
        seen, info = self.env.reset(seed=seed, options=options)
        self._potential = self._judged()
        return seen, {**info, "potential": self._potential}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move."""
        seen, reward, over, cut, info = self.env.step(action)
        before, self._potential = self._potential, self._judged()
        shaped = float(reward) + self._discount * self._potential - before
        return seen, shaped, over, cut, {**info, "potential": self._potential}
