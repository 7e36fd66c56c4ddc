"""Games to be judged, and states of them."""

from random import Random
from typing import Any

from knobel import make
from knobel.core.dice import seeded
from knobel.core.game import AnyGame
from knobel.core.playout import steps

GAMES: tuple[AnyGame, ...] = (
    make("classic", seats=1),
    make("extreme", seats=2),
    make("hexhex", seats=1),
    make("hexhex", seats=2),
    make("hexhex", seats=3),
    make("master", seats=1),
    make("master", seats=3),
    make("kribbeln", seats=2),
    make("kribbeln", seats=3, sheet=4, beginner=True),
    make("kribbeln", seats=2, tasks="1 green; 0 red; no 3; no 2; 3 any; 4 any"),
    make("kribbeln", seats=5, sheet=2),
    make("krisskross", seats=1),
    make("krisskross", seats=3, advanced=True),
)


def name(game: AnyGame) -> str:
    """A game for the list of tests."""
    return "-".join([game.key, str(game.seats), *(value for value in game.options.values() if value.isalnum())])


def states(game: AnyGame, seed: int, every: int = 1) -> list[Any]:
    """Some states of a game in which moves are made at random."""
    random = Random(seed)

    def anything(game: AnyGame, state: Any, seat: int) -> Any:
        return random.choice(game.moves(state, seat))

    played = [step.after for step in steps(game, [anything] * game.seats, seeded(seed))]
    return [game.start(), *played[::every], played[-1]]
