"""Our six sheets are equally hard: checked with a small exact program that knows nothing of the solver."""

from functools import cache

import pytest

from knobel.games.kribbeln.rules.sheet import SHEETS
from knobel.games.kribbeln.rules.tasks import KINDS, Counts, Task

DICE = 6
NOTHING: Counts = (0,) * 6
Chances = dict[Counts, float]
"""For each way to hold dice, counted by colour, the chance to meet the task from there."""


def holdings(dice: int, colours: int = 6) -> list[Counts]:
    """Every way this many dice show these colours."""
    if colours == 1:
        return [(dice,)]
    return [(first, *rest) for first in range(dice + 1) for rest in holdings(dice - first, colours - 1)]


HOLDINGS = [holdings(dice) for dice in range(DICE + 1)]
"""All holdings, by how many dice they hold."""


def changed(held: Counts, colour: int, by: int) -> Counts:
    """The holding with a die of this colour more or less."""
    return (*held[:colour], held[colour] + by, *held[colour + 1 :])


def thrown(chances: Chances) -> Chances:
    """From the chance of every roll: the chance of every holding whose other dice are thrown once."""
    found = {roll: chances[roll] for roll in HOLDINGS[DICE]}
    for dice in reversed(range(DICE)):
        for held in HOLDINGS[dice]:
            found[held] = sum(found[changed(held, colour, 1)] for colour in range(6)) / 6
    return found


def chosen(chances: Chances) -> Chances:
    """From the chance of every holding: that of the best holding among the same dice."""
    best = {NOTHING: chances[NOTHING]}
    for dice in range(1, DICE + 1):
        for held in HOLDINGS[dice]:
            fewer = [best[changed(held, colour, -1)] for colour in range(6) if held[colour]]
            best[held] = max(chances[held], *fewer)
    return best


@cache
def odds(kind: int) -> float:
    """The chance to meet a task of this kind within three throws; which colours it names changes nothing."""
    task = Task(kind, tuple(range(KINDS[kind - 1].colours)))
    last = {roll: float(task.meets(roll)) for roll in HOLDINGS[DICE]}
    return thrown(chosen(thrown(chosen(thrown(last)))))[NOTHING]


@pytest.mark.parametrize(("kind", "expected"), [(5, (1 - (1 / 6) ** 3) ** 6), (4, (1 - (2 / 6) ** 3) ** 6)])
def test_the_program_finds_odds_that_are_known_by_hand(kind: int, expected: float) -> None:
    """A colour is avoided die by die: each bad die is thrown again, up to three times in all."""
    assert odds(kind) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("kind", range(1, 17))
def test_no_kind_is_certain_and_none_is_hopeless(kind: int) -> None:
    assert 0.4 < odds(kind) < 1


def test_the_total_odds_of_the_six_sheets_are_within_five_thousandths_of_each_other() -> None:
    totals = [sum(odds(task.kind) for task in tasks) for tasks in SHEETS]
    assert max(totals) - min(totals) < 0.005


@pytest.mark.parametrize("tasks", SHEETS)
def test_each_sheet_has_the_total_odds_we_tell(tasks: tuple[Task, ...]) -> None:
    assert sum(odds(task.kind) for task in tasks) == pytest.approx(4.887, abs=0.002)


def test_every_kind_of_task_is_used_at_least_once() -> None:
    assert {task.kind for tasks in SHEETS for task in tasks} == set(range(1, 17))


@pytest.mark.parametrize("tasks", SHEETS)
def test_no_sheet_repeats_a_kind(tasks: tuple[Task, ...]) -> None:
    assert len({task.kind for task in tasks}) == len(tasks) == 6
