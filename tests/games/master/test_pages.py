"""The numbers that the rules pages of Master give are those of the board."""

import re

import pytest

from knobel import find
from knobel.games.master.rules.board import (
    COINS,
    GOAL,
    LAPS,
    LAST_COIN,
    NUMBERS,
    RACE,
    ROW_LENGTH,
    TASKS,
    Board,
    stars,
)
from knobel.games.spec import LANGUAGES
from knobel.scene.text import game_text, say
from tests.games.pages import table_rows

FULL = Board((True,) * len(TASKS), (ROW_LENGTH,) * len(NUMBERS), LAST_COIN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_task_gives_the_stars_and_a_roll_the_coins_that_the_page_says(language: str) -> None:
    rows = table_rows("master", language)
    told = {first: rest[-1] for first, *rest in rows}
    for task in TASKS:
        assert told[say(game_text("master", f"box.{task.key}"), language)] == str(task.stars)
    assert [coins for _, coins, *more in rows if not more and coins.isdecimal()] == [str(one) for one in COINS.values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_goal_laps_races_and_the_most_stars_are_those_of_the_board(language: str) -> None:
    page = find("master").page(language)
    numbers = [[int(number) for number in re.findall(r"\d+", line)] for line in page.splitlines()]
    assert [GOAL] in numbers
    assert list(LAPS) in numbers
    assert list(RACE) in numbers
    assert [GOAL, stars(FULL)] in numbers
