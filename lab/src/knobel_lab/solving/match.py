"""A match: one seat plays to win among others who play for points, with the same dice; measures what that gains.

The one who plays to win takes every seat in turn, and each share of the win is compared with that of the same seat when
everybody plays for points: common random numbers, so where decisions are the same nothing is left to luck.
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
from knobel_lab.solving.evaluate import Mean
from knobel_lab.solving.run import Progress

Floats = NDArray[np.float64]

Note = Callable[[int, list[float]], None]
"""Called with the first game of a chunk and its sums: the gain in each seat, the mean over seats, and its square."""


class MatchSettings(NamedTuple):
    """How many games are played, and how."""

    games: int
    seed: int
    chunk: int
    """How many games are played and noted together."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match: the worth of playing to win against others who play for points."""

    game: str
    seats: int
    games: int
    """How many games were played for each seat of the one who plays to win."""
    seed: int
    share: Mean
    """The share of the win, averaged over all seats."""
    by_seat: tuple[float, ...]
    """In each seat, the share of the win beyond that of a player for points."""


def ignored(_first: int, _sums: list[float]) -> None:
    """A `note` that does nothing."""


def play_match(
    game: AnyGame,
    settings: MatchSettings,
    gains: Callable[[range], Floats],
    earlier: Mapping[int, list[float]] | None,
    note: Note,
    progress: Progress | None,
) -> MatchResult:
    """Play a match in chunks, whose gains (games x seats) are asked for unless they are known."""
    games, chunk = settings.games, settings.chunk
    if game.seats < 2 or games < 2:
        raise BadSetup("a match needs at least two seats and two games")
    start, chunks = time.perf_counter(), {first: list(sums) for first, sums in (earlier or {}).items()}
    for first in range(0, games, chunk):
        if first not in chunks:
            played = gains(range(first, min(first + chunk, games)))
            each = played.mean(axis=1)
            chunks[first] = [*played.sum(axis=0).tolist(), float(each.sum()), float((each**2).sum())]
            note(first, chunks[first])
        if progress:
            progress(min(first + chunk, games), games, time.perf_counter() - start)
    sums = np.array([chunks[first] for first in range(0, games, chunk)]).sum(axis=0)
    mean = sums[-2] / games
    error = sqrt(max(0.0, sums[-1] / games - mean**2) / games)
    by_seat = tuple(float(gain / games) for gain in sums[:-2])
    return MatchResult(game.key, game.seats, games, settings.seed, Mean(1 / game.seats + mean, error), by_seat)


def shares(scores: NDArray[np.int64]) -> Floats:
    """The share of the win of each seat, ties shared."""
    won = scores == scores.max(axis=1, keepdims=True)
    return np.asarray(won / won.sum(axis=1, keepdims=True))


def gains_of(play: Callable[[tuple[bool, ...]], NDArray[np.int64]], seats: int) -> Floats:
    """The gain of playing to win in each seat (games x seats), from the scores when some seats play to win."""
    usual = shares(play((False,) * seats))
    shares_by_winner = [shares(play(tuple(at == seat for at in range(seats)))) for seat in range(seats)]
    return np.column_stack([share[:, seat] - usual[:, seat] for seat, share in enumerate(shares_by_winner)])
