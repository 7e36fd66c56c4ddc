"""Gymnasium environment: one learner at a table, alone or against opponents who are part of the environment."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.library import made
from knobel_lab.envs.encoding import encoding
from knobel_lab.envs.opponents import RANDOM, Opponent, Opponents
from knobel_lab.envs.picture import MODES, render
from knobel_lab.envs.rewards import SeatGains, worth_of
from knobel_lab.envs.table import Episodes, Table, with_options

Observation = NDArray[np.float32]
METADATA: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}

ILLEGAL = -1.0
"""The default reward of an illegal move."""


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """A game as a Gymnasium environment for one learner.

    An action is the number of a move in `game.alphabet`. `info["action_mask"]` tells which are legal; another one costs
    `illegal_reward`, and a random move is made instead.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seats: int | None = None,
        seat: int = 0,
        opponents: Opponent | Sequence[Opponent] = RANDOM,
        reward: str | None = None,
        illegal_reward: float = ILLEGAL,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game = made(game, seats, **options)
        self.seat = seat
        self.render_mode = render_mode
        self.encoding = encoding(self.game)
        self.observation_space = spaces.Box(self.encoding.low, 1.0, (self.encoding.size,), np.float32)
        self.action_space = spaces.Discrete(len(self.game.alphabet))
        self._opponents = Opponents(opponents, self.game, seat)
        self._worth = worth_of(reward, self.game)
        self._illegal_reward = illegal_reward
        self._episodes = Episodes()
        self._table: Table | None = None
        self._players: dict[int, Player | None] = {}

    @property
    def table(self) -> Table:
        """The current game."""
        if self._table is None:
            raise BadSetup("there is no game yet; call reset() first")
        return self._table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game; `options` change those of the game, and `opponents`, from now on."""
        super().reset(seed=seed, options=options)
        if options:
            self._change(dict(options))
        words = self._episodes.begin(seed)
        self._table = Table(self.game, words)
        self._players = self._opponents.sit(self._episodes.seed, self._episodes.number)
        self._gains = SeatGains(self._worth, self.seat)
        self._opponents.move(self._table, self._players)
        return self.encoding.encode(self._table.state, self.seat), self._info(self._table, legal=True)

    def _change(self, wishes: dict[str, Any]) -> None:
        """Apply options for this game and those that follow."""
        opponents = wishes.pop("opponents", None)
        if opponents is not None:
            self._opponents = Opponents(opponents, self.game, self.seat)
        if wishes:
            self.game = with_options(self.game, wishes)
            self.encoding = encoding(self.game)
            self._opponents = self._opponents.at(self.game)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others move until it is the learner's turn again."""
        table = self._table or self.table
        if table.over:
            raise BadSetup("the game is over; call reset() to begin another")
        legal = table.act(self.seat, int(action))
        if self._players:
            self._opponents.move(table, self._players)
        gained = 0.0 if legal else self._illegal_reward
        if table.changed:
            gained += self._gains.collect(table)
            table.changed = False
        return self.encoding.encode(table.state, self.seat), gained, table.over, False, self._info(table, legal)

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal moves, as MaskablePPO asks for it."""
        return self.table.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """Render the table as text, SVG or pixels, by the render mode."""
        return render(self.game, self.table.state, self.render_mode)

    def _info(self, table: Table, legal: bool) -> dict[str, Any]:
        return {"action_mask": table.mask(self.seat), "scores": table.scores.copy(), "illegal": not legal}
