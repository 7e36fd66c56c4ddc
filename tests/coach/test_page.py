"""The page of a review stands alone, is well formed, and trusts nothing that a record says."""

import json
import re
from functools import cache
from html.parser import HTMLParser

import pytest

from knobel import Record, make
from knobel.coach import Review, as_json, review
from knobel.coach.page import page
from knobel.coach.page.chart import ticks
from knobel.games.spec import LANGUAGES
from tests.coach.judges import judge
from tests.coach.tables import begun

VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Checks that what is opened is closed, and gathers attributes and words."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open
    return reader


HOSTILE = ("<b onload=x>&\"'", "</section>{0}{seat}")


@cache
def reviewed(key: str, names: tuple[str, ...] = ("Anna", "Bert")) -> Review:
    game = make(key, len(names))
    return review(begun(game, 6, 50, names), judge=judge(game))


@pytest.mark.parametrize("key", ["classic", "hexhex", "master", "kribbeln", "krisskross"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_well_formed_stands_alone_and_shows_hostile_names_as_they_are(key: str, language: str) -> None:
    html = page(reviewed(key, HOSTILE), language)
    found = read(html)
    assert not found.tags & {"script", "link", "img", "iframe", "object", "base", "b"}
    assert not {name for name, _ in found.attributes} & {"src", "onload", "style", "action"}
    assert all(value and value.startswith("#") for name, value in found.attributes if name == "href")
    assert not re.search(r"https?:|url\(|@import", html)
    assert all(name in found.words for name in HOSTILE)
    assert not re.search("Kniffel|Bibi|Ravensburger", html)


def test_every_chart_has_a_title_a_description_and_its_data() -> None:
    told = reviewed("hexhex")
    html = page(told, "en")
    found = read(html)
    named = {value for name, value in found.attributes if name == "id"}
    for name, value in found.attributes:
        if name == "aria-labelledby":
            assert set((value or "").split()) <= named
    rows = sum(len(seat.moments) for seat in told.seats)
    assert html.count("<tr class=") == rows
    assert html.count("<desc ") == 2 * len(told.seats)


def test_ids_are_given_once() -> None:
    found = read(page(reviewed("classic"), "de"))
    ids = [value for name, value in found.attributes if name == "id"]
    assert len(ids) == len(set(ids))


def test_an_empty_record_has_a_page_too() -> None:
    record = Record(make("classic", 1))
    assert "Not over yet" in page(review(record, judge=judge(record.game)), "en")


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(190, 250, [190, 200, 210, 220, 230, 240, 250]), (0.31, 0.92, [0.4, 0.6, 0.8]), (-3, 3, [-3, -2, -1, 0, 1, 2, 3])],
)
def test_a_chart_is_ruled_with_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(expected)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_goes_through_json_unchanged(language: str) -> None:
    told = as_json(reviewed("hexhex"), language)
    assert json.loads(json.dumps(told)) == told
    seat = told["seats"][0]
    assert seat["start"] + seat["luck"] + seat["others"] - seat["losses"] == pytest.approx(seat["result"], abs=1e-6)
    assert {moment["entry"] for moment in seat["moments"]} >= set(seat["costliest"])
