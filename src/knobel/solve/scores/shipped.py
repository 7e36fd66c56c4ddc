"""The distributions that are shipped: of perfect play and of bots, made once by `make distributions`."""

from collections.abc import Mapping
from functools import cache
from json import loads
from typing import Any

import numpy as np

from knobel.core.errors import BadSetup, UnknownGame
from knobel.core.game import AnyGame
from knobel.core.registry import make
from knobel.games.spec import find, spec
from knobel.solve.scores.distribution import Distribution, Players

FILE = "distributions.json"
"""What the file of distributions is called in the data of a game."""


@cache
def shipped(key: str) -> tuple[Distribution, ...]:
    """All distributions of a game there are, the best players first; none of rules that no list has."""
    try:
        path = find(key).data(FILE)
    except UnknownGame:
        return ()
    return tuple(map(read, loads(path.read_text("utf-8"))["distributions"])) if path.exists() else ()


def read(told: Mapping[str, Any]) -> Distribution:
    """A distribution as it stands in the file: counted games, or exact chances."""
    players = Players(told["game"], told["who"], told["seats"], tuple(sorted(told["options"].items())))
    if "chances" in told:
        chances = np.array(told["chances"])
        return Distribution(players, told["first"], chances, reach=tuple(told.get("reach", ())))
    counts = np.array(told["counts"])
    return Distribution(players, told["first"], counts / counts.sum(), told["games"])


def distributions(game: str | AnyGame) -> tuple[Distribution, ...]:
    """The distributions of a game as it is played here, the best players first; none if nobody has played it.

    Where what others do makes no difference, any number of seats will do.
    """
    made = make(game) if isinstance(game, str) else game
    known = spec(made)
    matters = {option.key: "yes" for option in known.options if option.flag and made.options[option.key] == "yes"}
    return tuple(
        one
        for one in shipped(made.key)
        if (not known.coupled or one.players.seats == made.seats) and dict(one.players.options) == matters
    )


def blank_reach(key: str) -> tuple[float, ...]:
    """The best chance of at least 0, 1, 2, … points from a blank sheet, if it is shipped."""
    return next((one.reach for one in shipped(key) if one.reach), ())


def distribution(game: str | AnyGame, who: str | None = None) -> Distribution:
    """The distribution of final scores of the best players of a game, or of a level of bots."""
    found = distributions(game)
    made = make(game) if isinstance(game, str) else game
    if not found:
        raise BadSetup(f"no distribution of {made.key} for {made.seats} seats with these options is shipped")
    known = {one.players.who: one for one in reversed(found)}
    if who is None:
        return found[0]
    if who not in known:
        raise BadSetup(f"no distribution of {who[:60]!r} in {made.key} is shipped; there are {', '.join(known)}")
    return known[who]


def usual_seats(key: str) -> int:
    """With how many seats the scores of a game are told unless said: where players touch each other, at least two."""
    known = find(key)
    return max(known.seats[0], 2 if known.coupled else 1)
