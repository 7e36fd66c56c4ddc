"""The library is light: it needs NumPy alone, parts of it an extra, and says which."""

import subprocess
import sys

import pytest

HIDE = """
import importlib.util, sys
from importlib.machinery import PathFinder

class Without(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in HIDDEN else PathFinder.find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Without
"""
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
from knobel.sim import simulate
from knobel.solve import solve

game = knobel.make("hexhex", seats=2)
look(game, game.start())
assert simulate("hexhex", "greedy", 2).scores.shape == (2, 1)
"""


def alone(code: str, hidden: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", f"HIDDEN = {set(hidden)!r}\n{HIDE}\n{code}"],
        capture_output=True,
        text=True,
        check=False,
    )


def test_rules_scenes_solvers_bots_reviews_and_simulation_need_numpy_alone() -> None:
    done = alone(USE, SERVER + EXTRAS)
    assert done.returncode == 0, done.stderr


def test_environments_and_plots_need_nothing_of_the_server() -> None:
    done = alone("import knobel.envs, knobel.plot\nknobel.envs.SoloEnv('classic').reset(seed=1)", SERVER)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("part", "missing", "extra"),
    [
        ("knobel.envs", "gymnasium", "envs"),
        ("knobel.envs", "pettingzoo", "envs"),
        ("knobel.plot", "matplotlib", "plot"),
    ],
)
def test_a_part_without_its_packages_names_the_extra(part: str, missing: str, extra: str) -> None:
    done = alone(f"import {part}", [missing])
    assert f"{part} needs {missing}; run pip install 'knobel[{extra}]'" in done.stderr
