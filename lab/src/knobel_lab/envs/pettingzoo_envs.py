"""PettingZoo environments: every seat of a table is an agent; they move one after the other, or all at once."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from knobel.core.errors import BadSetup, NotProvided
from knobel.core.game import AnyGame
from knobel.games.spec import games, spec
from knobel.library import made
from knobel_lab.envs.encoding import encoding
from knobel_lab.envs.picture import MODES, render
from knobel_lab.envs.rewards import Gains, points, worth_of
from knobel_lab.envs.solo import ILLEGAL
from knobel_lab.envs.table import Episodes, Table, with_options
from knobel_lab.facets import observe_facet

Observation = dict[str, NDArray[Any]]
"""`observation`: the table as a seat sees it; `action_mask`: the moves it may make now."""

PLACEHOLDER = "options"
"""PettingZoo's own test resets every environment with this option, which is ignored."""

SEATS = 2
"""The default number of seats."""


class Seating:
    """A table whose seats are the agents `player_0`, `player_1`, ..."""

    def __init__(self, game: str | AnyGame, seats: int | None, options: dict[str, object]) -> None:
        self.game = made(game, SEATS if seats is None and isinstance(game, str) else seats, **options)
        self.agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.encoding = encoding(self.game)
        self.action_spaces = {agent: spaces.Discrete(len(self.game.alphabet)) for agent in self.agents}
        mask = spaces.Box(0, 1, (len(self.game.alphabet),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": self.state_space(), "action_mask": deepcopy(mask)})
            for agent in self.agents
        }
        self.episodes = Episodes()
        self._table: Table | None = None

    def metadata(self, together: bool) -> dict[str, Any]:
        """The metadata of PettingZoo."""
        return {
            "name": f"{self.game.key}_v0",
            "render_modes": list(MODES),
            "render_fps": 2,
            "is_parallelizable": together,
        }

    def state_space(self) -> spaces.Box:
        """The space of observations without masks."""
        return spaces.Box(self.encoding.low, 1.0, (self.encoding.size,), np.float32)

    @property
    def table(self) -> Table:
        """The current game."""
        if self._table is None:
            raise BadSetup("there is no game yet; call reset() first")
        return self._table

    def open(self, seed: int | None, options: dict[str, Any] | None) -> Table:
        """Start a new game, with these options from now on; a seed restarts the random numbers, else they continue."""
        wishes = {key: value for key, value in (options or {}).items() if key != PLACEHOLDER}
        if wishes:
            self.game = with_options(self.game, wishes)
            self.encoding = encoding(self.game)
        self._table = Table(self.game, self.episodes.begin(seed))
        return self._table

    def seat(self, agent: str) -> int:
        """The seat of an agent."""
        return self.agents.index(agent)

    def observe(self, agent: str) -> Observation:
        """The observation of an agent, with its mask."""
        seat = self.seat(agent)
        return {"observation": self.encoding.encode(self.table.state, seat), "action_mask": self.table.mask(seat)}

    def info(self, legal: bool = True) -> dict[str, Any]:
        """The info dictionary of an agent."""
        return {"scores": self.table.scores.copy(), "illegal": not legal}

    def render(self, mode: str | None) -> Any:
        """Render the table in this mode."""
        return render(self.game, self.table.state, mode)


class Seated:
    """The part that both PettingZoo environments share: spaces, state and rendering of agents at a table."""

    seating: Seating
    """The table, and the seat of each agent."""
    possible_agents: list[str]
    """All agents, by their seats."""
    render_mode: str | None
    """The render mode."""

    def _sit(self, seating: Seating, render_mode: str | None, max_cycles: int | None) -> None:
        self.seating, self.render_mode, self.max_cycles = seating, render_mode, max_cycles
        self.possible_agents, self.state_space = seating.agents, seating.state_space()
        self.agents: list[str] = []

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self.seating.game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.seating.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.seating.action_spaces[agent]

    def state(self) -> NDArray[Any]:
        """The state of the table, as the first seat observes it: nothing is hidden in these games."""
        return self.seating.observe(self.possible_agents[0])["observation"]

    def render(self) -> Any:
        """Render the table as text, SVG or pixels, by the render mode."""
        return self.seating.render(self.render_mode)

    def close(self) -> None:
        """Does nothing: there are no resources to free."""


class TurnEnv(Seated, AECEnv[str, Observation, int]):
    """A game as a PettingZoo environment whose agents move in turn; dice are thrown automatically.

    An action is the number of a move in `game.alphabet`. An illegal one costs `illegal_reward`, and a random move is
    made instead. When an agent would decide for more than the `max_cycles`-th time, the game is truncated.
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
        self._sit(Seating(game, seats, options), render_mode, max_cycles)
        self.metadata = self.seating.metadata(together=False)
        self._worth = worth_of(reward, self.seating.game)
        self._illegal_reward = illegal_reward

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; `options` change those of the game from now on."""
        self.seating.open(seed, options)
        self.agents = self.possible_agents[:]
        self._gains = Gains(self._worth, (self.game.seats,))
        self._decided = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self.seating.info() for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Make a move of the agent on turn; for a terminated agent the action is None, and it leaves."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # None is what it wants
            return
        assert action is not None, "an agent that is not terminated must make a move"
        legal = self.seating.table.act(self.seating.seat(agent), int(action))
        self._decided[agent] += 1
        self._cumulative_rewards[agent] = 0.0
        gained = self._gains.collect(self.seating.table)
        self.rewards = {other: float(gained[self.seating.seat(other)]) for other in self.agents}
        self.rewards[agent] += 0.0 if legal else self._illegal_reward
        self.infos = {other: self.seating.info(legal or other != agent) for other in self.agents}
        self._accumulate_rewards()
        self._go_on()

    def _go_on(self) -> None:
        """Select the agent that decides next, or end the game."""
        deciding = self.seating.table.deciding
        self.agent_selection = self.possible_agents[deciding[0] if deciding else 0]
        if not deciding:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._decided[self.agent_selection] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        """The observation of an agent, with its mask."""
        return self.seating.observe(agent)


def raw_env(game: str | AnyGame, **wishes: Any) -> TurnEnv:
    """The environment without wrappers."""
    return TurnEnv(game, **wishes)


def env(game: str | AnyGame, **wishes: Any) -> AECEnv[str, Observation, int]:
    """The environment with PettingZoo's usual checks of actions and of the order of calls."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, **wishes)))


Infos = dict[str, dict[str, Any]]
Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class TogetherEnv(Seated, ParallelEnv[str, Observation, int]):
    """A game in which seats decide together, as a PettingZoo environment whose agents move together.

    Decisions made one by one before the first throw are drawn at random. In each step all who have to decide do so. An
    agent that has not, because this phase of the turn is for others, has `deciding` false in its infos and a mask of
    ones; its action is ignored. One that will never decide again is terminated, and all are when the game is over. The
    reward is points: who wins is only known when all have ended.
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
        first = next(spec.key for spec in games() if spec.simultaneous)
        self._sit(Seating(game or first, seats, options), render_mode, max_cycles)
        if not spec(self.game).simultaneous:
            raise BadSetup(f"in {self.game.key} seats move in turn, not together; use env() or raw_env()")
        self.metadata = self.seating.metadata(together=True)
        self._illegal_reward = illegal_reward

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Observation], Infos]:
        """Start a new game; `options` change those of the game from now on."""
        table = self.seating.open(seed, options)
        while not table.thrown:
            seat = table.deciding[0]
            table.move(seat, table.any_move(seat))
        self.agents = self.possible_agents[:]
        self._cycles = 0
        self._gains = Gains(points, (self.game.seats,))
        return self._observations(self.agents), {agent: self._info(agent) for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Step:
        """Make a move of every agent that has to decide."""
        table, before, deciding = self.seating.table, self.agents, self.seating.table.deciding
        legal = dict.fromkeys(before, True)
        for agent in before:
            if (seat := self.seating.seat(agent)) in deciding:
                legal[agent] = table.act(seat, int(actions[agent]))
        self._cycles += 1
        gained = self._gains.collect(table)
        rewards = {
            agent: float(gained[self.seating.seat(agent)]) + (0.0 if legal[agent] else self._illegal_reward)
            for agent in before
        }
        going = {agent: not (table.over or self._finished(self.seating.seat(agent))) for agent in before}
        late = self.max_cycles is not None and self._cycles >= self.max_cycles
        observations = self._observations(before)
        infos = {agent: self._info(agent, legal[agent]) for agent in before}
        self.agents = [agent for agent in before if going[agent] and not late]
        ended = {agent: not going[agent] for agent in before}
        return observations, rewards, ended, {agent: late and going[agent] for agent in before}, infos

    def _finished(self, seat: int) -> bool:
        """Whether a seat will never decide again, as far as the game says so."""
        try:
            return bool(observe_facet(self.game).finished(self.game, self.seating.table.state, seat))
        except NotProvided:
            return False

    def _info(self, agent: str, legal: bool = True) -> dict[str, Any]:
        return {**self.seating.info(legal), "deciding": self.seating.seat(agent) in self.seating.table.deciding}

    def _observations(self, agents: Sequence[str]) -> dict[str, Observation]:
        observations = {agent: self.seating.observe(agent) for agent in agents}
        for agent, seen in observations.items():
            if self.seating.seat(agent) not in self.seating.table.deciding:
                # As at the end of a game: a learner never has to normalise an empty mask.
                seen["action_mask"][:] = 1
        return observations


def parallel_env(game: str | AnyGame | None = None, **wishes: Any) -> TogetherEnv:
    """The environment in which agents move together, for games in which seats decide together."""
    return TogetherEnv(game, **wishes)
