"""Each game's own words: chips, races and coins, shapes of a grid, dodges; also where there is no NumPy."""

import json
from typing import Any

from knobel import AnyGame, Record, make
from knobel.coach.why import Decision, prospects, reasons
from knobel.games.holding.tray import Keep, Tray
from knobel.games.krisskross.rules import CELLS, DIE, Place
from knobel.games.krisskross.rules import State as Grids
from knobel.games.master.rules.actions import Coins, Fulfil, Rows
from knobel.games.master.rules.board import TASKS, Board
from knobel.games.master.rules.game import State as Boards
from knobel.games.scorecard.rules import Write
from knobel.scene.text import Text, say
from tests.coach.judges import judge
from tests.coach.tables import nearly_full
from tests.light import alone


def decision(game: AnyGame, state: Any, objective: str | None = None) -> Decision:
    return Decision(judge(game, objective), game, state, 0)


def english(words: tuple[Text, ...]) -> list[str]:
    return [say(sentence, "en") for sentence in words]


def test_a_chip_is_told_by_what_it_brings_now_and_later() -> None:
    record = nearly_full("extreme", ["six_of_a_kind", "chance"], [1, 1, 2, 3, 6, 0])
    record.fell(6, 6, 6, 6, 6, 5)
    for _ in range(2):
        record.moved(0, "keep 1 2 3 4 5")
        record.fell(5)
    best = decision(record.game, record.state)
    spend = Keep((0, 1, 2, 3, 4))
    assert best.ratings[spend] == max(best.ratings.values())
    assert english(prospects(best, spend))[-1].startswith("The chip pays: now it brings about ")
    assert any(sentence.startswith("You close Chance") for sentence in english(reasons(best, Write("chance"), spend)))


def boards(tasks: str = "", coins: int = 0, rivals: str = "") -> tuple[Board, Board]:
    done, theirs = (tuple(task.key in names.split() for task in TASKS) for names in (tasks, rivals))
    return Board(done, (0,) * 6, coins), Board(theirs, (0,) * 6, 0)


def test_a_race_is_told_by_the_place_and_its_coins() -> None:
    game = make("master", 2)
    first = decision(game, Boards(boards(), 0, 1, Tray((2, 3, 4, 5, 5), 3)))
    assert "You are the first to do it: 2 extra coins." in english(prospects(first, Fulfil("small_straight")))
    second = decision(game, Boards(boards(rivals="small_straight"), 0, 1, Tray((2, 3, 4, 5, 5), 3)))
    assert "You are the second to do it: 1 extra coin." in english(prospects(second, Fulfil("small_straight")))
    assert not [words for words in english(prospects(second, Rows((5,)))) if "extra" in words]


def test_a_task_again_is_told_as_coins_and_what_they_still_need() -> None:
    game = make("master", 2)
    again = decision(game, Boards(boards("small_straight", 2), 0, 1, Tray((2, 3, 4, 5, 5), 3)))
    assert english(prospects(again, Coins("task"))) == [
        "That task is done already; done again it counts as coins.",
        "It brings: 3 coins.",
        "Then 3 coins are missing for the next star.",
    ]


def test_a_placement_is_told_by_the_shapes_it_makes_and_keeps() -> None:
    game = make("krisskross", 1)
    star, dot = DIE.read("star"), DIE.read("dot")
    grid = [0] * 25
    for cell in ("a3", "b3"):
        grid[CELLS.index(cell)] = star
    state = Grids((tuple(grid),), 1, (star, dot), (0,))
    best = decision(game, state)
    three = Place((CELLS.index("c3"), CELLS.index("d3")))
    assert english(prospects(best, three))[0] == "Row 3: three in a row (star), one point."
    apart = Place((CELLS.index("e1"), CELLS.index("d1")))
    assert english(reasons(best, apart, three))[0] == "Row 3: three in a row (star), which brings one point more."


def test_a_dodge_is_told_where_the_task_is_out_of_reach() -> None:
    record = Record(make("kribbeln", 2))
    game: Any = record.game
    met = game.met
    faces = next(
        faces for faces in ((1, 1, 1, 6, 6, number) for number in range(1, 7)) if not met(0, faces) and sum(faces) > 15
    )
    state = game.land(game.start(), faces)
    for _ in range(2):
        state = game.land(game.play(state, 0, Keep(())), faces)
    moves = {str(move): move for move in game.moves(state, 0)}
    dodge = decision(game, state)
    assert english(prospects(dodge, moves["dodge"])) == ["A dodge gives you three more throws at the same task."]
    assert english(reasons(dodge, moves["strike"], moves["dodge"])) == ["A second try is worth the Kribbel field."]
    assert english(reasons(dodge, moves["dodge"], moves["strike"])) == [
        "The Kribbel field is worth more than a second try."
    ]


WITHOUT_NUMPY = """
import json
from knobel import make
from knobel.coach.judge import judge_of
from knobel.coach.terms import total
from knobel.coach.why import Decision, aims, terms
from knobel.testing.games import random_play
from knobel.core.game import Decide

told = {}
TABLES = (("classic", 2, 14), ("extreme", 1, 8), ("hexhex", 2, 14), ("master", 2, 6), ("krisskross", 2, 9))
for key, seats, entries in TABLES:
    game = make(key, seats)
    for number, record in enumerate(random_play(game, 1)):
        if isinstance(record.pending, Decide) and number >= entries:
            break
    decision = Decision(judge_of(game), game, record.state, record.pending.seats[0])
    best, *_, worst = sorted(decision.ratings, key=lambda move: -decision.ratings[move])
    rest = decision.ratings[best] - decision.ratings[worst] - total(terms(decision, best, worst))
    told[key] = [rest, len(aims(decision, best))]
print(json.dumps(told))
"""


def test_terms_add_up_in_plain_python_too() -> None:
    done = alone(WITHOUT_NUMPY)
    assert done.returncode == 0, done.stderr
    for key, (rest, aims) in json.loads(done.stdout).items():
        assert abs(rest) < 1e-9, key
        assert aims, key
