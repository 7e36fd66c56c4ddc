"""The strength of Kriss Kross players, and the weights that come with Knobel."""

import json
from pathlib import Path

import pytest

from knobel import BadSetup
from knobel.games.krisskross.solve.weights import shipped_weights, weights_path
from knobel_lab.games.krisskross.compiled_grids import CompiledGrids
from knobel_lab.games.krisskross.measure import PLAYERS, measure
from tests.commands import Run

# Means over thousands of games of another implementation.
RANDOM = {False: 10.4, True: -15.4}
GREEDY = {False: 26.5, True: 24.5}
both = pytest.mark.parametrize("advanced", [False, True])


def learned(advanced: bool) -> CompiledGrids:
    """Grids valued by the weights that come with Knobel."""
    return CompiledGrids(advanced, shipped_weights(advanced))


@both
def test_simple_players_reach_the_known_means(advanced: bool) -> None:
    grids = learned(advanced)
    for player, expected in (("random", RANDOM[advanced]), ("greedy", GREEDY[advanced])):
        strength = measure(player, grids, 1000, seed=2)
        assert abs(strength.mean - expected) < 4 * strength.error


@both
def test_the_player_that_comes_with_knobel_is_far_above_greedy(advanced: bool) -> None:
    strength = measure("learned", learned(advanced), 80, seed=2)
    assert strength.mean > GREEDY[advanced] + 5 + 3 * strength.error


def test_roll_outs_are_better_than_greed() -> None:
    grids = learned(advanced=False)
    random, greedy, rolled = (measure(player, grids, 15, seed=2).mean for player in PLAYERS[:3])
    assert random < greedy < rolled


def test_nobody_is_better_than_who_knows_all_throws() -> None:
    grids = learned(advanced=True)
    *others, best = (measure(player, grids, 2, seed=3).mean for player in PLAYERS)
    assert best >= max(others)


def test_a_seed_gives_the_same_games() -> None:
    grids = learned(advanced=True)
    one, again, other = (measure("montecarlo", grids, 2, seed) for seed in (1, 1, 2))
    assert one.mean == again.mean != other.mean


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(BadSetup, match="unknown player 'cheat'; use one of random, greedy"):
        measure("cheat", learned(advanced=False), 1)


def test_the_weights_are_small() -> None:
    assert sum(weights_path(advanced).stat().st_size for advanced in (False, True)) < 8 << 20


def test_a_player_is_trained_and_measured_by_commands(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "w.npz")
    shown = run("train", "krisskross", "--advanced", "--games", "100", "--seed", "7", "--out", file)
    assert shown.stdout.startswith("krisskross: 100 games (seed 7) in ")
    trained = json.loads(run("train", "krisskross", "--games", "100", "--out", file, "--json").stdout)
    assert (trained["games"], trained["seed"], trained["file"]) == (100, 0, file)
    words = ["measure", "krisskross", "--games", "1", "--seed", "1", "--weights", file]
    plain, fast = (json.loads(run(*words, *more, "--json").stdout) for more in (["--plain"], []))
    assert plain["mean"] == fast["mean"] > 0
    assert "greedy, 5 games (seed 0): " in run("measure", "krisskross", "--player", "greedy", "--games", "5").stdout


@pytest.mark.parametrize("command", ["train", "measure"])
def test_other_games_are_not_trained(run: Run, command: str) -> None:
    refused = run(command, "classic", "--games", "1")
    assert refused.returncode == 2
    assert "classic has no trained player" in refused.stderr
