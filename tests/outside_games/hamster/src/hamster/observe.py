"""Hamster in numbers."""

from hamster.rules import Hamster, State
from knobel_lab.envs.encoding import Field, FieldGroups, faces, one_hot


def fields(game: Hamster) -> FieldGroups:
    """What is told of the table, and of every sheet."""

    def share(points: int) -> tuple[float]:
        return (min(1.0, points / game.goal),)

    def turn(state: State, seat: int) -> tuple[float, ...]:
        return one_hot((state.seat - seat) % game.seats, game.seats)

    table = (
        faces(game.pool, lambda state, _: (state.face,)),
        Field("cheeks", ("share",), lambda state, _: share(state.cheeks)),
        Field("turn", tuple(f"seat{ahead}" for ahead in range(game.seats)), turn),
    )
    return table, (Field("home", ("share",), lambda state, seat: share(state.points[seat])),)
