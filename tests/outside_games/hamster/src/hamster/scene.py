"""The scene of Hamster."""

from functools import partial

from hamster.rules import HOME, MORE, Hamster, State
from knobel import Decide, Over, Throw
from knobel.scene.model import Cell, Choice, Scene, Sheet, Tray
from knobel.scene.table import over, scene, tray_die
from knobel.scene.text import Text, game_text, text

own_text = partial(game_text, "hamster")


def label(_game: Hamster, key: str) -> Text:
    """The name of what `appraise` counts."""
    return own_text(key)


def choices(game: Hamster, state: State) -> tuple[Choice, ...]:
    """Throwing once more, or going home."""
    match game.pending(state):
        case Decide((seat,)):
            home = own_text("choice.home", n=state.cheeks)
            return (
                Choice(seat, str(MORE), own_text("choice.more")),
                Choice(seat, str(HOME), home, state.cheeks, cells=("home",)),
            )
    return ()


def paint(game: Hamster, state: State) -> Scene:
    """The table of Hamster."""
    pending = game.pending(state)
    notes: tuple[Text, ...] = ()
    match pending:
        case Throw(seat, _):
            prompt = text("prompt.throw", seat=seat)
            if state.lost is not None:
                notes = (own_text("sneezed", seat=(seat - 1) % game.seats, n=state.lost),)
        case Decide((seat, *_)):
            prompt = own_text("prompt.dare", seat=seat)
        case Over(places):
            prompt = over(places)
    tray = Tray((tray_die(1, game.pool[0].name, None if state.face is None else str(state.face)),))
    sheets = tuple(_sheet(game, state, seat, pending == Decide((seat,))) for seat in range(game.seats))
    return scene(game, pending, prompt, tray, sheets, choices=choices(game, state), notes=notes)


def _sheet(game: Hamster, state: State, seat: int, decides: bool) -> Sheet:
    points, cheeks = state.points[seat], state.cheeks if seat == state.seat else 0
    home = Cell(
        "home",
        own_text("home"),
        "burrow",
        points,
        size=game.goal,
        preview=points + cheeks if decides else None,
        move=str(HOME) if decides else None,
    )
    full = Cell("cheeks", own_text("cheeks"), "burrow", cheeks)
    return Sheet(seat, (home, full), points, own_text("unit"), game.goal)
