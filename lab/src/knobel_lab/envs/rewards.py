"""Rewards: the increase of a learner's points, turns, rank or win, at one table or at many."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.games.spec import spec

Ints = NDArray[np.int64]
Rewards = NDArray[np.float64]


class Standing(Protocol):
    """The scores of the seats at a table, or at many: the last axis of every array is the seats."""

    @property
    def scores(self) -> Ints:
        """The points of every seat so far."""

    @property
    def places(self) -> Ints:
        """The place of every seat, counted from 1, ties share it; zeros until the game is over."""

    @property
    def turns(self) -> Ints:
        """How many turns every seat has taken, in a game that is won by taking few."""


class OneTable(Standing, Protocol):
    """The scores of the seats at one table."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of every seat, as a tuple."""


Worth = Callable[[Standing], Rewards]
"""The cumulative reward of every seat; a reward is its increase."""


def points(standing: Standing) -> Rewards:
    """The score so far, so that all rewards of a game sum to the final score."""
    return standing.scores.astype(np.float64)


def win(standing: Standing) -> Rewards:
    """Zero until the end; then 1 for the winner, shared by those who tie for the first place."""
    places = standing.places
    if not places.any():
        return np.zeros(places.shape)
    first = places == 1
    return np.asarray(first / np.maximum(1, first.sum(axis=-1, keepdims=True)), np.float64)


def rank(standing: Standing) -> Rewards:
    """Zero until the end; then the fraction of the other seats beaten, minus the fraction that did better."""
    places = standing.places
    if not places.any():
        return np.zeros(places.shape)
    beaten = np.sign(places[..., None, :] - places[..., :, None]).sum(axis=-1)
    return np.asarray(beaten / max(1, places.shape[-1] - 1), np.float64)


def turns(standing: Standing) -> Rewards:
    """Minus the turns taken, in a game that is won by taking few."""
    return -standing.turns.astype(np.float64)


WORTHS: dict[str, Worth] = {"points": points, "win": win, "rank": rank, "place": rank, "turns": turns}
"""The rewards by name; `place` is the former name of `rank`."""


def usual(game: AnyGame) -> str:
    """The default reward of a game: the rank among several; for one seat points, or few turns."""
    if game.seats > 1:
        return "rank"
    return "turns" if counts_turns(game) else "points"


def counts_turns(game: AnyGame) -> bool:
    """Whether a game is won by taking few turns."""
    return spec(game).has("rules", "turns_taken")


def worth_of(name: str | None, game: AnyGame) -> Worth:
    """The reward with this name, or the default one of a game."""
    name = usual(game) if name is None else name
    if name not in WORTHS:
        raise BadSetup(f"unknown rewards {name[:60]!r}; use one of {', '.join(WORTHS)}")
    if name == "turns" and not counts_turns(game):
        raise BadSetup(f"turns do not count in {game.key}; use points, win or rank")
    return WORTHS[name]


class SeatGains:
    """The gains of one seat of one table since they were last collected: `Gains` without arrays."""

    def __init__(self, worth: Worth, seat: int) -> None:
        self._worth, self._seat = worth, seat
        self._counted = 0.0

    def collect(self, table: OneTable) -> float:
        """The gain of the seat since the last call."""
        now = float(table.points[self._seat] if self._worth is points else self._worth(table)[self._seat])
        gained, self._counted = now - self._counted, now
        return gained


class Gains:
    """The gains of every seat since they were last collected, at one table or at many."""

    def __init__(self, worth: Worth, shape: tuple[int, ...]) -> None:
        self._worth = worth
        self._counted = np.zeros(shape)

    def collect(self, standing: Standing) -> Rewards:
        """The gains of every seat since the last call."""
        now = self._worth(standing)
        gained = now - self._counted
        self._counted = now
        return gained

    def clear(self, tables: Any) -> None:
        """Reset for new games at these tables."""
        self._counted[tables] = 0.0
