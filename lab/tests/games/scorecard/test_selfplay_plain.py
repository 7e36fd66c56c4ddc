"""Perfect play of small games where nothing is compiled: rules, means, streams, summary, refusals."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lab.tests.games.scorecard.test_selfplay import agree, right_mean, same

from knobel import BadSetup
from knobel.games.hexhex.rules import CARD as HEXHEX
from knobel.games.scorecard.solve.book import Book, endgame
from knobel.solve.kernel.lattice import lattice
from knobel_lab.games.scorecard.selfplay import per_box, play_plain
from knobel_lab.games.scorecard.selfplay import selfplay as selfplay_by
from knobel_lab.solving.kernel.cup import cup, words
from tests.solve.cards import TINY

selfplay = partial(selfplay_by, play=play_plain)


@pytest.fixture(scope="module")
def tiny_book() -> Book:
    return endgame(TINY, range(3), 0, 1)


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 2**64 - 1), first=st.integers(0, 50))
def test_every_game_keeps_the_rules(tiny_book: Book, seed: int, first: int) -> None:
    agree(tiny_book, selfplay(tiny_book, first + 20, seed), seed, range(first, first + 20), play=play_plain)


def test_the_means_are_right(tiny_book: Book) -> None:
    right_mean(tiny_book, selfplay(tiny_book, 50_000, seed=2))
    book = endgame(HEXHEX, range(3, 7))
    right_mean(book, selfplay(book, 20_000, seed=2))


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 2**64 - 1), batch=st.integers(1, 70))
def test_batches_do_not_change_the_games(tiny_book: Book, seed: int, batch: int) -> None:
    assert same(selfplay(tiny_book, 60, seed), selfplay(tiny_book, 60, seed, batch))


def test_the_first_games_of_a_longer_run_are_those_of_a_shorter_one(tiny_book: Book) -> None:
    long, short = selfplay(tiny_book, 500, seed=4), selfplay(tiny_book, 100, seed=4)
    assert np.array_equal(long.points[:100], short.points)


def test_every_roll_falls_as_often_as_its_chance_says() -> None:
    grid, games = lattice(TINY.pool), 200_000
    fallen = cup(grid).throw(np.zeros(games, np.int64), words(7, 0, 0, games)[:, 0])
    often = np.bincount(fallen, minlength=len(grid.falls)) / games
    assert np.all(np.abs(often - grid.chances) < 4 * np.sqrt(grid.chances / games))


def test_rows_that_do_not_lie_together_are_read_one_by_one(tiny_book: Book) -> None:
    assert same(selfplay(tiny_book, 50), selfplay(Book(tiny_book.place, tiny_book.row), 50))


def test_progress_counts_games(tiny_book: Book) -> None:
    seen: list[tuple[int, int]] = []
    selfplay(tiny_book, 25, batch=10, progress=lambda done, games, seconds: seen.append((done, games)))
    assert seen == [(10, 25), (20, 25), (25, 25)]


def test_a_summary_names_every_box(tiny_book: Book) -> None:
    played = selfplay(tiny_book, 1_000)
    means = per_box(played)
    assert list(means) == ["ones", "twos", "all_equal", "bonus", "chips", "total"]
    assert means["twos"].mean == played.points[:, 1].mean()
    assert sum(means[key].mean for key in ("ones", "twos", "all_equal", "bonus")) == pytest.approx(means["total"].mean)
    assert means["total"].error == pytest.approx(played.totals.std() / 1_000**0.5)


def test_nonsense_is_refused(tiny_book: Book) -> None:
    with pytest.raises(BadSetup, match="at least one game"):
        selfplay(tiny_book, 0)
    with pytest.raises(BadSetup, match="a seed is a number from 0"):
        selfplay(tiny_book, 1, seed=-1)
