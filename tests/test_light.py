"""The library is light: it needs NumPy alone, parts of it not even that, others an extra, and says which."""

import pytest

from tests.light import alone

SERVER = [
    *("aiosqlite", "alembic", "fastapi", "httptools", "prometheus_client", "pydantic", "pydantic_core"),
    *("pydantic_settings", "rich", "segno", "sqlalchemy", "starlette", "typer", "uvicorn", "uvloop"),
]
EXTRAS = [
    *("asyncpg", "distributed", "gymnasium", "hypothesis", "matplotlib"),
    *("numba", "pettingzoo", "PIL", "pyarrow"),
]
USE = """
import knobel
from knobel.coach import review
from knobel.players.bot import bot, level
from knobel.scene import look
from knobel_lab.sim import simulate
from knobel.solve import solve

game = knobel.make("hexhex", seats=2)
look(game, game.start())
assert simulate("hexhex", "greedy", 2).scores.shape == (2, 1)
"""
RATE = """
import knobel
from knobel.app.jobs import ExploreRequest, explored, review_of
from knobel.core.dice import seeded
from knobel.core.playout import play_record
from knobel.players.bot import LEVELS, Graded, bot

for key in ("hexhex", "master", "krisskross", "kribbeln"):
    game = knobel.make(key, seats=2)
    players = [bot(game, LEVELS[-1], 1), bot(game, LEVELS[2], 1)]
    assert all(isinstance(player, Graded) for player in players)
    record = play_record(knobel.Record(game), players, seeded(1))
    assert review_of(record.text(), 0, "de")["seats"][0]["moments"], key
    assert explored(ExploreRequest(key, {}, ({}, {}), (), 0, None, "en"))["value"]
"""


DAYS = """
from datetime import date
from knobel.app.today import games_of_day, puzzle_asked
from knobel.players.bot import LEVELS
from knobel.today import day_game
from knobel.today.play import played
from knobel.today.result import result

assert len(games_of_day("2026-11-17", "de")["games"]) == 7
assert puzzle_asked("kribbeln", 1, "de")["reasons"]
found = result(played(day_game(date(2026, 11, 17), "hexhex"), LEVELS[0]))
assert found.beats and list(found.words())
"""


def test_rules_scenes_solvers_bots_reviews_and_simulation_need_numpy_alone() -> None:
    done = alone(USE, SERVER + EXTRAS)
    assert done.returncode == 0, done.stderr


def test_bots_hints_reviews_and_positions_do_without_numpy() -> None:
    done = alone(RATE, [*SERVER, *EXTRAS, "numpy"])
    assert done.returncode == 0, done.stderr


def test_games_results_and_puzzles_of_a_day_do_without_numpy() -> None:
    done = alone(DAYS, [*SERVER, *EXTRAS, "numpy"])
    assert done.returncode == 0, done.stderr


def test_what_makes_arrays_without_numpy_says_what_is_missing() -> None:
    done = alone("from knobel.solve.kernel.lattice import lattice\nlattice(()).rolls", ["numpy"])
    assert "is needed here; run pip install numpy" in done.stderr


def test_environments_and_plots_need_nothing_of_the_server() -> None:
    done = alone("import knobel_lab.envs, knobel_lab.plot\nknobel.envs.SoloEnv('classic').reset(seed=1)", SERVER)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("part", "missing", "extra"),
    [
        ("knobel_lab.envs", "gymnasium", "envs"),
        ("knobel_lab.envs", "pettingzoo", "envs"),
        ("knobel_lab.plot", "matplotlib", "plot"),
    ],
)
def test_a_part_without_its_packages_names_the_extra(part: str, missing: str, extra: str) -> None:
    done = alone(f"import {part}", [missing])
    assert f"{part} needs {missing}; run pip install 'knobel[{extra}]'" in done.stderr
