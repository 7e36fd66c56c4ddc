"""PettingZoo, all agents at once, for games in which a throw is for everybody."""

from typing import Any

from pettingzoo import ParallelEnv

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.envs.pettingzoo_base import Observation, Seated, Seating
from knobel.envs.rewards import Purse, points
from knobel.envs.solo import ILLEGAL
from knobel.games.spec import games, spec

Infos = dict[str, dict[str, Any]]
Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


def _first() -> str:
    """The first game in which a throw is for everybody."""
    return next(spec.key for spec in games() if spec.simultaneous)


class TogetherEnv(Seated, ParallelEnv[str, Observation, int]):
    """A simultaneous game as a world of agents who move together.

    What is decided one by one before the first throw is dealt at random. An agent that cannot move any more has come to
    its end. It is paid in points: who wins is known only when all have ended.
    """

    def __init__(
        self,
        game: str | AnyGame | None = None,
        *,
        seats: int | None = None,
        illegal_reward: float = ILLEGAL,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.seating = Seating(game or _first(), seats, options)
        if not spec(self.game).simultaneous:
            raise BadSetup(f"in {self.game.key} seats move in turn, not together; env() and raw_env() are for that")
        self.metadata = self.seating.metadata(together=True)
        self.possible_agents = self.seating.agents
        self.agents = []
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.state_space = self.seating.state_space()
        self._illegal_reward = illegal_reward

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], Infos]:
        """Begin a new game."""
        table = self.seating.open(seed)
        while not table.thrown:
            seat = table.deciding[0]
            table.move(seat, table.any_move(seat))
        self.agents = self.possible_agents[:]
        self._cycles = 0
        self._purse = Purse(points, self.game)
        return self._observations(), {agent: self.seating.info() for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Step:
        """Every agent that is not at its end makes a move."""
        table, before = self.seating.table, self.agents
        legal = {agent: table.act(self.seating.seat(agent), int(actions[agent])) for agent in before}
        self._cycles += 1
        gained = self._purse.pay(table.state)
        rewards = {
            agent: float(gained[self.seating.seat(agent)]) + (0.0 if legal[agent] else self._illegal_reward)
            for agent in before
        }
        going = {agent: self.seating.seat(agent) in table.deciding for agent in before}
        late = self.max_cycles is not None and self._cycles >= self.max_cycles
        observations = self._observations()
        for agent in before:
            if not going[agent]:
                # As when a game is over: no learner has to divide by an empty choice.
                observations[agent]["action_mask"][:] = 1
        infos = {agent: self.seating.info(legal[agent]) for agent in before}
        self.agents = [agent for agent in before if going[agent] and not late]
        ended = {agent: not going[agent] for agent in before}
        return observations, rewards, ended, {agent: late and going[agent] for agent in before}, infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.seating.observe(agent) for agent in self.agents}


def parallel_env(game: str | AnyGame | None = None, **wishes: Any) -> TogetherEnv:
    """The environment in which all agents move together; only simultaneous games are played so."""
    return TogetherEnv(game, **wishes)
