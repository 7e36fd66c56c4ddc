"""Kribbeln in numbers: the row in play, and what stands in every row."""

from typing import Any

from knobel.envs.encoding import Field, Numbers, Told, one_hot, tray, whole
from knobel.games.kribbeln.rules.game import THROWS, Kribbeln
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.kribbeln.rules.tasks import COLOURS


def fields(game: Kribbeln) -> Told:
    """What is told of the table, and of every sheet."""
    rows, dice, most = tuple(row.key for row in ROWS), len(game.pool), 6 * len(game.pool)
    total = len(rows) * game.seats

    def met(state: Any, _: int) -> Numbers:
        asked = None not in state.tray.dice and state.row < len(rows)
        return (float(asked and game.met(state.row, state.tray.dice)),)

    table = (
        *tray(game, THROWS),
        Field("row", rows, lambda state, _: one_hot(state.row, len(rows))),
        Field("sum", ("dice",), whole(lambda shown: (sum(game.numbers(shown)) / most,), 1)),
        Field("colours", COLOURS, whole(lambda shown: [count / dice for count in game.counts(shown)], len(COLOURS))),
        Field("met", ("task",), met),
    )
    sheet = (
        Field("written", rows, lambda state, seat: [float(entry is not None) for entry in state.sheets[seat]]),
        Field("sums", rows, lambda state, seat: [(entry or 0) / most for entry in state.sheets[seat]]),
        Field("total", ("points",), lambda state, seat: (game.scores(state)[seat] / total,)),
    )
    return table, sheet
