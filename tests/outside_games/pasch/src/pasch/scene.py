"""The scene of Pasch."""

from functools import partial

from knobel import Decide, Over, Throw
from knobel.scene.model import Cell, Choice, Scene, Sheet, Tray, TrayDie
from knobel.scene.table import over, scene
from knobel.scene.text import Text, game_text, text
from pasch.rules import THROWS, Pasch, State, pair

own_text = partial(game_text, "pasch")


def label(game: Pasch, key: str) -> Text:
    """The name of what `appraise` gives a worth to."""
    return own_text(key)


def choices(game: Pasch, state: State) -> tuple[Choice, ...]:
    """What may be decided, and what it adds at once."""
    best, _, _, faces = state
    return tuple(
        Choice(seat, move, own_text(move), max(0, pair(faces) - best[seat]) if move == "stop" else None)
        for seat in range(game.seats)
        for move in game.moves(state, seat)
    )


def paint(game: Pasch, state: State) -> Scene:
    """The table of Pasch."""
    best, _, throws, faces = state
    pending = game.pending(state)
    match pending:
        case Throw(seat, _):
            asked = text("prompt.throw", seat=seat)
        case Decide((seat,)):
            asked = text("prompt.keep_or_write", seat=seat)
        case Over(places):
            asked = over(places)
    dice = tuple(TrayDie(at + 1, die.name, die.text(faces[at]) if faces else None) for at, die in enumerate(game.pool))
    sheets = tuple(
        Sheet(seat, (Cell("pair", own_text("pair"), "pairs", points or None),), points, text("unit.points"))
        for seat, points in enumerate(best)
    )
    return scene(game, pending, asked, Tray(dice, throws, THROWS), sheets, choices=choices(game, state))
