"""PettingZoo: its own checks pass without a warning, and every seat is an agent that keeps the rules."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from lab.tests.envs.tables import SETUPS, TOGETHER, Setup
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from knobel import make
from knobel.core.errors import BadSetup
from knobel.games.holding.tray import keeps
from knobel_lab.envs import TogetherEnv, TurnEnv, env, ids, parallel_env, raw_env

SUITE: Any = import_module("pettingzoo.test")
STATE_TEST: Any = import_module("pettingzoo.test.state_test").state_test


@pytest.fixture(autouse=True)
def _nothing_is_logged() -> Iterator[None]:
    """PettingZoo logs some of its warnings instead of giving them."""
    EnvLogger.flush()
    yield
    assert not EnvLogger.mqueue


@pytest.fixture
def masked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite knows by name whose observations hold a mask, as those of chess or Go; here are ours."""
    suite = import_module("pettingzoo.test.api_test")
    names = [f"{setup.key}_v0" for setup in SETUPS]
    for attribute in ("env_obs_dicts", "env_obs_space"):
        monkeypatch.setattr(suite, attribute, [*getattr(suite, attribute), *names])


def finish(world: TurnEnv, seed: int) -> dict[str, float]:
    """The returns of a game of allowed random moves."""
    world.reset(seed=seed)
    returns = dict.fromkeys(world.possible_agents, 0.0)
    for agent in world.agent_iter():
        seen, reward, ended, cut, _ = world.last()
        returns[agent] += reward
        assert seen is not None
        world.action_space(agent).seed(seed + int(seen["observation"].sum()))
        world.step(None if ended or cut else int(world.action_space(agent).sample(seen["action_mask"])))
    return returns


@pytest.mark.usefixtures("masked")
@pytest.mark.parametrize("make_env", [env, raw_env])
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_api_test_passes(setup: Setup, make_env: Any) -> None:
    SUITE.api_test(make_env(**setup.wishes))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_seed_test_passes(setup: Setup) -> None:
    SUITE.seed_test(partial(env, **setup.wishes))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_render_test_passes(setup: Setup) -> None:
    SUITE.render_test(partial(env, **setup.wishes), custom_tests={"svg": lambda drawn: drawn.startswith("<svg ")})


@pytest.mark.parametrize("setup", TOGETHER, ids=str)
def test_the_parallel_tests_pass(setup: Setup) -> None:
    SUITE.parallel_api_test(parallel_env(**setup.wishes))
    SUITE.parallel_seed_test(partial(parallel_env, **setup.wishes))


@pytest.mark.parametrize("setup", TOGETHER, ids=str)
def test_the_max_cycles_test_passes(setup: Setup) -> None:
    world = SimpleNamespace(env=partial(env, **setup.wishes), parallel_env=partial(parallel_env, **setup.wishes))
    SUITE.max_cycles_test(world)


@pytest.mark.parametrize("setup", TOGETHER, ids=str)
def test_the_state_test_passes(setup: Setup) -> None:
    STATE_TEST(env(**setup.wishes), parallel_env(**setup.wishes))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_all_points_add_up_to_the_scores(setup: Setup) -> None:
    world = raw_env(**setup.wishes, reward="points")
    assert tuple(finish(world, 2).values()) == world.game.scores(world.seating.table.state)


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.seats > 1], ids=str)
def test_places_are_paid_at_the_end_and_add_up_to_nothing(setup: Setup) -> None:
    returns = np.array(list(finish(raw_env(**setup.wishes), 4).values()))
    assert returns.sum() == pytest.approx(0)
    assert returns.max() <= 1
    assert returns.min() >= -1


@pytest.mark.parametrize("name", ids())
def test_every_registered_name_makes_its_game(name: str) -> None:
    world: Any = pettingzoo.make("aec", name, seats=3)
    wishes = ids()[name]
    assert world.unwrapped.game.key == wishes["game"]
    assert world.unwrapped.game.seats == 3
    assert (name in pettingzoo.parallel_registry) == (wishes["game"] == "krisskross")


def test_agents_who_move_together_are_paid_their_points_and_end_when_they_cannot_place() -> None:
    world = parallel_env(seats=4)
    seen, _ = world.reset(seed=8)
    returns = dict.fromkeys(world.possible_agents, 0.0)
    lengths = dict.fromkeys(world.possible_agents, 0)
    while world.agents:
        moves = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[-1]) for agent in world.agents}
        lengths = {agent: length + (agent in moves) for agent, length in lengths.items()}
        seen, rewards, ended, cut, infos = world.step(moves)
        assert not any(cut.values())
        assert set(world.agents) == {agent for agent in moves if not ended[agent]}
        returns = {agent: total + rewards.get(agent, 0.0) for agent, total in returns.items()}
        assert not any(info["illegal"] for info in infos.values())
    assert tuple(returns.values()) == world.game.scores(world.seating.table.state)
    assert max(lengths.values()) <= 12


def test_symbols_to_begin_with_are_dealt_to_agents_who_move_together() -> None:
    world = parallel_env(seats=6)
    dealt = set()
    for seed in range(5):
        world.reset(seed=seed)
        begun = tuple(grid[10] for grid in world.seating.table.state.grids)
        assert sorted(begun) == [1, 2, 3, 4, 5, 6]
        dealt.add(begun)
    assert len(dealt) > 1


def test_games_played_in_turn_have_no_parallel_environment() -> None:
    with pytest.raises(BadSetup, match="in turn"):
        TogetherEnv("classic")


def test_a_move_that_is_not_allowed_costs_and_is_drawn_instead() -> None:
    world = raw_env("classic", illegal_reward=-2.0)
    world.reset(seed=1)
    chance = len(world.game.alphabet) - 1
    for _ in range(3):
        world.step(chance)
    assert world.rewards == {"player_0": -2.0, "player_1": 0.0}
    assert [world.infos[agent]["illegal"] for agent in world.agents] == [True, False]


def test_who_wants_illegal_moves_to_lose_wraps_as_usual() -> None:
    world = TerminateIllegalWrapper(raw_env("hexhex"), illegal_reward=-1)
    world.reset(seed=1)
    frog = len(keeps(5)) + 5
    for _ in range(3):
        world.last()
        world.step(frog)
    assert all(world.terminations.values())
    assert EnvLogger.mqueue, "PettingZoo says that a move was illegal"
    EnvLogger.flush()


def test_a_limit_of_cycles_truncates_when_somebody_would_decide_once_more() -> None:
    world = raw_env("classic", max_cycles=5)
    world.reset(seed=1)
    while not any(world.truncations.values()):
        seen, *_ = world.last()
        assert seen is not None
        world.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert all(world.truncations.values())
    assert not any(world.terminations.values())
    assert max(world._decided.values()) == 5


def test_before_the_first_game_one_must_reset() -> None:
    with pytest.raises(BadSetup, match="reset"):
        raw_env("classic").observe("player_0")


def test_dice_go_on_after_a_reset_without_a_seed() -> None:
    world = raw_env("classic")
    world.reset(seed=3)
    first = world.observe("player_0")["observation"]
    world.reset()
    assert not np.array_equal(first, world.observe("player_0")["observation"])
    world.reset(seed=3)
    assert np.array_equal(first, world.observe("player_0")["observation"])


def test_reset_may_change_options() -> None:
    world = raw_env("kribbeln")
    world.reset(seed=1, options={"sheet": "3"})
    assert world.game == make("kribbeln", 2, sheet="3")
    together = parallel_env(seats=2)
    together.reset(seed=1, options={"advanced": "yes"})
    assert together.game == make("krisskross", 2, advanced="yes")
