"""Pasch in numbers."""

from knobel_lab.envs.encoding import Field, FieldGroups, faces, one_hot
from pasch.rules import THROWS, Pasch, State


def fields(game: Pasch) -> FieldGroups:
    """What is told of the table, and of every sheet."""

    def turn(state: State, seat: int) -> tuple[float, ...]:
        return one_hot((state[1] - seat) % game.seats, game.seats)

    table = (
        faces(game.pool, lambda state, _: state[3] or (None, None)),
        Field("throws", ("share",), lambda state, _: (state[2] / THROWS,)),
        Field("turn", tuple(f"seat{ahead}" for ahead in range(game.seats)), turn),
    )
    return table, (Field("best", ("pair",), lambda state, seat: (state[0][seat] / 6,)),)
