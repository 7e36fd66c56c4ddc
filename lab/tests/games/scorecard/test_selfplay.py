"""Perfect play of many games: it keeps the rules, brings what the book says, and can be repeated."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from knobel import Fell, Moved, step
from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.extreme.rules import CARD as EXTREME
from knobel.games.holding.tray import Keep, fresh
from knobel.games.scorecard.rules import Scorecard, Sheet, State, Write, bonus
from knobel.games.scorecard.solve.book import Book, endgame, open_book
from knobel.solve.kernel.lattice import Lattice
from knobel_lab.games.scorecard.selfplay import Play, Played, per_box, play_plain, selfplay, turns, whole
from knobel_lab.solving.run import Report

LATE = 2, 4, 9, 13, 20
"""Open boxes of Extreme in which chips, the bonus, both kinds of dice and striking all matter."""


@pytest.fixture(scope="module")
def classic_book(classic_file: tuple[Path, Report]) -> Book:
    return open_book(CLASSIC, classic_file[0])


@pytest.fixture(scope="module")
def late_book() -> Book:
    """Like the whole of Extreme, in single precision."""
    book = endgame(EXTREME, LATE, 55, 2)
    assert book.values is not None
    values = book.values.astype(np.float32)
    return Book(book.place, values.__getitem__, values)


def held_faces(lattice: Lattice, row: int) -> list[list[int]]:
    """The faces of a holding, group by group."""
    faces: list[list[int]] = []
    for axis in reversed(lattice.axes):
        row, at = divmod(row, axis.size)
        faces.insert(0, list(list(axis.index)[at]))
    return faces


def taken(lattice: Lattice, dice: tuple[int | None, ...], row: int) -> Keep:
    """The move that holds these faces."""
    positions = []
    for part, faces in zip(lattice.parts, held_faces(lattice, row), strict=True):
        for position in part:
            face = dice[position]
            if face is not None and face in faces:
                faces.remove(face)
                positions.append(position)
    return Keep(tuple(sorted(positions)))


def fallen(lattice: Lattice, dice: tuple[int | None, ...], roll: int) -> Fell:
    """The dice that fell to make this roll of what lies there."""
    fell: dict[int, int] = {}
    for part in lattice.parts:
        faces = [lattice.falls[roll][position] for position in part]
        for position in part:
            face = dice[position]
            if face is not None:
                faces.remove(face)
        fell |= dict(zip([position for position in part if dice[position] is None], faces, strict=True))
    return Fell(tuple(fell[position] for position in sorted(fell)))


def beginning(book: Book, upper: int) -> State:
    """The state in which the games of a book begin, with this upper sum in a closed box."""
    card, still = book.place.rules.card, {*book.place.lower, *book.place.upper.boxes}
    marks = [None if box in still else 0 for box in range(len(card.boxes))]
    if upper:
        marks[marks.index(0)] = upper
    return State((Sheet(tuple(marks), book.place.chips),), 0, fresh(len(card.pool)))


def sheets(book: Book, seed: int, numbers: range, upper: int = 0, play: Play | None = None) -> Iterator[Sheet]:
    """The sheets of these games, replayed through the rules with every event checked."""
    card, lattice = book.place.rules.card, book.place.rules.lattice
    game = Scorecard(card, 1)
    states = {number: beginning(book, upper) for number in numbers}
    for turn in turns(book.place, whole(book), numbers, seed, play):
        for number, trail, box in zip(turn.numbers.tolist(), turn.trail.tolist(), turn.boxes.tolist(), strict=True):
            state = states[number]
            for at, row in enumerate(row for row in trail if row >= 0):
                dice = state.tray.dice
                state = step(game, state, Moved(0, taken(lattice, dice, row)) if at % 2 else fallen(lattice, dice, row))
            states[number] = step(game, state, Moved(0, Write(card.boxes[box].key)))
    return (states[number].sheets[0] for number in numbers)


def agree(book: Book, played: Played, seed: int, numbers: range, upper: int = 0, play: Play | None = None) -> None:
    """These games brought what the rules say."""
    card = book.place.rules.card
    begin = beginning(book, upper).sheets[0]
    for number, sheet in zip(numbers, sheets(book, seed, numbers, upper, play), strict=True):
        points = [0 if old is not None else new for old, new in zip(begin.marks, sheet.marks, strict=True)]
        assert played.points[number].tolist() == points
        assert played.bonus[number] == bonus(card, sheet) - bonus(card, begin)
        assert played.chips[number] == begin.chips - sheet.chips
        assert played.totals[number] == sum(filter(None, points)) + played.bonus[number]


def right_mean(book: Book, played: Played, upper: int = 0) -> None:
    """The mean of the totals is what the book says, but for chance."""
    place = book.place
    total = per_box(played)["total"]
    assert abs(total.mean - book.value({*place.lower, *place.upper.boxes}, upper, place.chips)) < 4 * total.error


def same(one: Played, other: Played) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("points", "bonus", "chips"))


def test_classic_games_keep_the_rules_and_bring_the_value_of_the_table(classic_book: Book) -> None:
    played = selfplay(classic_book, 20_000, seed=5)
    right_mean(classic_book, played)
    agree(classic_book, played, 5, range(7_000, 7_060))


def test_late_games_of_extreme_spend_chips_and_win_the_bonus(late_book: Book) -> None:
    played = selfplay(late_book, 20_000, seed=1)
    right_mean(late_book, played, 55)
    agree(late_book, played, 1, range(60), 55)
    assert set(played.chips.tolist()) == {0, 1, 2}
    assert set(played.bonus.tolist()) == {0, 45}


def test_batches_and_jobs_do_not_change_the_games(classic_book: Book) -> None:
    whole_run = selfplay(classic_book, 3_000, seed=9)
    assert same(whole_run, selfplay(classic_book, 3_000, seed=9, batch=701, jobs=2))
    assert not same(whole_run, selfplay(classic_book, 3_000, seed=10))


def test_both_kernels_play_the_same_games(classic_book: Book) -> None:
    assert same(selfplay(classic_book, 500, seed=3), selfplay(classic_book, 500, seed=3, play=play_plain))
