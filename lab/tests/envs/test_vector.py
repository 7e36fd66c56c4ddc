"""Vector environments are many single ones: the same numbers, step by step, in every autoreset mode."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from lab.tests.envs.tables import SETUPS, Setup

from knobel.core.errors import BadMove, BadSetup
from knobel.core.game import AnyGame
from knobel_lab.envs import SoloEnv, SoloVectorEnv, VectorTurnEnv, raw_env

COUNT, STEPS = 3, 90


def assert_same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key, values in one.items():
            assert_same(values, other[key])
    elif one is None or other is None:
        assert one is other
    elif one.dtype == object:
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    else:
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


def mostly_allowed(masks: Any, random: np.random.Generator) -> Any:
    """Allowed moves, and sometimes any."""
    return np.array(
        [random.choice(np.flatnonzero(mask)) if random.random() < 0.9 else random.integers(len(mask)) for mask in masks]
    )


def compare(mode: AutoresetMode, wishes: dict[str, Any]) -> None:
    fast = SoloVectorEnv(num_envs=COUNT, autoreset_mode=mode, **wishes)
    slow = SyncVectorEnv([lambda: SoloEnv(**wishes)] * COUNT, autoreset_mode=mode)
    assert fast.observation_space == slow.observation_space
    assert fast.action_space == slow.action_space
    random = np.random.default_rng(1)
    seen, infos = fast.reset(seed=5)
    theirs_seen, others = slow.reset(seed=5)
    assert_same(seen, theirs_seen)
    assert_same(infos, others)
    for _ in range(STEPS):
        actions = mostly_allowed(fast.action_masks(), random)
        results = fast.step(actions)
        for one, other in zip(results, slow.step(actions), strict=True):
            assert_same(one, other)
        if mode == AutoresetMode.DISABLED and results[2].any():
            for mine, theirs in zip(
                fast.reset(options={"reset_mask": results[2]}),
                slow.reset(options={"reset_mask": results[2]}),
                strict=True,
            ):
                assert_same(mine, theirs)
    slow.close()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_many_are_as_many_single_ones(setup: Setup) -> None:
    compare(AutoresetMode.NEXT_STEP, {**setup.wishes, "seat": setup.seats - 1})


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.DISABLED])
@pytest.mark.parametrize("reward", ["points", "win"])
def test_in_every_autoreset_mode(mode: AutoresetMode, reward: str) -> None:
    compare(mode, {"game": "hexhex", "seats": 2, "reward": reward})


def test_opponents_who_decide_in_python_play_the_same() -> None:
    compare(AutoresetMode.NEXT_STEP, {"game": "hexhex", "seats": 3, "opponents": ["chick", "random"], "seat": 1})


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.seats in (2, 3)], ids=str)
def test_all_seats_see_and_are_paid_what_agents_that_move_in_turn_are(setup: Setup) -> None:
    fast = VectorTurnEnv(num_envs=COUNT, **setup.wishes)
    slow = [raw_env(**setup.wishes) for _ in range(COUNT)]
    random = np.random.default_rng(2)
    seen, _ = fast.reset(seed=8)
    for at, world in enumerate(slow):
        world.reset(seed=8 + at)
    for _ in range(STEPS):
        for at, world in enumerate(slow):
            observed = world.observe(world.agent_selection)
            assert fast.agent_selection[at] == world.possible_agents.index(world.agent_selection)
            assert np.array_equal(seen["observation"][at], observed["observation"])
            assert np.array_equal(seen["action_mask"][at], observed["action_mask"])
        actions = mostly_allowed(seen["action_mask"], random)
        ended = [not world.agents or any(world.terminations.values()) for world in slow]
        seen, rewards, over, cut, infos = fast.step(actions)
        for at, world in enumerate(slow):
            if ended[at]:
                world.reset()
                assert not rewards[at].any()
                continue
            world.step(int(actions[at]))
            assert rewards[at].tolist() == [world.rewards[agent] for agent in world.possible_agents]
            assert over[at] == all(world.terminations.values())
            assert np.array_equal(infos["scores"][at], world.infos["player_0"]["scores"])
        assert not cut.any()


def test_make_vec_makes_the_vector_environment_and_wrappers_fit() -> None:
    envs = RecordEpisodeStatistics(gymnasium.make_vec("knobel/HexHex-v0", num_envs=4))
    assert isinstance(envs.unwrapped, SoloVectorEnv)
    _, infos = envs.reset(seed=1)
    returns: list[float] = []
    for _ in range(60):
        _, _, over, _, infos = envs.step(np.array([np.flatnonzero(mask)[-1] for mask in infos["action_mask"]]))
        if over.any():
            assert np.array_equal(infos["episode"]["r"][over], infos["scores"][over, 0])
            returns += infos["episode"]["r"][over].tolist()
    assert len(returns) >= 4


def test_arrays_are_written_in_place_if_one_wants_that() -> None:
    envs = SoloVectorEnv("hexhex", 2, copy=False)
    first, _ = envs.reset(seed=1)
    before = first.copy()
    second, *_ = envs.step([0, 0])
    assert second is first
    assert not np.array_equal(before, first)


def test_every_table_is_drawn() -> None:
    envs = SoloVectorEnv("classic", 2, render_mode="ansi")
    envs.reset(seed=1)
    drawn = envs.render()
    assert len(drawn) == 2
    assert drawn[0] != drawn[1]


def test_seeds_may_be_several_and_games_go_on_without_one() -> None:
    envs = SoloVectorEnv("classic", 3)
    first, _ = envs.reset(seed=[4, None, 4])
    assert np.array_equal(first[0], first[2])
    again, _ = envs.reset()
    assert not np.array_equal(first, again)
    assert np.array_equal(again[0], again[2])


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda envs: envs.step([0, 0]), "reset"),
        (lambda envs: envs.reset(seed=[1]), "as many seeds"),
        (lambda envs: envs.reset(options={"sheet": "2"}), "reset_mask, not sheet"),
        (lambda envs: envs.reset(options={"reset_mask": np.array([True])}), "2 booleans"),
        (lambda envs: envs.reset(options={"reset_mask": np.array([True, False])}), "first reset"),
        (lambda envs: envs.reset(seed=1) and envs.step([0]), "as many actions"),
    ],
)
def test_what_cannot_be_done_is_explained(call: Any, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        call(SoloVectorEnv("classic", 2))


def test_a_number_without_a_move_is_refused_and_a_game_that_is_over_waits_for_reset() -> None:
    envs = SoloVectorEnv("hexhex", 2, autoreset_mode="Disabled")
    envs.reset(seed=1)
    with pytest.raises(BadMove, match="0 to 41, not 42"):
        envs.step([0, 42])
    over = np.array([False])
    while not over.any():
        _, _, over, _, _ = envs.step([np.flatnonzero(mask)[-1] for mask in envs.action_masks()])
    with pytest.raises(BadSetup, match="some games are over"):
        envs.step([0, 0])


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadSetup, match="seats 0 to 1"):
        SoloVectorEnv("classic", 2, seats=2, seat=2)


def test_a_game_that_is_made_already_is_played() -> None:
    game: AnyGame = VectorTurnEnv("kribbeln").game
    assert game.seats == 2
    assert VectorTurnEnv(game, 3).game is game
