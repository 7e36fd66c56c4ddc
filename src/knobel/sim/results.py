"""What many games came to."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.core.game import AnyGame

Ints = NDArray[np.int64]


class Results(NamedTuple):
    """The results of some games, in their order."""

    scores: Ints
    """The points of every seat: games x seats."""
    places: Ints
    """The place of every seat, counted from 1, ties share it: games x seats."""
    moves: Ints
    """How many moves were made."""
    throws: Ints
    """How often dice were thrown."""


def join(parts: list[Results]) -> Results:
    """The results of several lots of games, one after the other."""
    return Results(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def ranked(deciding: Ints) -> Ints:
    """The places of seats by what decides about them, most first: games x seats."""
    return np.asarray(1 + (deciding[:, None, :] > deciding[:, :, None]).sum(axis=2), np.int64)


@dataclass(frozen=True, eq=False)
class Played:
    """Games with these rules and this seed, and what they came to."""

    game: AnyGame
    seed: int
    results: Results

    @property
    def scores(self) -> Ints:
        """The points of every seat: games x seats."""
        return self.results.scores

    @property
    def places(self) -> Ints:
        """The place of every seat: games x seats."""
        return self.results.places

    @property
    def moves(self) -> Ints:
        """How many moves each game had."""
        return self.results.moves

    @property
    def throws(self) -> Ints:
        """How many throws each game had."""
        return self.results.throws

    def mean(self, seat: int = 0) -> tuple[float, float]:
        """The mean score of a seat, and its standard error."""
        scores = self.scores[:, seat]
        return float(scores.mean()), float(scores.std()) / len(scores) ** 0.5

    def won(self, seat: int = 0) -> tuple[float, float]:
        """The share of games that a seat won, a shared first place counting its part; and the standard error."""
        first = self.places == 1
        share = first[:, seat] / first.sum(axis=1)
        return float(share.mean()), float(share.std()) / len(share) ** 0.5
