"""Vector environments: the same results as single ones give, as arrays for all tables at once."""

from collections.abc import Sequence
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.library import made
from knobel_lab.envs.encoding import encoding
from knobel_lab.envs.many import Bools, Ints, check_actions, tables
from knobel_lab.envs.opponents import RANDOM, Opponent, Opponents
from knobel_lab.envs.picture import MODES, render
from knobel_lab.envs.rewards import Gains, Rewards, worth_of
from knobel_lab.envs.solo import ILLEGAL
from knobel_lab.sim.random_bits import BITS, LIMIT

Floats = NDArray[np.float32]
Infos = dict[str, Any]
Seed = int | Sequence[int | None] | None
BEFORE_THE_FIRST = LIMIT - 1
"""The number before 0, in unsigned arithmetic."""


class Games:
    """Games at many tables: deciding seats, observations, rewards, and automatic resets.

    With `copy=False` the returned arrays are overwritten by the next step.
    """

    def __init__(
        self,
        game: AnyGame,
        count: int,
        opponents: Opponents | None,
        *,
        reward: str | None,
        illegal_reward: float,
        autoreset_mode: str | AutoresetMode,
        copy: bool,
    ) -> None:
        self.game, self.count, self.opponents, self.copy = game, count, opponents, copy
        self.mode = AutoresetMode(autoreset_mode)
        self.encoding = encoding(game)
        self.tables = tables(game, count, opponents)
        self.seats = np.zeros(count, np.int64)
        """The seat that observes each table: the learner's, or the one that decides."""
        self._gains = Gains(worth_of(reward, game), (count, game.seats))
        self._illegal_reward = illegal_reward
        self._illegal = np.zeros(count, np.bool_)
        self._seen = np.zeros((count, self.encoding.size), np.float32)
        self._mask = np.zeros((count, len(game.alphabet)), np.int8)
        self._seeds = np.array([randbits(BITS) for _ in range(count)], np.uint64)
        self._numbers = np.full(count, BEFORE_THE_FIRST, np.uint64)
        self._ended = np.zeros(count, np.bool_)
        self._begun = False

    @property
    def observation_space(self) -> spaces.Box:
        """The space of observations at one table."""
        return spaces.Box(self.encoding.low, 1.0, (self.encoding.size,), np.float32)

    @property
    def action_space(self) -> spaces.Discrete:
        """The space of moves by their numbers."""
        return spaces.Discrete(len(self.game.alphabet))

    def reset(self, seed: Seed, options: dict[str, Any] | None) -> Bools:
        """Start the next games, or the first ones with these seeds; returns at which tables."""
        which = self._tables_to_reset(options)
        if isinstance(seed, int):
            seed = [seed + at for at in range(self.count)]
        if seed is not None and len(seed) != self.count:
            raise BadSetup(f"{self.count} environments need as many seeds, not {len(seed)}")
        for at, one in enumerate(seed or ()):
            if one is not None and which[at]:
                self._seeds[at], self._numbers[at] = one % LIMIT, BEFORE_THE_FIRST
        self._begun = True
        self._begin(which)
        self._look()
        return which

    def _tables_to_reset(self, options: dict[str, Any] | None) -> Bools:
        """The tables to reset: all, or those of `options["reset_mask"]`."""
        wishes = dict(options or {})
        which = np.asarray(wishes.pop("reset_mask", np.ones(self.count, np.bool_)))
        if wishes:
            raise BadSetup(
                f"all tables have the same options: reset() accepts reset_mask, not {', '.join(sorted(wishes))}"
            )
        if which.shape != (self.count,) or which.dtype != np.bool_ or not which.any():
            raise BadSetup(f"reset_mask needs {self.count} booleans, at least one of them true")
        if not (self._begun or which.all()):
            raise BadSetup("the first reset() must be for all tables")
        return which

    def _begin(self, which: Bools) -> None:
        """Start the next games: clear rewards, and let the seats before the learner move."""
        self._numbers[which] += np.uint64(1)
        self.tables.begin(which, self._seeds, self._numbers)
        self._others(which)
        self._gains.clear(which)
        self._ended[which] = self._illegal[which] = False

    def _others(self, which: Bools) -> None:
        """Let the opponents move, if there are any."""
        if self.opponents:
            self.tables.others(which, int(self.seats[0]))

    def _look(self) -> None:
        """Observe all tables."""
        if not self.opponents:
            self.seats = np.maximum(0, self.tables.deciding)
        self.tables.observe(self.seats, self._seen)
        self.tables.mask(self.seats, self._mask)

    def step(self, actions: Any) -> tuple[Rewards, Bools, Infos]:
        """Make a move at every table; return rewards, where games ended, and the final infos on same-step resets.

        Where a game has ended before, the next one begins instead, by the autoreset mode.
        """
        restarting = self._restarting()
        going = ~restarting
        moves = np.asarray(actions, np.int64)
        if moves.shape != (self.count,):
            raise BadSetup(f"{self.count} environments need as many actions, not {moves.shape}")
        check_actions(self.game, moves[going])
        self._illegal[:] = False
        self.tables.act(going, self.seats, moves, self._illegal)
        self._others(going)
        paid = self._gains.collect(self.tables)
        paid[np.arange(self.count), self.seats] += self._illegal_reward * self._illegal
        if restarting.any():
            self._begin(restarting)
        ended = self.tables.deciding < 0
        self._ended = ended.copy()
        last = {}
        if self.mode == AutoresetMode.SAME_STEP and ended.any():
            last = self._last(ended)
            self._begin(ended)
        self._look()
        return paid, ended, last

    def _restarting(self) -> Bools:
        """The tables at which the next game begins."""
        if not self._begun:
            raise BadSetup("there is no game yet; call reset() first")
        if self.mode == AutoresetMode.DISABLED and self._ended.any():
            raise BadSetup("some games are over; call reset(options={'reset_mask': ...}) for them")
        return self._ended.copy()

    @property
    def seen(self) -> Floats:
        """The observation of every table."""
        return self._seen.copy() if self.copy else self._seen

    @property
    def mask(self) -> NDArray[np.int8]:
        """The mask of every table."""
        return self._mask.copy() if self.copy else self._mask

    def infos(self, which: Bools) -> Infos:
        """The infos of some tables; zeros for the others, and which tables they are."""
        arrays: dict[str, NDArray[Any]] = {
            "action_mask": self.mask,
            "scores": self.tables.scores,
            "illegal": self._illegal.copy(),
        }
        if not which.all():
            arrays["action_mask"] = self._mask.copy()
            for values in arrays.values():
                values[~which] = 0
        return {name: part for key in arrays for name, part in ((key, arrays[key]), (f"_{key}", which.copy()))}

    def _last(self, ended: Bools) -> Infos:
        """The final observations and infos of games that are reset in the same step."""
        self._look()
        seen = np.full(self.count, None, object)
        for at in np.flatnonzero(ended):
            seen[at] = self._seen[at].copy()
        final = {"final_obs": seen, "final_info": self.infos(ended)}
        return {**final, "_final_obs": ended.copy(), "_final_info": ended.copy()}


class SoloVectorEnv(VectorEnv[Floats, Ints, NDArray[Any]]):
    """Many Gymnasium environments of one learner each: what `SyncVectorEnv` makes of `SoloEnv`, number by number."""

    def __init__(
        self,
        game: str | AnyGame,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        seat: int = 0,
        opponents: Opponent | Sequence[Opponent] = RANDOM,
        reward: str | None = None,
        illegal_reward: float = ILLEGAL,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game = made(game, seats, **options)
        self.seat = seat
        others = Opponents(opponents, self.game, seat)
        self.games = Games(
            self.game,
            num_envs,
            others,
            reward=reward,
            illegal_reward=illegal_reward,
            autoreset_mode=autoreset_mode,
            copy=copy,
        )
        self.games.seats[:] = seat
        self.num_envs, self.render_mode = num_envs, render_mode
        self.metadata = {"render_modes": list(MODES), "render_fps": 2, "autoreset_mode": self.games.mode}
        self.single_observation_space, self.single_action_space = self.games.observation_space, self.games.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._every = np.ones(num_envs, np.bool_)

    def reset(self, *, seed: Seed = None, options: dict[str, Any] | None = None) -> tuple[Floats, Infos]:
        """Start new games; at the tables of `options["reset_mask"]`, or at all."""
        which = self.games.reset(seed, options)
        return self.games.seen, self.games.infos(which)

    def step(self, actions: Any) -> tuple[Floats, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Make a move at every table; ended games are reset by the autoreset mode."""
        paid, ended, last = self.games.step(actions)
        infos = {**last, **self.games.infos(self._every)}
        return self.games.seen, paid[:, self.seat].copy(), ended, np.zeros_like(ended), infos

    def action_masks(self) -> Bools:
        """The masks of legal moves at each table."""
        return self.games.mask.astype(np.bool_)

    def render(self) -> tuple[Any, ...]:
        """Render every table as text, SVG or pixels, by the render mode."""
        return tuple(render(self.game, self.games.tables.state(at), self.render_mode) for at in range(self.num_envs))


Observation = dict[str, NDArray[Any]]
"""`observation`: each table as its deciding seat sees it; `action_mask`: the legal moves of that seat."""


class VectorTurnEnv:
    """Many tables whose seats are all learners: the results of `TurnEnv` as arrays, for self-play."""

    def __init__(
        self,
        game: str | AnyGame,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        reward: str | None = None,
        illegal_reward: float = ILLEGAL,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: object,
    ) -> None:
        self.game = made(game, 2 if seats is None and isinstance(game, str) else seats, **options)
        self.games = Games(
            self.game,
            num_envs,
            None,
            reward=reward,
            illegal_reward=illegal_reward,
            autoreset_mode=autoreset_mode,
            copy=copy,
        )
        self.num_envs, self.num_agents = num_envs, self.game.seats
        self.single_action_space, self.single_observation_space = self.games.action_space, self.games.observation_space
        self._every = np.ones(num_envs, np.bool_)

    @property
    def agent_selection(self) -> Ints:
        """The seat that decides at each table; 0 where the game is over."""
        return self.games.seats.copy()

    def reset(self, *, seed: Seed = None, options: dict[str, Any] | None = None) -> tuple[Observation, Infos]:
        """Start new games; at the tables of `options["reset_mask"]`, or at all."""
        which = self.games.reset(seed, options)
        return self._observation(), self._infos(which)

    def step(self, actions: Any) -> tuple[Observation, Rewards, Bools, Bools, Infos]:
        """Make a move of the deciding seat at every table; rewards are for all seats: tables x seats."""
        paid, ended, last = self.games.step(actions)
        return self._observation(), paid, ended, np.zeros_like(ended), {**last, **self._infos(self._every)}

    def _observation(self) -> Observation:
        return {"observation": self.games.seen, "action_mask": self.games.mask}

    def _infos(self, which: Bools) -> Infos:
        return {**self.games.infos(which), "seat": self.agent_selection, "_seat": which.copy()}
