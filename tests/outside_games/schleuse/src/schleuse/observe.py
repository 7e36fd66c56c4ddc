"""Schleuse in numbers."""

from knobel_lab.envs.encoding import Field, FieldGroups, faces, one_hot
from schleuse.rules import CANALS, LEAKS, UP, Schleuse, State


def fields(game: Schleuse) -> FieldGroups:
    """What is told of the table, and of every sheet."""

    def turn(state: State, seat: int) -> tuple[float, ...]:
        return one_hot((state.seat - seat) % game.seats, game.seats)

    def canals(state: State, seat: int) -> tuple[float, ...]:
        sheet = state.sheets[seat]
        return tuple(
            number / len(UP) for at in range(len(CANALS)) for number in (sheet.next_field(at), len(sheet.boats[at]))
        )

    table = (
        faces(game.pool, lambda state, _: state.faces or (None,) * len(game.pool)),
        Field("turn", tuple(f"seat{ahead}" for ahead in range(game.seats)), turn),
        Field("closed", tuple(CANALS), lambda state, _: tuple(map(float, state.closed))),
        Field("idle", ("yes",), lambda state, _: (float(state.idle),)),
    )
    sheet = (
        Field("decides", ("now",), lambda state, seat: (float(bool(game.moves(state, seat))),)),
        Field("canals", tuple(f"{canal}.{what}" for canal in CANALS for what in ("next", "boats")), canals),
        Field("leaks", ("share",), lambda state, seat: (state.sheets[seat].leaks / LEAKS,)),
    )
    return table, sheet
