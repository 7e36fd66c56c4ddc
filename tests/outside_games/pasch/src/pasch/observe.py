"""Pasch in numbers."""

from knobel_lab.envs.encoding import Field, FieldGroups, faces
from pasch.rules import THROWS, Pasch


def fields(game: Pasch) -> FieldGroups:
    """What is told of the table, and of every sheet."""
    table = (
        faces(game.pool, lambda state, _: state[3] or (None, None)),
        Field("throws", ("share",), lambda state, _: (state[2] / THROWS,)),
    )
    return table, (Field("best", ("pair",), lambda state, seat: (state[0][seat] / 6,)),)
