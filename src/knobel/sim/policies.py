"""Policies: how a seat decides in many games at once."""

from collections.abc import Sequence
from typing import Any

from knobel.core.errors import BadSetup, NotProvided
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.games.spec import spec
from knobel.players.judge import judge_of
from knobel.sim.play import Policy
from knobel.sim.random_bits import below

NAMES = ("random", "greedy", "optimal")


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
    """The policy with this name, asked through the rules of a game."""
    if name == "random":
        return anything
    if name not in NAMES:
        raise BadSetup(f"there is no policy {name[:60]!r}; there are {', '.join(NAMES)}")
    try:
        player = spec(game).batch.player(game, name)
    except NotProvided:
        player = None
    if player:
        return each(player)
    raise BadSetup(f"there is no {name} policy of {game.key} for {game.seats} seats; a policy may be any function")
