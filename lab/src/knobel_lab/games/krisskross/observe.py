"""Kriss Kross as an observation: the symbols thrown, and every grid."""

from knobel.core.game import Decide
from knobel.games.krisskross.rules import (
    CELLS,
    SIZE,
    SYMBOLS,
    Grid,
    KrissKross,
    State,
)
from knobel_lab.envs.encoding import Field, Numbers, Told, faces, one_hot, side_by_side


def fields(game: KrissKross) -> Told:
    """The features of the table, and those of every grid."""
    area = SIZE * SIZE
    symbols = {at: one_hot(at - 1, len(SYMBOLS)) for at in range(len(SYMBOLS) + 1)}
    throws, in_the_cup = area // len(game.pool), (None,) * len(game.pool)
    most = game.points((1,) * area)

    def deciding(state: State, seat: int) -> Numbers:
        pending = game.pending(state)
        return (float(isinstance(pending, Decide) and seat in pending.seats),)

    def grid(state: State, seat: int) -> Grid:
        return state.grids[seat]

    table = (
        faces(game.pool, lambda state, _: state.dice or in_the_cup),
        Field("throws", ("share",), lambda state, _: (state.throws / throws,), part=lambda state, _: state.throws),
    )
    sheet = (
        Field("decides", ("now",), deciding),
        side_by_side("grid", tuple(f"{cell}={symbol}" for cell in CELLS for symbol in SYMBOLS), [symbols] * area, grid),
        Field(
            "total",
            ("points",),
            lambda state, seat: (game.points(state.grids[seat]) / most,),
            low=-1.0,
            part=grid,
        ),
    )
    return table, sheet
