"""The check of scores that are entered without dice: whatever is offered has dice that the rules accept."""

from collections.abc import Iterator

from knobel.core.errors import Attempt, BadMove
from knobel.core.game import AnyGame, step
from knobel.games.spec import spec
from knobel.testing.games import random_play

MOMENTS = 12
"""At most so many moments of a game are tried."""


def pad_problems(game: AnyGame, seed: int = 0) -> Iterator[str]:
    """What is wrong with the first and the last value of every place that is offered."""
    pad, tried = spec(game).pad, 0
    for record in random_play(game, seed):
        pending = record.pending
        seat = getattr(pending, "seat", None)
        if seat is None or tried == MOMENTS:
            continue
        try:
            places = pad.places(game, record.state, seat)
        except BadMove:
            continue
        tried += 1
        for place in places:
            values = pad.values(game, record.state, seat, place)
            for value in {values[0].value, values[-1].value} if values else ():
                with Attempt() as attempt:
                    state = record.state
                    for event in pad.infer(game, state, seat, place, value, ""):
                        state = step(game, state, event)
                if attempt.error:
                    yield f"offers {value!r} in {place!r}, but entering it fails: {attempt.error}"
    if not tried:
        yield "no place can be entered at any throw of a game"
