"""A match of Master: one plays to win among others who play for few turns, at many tables at once, with the same dice.

Random numbers depend on seat, round and number of the game, so that all tables with a number have the same dice. The
one who plays to win takes every seat in turn; each share of the win is compared with that of the same seat when nobody
does.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.games.master.rules.board import GOAL, NUMBERS
from knobel.games.master.rules.game import THROWS, Master
from knobel.games.master.solve.boards import Boards, best_ways, stars
from knobel.games.master.solve.book import FILE, best_master, tidy_of
from knobel.games.master.solve.contest import Contest
from knobel.games.master.solve.positions import positions
from knobel.games.master.solve.races import Floats, alone
from knobel.games.master.solve.rule_tables import Ints
from knobel.solve.compact.values import read_compact
from knobel.solve.kernel import numpy_kernel
from knobel_lab.solving.kernel.cup import cup, words
from knobel_lab.solving.match import MatchResult, MatchSettings, Note, gains_of, ignored, play_match
from knobel_lab.solving.run import Progress

CHUNK = 1000
"""How many games are played and noted together."""
STREAMS = 8
"""The stride of random streams, which are numbered by round and seat; there are fewer seats."""
SLACK = 1e-9
"""Choices that differ by no more are equal."""
LANES = 500
"""How many tables are processed together: some tens of megabytes."""


def play_tables(contest: Contest, to_win: tuple[bool, ...], numbers: range, seed: int, watch: Any = None) -> Ints:
    """Play the games with these numbers; return the stars of all seats at the end: games x seats."""
    count, seats = len(numbers), len(to_win)
    boards = Boards(
        np.zeros((count, seats), np.int64),
        np.zeros((count, seats, len(NUMBERS)), np.int64),
        np.zeros((count, seats), np.int64),
    )
    going, turn = np.arange(count), 0
    while len(going):
        for seat, wins in enumerate(to_win):
            fallen = words(seed, turn * STREAMS + seat, numbers.start, count)
            for first in range(0, len(going), LANES):
                batch = going[first : first + LANES]
                _turn(contest, boards, batch, seat, wins, fallen[batch])
            if watch:
                watch(turn, seat, going, boards)
        turn += 1
        going = going[stars(contest.place.rules, boards.at(going)).max(axis=1) < GOAL]
    return stars(contest.place.rules, boards)


def _turn(contest: Contest, boards: Boards, tables: Ints, seat: int, wins: bool, fallen: Any) -> None:
    """Play a turn of one seat at some tables."""
    place, seats = contest.place, boards.tasks.shape[1]
    after, possible = contest.after(boards.at(tables), seat)
    worths = np.full(possible.shape, -np.inf)
    if wins:
        worths[possible] = contest.chances(after.at(possible), np.arange(seats) > seat)[:, seat]
    else:
        worths[possible] = -alone(place, contest.lookup, after.at(possible).at(slice(None), seat))
    entry, ways = best_ways(place.rules, worths, possible)
    roll = _throw(place.rules.lattice, entry, fallen)
    lanes = np.arange(len(tables))
    way = ways[lanes, roll]
    for whole, part in zip(boards, after, strict=True):
        whole[tables, seat] = part[lanes, way, seat]


def _throw(lattice: Any, entry: Floats, fallen: NDArray[np.uint64]) -> Ints:
    """The last roll of each turn, if dice are held optimally."""
    dice, lanes = cup(lattice), np.arange(len(entry))
    second = numpy_kernel.expect(lattice, np.ascontiguousarray(entry.T))
    last = np.maximum(entry.T, numpy_kernel.choose(lattice, second))
    stages = numpy_kernel.expect(lattice, last), second
    held, rolls = np.zeros(len(entry), np.int64), np.zeros(len(entry), np.int64)
    open_ = np.ones(len(entry), np.bool_)
    for throw in range(THROWS):
        rolls = np.where(open_, dice.throw(held, fallen[:, throw]).astype(np.int64), rolls)
        if throw == THROWS - 1:
            break
        holds = dice.holds[rolls]
        worth = np.where(holds >= 0, stages[throw][np.maximum(holds, 0), lanes[:, None]], -np.inf)
        best = worth.argmax(axis=1)
        open_ &= worth[lanes, best] > entry[lanes, rolls] + SLACK
        held = np.where(open_, holds[lanes, best], held)
    return rolls


def match(
    game: Master,
    games: int,
    seed: int = 0,
    earlier: Mapping[int, list[float]] | None = None,
    note: Note = ignored,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match; `earlier` are chunks that were played before, and each new one is passed to `note`."""
    if game.options:
        raise BadSetup("a match has the usual rules")
    contests: list[Contest] = []

    def gains(numbers: range) -> Floats:
        if not contests:
            contests.append(whole_contest())
        return gains_of(lambda to_win: play_tables(contests[0], to_win, numbers, seed), game.seats)

    return play_match(game, MatchSettings(games, seed, CHUNK), gains, earlier, note, progress)


def whole_contest() -> Contest:
    """A contest with all values in memory."""
    place, book = positions(), best_master()
    if book.exact:
        values = np.stack([book.row(row) for row in range(place.shape[0])])
    else:
        values = read_compact(FILE, place.digest, tidy_of(place)).whole()
    return Contest(place, lambda rows, diagonals, subsets: np.asarray(values[rows, diagonals, subsets], np.float64))
