"""PettingZoo, agent by agent: every seat of a table is an agent, and they move one after the other."""

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from knobel.core.game import AnyGame
from knobel.envs.pettingzoo_base import Observation, Seated, Seating
from knobel.envs.rewards import Purse, worth_of
from knobel.envs.solo import ILLEGAL


class TurnEnv(Seated, AECEnv[str, Observation, int]):
    """A game as a world of agents who move in turn; dice fall by themselves.

    An action is the number of a move in `game.alphabet`. One that the mask does not allow costs `illegal_reward`, and
    a move is drawn for the agent at random. When an agent would decide for more than the `max_cycles`-th time, the
    game is truncated.
    """

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seats: int | None = None,
        reward: str | None = None,
        illegal_reward: float = ILLEGAL,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.seating = Seating(game, seats, options)
        self.metadata = self.seating.metadata(together=False)
        self.possible_agents = self.seating.agents
        self.agents = []
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.state_space = self.seating.state_space()
        self._worth = worth_of(reward, self.seating.game)
        self._illegal_reward = illegal_reward

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new game."""
        self.seating.open(seed)
        self.agents = self.possible_agents[:]
        self._purse = Purse(self._worth, self.game)
        self._decided = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self.seating.info() for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """The agent whose turn it is makes a move; one that has come to its end says None, and leaves."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # None is what it wants
            return
        assert action is not None, "an agent that has not come to its end must make a move"
        legal = self.seating.table.act(self.seating.seat(agent), int(action))
        self._decided[agent] += 1
        self._cumulative_rewards[agent] = 0.0
        gained = self._purse.pay(self.seating.table.state)
        self.rewards = {other: float(gained[self.seating.seat(other)]) for other in self.agents}
        self.rewards[agent] += 0.0 if legal else self._illegal_reward
        self.infos = {other: self.seating.info(legal or other != agent) for other in self.agents}
        self._accumulate_rewards()
        self._go_on()

    def _go_on(self) -> None:
        """Turn to the agent who decides next, or end the game."""
        deciding = self.seating.table.deciding
        self.agent_selection = self.possible_agents[deciding[0] if deciding else 0]
        if not deciding:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._decided[self.agent_selection] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        """The table as an agent sees it."""
        return self.seating.observe(agent)


def raw_env(game: str | AnyGame, **wishes: Any) -> TurnEnv:
    """The environment without wrappers."""
    return TurnEnv(game, **wishes)


def env(game: str | AnyGame, **wishes: Any) -> AECEnv[str, Observation, int]:
    """The environment with the usual checks: actions in their space, calls in their order."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, **wishes)))
