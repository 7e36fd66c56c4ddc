"""The library is light: it needs NumPy alone, and at the table not even that."""

from tests.light import alone

USE = """
import knobel
from knobel.coach import review
from knobel.core.dice import seeded
from knobel.core.playout import play_record
from knobel.coach.bot import LEVELS, bot
from knobel.scene import look

game = knobel.make("hexhex", seats=2)
look(game, game.start())
record = play_record(knobel.Record(game), [bot(game, level, 1) for level in LEVELS[:2]], seeded(1))
assert review(record).objective
"""
RATE = """
import knobel
from knobel.app.jobs import explored, review_of
from knobel.core.dice import seeded
from knobel.core.playout import play_record
from knobel.coach.bot import LEVELS, Graded, bot
from knobel.coach.explore import Position

for key in ("hexhex", "master", "krisskross", "kribbeln"):
    game = knobel.make(key, seats=2)
    players = [bot(game, LEVELS[-1], 1), bot(game, LEVELS[2], 1)]
    assert all(isinstance(player, Graded) for player in players)
    record = play_record(knobel.Record(game), players, seeded(1))
    assert review_of(record.text(), 0, "de")["seats"][0]["moments"], key
    assert explored(key, Position(({}, {}), (), 0), {}, None, "en")["value"]
"""


DAYS = """
from datetime import date
from knobel.app.today.handlers import games_of_day, puzzle_asked
from knobel.coach.bot import LEVELS
from knobel.tables.day import day_game
from knobel.app.today.result import played, result

assert len(games_of_day("2026-11-17", "de")["games"]) == 7
assert puzzle_asked("kribbeln", 1, "de")["reasons"]
found = result(played(day_game(date(2026, 11, 17), "hexhex"), LEVELS[0]))
assert found.beats and list(found.words())
"""


def test_rules_scenes_bots_and_reviews_need_numpy_alone() -> None:
    done = alone(USE, "numpy")
    assert done.returncode == 0, done.stderr


def test_bots_hints_reviews_and_positions_do_without_numpy() -> None:
    done = alone(RATE)
    assert done.returncode == 0, done.stderr


def test_games_results_and_puzzles_of_a_day_do_without_numpy() -> None:
    done = alone(DAYS)
    assert done.returncode == 0, done.stderr


def test_what_makes_arrays_without_numpy_says_what_is_missing() -> None:
    done = alone("from knobel.solve.kernel.lattice import lattice\nlattice(()).rolls")
    assert "is needed for this; run pip install numpy" in done.stderr
