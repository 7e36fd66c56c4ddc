"""The library is light: it needs NumPy alone, and at the table not even that."""

from tests.light import alone

SERVER = [
    *("aiosqlite", "alembic", "fastapi", "httptools", "prometheus_client", "pydantic", "pydantic_core"),
    *("pydantic_settings", "rich", "segno", "sqlalchemy", "starlette", "typer", "uvicorn", "uvloop"),
]
EXTRAS = [
    *("asyncpg", "distributed", "gymnasium", "hypothesis", "knobel_lab", "llvmlite", "matplotlib"),
    *("numba", "pettingzoo", "PIL", "pyarrow"),
]
USE = """
import knobel
from knobel.coach import review
from knobel.core.dice import seeded
from knobel.core.playout import play_record
from knobel.players.bot import LEVELS, bot
from knobel.scene import look

game = knobel.make("hexhex", seats=2)
look(game, game.start())
record = play_record(knobel.Record(game), [bot(game, level, 1) for level in LEVELS[:2]], seeded(1))
assert review(record).objective
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


def test_rules_scenes_bots_and_reviews_need_numpy_alone() -> None:
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
