"""Pads of every game: nothing overflows, everything is there, and the same is made twice."""

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from knobel import GameSpec, Record, games, make
from knobel.core.errors import BadSetup
from knobel.games.spec import LANGUAGES, find
from knobel.scene import look
from knobel.scene.printing import ROUNDS, Pad, blank, filled, listed_cells
from knobel.scene.printing.drawing import Drawing, Shape, Words
from knobel.scene.printing.hand import STROKES
from knobel.scene.printing.outline import extent
from knobel.scene.printing.paper import SIZES
from knobel.testing.games import random_play
from tests.pairs import pairs

LONGEST_GLYPH = 6.5
"""Millimetres; longer straight lines are rules of the sheet."""
Place = tuple[float, float, float, float]
"""A rectangle: left, top, right and foot."""
HOSTILE = ("A" * 30, "<script>&\"')(\\", "\u202e日本🎲", "ß" * 30, "%PDF-1.4 endstream", "i")


def words(drawing: Drawing) -> list[Words]:
    return [part for part in drawing.parts if isinstance(part, Words)]


def said(pad: Pad) -> str:
    return "\n".join(one.text for page in pad.pages for one in words(page))


def rules(drawing: Drawing) -> Iterator[Place]:
    """The straight lines of a page that are no part of a glyph."""
    for part in drawing.parts:
        if isinstance(part, Shape) and not part.dashed and not any(kind == "C" for kind, _ in part.outline):
            points = [segment.points[0] for segment in part.outline if segment.points]
            points += points[:1] if part.outline[-1].kind == "Z" else []
            for (x1, y1), (x2, y2) in pairwise(points):
                if max(abs(x1 - x2), abs(y1 - y2)) > LONGEST_GLYPH and (x1 == x2 or y1 == y2):
                    yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def check(pad: Pad) -> None:
    """No words leave the page, touch other words or stand on a line. Pages of a blank pad are all the same."""
    pages: list[Drawing] = []
    for page in pad.pages:
        if page not in pages:
            pages.append(page)
    for page in pages:
        left, top, right, foot = page.extent()
        assert left >= 0
        assert top >= 0
        assert right <= page.width + 0.01
        assert foot <= page.height + 0.01
        texts = words(page)
        places = [(one.x + 0.05, one.y - 0.7 * one.size, one.x + one.width - 0.05, one.y) for one in texts]
        for one, other in crossings(places, places):
            assert one == other, f"{texts[one].text!r} and {texts[other].text!r}"
        lines = list(rules(page))
        for one, line in crossings(places, lines):
            pytest.fail(f"{texts[one].text!r} stands on {lines[line]}")
    assert "…" not in said(pad)


def crossings(ones: list[Place], others: list[Place]) -> list[tuple[int, int]]:
    """Which of these rectangles cross which of the others, by number."""
    one, other = np.array(ones).reshape(-1, 1, 4), np.array(others).reshape(1, -1, 4)
    low = (one[..., :2] < other[..., 2:]) & (other[..., :2] < one[..., 2:])
    return [(first, second) for first, second in np.argwhere(low.all(axis=2)).tolist()]


@pytest.mark.parametrize(
    ("game", "size", "language", "seats", "rounds"),
    pairs([spec.key for spec in games()], SIZES, LANGUAGES, ["fewest", "most"], [None, 1, ROUNDS[-1]]),
)
def test_a_blank_pad_says_all_of_it_and_nothing_overflows(
    game: str, size: str, language: str, seats: str, rounds: int | None
) -> None:
    count = find(game).seats[0 if seats == "fewest" else -1]
    check(blank(game, count, rounds, size=size, language=language, address="knobel.example"))


CHOICES = [
    pytest.param(spec.key, option.key, choice, id=f"{spec.key}-{option.key}-{choice}")
    for spec in games()
    for option in spec.options
    for choice in option.choices
    if option.key != "begins" and choice not in {option.default, ""} and (option.key, choice) != ("sheet", "1")
]


@pytest.mark.parametrize(("key", "option", "choice"), CHOICES)
def test_what_is_chosen_otherwise_than_usual_stands_on_the_pad(key: str, option: str, choice: str) -> None:
    other = blank(key, options={option: choice})
    assert said(other) != said(blank(key))
    check(other)


def test_sheets_count_by_the_edition_of_the_table() -> None:
    game = make("krisskross", 1, edition="double")
    *_, played = random_play(game, 3)
    (form,) = find(game.key).printed.forms(game, played.state, 1)
    assert (form.blocks[-1].rows[0].boxes[0].entry,) == game.scores(played.state)
    assert "vier 8" in said(filled(game, played.state, ("Anna",)))


def test_a_pad_has_columns_for_the_games_that_are_asked_for() -> None:
    assert {"1", "2", "3", "4", "5"} <= {one.text for one in words(blank("hexhex").pages[0])}
    assert "6" not in {one.text for one in words(blank("hexhex").pages[0])}
    assert len(blank("classic", 4, 6).pages) == 2 * len(blank("classic", 2, 6).pages)


def test_sheets_with_tasks_of_ones_own_show_these() -> None:
    tasks = "1 green; blue > red; 3 colours; no 2; red > rest; orange != blue != black"
    made = blank("kribbeln", 5, options={"tasks": tasks}, language="de")
    check(made)
    assert "3 Farben" in said(made)
    assert "rot am häufigsten" in said(made)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
def test_any_state_of_a_game_fits_on_its_sheets(spec: GameSpec, size: str) -> None:
    game = make(spec.key, spec.seats[-1])
    played = list(random_play(game, 5))
    for record in (played[0], played[len(played) // 2], played[-1]):
        made = filled(game, record.state, ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz"][: game.seats], size=size)
        check(made)


def test_a_filled_sheet_shows_the_entries() -> None:
    record = Record(make("classic", 2), ["Anna", "Ben"], dice="own")
    record.fell(5, 5, 2, 5, 1)
    record.moved(0, "write fives")
    made = filled(record.game, record.state, record.names, language="en")
    assert "Anna" in said(made)
    assert "Fives" in said(made)
    # Fifteen stands in the box, in the upper sum and in the total; each digit is one stroke of the pencil.
    empty = filled(record.game, record.game.start(), record.names, language="en")
    pencilled = [
        sum(len(part.outline) > 2 for part in pad.pages[0].parts if isinstance(part, Shape)) for pad in (made, empty)
    ]
    zeros = 2 * 2
    assert pencilled[0] - pencilled[1] == 3 * 2 - zeros / 2
    assert set("0123456789") <= set(STROKES)


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
def test_hostile_names_are_words_and_nothing_else(spec: GameSpec) -> None:
    game = make(spec.key, spec.seats[-1])
    made = filled(game, game.start(), HOSTILE[: game.seats])
    for page in range(1, len(made.pages) + 1):
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(made.svg(page)).iter()}
        assert tags == {"svg", "title", "g", "path", "text"}
    assert made.pdf().count(b"%%EOF") == 1


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
def test_the_same_pad_has_the_same_bytes(spec: GameSpec) -> None:
    one, other = blank(spec.key), blank(spec.key)
    assert one.pdf() == other.pdf()
    assert one.svg() == other.svg()


def test_a_pdf_says_where_its_objects_are() -> None:
    document = blank("master", 4, 2).pdf()
    begin = int(re.search(rb"startxref\n(\d+)", document)[1])  # type: ignore[index]
    assert document[begin:].startswith(b"xref\n")
    entries = re.findall(rb"(\d{10}) 00000 n ", document[begin:])
    for number, place in enumerate(entries, 1):
        assert document[int(place) :].startswith(b"%d 0 obj\n" % number)
    for length, content in re.findall(rb"<</Length (\d+)>>\nstream\n(.*?)\nendstream", document, re.DOTALL):
        assert int(length) == len(content)
    assert document.count(b"/Type/Page/") == len(blank("master", 4, 2).pages)


def test_boxes_stay_large_enough_to_write_in() -> None:
    for spec in games():
        page = blank(spec.key).pages[0]
        for part in page.parts:
            if isinstance(part, Shape) and [kind for kind, _ in part.outline] == ["M", "L", "L", "L", "Z"]:
                left, top, right, foot = extent(part.outline)
                # What is smaller is a square on a die.
                assert not 4 < min(right - left, foot - top) < 6


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": "A3"},
        {"rounds": 0},
        {"rounds": 7},
        {"seats": 99},
        {"language": "fr"},
        {"options": {"colour": "red"}},
    ],
)
def test_what_no_pad_can_have_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadSetup):
        blank("classic", **wrong)  # type: ignore[arg-type]
    with pytest.raises(BadSetup):
        blank("classic").svg(3)


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
def test_a_game_without_a_sheet_of_its_own_is_printed_as_a_list(spec: GameSpec) -> None:
    game = make(spec.key, spec.seats[0])
    (form,) = listed_cells(game, None, 1)
    cells = look(game, game.start()).sheets[0].cells
    assert sum(len(block.rows) for block in form.blocks) >= len(cells) > 0
