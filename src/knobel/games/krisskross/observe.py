"""Kriss Kross in numbers: the symbols thrown, and every grid."""

from knobel.core.game import Decide
from knobel.envs.encoding import Field, Numbers, Told, face_labels, faces, one_hot
from knobel.games.krisskross.rules import (
    CELLS,
    SIZE,
    SYMBOLS,
    Grid,
    KrissKross,
    State,
)


def fields(game: KrissKross) -> Told:
    """What is told of the table, and of every grid."""
    area = SIZE * SIZE
    tell, symbols = faces(game.pool), [one_hot(at - 1, len(SYMBOLS)) for at in range(len(SYMBOLS) + 1)]
    throws = area // len(game.pool)
    most = game.points((1,) * area)

    def deciding(state: State, seat: int) -> Numbers:
        pending = game.pending(state)
        return (float(isinstance(pending, Decide) and seat in pending.seats),)

    def grid(state: State, seat: int) -> Grid:
        return state.grids[seat]

    def cells(state: State, seat: int) -> Numbers:
        return [number for symbol in state.grids[seat] for number in symbols[symbol]]

    table = (
        Field(
            "dice",
            face_labels(game.pool),
            lambda state, _: tell(state.dice or (None,) * len(game.pool)),
            part=lambda state, _: state.dice,
        ),
        Field("throws", ("share",), lambda state, _: (state.throws / throws,), part=lambda state, _: state.throws),
    )
    sheet = (
        Field("decides", ("now",), deciding),
        Field("grid", tuple(f"{cell}={symbol}" for cell in CELLS for symbol in SYMBOLS), cells, part=grid),
        Field(
            "total",
            ("points",),
            lambda state, seat: (game.points(state.grids[seat]) / most,),
            low=-1.0,
            part=grid,
        ),
    )
    return table, sheet
