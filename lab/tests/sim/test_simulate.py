"""Many games at once: they keep the rules, can be repeated, and are the same compiled or not."""

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lab.tests.envs.tables import SETUPS, Setup
from lab.tests.sim.setups import ALL, POLICIES, few

from knobel import AnyGame, Over, Record, make
from knobel.coach.bot import Greedy
from knobel.core.errors import BadSetup
from knobel.server.live.pool import process
from knobel.testing import random_record
from knobel_lab.sim import Played, each, record, simulate
from knobel_lab.sim.random_bits import below


def same(one: Played, other: Played) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one.results, other.results, strict=True))


def agrees(played: Played, at: int, written: Record) -> None:
    """A game came to what its record comes to through the rules."""
    assert isinstance(written.pending, Over)
    assert tuple(played.scores[at].tolist()) == written.game.scores(written.state)
    assert tuple(played.places[at].tolist()) == written.pending.places
    kinds = [type(entry).__name__ for entry in written.entries]
    assert (played.moves[at], played.throws[at]) == (kinds.count("Moved"), kinds.count("Fell"))


@pytest.mark.parametrize(("setup", "policy"), ALL, ids=str)
def test_compiled_and_plain_games_are_the_same(setup: Setup, policy: str) -> None:
    games = few(setup, policy)
    compiled = simulate(setup.game, policy, games, seed=11)
    assert same(compiled, simulate(setup.game, policy, games, seed=11, compiled=False))


@settings(max_examples=60)
@given(st.sampled_from(SETUPS), st.integers(0, 2**64 - 1), st.integers(0, 2**39), st.data())
def test_a_sampled_game_replays_through_the_rules(setup: Setup, seed: int, number: int, data: st.DataObject) -> None:
    quick = ("random",) if setup.key == "master" else POLICIES
    policies = [data.draw(st.sampled_from(quick)) for _ in range(setup.seats)]
    played = simulate(setup.game, policies, range(number, number + 1), seed)
    written = record(setup.game, policies, number, seed)
    agrees(played, 0, written)
    assert Record.read(written.text()) == written


@pytest.mark.parametrize(
    ("key", "policy"),
    [
        *((key, policy) for key in ("classic", "hexhex") for policy in ("random", "greedy", "optimal")),
        # All values of Extreme take two gigabytes, so perfect play is tried on the others.
        *(("extreme", policy) for policy in ("random", "greedy")),
    ],
)
def test_sheets_among_many_replay_through_the_rules(key: str, policy: str) -> None:
    played = simulate(key, policy, 3_000, seed=4, seats=2)
    for number in (0, 1, 1_234, 2_999):
        agrees(played, number, record(key, policy, number, seed=4, seats=2))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("policy", POLICIES)
def test_batches_do_not_change_the_games(setup: Setup, policy: str) -> None:
    whole = simulate(setup.game, policy, 40, seed=2)
    assert same(whole, simulate(setup.game, policy, 40, seed=2, batch=17))
    late = simulate(setup.game, policy, range(30, 40), seed=2)
    assert np.array_equal(late.scores, whole.scores[30:40])
    assert not np.array_equal(whole.moves, simulate(setup.game, policy, 40, seed=3).moves)


def test_workers_do_not_change_the_games() -> None:
    alone = simulate("kribbeln", ["greedy", "random", "random"], 300, seed=5, seats=3)
    with ThreadPoolExecutor(3) as threads:
        assert same(alone, simulate(alone.game, ["greedy", "random", "random"], 300, 5, batch=40, executor=threads))
    with process() as processes:
        assert same(alone, simulate(alone.game, ["greedy", "random", "random"], 300, 5, batch=150, executor=processes))


@pytest.mark.parametrize("key", ["classic", "krisskross", "master", "kribbeln"])
def test_random_games_are_as_those_of_other_dice(key: str) -> None:
    """Games with Python's own random numbers have the same mean, but for chance."""
    game = make(key)
    played = simulate(game, "random", 20_000)
    others = [record.game.scores(record.state)[0] for record in (random_record(game, seed) for seed in range(60))]
    error = (np.var(others) / len(others) + played.mean()[1] ** 2) ** 0.5
    assert abs(np.mean(others) - played.mean()[0]) < 4 * error


@pytest.mark.parametrize(("key", "value"), [("hexhex", 33.9319358), ("classic", 245.8707745)])
def test_perfect_play_brings_what_the_table_says_and_greed_less(key: str, value: float) -> None:
    mean, error = simulate(key, "optimal", 20_000, seed=1).mean()
    assert abs(mean - value) < 4 * error
    greedy, error = simulate(key, "greedy", 20_000, seed=1).mean()
    assert greedy < value - 10 * error
    assert greedy > 2 * simulate(key, "random", 20_000, seed=1).mean()[0]


def test_greedy_and_perfect_sheets_have_the_same_dice() -> None:
    first = [record("classic", policy, 3, seed=8).entries[0] for policy in ("greedy", "optimal")]
    assert first[0] == first[1]


def test_master_alone_has_perfect_play() -> None:
    played = simulate("master", "optimal", 2, seed=1)
    agrees(played, 1, record("master", "optimal", 1, seed=1))
    assert played.moves.mean() < simulate("master", "random", 2, seed=1).moves.mean() / 2


@pytest.mark.parametrize(("key", "seats"), [("krisskross", 1), ("kribbeln", 2), ("master", 2)])
def test_greed_beats_chance(key: str, seats: int) -> None:
    if seats == 1:
        assert simulate(key, "greedy", 500).mean()[0] > 2 * simulate(key, "random", 500).mean()[0]
    else:
        won, error = simulate(key, ["greedy", "random"], 500, seats=seats).won()
        assert won > 0.5 + 10 * error


def test_a_policy_may_be_any_function_asked_for_many_games_at_once() -> None:
    counts: list[int] = []

    def last(game: AnyGame, states: Sequence[Any], seat: int, words: Sequence[int]) -> Sequence[Any]:
        counts.append(len(states))
        return [game.moves(state, seat)[below(word, 1) - 1] for state, word in zip(states, words, strict=True)]

    played = simulate("hexhex", last, 5)
    assert counts == [5] * 11
    assert (played.moves == 11).all()
    agrees(played, 4, record("hexhex", last, 4))


def test_a_player_may_be_a_policy() -> None:
    played = simulate("krisskross", [each(Greedy(1)), "random"], 3, seats=2)
    assert played.scores.shape == (3, 2)


def test_shares_of_wins_add_up() -> None:
    played = simulate("classic", "random", 500, seats=3)
    assert sum(played.won(seat)[0] for seat in range(3)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"policy": "lucky"}, "unknown policy 'lucky'"),
        ({"policy": ["random", "random"]}, "1 seats need"),
        ({"games": 0}, "at least one game"),
        ({"games": range(-3, 3)}, "numbered from 0"),
        ({"games": range(2**40, 2**40 + 3)}, "numbered from 0"),
        ({"game": make("classic"), "seats": 2}, "exists already"),
        ({"batch": 0}, "at least one"),
        ({"game": "krisskross", "policy": "optimal"}, "krisskross has no optimal policy"),
        ({"game": "master", "policy": "optimal", "seats": 2}, "master has no optimal policy for 2 seats"),
        ({"policy": ["greedy", each(Greedy(1))], "seats": 2}, "cannot sit at a table with a function"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_explained(wishes: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        simulate(**{"game": "classic", **wishes})


def test_nothing_is_compiled_before_something_is_played() -> None:
    code = "import sys, knobel_lab.sim; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
