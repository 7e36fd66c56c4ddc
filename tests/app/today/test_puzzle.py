"""Puzzles: the natural move is wrong, one choice is clearly best, and a day has one of them by its date alone."""

from collections import Counter
from datetime import date, timedelta
from hashlib import sha256

import pytest

from knobel import Decide, games
from knobel.app.today.puzzle import DIFFICULTIES, THEMES, puzzle, puzzle_of, puzzles
from knobel.coach.review import hints
from knobel.core.errors import BadSetup
from knobel.tables.day import featured

KEYS = [spec.key for spec in games() if "data" not in spec.absent]
FIRST = date(2024, 1, 1)


@pytest.mark.parametrize("key", KEYS)
def test_every_puzzle_leads_to_a_decision_that_both_moves_can_be_made_in(key: str) -> None:
    listed = puzzles(key).listed
    assert len(listed) >= 50
    for one in listed:
        record = one.record("en")
        assert isinstance(record.pending, Decide)
        moves = {str(move) for move in record.game.moves(record.state, one.seat)}
        assert {one.best, one.natural} <= moves
        assert one.best != one.natural
        assert one.reasons
        assert one.theme in THEMES
        assert set(one.found) == {"hare", "cat", "fox"}


@pytest.mark.parametrize("key", KEYS)
def test_the_judge_says_of_a_puzzle_what_is_kept_of_it(key: str) -> None:
    # One of each difficulty, which are spread over the list.
    for one in {one.difficulty: one for one in puzzles(key).listed}.values():
        record = one.record("en")
        (hint,) = hints(record, one.seat, objective=one.objective)
        best, second, *_ = hint.choices
        natural = next(choice for choice in hint.choices if choice.label == one.label)
        assert best.move == one.best
        assert best.value - natural.value == pytest.approx(one.loss, abs=1e-3)
        assert best.value - second.value == pytest.approx(one.margin, abs=1e-3)


def test_each_puzzle_comes_once_before_one_comes_again() -> None:
    count = len(puzzles("classic").listed)
    for opening in (FIRST, FIRST + timedelta(days=count)):
        found = {puzzle_of(opening + timedelta(days=day), "classic").number for day in range(count)}
        assert found == set(range(1, count + 1))


def test_the_puzzle_of_a_day_is_worked_out_by_hand() -> None:
    day = date(2026, 11, 17)
    key = featured(day)
    count = len(puzzles(key).listed)
    turn, place = divmod((day - FIRST).days, count)
    opening = (FIRST + timedelta(days=turn * count)).isoformat()

    def by_lot(number: int) -> bytes:
        return sha256(f"knobel today 1\npuzzle\n{opening}\n{key}\n{number}\n".encode()).digest()

    assert puzzle_of(day) == puzzle(key, sorted(range(1, count + 1), key=by_lot)[place])


def test_a_puzzle_that_is_not_there_is_refused_in_words() -> None:
    with pytest.raises(BadSetup, match=r"has no puzzle .*; it has 1 to"):
        puzzle("classic", 0)
    with pytest.raises(BadSetup, match="no puzzle of 2023"):
        puzzle_of(date(2023, 12, 31), "classic")


@pytest.mark.parametrize("key", KEYS)
def test_the_third_that_most_bots_find_is_easy_and_the_third_that_fewest_find_is_hard(key: str) -> None:
    listed = puzzles(key).listed
    counts = Counter(one.difficulty for one in listed)
    assert max(counts.values()) - min(counts.values()) <= 1
    easy, medium, hard = ([one.share for one in listed if one.difficulty == name] for name in DIFFICULTIES)
    assert min(easy) >= max(medium) >= min(medium) >= max(hard)
