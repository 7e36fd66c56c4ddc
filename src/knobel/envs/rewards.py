"""Rewards: what a learner is paid for, and when."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup, NotProvided
from knobel.core.game import AnyGame, Over
from knobel.games.spec import spec

Rewards = NDArray[np.float64]
Worth = Callable[[AnyGame, Any], Rewards]
"""What a state is worth to every seat so far; a reward is how much that has grown."""


def points(game: AnyGame, state: Any) -> Rewards:
    """The score as it stands, so that all rewards of a game add up to the final score."""
    return np.array(game.scores(state), np.float64)


def place(game: AnyGame, state: Any) -> Rewards:
    """Nothing until the end; then the share of the other seats that were beaten, less the share that did better."""
    pending = game.pending(state)
    if not isinstance(pending, Over) or game.seats == 1:
        return np.zeros(game.seats)
    places = np.array(pending.places)
    return np.asarray(np.sign(places[None] - places[:, None]).sum(axis=1) / (game.seats - 1), np.float64)


def turns(game: AnyGame, state: Any) -> Rewards:
    """Minus the turns taken, in a game that is won by needing few."""
    try:
        return np.array([-float(spec(game).rules.turns_taken(state, seat)) for seat in range(game.seats)])
    except NotProvided:
        raise BadSetup(f"turns do not count in {game.key}; rewards are points or place") from None


WORTHS: dict[str, Worth] = {"points": points, "place": place, "turns": turns}


def usual(game: AnyGame) -> str:
    """What a game is played for: the place among several; alone points, or few turns."""
    if game.seats > 1:
        return "place"
    return "turns" if spec(game).has("rules", "turns_taken") else "points"


def worth_of(name: str | None, game: AnyGame) -> Worth:
    """The rewards with this name, or the usual ones of a game."""
    name = usual(game) if name is None else name
    if name not in WORTHS:
        raise BadSetup(f"there are no rewards {name[:60]!r}; there are {', '.join(WORTHS)}")
    worth = WORTHS[name]
    worth(game, game.start())
    return worth


class Purse:
    """Pays every seat what it has gained since it was paid last."""

    def __init__(self, worth: Worth, game: AnyGame) -> None:
        self._worth = worth
        self._paid = np.zeros(game.seats)
        self._game = game

    def pay(self, state: Any) -> Rewards:
        """The gains of every seat."""
        now = self._worth(self._game, state)
        gained = now - self._paid
        self._paid = now
        return gained
