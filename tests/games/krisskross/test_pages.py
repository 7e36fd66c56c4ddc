"""The numbers that the rules pages of Kriss Kross give are those of the rules."""

import re
from itertools import pairwise

import pytest

from knobel import find
from knobel.games.krisskross.rules import OLDER_RUN_POINTS, RUN_POINTS, TITLES, WORTHLESS
from knobel.games.spec import LANGUAGES
from knobel.scene.text import game_text, say
from tests.games.pages import table_rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_runs_count_what_the_page_says(language: str) -> None:
    told = [(int(length), int(points)) for length, points in table_rows("krisskross", language) if length.isdecimal()]
    assert told == [(length, points) for length, points in enumerate(RUN_POINTS) if points]


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_take_the_points_that_the_page_says(language: str) -> None:
    bounds = [needed for needed, _ in TITLES]
    spans = [[bounds[0]], *([low, high - 1] for high, low in pairwise(bounds)), [bounds[-1]]]
    names = [
        say(game_text("krisskross", f"title.{name}"), language) for name in [*(name for _, name in TITLES), "unlucky"]
    ]
    told = {
        name: [int(number) for number in re.findall(r"\d+", points)]
        for points, name in table_rows("krisskross", language)
    }
    assert [told[name] for name in names] == spans


@pytest.mark.parametrize("language", LANGUAGES)
def test_editions_and_the_advanced_game_are_those_of_the_rules(language: str) -> None:
    numbers = [
        [int(number) for number in re.findall(r"\d+", line)] for line in find("krisskross").page(language).splitlines()
    ]
    assert [points for points in OLDER_RUN_POINTS if points] in numbers
    assert [-WORTHLESS] in numbers
