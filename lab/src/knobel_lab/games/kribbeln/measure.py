"""Margins to be shipped: the mean over our sheets, with deviations measured in games."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from knobel.games.kribbeln.rules.game import Kribbeln, State, scores_before
from knobel.games.kribbeln.rules.sheet import ROWS, SHEETS
from knobel.games.kribbeln.solve.book import MARGIN_PARTS, margins_name, shipped_ranks
from knobel.games.kribbeln.solve.ranks import Margins
from knobel.games.kribbeln.solve.rivalry import Rivalry, Sheets
from knobel.solve.tables import writing
from knobel_lab.games.kribbeln.book import KribbelnBook
from knobel_lab.games.kribbeln.gains import margins_of
from knobel_lab.games.kribbeln.match import Players
from knobel_lab.solving.match import Floats

GAMES = 40
"""How many games are played on each sheet."""
SEED = 1


def measured(players: int, beginner: bool, games: int = GAMES) -> Margins:
    """The margins of `players` players."""
    boards = [Kribbeln(players, tasks, number, beginner) for number, tasks in enumerate(SHEETS, 1)]
    books = [KribbelnBook(shipped_ranks(game)) for game in boards]
    margins = [margins_of(book) for book in books]
    mean = Margins(*(np.mean([getattr(one, part) for one in margins], axis=0).tolist() for part in MARGIN_PARTS))
    variances = [
        deviations(Players(game, Rivalry(book.ranks, mean)), games, SEED) ** 2
        for game, book in zip(boards, books, strict=True)
    ]
    return replace(mean, deviations=np.sqrt(np.mean(variances, axis=0)).tolist())


def deviations(players: Players, games: int, seed: int) -> Floats:
    """The standard deviation of the difference of two seats from its expectation as each row begins, for points."""
    squares, counts = np.zeros(len(ROWS) + 1), np.zeros(len(ROWS) + 1)
    for number in range(games):
        seen: dict[int, State] = {}
        ends_by_seat, watch = [players.points] * players.game.seats, partial(_first, seen)
        end, _ = players.play(ends_by_seat, seed, number, watch=watch)
        for row, state in seen.items():
            missed = np.array(players.game.scores(end)) - means(players.rivalry, state.sheets, row)
            squares[row] += 2 * missed.var(ddof=1)
            counts[row] += 1
    return np.asarray(np.sqrt(squares / np.maximum(counts, 1)))


def means(rivalry: Rivalry, sheets: Sheets, row: int) -> Sequence[float]:
    """The expected points of every seat when a row begins; only their differences are meaningful."""
    expected = []
    for seat, (sheet, score) in enumerate(zip(sheets, scores_before(sheets, row), strict=True)):
        filled, highest = rivalry.book.situation(sheet, row)
        expected.append(
            score + rivalry.margins.values[row][filled][highest] + rivalry.gains_entered_ahead(sheets, row - 1, seat)
        )
    return expected


def pack_margins(margins: Mapping[tuple[int, bool], Margins], path: Path) -> None:
    """Write margins to the shipped file, by players and variant."""
    arrays = {
        f"{margins_name(*about)}/{part}": np.array(getattr(each, part), np.float32)
        for about, each in margins.items()
        for part in MARGIN_PARTS
    }
    with writing(path) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def _first(seen: dict[int, State], state: State, _luck: Floats) -> None:
    """Remember the table when a row begins."""
    seen.setdefault(state.row, state)
