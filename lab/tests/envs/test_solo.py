"""Gymnasium: its own checks pass without a warning, and a learner's world keeps the rules."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.wrappers import RecordEpisodeStatistics
from lab.tests.envs.tables import SETUPS, Setup

from knobel import Decide, Fell, Moved, Over, make, step
from knobel.core.errors import BadMove, BadSetup
from knobel.core.game import AnyGame
from knobel_lab.envs import SoloEnv, ids


def by_id(setup: Setup, **wishes: Any) -> gymnasium.Env[Any, Any]:
    name = next(name for name, arguments in ids().items() if arguments == {"game": setup.key})
    return gymnasium.make(name, **{"seats": setup.seats, **setup.options, **wishes})


def play(env: SoloEnv, seed: int) -> tuple[float, int]:
    """The return of a game of allowed random moves, and how many there were."""
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    total, count, over = 0.0, 0, False
    while not over:
        _, reward, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
        total, count = total + reward, count + 1
        assert not cut
        assert not info["illegal"]
    return total, count


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_checks_of_gymnasium_pass(setup: Setup) -> None:
    check_env(by_id(setup).unwrapped)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_an_environment_made_by_name_matches_one_made_by_hand(setup: Setup) -> None:
    made, built = by_id(setup, render_mode="ansi"), SoloEnv(**setup.wishes, render_mode="ansi")
    check_environments_match(made, built, num_steps=60, seed=7)


@pytest.mark.parametrize("name", ids())
def test_every_registered_name_makes_its_game(name: str) -> None:
    env = gymnasium.make(name).unwrapped
    assert isinstance(env, SoloEnv)
    wishes: dict[str, Any] = {**ids()[name]}
    assert env.game == make(wishes.pop("game"), **wishes)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_masks_are_the_moves_of_the_rules(setup: Setup) -> None:
    env = SoloEnv(**setup.wishes, seat=setup.seats - 1)
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        allowed = env.game.moves(env.table.state, env.seat)
        numbers = np.flatnonzero(info["action_mask"])
        assert {env.game.alphabet[number] for number in numbers} == set(allowed)
        assert len(numbers) == len(allowed) == env.action_masks().sum()
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert info["action_mask"].all()
    assert isinstance(env.game.pending(env.table.state), Over)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_all_points_of_a_game_add_up_to_the_score(setup: Setup) -> None:
    env = SoloEnv(**setup.wishes, reward="points")
    total, _ = play(env, 3)
    assert total == env.game.scores(env.table.state)[0]


def test_places_are_paid_at_the_end_for_everyone_beaten() -> None:
    env = SoloEnv("classic", seats=5, seat=2)
    for seed in range(5):
        total, _ = play(env, seed)
        scores = env.table.scores
        assert total == (np.sum(scores < scores[2]) - np.sum(scores > scores[2])) / 4


def test_master_alone_pays_minus_one_a_turn() -> None:
    env = SoloEnv("master")
    total, _ = play(env, 2)
    assert total == -(env.table.state.round - 1)


def test_a_move_that_is_not_allowed_costs_and_is_drawn_instead() -> None:
    env = SoloEnv("classic", illegal_reward=-3.5, reward="points")
    env.reset(seed=1)
    box = len(env.game.alphabet) - 1
    env.step(box)
    before = env.table.state
    _, reward, _, _, info = env.step(box)
    assert info["illegal"]
    assert env.table.state != before
    assert reward - env.game.scores(env.table.state)[0] + env.game.scores(before)[0] == -3.5


@pytest.mark.parametrize("number", [-1, 44])
def test_a_number_without_a_move_is_refused(number: int) -> None:
    env = SoloEnv("classic")
    env.reset(seed=1)
    with pytest.raises(BadMove, match="0 to 43"):
        env.step(number)


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    def seen(seed: int) -> bytes:
        env = SoloEnv("extreme")
        return env.reset(seed=seed)[0].tobytes() + env.step(0)[0].tobytes() + env.step(0)[0].tobytes()

    assert seen(1) == seen(1) != seen(2)


def test_one_generator_gives_dice_and_opponents() -> None:
    def final(seed: int, opponents: Any) -> tuple[int, ...]:
        env = SoloEnv("kribbeln", seats=3, opponents=opponents)
        play(env, seed)
        return env.game.scores(env.table.state)

    for opponents in ("random", "cat", ["random", "chick"]):
        assert final(4, opponents) == final(4, opponents)


def test_better_opponents_leave_less() -> None:
    """Random moves against random ones win half; against an owl hardly ever."""
    env = SoloEnv("hexhex", seats=2, opponents="owl")
    assert sum(play(env, seed)[0] for seed in range(5)) == -5


def test_an_opponent_may_be_anything_that_can_be_called() -> None:
    seats = []

    def first(game: AnyGame, state: Any, seat: int) -> Any:
        seats.append(seat)
        return game.moves(state, seat)[0]

    play(SoloEnv("krisskross", seats=3, seat=1, opponents=[first, "random"]), 1)
    assert set(seats) == {0}


def test_the_same_moves_through_the_rules_lead_to_the_same_table() -> None:
    env = SoloEnv("extreme")
    env.action_space.seed(9)
    _, info = env.reset(seed=9)
    state, over = env.game.start(), False
    while not over:
        now = env.table.state
        if not isinstance(env.game.pending(state), Decide):
            cup = state.tray.cup
            state = step(env.game, state, Fell(tuple(now.tray.dice[at] for at in cup)))
        assert state == now
        action = env.action_space.sample(info["action_mask"])
        state = step(env.game, state, Moved(0, env.game.alphabet[action]))
        _, _, over, _, info = env.step(action)
    assert state == env.table.state


def test_vectors_of_environments_stack_masks() -> None:
    envs = gymnasium.make_vec("knobel/Classic-v0", num_envs=3, vectorization_mode="sync")
    _, info = envs.reset(seed=1)
    assert info["action_mask"].shape == (3, 44)
    envs.close()


def test_usual_wrappers_fit() -> None:
    env = RecordEpisodeStatistics(gymnasium.make("knobel/HexHex-v0"))
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert info["episode"]["r"] == info["scores"][0]
    assert info["episode"]["l"] == 11


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"seat": 2, "seats": 2}, "seats 0 to 1"),
        ({"opponents": "tiger", "seats": 2}, "unknown level 'tiger'"),
        ({"opponents": ["random"], "seats": 3}, "need 2 opponents, not 1"),
        ({"reward": "glory"}, "unknown rewards 'glory'"),
        ({"reward": "turns"}, "turns do not count in"),
        ({"seats": 9}, "1 to 6 seats"),
        ({"doubles": "yes"}, "no option 'doubles'"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_explained(wishes: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        SoloEnv("classic", **wishes)


def test_a_game_that_is_made_already_takes_no_more_wishes() -> None:
    game = make("classic", 2)
    assert SoloEnv(game).game is game
    with pytest.raises(BadSetup, match="exists already"):
        SoloEnv(game, seats=3)


def test_before_the_first_game_and_after_the_last_move_one_must_reset() -> None:
    env = SoloEnv("hexhex")
    with pytest.raises(BadSetup, match="reset"):
        env.step(0)
    play(env, 1)
    with pytest.raises(BadSetup, match="reset"):
        env.step(0)


def test_reset_may_change_options_and_opponents() -> None:
    env = SoloEnv("kribbeln", seats=2)
    first, _ = env.reset(seed=1)
    other, _ = env.reset(seed=1, options={"sheet": "4", "opponents": "chick"})
    assert env.game == make("kribbeln", 2, sheet="4")
    changed = {name for name, one, two in zip(env.encoding.names, first, other, strict=True) if one != two}
    assert {name.split(".")[0] for name in changed} <= {"task", "tasks", "met"}
    again, _ = env.reset(seed=1)
    assert np.array_equal(again, other)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"colour": "green"}, "no option 'colour'"),
        ({"begins": "rulebook"}, "would change what is seen or done"),
        ({"opponents": "tiger"}, "unknown level 'tiger'"),
    ],
)
def test_what_reset_cannot_change_is_explained(options: dict[str, Any], reason: str) -> None:
    env = SoloEnv("classic", seats=2)
    with pytest.raises(BadSetup, match=reason):
        env.reset(options=options)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_an_environment_in_the_middle_of_a_game_is_pickled_and_goes_on_alike(setup: Setup) -> None:
    env = SoloEnv(**setup.wishes)
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    for _ in range(8):
        *_, info = env.step(env.action_space.sample(info["action_mask"]))
        if env.table.over:
            _, info = env.reset()
    again = pickle.loads(pickle.dumps(env))
    for _ in range(2):
        action = env.action_space.sample(info["action_mask"])
        (*_, info), copied = env.step(action), again.step(action)
        assert np.array_equal(env.encoding.encode(env.table.state, env.seat), copied[0])
        assert np.array_equal(info["action_mask"], copied[-1]["action_mask"])
