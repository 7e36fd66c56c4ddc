"""The numbers that rules pages and explanations give are those of the card."""

import pytest

from knobel import games, outcomes
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.scene import UPPER
from knobel.games.scorecard.solve.rule_tables import card_of
from knobel.games.spec import LANGUAGES
from knobel.scene.text import game_text, say
from tests.games.pages import table_rows

FAMILY = [spec for spec in games() if spec.family == "knobel.games.scorecard"]
PAGES = [(spec.key, language) for spec in FAMILY for language in LANGUAGES]


def rows(key: str, language: str) -> dict[str, list[str]]:
    """The rows of the tables of a rules page, by their first cell."""
    return {first: rest for first, *rest in table_rows(key, language)}


def worths(card: Card) -> list[set[int]]:
    """All that each box can be worth, but for nothing."""
    falls = [card.worths(fall) for fall, _ in outcomes(card.pool)]
    return [{worth for worth in column if worth} for column in zip(*falls, strict=True)]


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_a_box_is_worth_what_the_page_says(key: str, language: str) -> None:
    card, told = card_of(key), rows(key, language)
    for box, found in list(zip(card.boxes, worths(card), strict=True))[UPPER:]:
        name, asked = (say(game_text(key, f"{what}.{box.key}"), language) for what in ("box", "help"))
        points = told[name][-1]
        if len(found) == 1:
            assert points == str(*found), f"{key}, {language}: {name}"
            assert asked.endswith(f": {points}"), f"{key}, {language}: {asked}"
        else:
            assert not points.isdecimal(), f"{key}, {language}: {name}"


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_the_bonus_is_that_of_the_card(key: str, language: str) -> None:
    card, told = card_of(key), rows(key, language)
    name = say(game_text(key, "box.bonus"), language)
    if card.bonus:
        condition, points = told[name]
        assert str(card.bonus.needed) in condition.split()
        assert points == str(card.bonus.points)
    else:
        assert name not in told


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_the_highest_game_is_that_of_the_card(key: str, language: str) -> None:
    card = card_of(key)
    most = [max(found) for found in worths(card)]
    bonus = card.bonus.points if card.bonus and sum(most[: card.bonus.boxes]) >= card.bonus.needed else 0
    page = next(spec for spec in FAMILY if spec.key == key).page(language)
    assert str(sum(most) + bonus) in page
