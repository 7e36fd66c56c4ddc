"""Real dice: whatever six dice with every number once in each colour can show is accepted, and nothing else."""

import json
from collections.abc import Iterator
from importlib.resources import files
from itertools import groupby, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import BadDice, BadSetup, Record, make
from knobel.coach.choices import menu
from knobel.coach.judge import caveats, judge_of
from knobel.core.entry import read_entry
from knobel.core.game import Decide, Throw
from knobel.games.kribbeln.rules.arrangement import (
    ANY,
    FACES,
    LETTERS,
    OURS,
    Square,
    check_typed,
    colour_of,
    dice_of,
    face_of,
    fitting,
    number_of,
    read_face,
    read_square,
    write_square,
)
from knobel.games.kribbeln.rules.tasks import COLOURS

laws = settings(max_examples=40, deadline=None)


def latin(random: Random) -> Square:
    """A Latin square, die by die; one that cannot go on is begun anew."""
    dice: list[tuple[int, ...]] = []
    while len(dice) < 6:
        fitting_dice = [
            die
            for die in permutations(range(6))
            if all(a != b for other in dice for a, b in zip(die, other, strict=True))
        ]
        if not fitting_dice:
            dice = []
        else:
            dice.append(random.choice(fitting_dice))
    return tuple(dice)


randoms = st.integers(0, 10**6).map(Random)


@laws
@given(randoms)
def test_whatever_any_set_of_dice_shows_is_accepted_in_any_order_throw_after_throw(random: Random) -> None:
    square = latin(random)
    record = Record(make("kribbeln", 2, arrangement=ANY), dice="own")
    described = Record(make("kribbeln", 2, arrangement=write_square(square)), dice="own")
    lying: list[int] = []
    for _ in range(60):
        pending = record.pending
        if isinstance(pending, Throw):
            if len(pending.dice) == 6:
                lying = random.sample(range(6), 6)
            thrown = [lying[at] for at in pending.dice]
            fallen = random.sample(thrown, len(thrown))
            for at, die in zip(pending.dice, fallen, strict=True):
                lying[at] = die
            numbers = [random.randint(1, 6) for _ in fallen]
            faces = [face_of(number, square[die][number - 1]) for die, number in zip(fallen, numbers, strict=True)]
            record.fell(*faces)
            described.fell(*faces)
        elif isinstance(pending, Decide):
            (seat,) = pending.seats
            move = str(random.choice(record.game.moves(record.state, seat)))
            record.moved(seat, move)
            described.moved(seat, move)
    assert Record.read(record.text()) == record
    assert Record.read(described.text()) == described


def shapes(count: int) -> Iterator[tuple[int, ...]]:
    """All sets of so many faces, but for the names of numbers and colours: for each number the colours as bits."""
    known: set[tuple[int, ...]] = {(0,) * 6}
    for _ in range(count):
        bigger = [
            (*shape[:row], shape[row] | 1 << column, *shape[row + 1 :])
            for shape in known
            for row, column in product(range(6), range(6))
            if not shape[row] >> column & 1
        ]
        known = {_canonical(shape) for shape in bigger}
    yield from known


def _canonical(shape: tuple[int, ...]) -> tuple[int, ...]:
    rows = sorted(shape, key=lambda row: -row.bit_count())
    parts = [list(part) for _, part in groupby(rows, key=lambda row: row.bit_count())]
    return max(_sorted_columns([row for part in order for row in part]) for order in _orders(parts))


def _orders(parts: list[list[int]]) -> Iterator[list[tuple[int, ...]]]:
    for order in product(*(set(permutations(part)) for part in parts)):
        yield list(order)


def _sorted_columns(rows: list[int]) -> tuple[int, ...]:
    columns = sorted((tuple(row >> column & 1 for row in rows) for column in range(6)), reverse=True)
    return tuple(sum(columns[column][row] << column for column in range(6)) for row in range(6))


def test_what_is_refused_no_set_of_dice_can_show_and_what_is_accepted_one_can() -> None:
    accepted = refused = 0
    for shape in shapes(6):
        faces = tuple(face_of(row + 1, column) for row in range(6) for column in range(6) if shape[row] >> column & 1)
        try:
            check_typed(ANY, faces)
        except BadDice:
            refused += 1
            with pytest.raises(BadDice):
                fitting(ANY, faces)
        else:
            accepted += 1
            square, on = fitting(ANY, faces)
            assert sorted(on) == list(range(6))
            assert dice_of(square, faces) == on
            assert all(sorted(die) == list(range(6)) for die in (*square, *zip(*square, strict=True)))
    assert (accepted, refused) == (accepted, 5)
    assert accepted > 50


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("3b 3b 1k 2k 6y 6o", "blue 3 cannot appear twice"),
        ("3k 3g 3b 3o 3r 1y", "every die shows a 3 or yellow, so one of them must show the yellow 3"),
    ],
)
def test_impossible_dice_are_refused_with_the_reason(typed: str, reason: str) -> None:
    record = Record(make("kribbeln", 2, arrangement=ANY), dice="own")
    with pytest.raises(BadDice, match=reason) as refused:
        record.append(read_entry(record.game, f"- {typed}"))
    assert refused.value.text
    assert not record.entries


def test_two_faces_of_one_described_die_do_not_lie_together() -> None:
    record = Record(make("kribbeln", 2, arrangement=write_square(OURS)), dice="own")
    with pytest.raises(BadDice, match="black 1 and green 2 are on the same die of yours; one must be wrong"):
        record.append(read_entry(record.game, "- 1k 2g 1b 1o 1y 1r"))


@pytest.mark.parametrize("bad", ["kgboyr", "kgboyr " * 6, "kgboyz gboyrk boyrkg oyrkgb yrkgbo rkgboy", "anything"])
def test_dice_that_are_no_latin_square_are_refused(bad: str) -> None:
    with pytest.raises(BadSetup) as refused:
        make("kribbeln", 2, arrangement=bad)
    assert refused.value.text


@pytest.mark.parametrize(
    ("typed", "face"),
    [("3b", "3b"), ("3B", "3b"), ("b3", "3b"), ("3blau", "3b"), ("3s", "3k"), ("3schwarz", "3k"), ("3ge", "3y"),
     ("6gru\u0308n", "6g"), ("1y", "1y"), ("7b", "7b"), ("3", "3"), ("frog", "frog")],
)  # fmt: skip
def test_a_die_is_typed_with_letter_or_name_in_both_languages(typed: str, face: str) -> None:
    assert read_face(typed) == face


def test_every_face_is_a_number_in_a_colour() -> None:
    assert len(set(FACES)) == 36
    assert all(face_of(number_of(face), colour_of(face)) == face for face in range(1, 37))
    assert read_square(write_square(OURS)) == OURS


def test_with_our_dice_described_ratings_are_those_of_our_dice() -> None:
    ours, described = make("kribbeln", 2), make("kribbeln", 2, arrangement=write_square(OURS))
    before, after = Record(ours), Record(described)
    before.fell(6, 5, 4, 1, 2, 3)
    # The same dice, typed in another order.
    order = [3, 1, 5, 0, 4, 2]
    numbers = (6, 5, 4, 1, 2, 3)
    after.fell(*(face_of(numbers[die], OURS[die][numbers[die] - 1]) for die in order))
    plain, arranged = judge_of(ours).rate(ours, before.state, 0), judge_of(described).rate(described, after.state, 0)
    assert sorted(plain.values()) == pytest.approx(sorted(arranged.values()))
    assert judge_of(described).value(described, after.state, 0) == pytest.approx(max(plain.values()))
    assert not caveats(described)
    assert not caveats(make("kribbeln", 2, arrangement=write_square(OURS[::-1])))
    assert caveats(make("kribbeln", 2, arrangement=ANY))


@laws
@given(randoms)
def test_who_describes_other_dice_is_told_what_is_exact_and_what_is_not(random: Random) -> None:
    square = latin(random)
    told = caveats(make("kribbeln", 2, arrangement=write_square(square)))
    ours = sorted(square) == sorted(OURS)
    assert [words.key for words in told] == [] if ours else ["game.kribbeln.caveat.described"]


@laws
@given(randoms)
def test_any_latin_square_may_be_described_and_reads_back_from_its_record(random: Random) -> None:
    square = latin(random)
    written = write_square(square)
    game = make("kribbeln", 2, arrangement=written.upper().replace("K", "S"))
    assert game.options["arrangement"] == written
    assert Record.read(Record(game, dice="own").text()).game == game


def test_the_letters_that_the_web_app_describes_dice_by_are_those_of_the_rules() -> None:
    letters = json.loads(files("knobel.games.kribbeln").joinpath("letters.json").read_text("utf-8"))
    assert letters == dict(zip(COLOURS, LETTERS, strict=True))


@settings(max_examples=3, deadline=None)
@given(randoms)
def test_described_dice_are_judged_as_they_are(random: Random) -> None:
    """One throw before the end of a task row, a decision is worth the mean over what the thrown die shows."""
    square = latin(random)
    game = make("kribbeln", 2, arrangement=write_square(square))
    judge = judge_of(game)
    record = Record(game)
    for _ in range(2):
        pending = record.pending
        assert isinstance(pending, Throw)
        record.fell(*(random.choice(game.pool[at].sides) for at in pending.dice))
        record.moved(0, "keep 1 2 3 4 5")
    held = record.state
    after = [judge.value(game, game.land(held, (face,)), 0) for face in game.pool[5].sides]
    assert judge.value(game, held, 0) == pytest.approx(sum(after) / 6)


def test_dice_of_one_number_and_two_colours_are_two_choices_for_the_coach() -> None:
    game = make("kribbeln", 2, arrangement=ANY)
    state = game.land(game.start(), tuple(face_of(3, die) for die in range(6)))
    ratings = judge_of(game).rate(game, state, 0)
    assert len(menu(game, state, 0, ratings).moves) == len(ratings)
