"""Policies: how a seat decides in many games at once."""

from collections.abc import Sequence
from typing import Any

from knobel.bots.court import judge_of
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.games.kribbeln.game import Kribbeln
from knobel.games.krisskross import KrissKross
from knobel.games.master.game import Master
from knobel.sim import greedy_kribbeln, greedy_krisskross, greedy_master
from knobel.sim.plain import Policy
from knobel.sim.words import below

NAMES = ("random", "greedy", "optimal")

GREEDY: dict[type, Player] = {
    KrissKross: greedy_krisskross.choose,
    Master: greedy_master.choose,
    Kribbeln: greedy_kribbeln.choose,
}
"""Who takes what pays most at once, in games other than scorecards."""


def anything(game: AnyGame, states: Sequence[Any], seat: int, words: Sequence[int]) -> Sequence[Any]:
    """Any of the moves, each as likely."""
    chosen = []
    for state, word in zip(states, words, strict=True):
        moves = game.moves(state, seat)
        chosen.append(moves[below(word, len(moves))])
    return chosen


def each(player: Player) -> Policy:
    """A player, asked for one game after the other."""

    def ask(game: AnyGame, states: Sequence[Any], seat: int, _words: Sequence[int]) -> Sequence[Any]:
        return [player(game, state, seat) for state in states]

    return ask


def best(game: AnyGame, state: Any, seat: int) -> Any:
    """The move that the game's judge rates highest."""
    ratings = judge_of(game).rate(game, state, seat)
    return max(ratings, key=lambda move: ratings[move])


def policy_of(name: str, game: AnyGame) -> Policy:
    """The policy with this name, in a game that is no scorecard."""
    if name == "random":
        return anything
    if name == "greedy" and type(game) in GREEDY:
        return each(GREEDY[type(game)])
    if name == "optimal" and isinstance(game, Master) and game.seats == 1:
        return each(best)
    if name in NAMES:
        raise BadSetup(f"there is no {name} policy of {game.key} for {game.seats} seats; a policy may be any function")
    raise BadSetup(f"there is no policy {name[:60]!r}; there are {', '.join(NAMES)}")
