"""Kriss Kross in numbers: the symbols thrown, and every grid."""

from knobel.core.game import Decide
from knobel.envs.encoding import Field, Numbers, Told, face_labels, faces, one_hot
from knobel.games.krisskross.rules import (
    CELLS,
    SIZE,
    SYMBOLS,
    KrissKross,
    State,
)


def fields(game: KrissKross) -> Told:
    """What is told of the table, and of every grid."""
    area, kinds = SIZE * SIZE, len(SYMBOLS)
    throws = area // len(game.pool)
    most = game.points((1,) * area)

    def deciding(state: State, seat: int) -> Numbers:
        pending = game.pending(state)
        return (float(isinstance(pending, Decide) and seat in pending.seats),)

    def cells(state: State, seat: int) -> Numbers:
        numbers: list[float] = []
        for symbol in state.grids[seat]:
            numbers += one_hot(symbol - 1, kinds)
        return numbers

    table = (
        Field(
            "dice", face_labels(game.pool), lambda state, _: faces(game.pool, state.dice or (None,) * len(game.pool))
        ),
        Field("throws", ("share",), lambda state, _: (state.throws / throws,)),
    )
    sheet = (
        Field("decides", ("now",), deciding),
        Field("grid", tuple(f"{cell}={symbol}" for cell in CELLS for symbol in SYMBOLS), cells),
        Field(
            "total",
            ("points",),
            lambda state, seat: (game.points(state.grids[seat]) / most,),
            low=-1.0,
        ),
    )
    return table, sheet
