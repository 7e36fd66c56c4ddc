"""What `knobel conform` checks where the laboratory is installed: the observations of a game."""

from collections.abc import Iterator

import numpy as np

from knobel.core.errors import Attempt
from knobel.core.game import AnyGame
from knobel.games.spec import GameSpec
from knobel.testing.games import random_play


def problems(spec: GameSpec, game: AnyGame) -> Iterator[tuple[str, str, bool]]:
    """What is wrong with the observations of a game: the file in its room, what, and whether it is optional."""
    if "observe" in spec.absent:
        return
    if not spec.has("observe"):
        yield "observe.py", "the game has no observe, and does not say why in GameSpec(absent=…)", True
        return
    wrong: list[str] = []
    with Attempt() as attempt:
        wrong.extend(_wrong_numbers(game))
    if isinstance(attempt.error, ModuleNotFoundError) and attempt.error.name in ("gymnasium", "pettingzoo"):
        # The laboratory is here without the packages of environments.
        return
    if attempt.error:
        wrong.append(f"{type(attempt.error).__name__}: {attempt.error}")
    for what in dict.fromkeys(wrong):
        yield "observe.py", what, False


def _wrong_numbers(game: AnyGame) -> Iterator[str]:
    """What is wrong with the observations of a random game."""
    from knobel_lab.envs.encoding import encoding

    encoder = encoding(game)
    if len(set(encoder.names)) < len(encoder.names):
        yield "every number of an observation needs a name of its own"
    for record in random_play(game, 0):
        for seat in range(game.seats):
            numbers = encoder.encode(record.state, seat)
            outside = (numbers < encoder.low) | (numbers > 1) | np.isnan(numbers)
            for at in np.flatnonzero(outside).tolist():
                yield f"{encoder.names[at]} is not always between {encoder.low[at]} and 1"
