"""Kriss Kross as an observation: the symbols thrown, and every grid."""

from knobel.core.game import Decide
from knobel.games.krisskross.rules import (
    CELLS,
    SIZE,
    SYMBOLS,
    Grid,
    KrissKross,
    State,
    can_place,
)
from knobel_lab.envs.encoding import Field, FieldGroups, Numbers, faces, one_hot, side_by_side
from knobel_lab.facets import Glyph


def fields(game: KrissKross) -> FieldGroups:
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


def finished(_game: KrissKross, state: State, seat: int) -> bool:
    """Whether a grid has no room for two symbols any more."""
    return not can_place(state.grids[seat])


def glyphs() -> dict[str, Glyph]:
    """How the symbols are drawn."""
    return {
        "dot": Glyph("•", radius=0.2),
        "cross": Glyph("✕", CROSS),
        "triangle": Glyph("△", ((0.5, 0), (1, 0.95), (0, 0.95))),
        "square": Glyph("□", ((0.05, 0.05), (0.95, 0.05), (0.95, 0.95), (0.05, 0.95))),
        "circle": Glyph("○", filled=False),
        "star": Glyph("★", STAR),
    }


CROSS = ((0, 0.2), (0.2, 0), (0.5, 0.3), (0.8, 0), (1, 0.2), (0.7, 0.5), (1, 0.8), (0.8, 1), (0.5, 0.7), (0.2, 1), (0, 0.8), (0.3, 0.5))  # fmt: skip  # noqa: E501
STAR = ((0.5, 0), (0.62, 0.36), (1, 0.38), (0.7, 0.61), (0.81, 0.98), (0.5, 0.77), (0.19, 0.98), (0.3, 0.61), (0, 0.38), (0.38, 0.36))  # fmt: skip  # noqa: E501
