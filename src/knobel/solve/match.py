"""A match: one who plays to win among others who play for points, with the same dice, and what that gains.

Whoever plays to win takes every seat in turn, and each share of the win is held against the one of the same seat when
everybody plays for points: where decisions are the same, nothing is left to luck.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.solve.compact.evaluate import Mean
from knobel.solve.run import Progress

Floats = NDArray[np.float64]

Note = Callable[[int, list[float]], None]
"""Called with the first game of a chunk and its sums: what is gained in each seat, the mean of all, and its squares."""


class Asked(NamedTuple):
    """How much is played."""

    games: int
    seed: int
    chunk: int
    """So many games are worked out and noted together."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What playing to win is worth against others who play for points."""

    game: str
    seats: int
    games: int
    """How many games were played with one who plays to win in each seat."""
    seed: int
    share: Mean
    """The share of the win, the mean over all seats."""
    by_seat: tuple[float, ...]
    """What is won in each seat above what one who plays for points wins there."""


def ignored(_first: int, _sums: list[float]) -> None:
    """Note nothing."""


def play_match(
    game: AnyGame,
    asked: Asked,
    gains: Callable[[range], Floats],
    known: Mapping[int, list[float]] | None,
    note: Note,
    progress: Progress | None,
) -> MatchResult:
    """Play chunks of games, whose gains (games x seats) are asked for, but for those that are known."""
    games, chunk = asked.games, asked.chunk
    if game.seats < 2 or games < 2:
        raise BadSetup("a match is of two or more seats, and of two games or more")
    start, chunks = time.perf_counter(), {first: list(sums) for first, sums in (known or {}).items()}
    for first in range(0, games, chunk):
        if first not in chunks:
            found = gains(range(first, min(first + chunk, games)))
            each = found.mean(axis=1)
            chunks[first] = [*found.sum(axis=0).tolist(), float(each.sum()), float((each**2).sum())]
            note(first, chunks[first])
        if progress:
            progress(min(first + chunk, games), games, time.perf_counter() - start)
    sums = np.array([chunks[first] for first in range(0, games, chunk)]).sum(axis=0)
    mean = sums[-2] / games
    error = sqrt(max(0.0, sums[-1] / games - mean**2) / games)
    by_seat = tuple(float(gain / games) for gain in sums[:-2])
    return MatchResult(game.key, game.seats, games, asked.seed, Mean(1 / game.seats + mean, error), by_seat)


def shares(scores: NDArray[np.int64]) -> Floats:
    """What each seat won, ties shared."""
    won = scores == scores.max(axis=1, keepdims=True)
    return np.asarray(won / won.sum(axis=1, keepdims=True))


def gains_of(play: Callable[[tuple[bool, ...]], NDArray[np.int64]], seats: int) -> Floats:
    """What playing to win gains in each seat (games x seats), from the scores when some seats play to win."""
    usual = shares(play((False,) * seats))
    found = [shares(play(tuple(at == seat for at in range(seats)))) for seat in range(seats)]
    return np.column_stack([share[:, seat] - usual[:, seat] for seat, share in enumerate(found)])
