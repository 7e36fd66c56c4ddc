"""Python players for tests; the arena loads them by their names, in processes of their own."""

import os
import sys
import time
from typing import Any

from knobel.core.game import AnyGame


def hasty(game: AnyGame, state: Any, seat: int) -> Any:
    """Takes what pays most at once, and never throws again."""
    ends = [move for move in game.moves(state, seat) if not str(move).startswith("keep")]
    return max(ends, key=lambda move: game.scores(game.play(state, seat, move))[seat])


def careless(game: AnyGame, state: Any, seat: int) -> Any:
    """The same, but of boxes that pay the same it takes the last, which would have paid more later."""
    ends = [move for move in game.moves(state, seat) if not str(move).startswith("keep")]
    return max(reversed(ends), key=lambda move: game.scores(game.play(state, seat, move))[seat])


class Chatty:
    """Prints what it thinks; made anew for every game, with a seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def __call__(self, game: AnyGame, state: Any, seat: int) -> str:
        """The move, as a text."""
        sys.stdout.write(f"I am number {self._seed}\n")
        return str(hasty(game, state, seat))


def dies(game: AnyGame, state: Any, seat: int) -> Any:
    """Takes its whole process with it."""
    os.abort()


def sleeps(game: AnyGame, state: Any, seat: int) -> Any:
    """Thinks too long."""
    time.sleep(60)


def cheats(game: AnyGame, state: Any, seat: int) -> Any:
    """Makes a move that the game knows, but does not allow twice."""
    return game.alphabet[-1]
