"""What both adapters of PettingZoo share: agents by the number of their seat, spaces, observations, dice, rendering."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.envs.encoding import encoding
from knobel.envs.render import MODES, render
from knobel.envs.table import Table, made

Observation = dict[str, NDArray[Any]]
"""`observation`: the table as a seat sees it; `action_mask`: the moves it may make now."""

SEATS = 2
"""How many play unless said."""


class Seating:
    """A table whose seats are the agents `player_0`, `player_1`, ..."""

    def __init__(self, game: str | AnyGame, seats: int | None, options: dict[str, object]) -> None:
        self.game = made(game, SEATS if seats is None and isinstance(game, str) else seats, options)
        self.agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.encoding = encoding(self.game)
        self.action_spaces = {agent: spaces.Discrete(len(self.game.alphabet)) for agent in self.agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.agents}
        self.random: np.random.Generator | None = None
        self._table: Table | None = None

    def metadata(self, together: bool) -> dict[str, Any]:
        """What PettingZoo wants to know of an environment."""
        return {
            "name": f"{self.game.key}_v0",
            "render_modes": list(MODES),
            "render_fps": 2,
            "is_parallelizable": together,
        }

    def state_space(self) -> spaces.Box:
        """The space of observations without masks."""
        return spaces.Box(self.encoding.low, 1.0, (self.encoding.size,), np.float32)

    def _observation_space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (len(self.game.alphabet),), np.int8)
        return spaces.Dict({"observation": self.state_space(), "action_mask": mask})

    @property
    def table(self) -> Table:
        """The game under way."""
        if self._table is None:
            raise BadSetup("there is no game yet; reset() begins one")
        return self._table

    def open(self, seed: int | None) -> Table:
        """A new game; a seed begins the dice anew, without one they go on."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        self._table = Table(self.game, self.random)
        return self._table

    def seat(self, agent: str) -> int:
        """The seat of an agent."""
        return self.agents.index(agent)

    def observe(self, agent: str) -> Observation:
        """The table as an agent sees it."""
        seat = self.seat(agent)
        return {"observation": self.encoding.encode(self.table.state, seat), "action_mask": self.table.mask(seat)}

    def info(self, legal: bool = True) -> dict[str, Any]:
        """What else there is to know."""
        return {"scores": self.table.scores, "illegal": not legal}

    def render(self, mode: str | None) -> Any:
        """The table as the render mode says."""
        return render(self.game, self.table.state, mode)


class Seated:
    """An environment whose agents sit at a table: what PettingZoo asks of each of them."""

    seating: Seating
    """The table, and who sits where."""
    possible_agents: list[str]
    """All agents, by their seats."""
    render_mode: str | None
    """How the table is shown."""

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.seating.game

    @property
    def np_random(self) -> np.random.Generator | None:
        """Where the dice come from; None before the first game."""
        return self.seating.random

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.seating.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.seating.action_spaces[agent]

    def state(self) -> NDArray[Any]:
        """The whole table, as the first seat sees it: nothing is hidden in these games."""
        return self.seating.observe(self.possible_agents[0])["observation"]

    def render(self) -> Any:
        """The table as text, SVG or pixels, as the render mode says."""
        return self.seating.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
