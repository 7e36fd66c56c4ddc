"""Kribbeln among players of the same strength: rows, turns, and best responses that settle."""

from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest

from knobel import make
from knobel.core.dice import D6, Die, Faces
from knobel.core.errors import BadTable
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.sheet import LAST_KRIBBEL, SHEETS, row_points
from knobel.games.kribbeln.rules.tasks import DICE, colour_counts
from knobel.games.kribbeln.solve.opponents import MARKS, Seen, mark, seen
from knobel.games.kribbeln.solve.turns import SITUATIONS, Turns
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.turn import prospects
from knobel.solve.tables import read_table
from knobel_lab.games.kribbeln.lanes import Lanes, Play
from knobel_lab.games.kribbeln.lines import Chances, Line, classes_of
from knobel_lab.games.kribbeln.solve import contest, contest_plan, identity, path, verify

MARKS_BY_HAND = (0, 9, 20)
"""An X and two sums: marks enough to play a row through by hand."""


def some_line(players: int, ahead: bool, seed: int) -> Line:
    """A row in which only some marks are written, with chances that depend on what is seen."""
    random = np.random.default_rng(seed)
    sights = Seen(players, 3)
    entries = np.zeros((sights.count, MARKS))
    entries[:, MARKS_BY_HAND] = random.dirichlet(np.ones(len(MARKS_BY_HAND)), sights.count)
    written = np.zeros(MARKS)
    if ahead:
        written[list(MARKS_BY_HAND[1:])] = 0.2, 0.3
    classes = np.where(np.arange(MARKS) >= MARKS_BY_HAND[2], 2, (np.arange(MARKS) >= MARKS_BY_HAND[1]).astype(int))
    return Line(sights, classes, entries, written)


def by_hand(line: Line) -> float:
    """What a player of a row expects, by playing through every order, entry ahead and entry."""
    players = line.seen.players
    total = 0.0
    for ahead in product((None, *MARKS_BY_HAND[1:]), repeat=players):
        chance = np.prod([1 - line.ahead.sum() if written is None else line.ahead[written] for written in ahead])
        throwers = [player for player, written in enumerate(ahead) if written is None]
        orders = list(permutations(throwers))
        for order, thrown in product(orders, product(MARKS_BY_HAND, repeat=len(throwers))):
            marks = list(ahead)
            likely = chance / len(orders)
            for player, written in zip(order, thrown, strict=True):
                sight = tuple(sorted(line.classes[each] for each in marks if each is not None))
                likely *= line.entries[line.seen.index[sight], written]
                marks[player] = written
            total += likely * sum(row_points([each or 0 for each in marks])) / players
    return total


@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_a_row_is_worth_what_playing_it_through_says(players: int, ahead: bool) -> None:
    line = some_line(players, ahead, seed=players)
    assert line.value == pytest.approx(by_hand(line))
    assert line.sights.sum() == pytest.approx(1)
    assert line.marks.sum() == pytest.approx(1)


def test_what_may_be_seen_is_counted() -> None:
    assert [seen(players).count for players in (2, 3, 4, 5)] == [33, 66, 84, 126]
    assert seen(2).sights[:3] == ((), (0,), (1,))


def test_classes_are_equally_likely_and_an_x_is_one_of_its_own() -> None:
    chances = np.ones(MARKS) / MARKS
    classes = classes_of(chances, 5)
    assert classes[0] == 0
    assert sorted(np.bincount(classes[1:], minlength=5).tolist()) == [0, 7, 8, 8, 8]
    assert classes_of(chances, MARKS).tolist() == list(range(MARKS))


def uniform(players: int) -> tuple[Line, ...]:
    """Lines of players who write anything at all."""
    sights = seen(players)
    entries = np.full((sights.count, MARKS), 1 / MARKS)
    return (Line(sights, classes_of(entries[0], sights.classes), entries, np.zeros(MARKS)),) * 10


def best(pool: tuple[Die, ...], worth: Callable[[Faces], float]) -> float:
    """The worth of a turn of three throws, from the worth of each last roll."""
    worths = [worth(faces) for faces in lattice(pool).falls]
    return prospects(pool, [worths], (None,) * len(pool), 3)[0]


@pytest.mark.parametrize(("theirs", "highest"), [(0, 0), (24, 0), (24, 20), (30, 29), (22, 35)])
def test_the_last_row_is_played_for_the_points_it_brings(theirs: int, highest: int) -> None:
    play = Play(Lanes(Turns(SHEETS[0], beginner=False)), LAST_KRIBBEL, uniform(2), np.zeros(SITUATIONS))
    sight = seen(2).index[mark(theirs),]
    expected = best((D6,) * 6, lambda faces: (sum(faces) > highest) * (1.0 + (sum(faces) > theirs)))
    assert play.worths[sight, 1, mark(highest)] == pytest.approx(expected, abs=1e-5)


def test_a_task_is_met_struck_or_dodged_as_is_best() -> None:
    """A yellow task, with a Kribbel number of 20, the other's 25 in the row, and something to come."""
    following = np.random.default_rng(3).random(SITUATIONS)
    lanes = Lanes(Turns(SHEETS[0], beginner=False))
    play = Play(lanes, 3, uniform(2), following)
    task = SHEETS[0][2]
    ahead = uniform(2)[5].points_ahead

    def points(faces: Faces) -> float:
        return 1.0 + (sum(faces) > 25)

    def again(faces: Faces) -> float:
        return float(points(faces) * task.meets(colour_counts(faces)))

    second = best(DICE, again)

    def worth(faces: Faces) -> float:
        if task.meets(colour_counts(faces)):
            return points(faces) + float(following[0, mark(20)])
        total = mark(sum(faces))
        dodged = ahead[total] + second + following[1, total] if sum(faces) > 20 else 0.0
        return float(max(following[0, mark(20)], dodged))

    sight = seen(2).index[mark(25),]
    assert play.worths[sight, 0, mark(20)] == pytest.approx(best(DICE, worth), abs=1e-5)
    assert play.worths[sight, 1, mark(23)] == pytest.approx(second + following[1, mark(23)], abs=1e-5)


def beginners() -> Kribbeln:
    """A game with few situations: Kribbel numbers need not rise."""
    game = make("kribbeln", seats=2, beginner=True)
    assert isinstance(game, Kribbeln)
    return game


@pytest.fixture(scope="module")
def solved(beginners_file: tuple[Path, float]) -> tuple[Path, float, Chances]:
    return *beginners_file, read_table(beginners_file[0]).values


def test_a_best_responder_gains_little_and_never_loses(solved: tuple[Path, float, Chances]) -> None:
    assert -1e-6 < solved[1] < 0.02


def test_players_share_the_points_of_every_row(solved: tuple[Path, float, Chances]) -> None:
    """Of two players who both write, the higher one gets 2 and the lower one 1; who strikes gets nothing."""
    players = contest(beginners(), rounds=2)
    lines = players.lines(solved[2], 1)
    assert players.value(solved[2]) == pytest.approx(sum(line.value for line in lines))
    for line in lines:
        assert 1 <= line.value <= 1.5
        assert line.marks.sum() == pytest.approx(1)


def test_a_table_that_was_altered_is_not_verified(solved: tuple[Path, float, Chances]) -> None:
    players = contest(beginners(), rounds=2)
    verify(players, solved[2])
    altered = solved[2].copy()
    altered[:] *= 1.01
    with pytest.raises(BadTable, match="does not agree with the plain kernel"):
        verify(players, altered)


def test_tables_of_other_rules_have_other_names_and_identities() -> None:
    games = [
        make("kribbeln", seats=2),
        make("kribbeln", seats=3),
        make("kribbeln", seats=2, sheet=2),
        make("kribbeln", seats=2, beginner=True),
        make("kribbeln", seats=2, tasks="1 green; 0 red; no 3; no 2; 3 any; 4 any"),
    ]
    kribbelns = [game for game in games if isinstance(game, Kribbeln)]
    assert len({path(game).name for game in kribbelns}) == len(games)
    assert len({identity(contest(game)).rules for game in kribbelns}) == len(games)


def test_every_record_has_its_place() -> None:
    players = contest(beginners(), rounds=2)
    layout = players.layout
    numbers = [layout.worths_at(turn, row) for turn in range(3) for row in range(10)]
    numbers += [layout.outcome_at(turn, row) for turn in range(2) for row in range(10)]
    assert sorted(numbers) == list(range(layout.records)) == list(range(len(contest_plan(players).sizes)))
