"""Rules pages: for every game in every language, with examples that the rules work out."""

import re

import pytest

from knobel import BadSetup, UnknownGame, games
from knobel.games.spec import LANGUAGES
from knobel.scene.rulebook import rules
from knobel.scene.text import catalogue

PAGES = [(info.key, language) for info in games() for language in LANGUAGES]


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_a_page_begins_with_the_title_and_works_out_its_examples(key: str, language: str) -> None:
    page = rules(key, language)
    assert page.startswith(f"# {catalogue(language)[f'game.{key}.title']}\n")
    assert "```" not in page
    assert page.count("→") >= 2


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_other_peoples_marks_stand_only_in_the_closing_sentence(key: str, language: str) -> None:
    last = rules(key, language).strip().splitlines()[-1]
    everything = rules(key, language)
    for mark in ("Kniffel", "Bibi Blocksberg"):
        assert everything.count(mark) == last.count(mark)
    assert re.search("unabhängig|nicht verbunden|not affiliated", last)


@pytest.mark.parametrize("key", [info.key for info in games()])
def test_both_languages_carry_the_same_examples(key: str) -> None:
    counts = {language: rules(key, language).count("→") for language in LANGUAGES}
    assert len(set(counts.values())) == 1, counts


def test_an_example_lists_what_the_dice_are_worth() -> None:
    page = rules("extreme", "en")
    assert "**5** **5** **5** **6** **6** **6**" in page
    assert "Two triples 45" in page


def test_an_unknown_page_is_refused() -> None:
    with pytest.raises(UnknownGame):
        rules("chess", "de")
    with pytest.raises(BadSetup):
        rules("classic", "fr")
