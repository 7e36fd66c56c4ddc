"""Tasks are read in the words that the app shows, and a mistake is explained at its place."""

import unicodedata
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import BadSetup, make
from knobel.games.kribbeln.rules.reading import read_task, read_tasks
from knobel.games.kribbeln.rules.tasks import COLOURS, KINDS, Task
from knobel.games.kribbeln.scene import task_text
from knobel.scene.text import error_text, say

TASKS = [
    Task(kind.number, colours) for kind in KINDS for colours in [(1, 5, 2)[: kind.colours], (4, 0, 3)[: kind.colours]]
]
laws = settings(max_examples=100, deadline=None)


@pytest.mark.parametrize("task", TASKS, ids=str)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_task_is_read_as_the_app_shows_it(task: Task, language: str) -> None:
    shown = say(task_text(task), language)
    for typed in (shown, shown.upper(), unicodedata.normalize("NFD", shown), shown.replace("×", "x"), f"  {shown} "):
        assert read_task(typed) == task


@pytest.mark.parametrize("task", TASKS, ids=str)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_task_is_read_as_it_is_explained(task: Task, language: str) -> None:
    explained = say(task_text(task, "help.task"), language).partition(";")[0]
    assert read_task(explained) == task


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("mehr Gelb als jede andere", "yellow > rest"),
        ("am meisten Gelb", "yellow > rest"),
        ("2 grüne Würfel", "2 green"),
        ("kein roter", "0 red"),
        ("weder rot noch blau", "0 red & 0 blue"),
        ("neither red nor blue", "0 red & 0 blue"),
        ("2 gruen", "2 green"),
        ("zwei Farben je zweimal", "2 any & 2 any"),
        ("drei verschiedene Farben", "3 colours"),
    ],
)
def test_tasks_are_read_in_words(typed: str, notation: str) -> None:
    assert str(read_task(typed)) == notation


SIX = ("2 × grün", "3 Farben", "mehr Gelb als jede andere", "blau > rot", "keine Farbe 2 ×", "0 × schwarz")


@pytest.mark.parametrize("sign", ["; ", ";", ", ", ",", "\n", " ;\n"])
def test_semicolons_commas_and_lines_separate_tasks(sign: str) -> None:
    assert list(map(str, read_tasks(sign.join(SIX), 6))) == [
        "2 green", "3 colours", "yellow > rest", "blue > red", "no 2", "0 black"
    ]  # fmt: skip


def test_a_comma_inside_a_task_does_not_end_it_where_six_are_wanted() -> None:
    assert str(read_tasks(", ".join(("1 × grün, 0 × rot", *SIX[1:])), 6)[0]) == "1 green & 0 red"
    with pytest.raises(BadSetup, match="these are 8"):
        read_tasks(", ".join(("1 × grün, 0 × rot, 0 × blau", *SIX[2:], "no 3")), 6)


@pytest.mark.parametrize(
    ("wrong", "german", "english"),
    [
        ("2 lila", "Aufgabe 3: Das Wort „lila“", "Task 3: I don’t know the word “lila”"),
        ("7 × rot", "Aufgabe 3: „7 × rot“ ist keine Aufgabe", "Task 3: “7 × rot” isn’t a task"),
        ("rot > rot", "Aufgabe 3: „rot > rot“ nennt eine Farbe zweimal", "names a colour twice"),
    ],
)
def test_a_mistake_is_explained_in_the_language_of_the_player_at_its_place(
    wrong: str, german: str, english: str
) -> None:
    typed = "; ".join((*SIX[:2], wrong, *SIX[3:]))
    with pytest.raises(BadSetup) as refused:
        make("kribbeln", 2, tasks=typed)
    words = error_text(refused.value)
    assert words is not None
    assert german in say(words, "de")
    assert english in say(words, "en")
    assert marked(typed) == wrong.removeprefix("2 ")


def marked(typed: str) -> str:
    """What is marked in a text with a mistake."""
    with pytest.raises(BadSetup) as refused:
        make("kribbeln", 2, tasks=typed)
    spot = refused.value.spot
    assert spot is not None
    assert spot.option == "tasks"
    assert spot.text == typed
    return typed[spot.start : spot.end]


@laws
@given(
    st.integers(0, 5),
    st.sampled_from(["; ", ";", ", ", "\n", " ;\n"]),
    st.sampled_from(["NFC", "NFD"]),
    st.sampled_from(
        [("Lila", "2 Lila"), ("gruenlich", "blau > gruenlich"), ("größer", "blau größer rot"), ("𝕩", "1 𝕩")]
    ),
)
def test_the_strange_word_is_marked_wherever_it_stands_and_however_letters_are_typed(
    at: int, sign: str, form: Literal["NFC", "NFD"], mistake: tuple[str, str]
) -> None:
    word, task = (unicodedata.normalize(form, part) for part in mistake)
    tasks = [unicodedata.normalize(form, one) for one in SIX]
    assert marked(sign.join((*tasks[:at], task, *tasks[at + 1 :]))) == word


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("; ".join((*SIX, "1 rot", "2 rot")), "1 rot; 2 rot"),
        ("; ".join(SIX[:5]), ""),
        (", ".join(("1 × grün, 0 × rot", *SIX[1:5], "3 × rot")), "3 × rot"),
        ("1 × grün,, 7 rot; 3 any", "1 × grün,, 7 rot"),
    ],
)
def test_tasks_that_are_too_many_or_none_are_marked_as_a_whole(typed: str, wrong: str) -> None:
    assert marked(typed) == wrong


def test_a_wrong_number_of_tasks_is_said() -> None:
    with pytest.raises(BadSetup) as refused:
        make("kribbeln", 2, tasks="; ".join(SIX[:5]))
    words = error_text(refused.value)
    assert words is not None
    assert "hier stehen 5" in say(words, "de")


@laws
@given(st.text(max_size=200) | st.text("123x,; \u0308\u202e\u200d=<>grünred", max_size=60))
def test_hostile_text_is_refused_or_read_and_never_breaks(text: str) -> None:
    wrong = None
    try:
        assert len(read_tasks(text, 6)) == 6
    except BadSetup as error:
        wrong = error
    if wrong is not None:
        assert wrong.text is not None
        assert wrong.spot is not None
        assert 0 <= wrong.spot.start <= wrong.spot.end <= len(text)
        assert wrong.spot.start < wrong.spot.end or "count" in wrong.text.key or not text


def test_every_colour_is_known() -> None:
    assert {str(read_task(f"0 {colour}")) for colour in COLOURS} == {f"0 {colour}" for colour in COLOURS}
