"""The dice and the colour tasks of Kribbeln."""

import json
from collections.abc import Callable
from importlib.resources import files
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import BadSetup
from knobel.games.kribbeln.rules.reading import read_task, read_tasks
from knobel.games.kribbeln.rules.tasks import (
    COLOURS,
    DICE,
    KINDS,
    Task,
    colour_counts,
    write_tasks,
)

laws = settings(max_examples=100, deadline=None)
LETTERS = {"k": "black", "g": "green", "b": "blue", "o": "orange", "y": "yellow", "r": "red"}
ALL_COUNTS = [counts for counts in product(range(7), repeat=6) if sum(counts) == 6]
NOTATIONS = (
    "1 green",
    "2 green",
    "1 green & 0 red",
    "0 green & 0 red",
    "0 green",
    "3 any",
    "2 any & 2 any",
    "no 3",
    "4 any",
    "3 colours",
    "no 2",
    "green > red",
    "green = red",
    "green != red != blue",
    "green != red",
    "green > rest",
)
g, r, b = (COLOURS.index(name) for name in ("green", "red", "blue"))
LAWS: tuple[Callable[[tuple[int, ...]], bool], ...] = (
    lambda n: n[g] == 1,
    lambda n: n[g] == 2,
    lambda n: n[g] == 1 and n[r] == 0,
    lambda n: n[g] + n[r] == 0,
    lambda n: n[g] == 0,
    lambda n: [count == 3 for count in n].count(True) == 1,
    lambda n: sorted(n) == [0, 0, 1, 1, 2, 2],
    lambda n: all(count != 3 for count in n),
    lambda n: max(n) == 4,
    lambda n: sum(count > 0 for count in n) == 3,
    lambda n: all(count != 2 for count in n),
    lambda n: n[g] > n[r],
    lambda n: n[g] == n[r],
    lambda n: n[g] != n[r] and n[r] != n[b] and n[b] != n[g],
    lambda n: n[g] != n[r],
    lambda n: all(n[g] > count for at, count in enumerate(n) if at != g),
)
"""The conditions of the rules for the notations above, said in another way."""


def counts(text: str) -> tuple[int, ...]:
    """Counts told like the rules tell them: `b3 y1 g1 r1`."""
    told = {LETTERS[word[0]]: int(word[1]) for word in text.split()}
    assert sum(told.values()) == 6
    return tuple(told.get(name, 0) for name in COLOURS)


def test_the_colours_come_in_this_order() -> None:
    assert COLOURS == ("black", "green", "blue", "orange", "yellow", "red")


@pytest.mark.parametrize(
    ("die", "number", "expected"),
    [
        (0, 1, "black"),
        (0, 6, "red"),
        (1, 1, "green"),
        (1, 6, "black"),
        (2, 3, "yellow"),
        (5, 1, "red"),
        (5, 2, "black"),
        (5, 6, "yellow"),
    ],
)
def test_a_die_shows_a_number_in_its_colour(die: int, number: int, expected: str) -> None:
    assert DICE[die].colour(number) == expected


def test_over_the_six_dice_every_pair_of_number_and_colour_stands_exactly_once() -> None:
    shown = [(number, DICE[die].colour(number)) for die in range(6) for number in range(1, 7)]
    assert sorted(shown) == sorted(product(range(1, 7), COLOURS))


@pytest.mark.parametrize("die", range(6))
def test_each_die_shows_every_colour_once(die: int) -> None:
    assert {DICE[die].colour(number) for number in DICE[die].values} == set(COLOURS)


def test_the_six_dice_are_all_different_and_show_one_to_six() -> None:
    assert len(set(DICE)) == len({die.name for die in DICE}) == 6
    assert all(die.faces == ("1", "2", "3", "4", "5", "6") for die in DICE)


@laws
@given(st.tuples(*(st.integers(1, 6) for _ in range(6))))
def test_colours_are_counted_die_by_die(faces: tuple[int, ...]) -> None:
    shown = [DICE[die].colour(number) for die, number in enumerate(faces)]
    assert colour_counts(faces) == tuple(shown.count(name) for name in COLOURS)


@pytest.mark.parametrize(
    ("task", "shown", "expected"),
    [
        ("2 blue", "b1 r5", False),
        ("2 blue", "b2 r4", True),
        ("2 blue", "b3 r3", False),
        ("3 any", "b3 y1 g1 r1", True),
        ("3 any", "b3 y3", False),
        ("2 any & 2 any", "b2 y2 g1 r1", True),
        ("2 any & 2 any", "b2 y2 g2", False),
        ("2 any & 2 any", "b4 y2", False),
        ("no 3", "b4 g1 r1", True),
        ("no 3", "b3 g2 r1", False),
        ("4 any", "g4 y2", True),
        ("4 any", "g5 y1", False),
        ("3 colours", "r2 g1 b3", True),
        ("3 colours", "r4 g2", False),
        ("no 2", "b3 r1 y1 g1", True),
        ("no 2", "b2 r4", False),
        ("blue > red", "b2 r1 g3", True),
        ("blue > red", "b2 r2 g2", False),
        ("green = orange", "g0 o0 y3 r2 b1", True),
        ("green = orange", "g1 o0 y3 r2", False),
        ("orange != red != yellow", "o1 r0 y2 b1 g2", True),
        ("orange != red != yellow", "o1 r2 y1 b2", False),
        ("yellow != orange", "y3 o1 r1 b1", True),
        ("yellow != orange", "y3 o3", False),
        ("yellow > rest", "y3 b1 r2", True),
        ("yellow > rest", "y3 r3", False),
        ("yellow > rest", "y2 r3 b1", False),
    ],
)
def test_the_vectors_of_the_rules(task: str, shown: str, expected: bool) -> None:
    assert read_task(task).meets(counts(shown)) is expected


@pytest.mark.parametrize(("number", "notation", "law"), list(zip(range(1, 17), NOTATIONS, LAWS, strict=True)))
def test_a_kind_is_met_exactly_when_its_condition_says(
    number: int, notation: str, law: Callable[[tuple[int, ...]], bool]
) -> None:
    task = read_task(notation)
    assert task.kind == number
    for shown in ALL_COUNTS:
        assert task.meets(shown) is law(shown)


def test_one_colour_may_be_absent_everywhere_when_three_differ() -> None:
    assert read_task("orange != red != yellow").meets(counts("o1 r0 y5"))


def test_there_are_sixteen_kinds_numbered_from_one() -> None:
    assert [kind.number for kind in KINDS] == list(range(1, 17))
    assert [kind.colours for kind in KINDS] == [1, 1, 2, 2, 1, 0, 0, 0, 0, 0, 0, 2, 2, 3, 2, 1]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_notation_reads_back(notation: str) -> None:
    assert str(read_task(notation)) == notation


def test_colours_are_read_in_the_order_they_are_named() -> None:
    assert read_task("blue > red") == Task(12, (2, 5))
    assert read_task("1 green & 0 black") == Task(3, (1, 0))
    assert read_task("3 any") == Task(6)


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("  1   green ", "1 green"),
        ("1green", "1 green"),
        ("BLUE > Red", "blue > red"),
        ("blue>red", "blue > red"),
        ("1 Green AND 0 Red", "1 green & 0 red"),
        ("1 grün und 0 rot", "1 green & 0 red"),
        ("1 green&0 red", "1 green & 0 red"),
        ("2 any and 2 any", "2 any & 2 any"),
        ("blau ≠ rot ≠ GRÜN", "blue != red != green"),
        ("blue <> red", "blue != red"),
        ("schwarz = gelb", "black = yellow"),
        ("orange>rest", "orange > rest"),
        ("no3", "no 3"),
    ],
)
def test_spaces_case_signs_and_german_colours_are_read_kindly(typed: str, notation: str) -> None:
    assert str(read_task(typed)) == notation


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("schwarz", "black"),
        ("grün", "green"),
        ("blau", "blue"),
        ("orange", "orange"),
        ("gelb", "yellow"),
        ("rot", "red"),
    ],
)
def test_every_colour_has_its_german_name(german: str, english: str) -> None:
    assert str(read_task(f"2 {german}")) == f"2 {english}"


@pytest.mark.parametrize(
    "typed", ["", "3 green", "1 purple", "5 any", "no 4", "2 any", "green", "green >= red", "1 green x"]
)
def test_what_is_no_task_is_refused_with_all_notations(typed: str) -> None:
    with pytest.raises(BadSetup) as refused:
        read_task(f" {typed} ")
    assert str(refused.value) == (
        f"'{typed}' is not a task; the colours are black, green, blue, orange, yellow, red, "
        f"and a task looks like one of: {'; '.join(NOTATIONS)}"
    )


@pytest.mark.parametrize("typed", ["green > green", "1 red & 0 rot", "blue != red != blue"])
def test_a_task_names_different_colours(typed: str) -> None:
    with pytest.raises(BadSetup) as refused:
        read_task(f" {typed} ")
    assert str(refused.value) == f"task '{typed}' names a colour twice; use different colours"


def test_an_error_quotes_sixty_characters_at_most() -> None:
    with pytest.raises(BadSetup, match=rf"^'{'z' * 60}' is not a task; "):
        read_task("z" * 61)
    with pytest.raises(BadSetup, match=rf"^task 'red{' ' * 57}' names a colour twice; "):
        read_task(f"red{' ' * 60}> red")


def test_tasks_are_separated_by_semicolons() -> None:
    tasks = read_tasks("1 green;no 3 ;  blue > red")
    assert tasks == (Task(1, (1,)), Task(8), Task(12, (2, 5)))
    assert write_tasks(tasks) == "1 green; no 3; blue > red"


@laws
@given(st.lists(st.sampled_from(NOTATIONS), min_size=1, max_size=8))
def test_a_list_of_tasks_reads_back(notations: list[str]) -> None:
    assert write_tasks(read_tasks("; ".join(notations))) == "; ".join(notations)


def test_the_templates_that_the_web_app_writes_tasks_by_are_the_notations_of_the_kinds() -> None:
    templates = json.loads(files("knobel.games.kribbeln").joinpath("notations.json").read_text("utf-8"))
    assert templates == [kind.notation for kind in KINDS]
