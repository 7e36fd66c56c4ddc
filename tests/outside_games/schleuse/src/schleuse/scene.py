"""The scene of Schleuse."""

from functools import partial

from knobel import Decide, Over, Throw
from knobel.scene.model import Cell, Choice, Scene, Sheet, Tray
from knobel.scene.table import POINTS, over, scene, tray_die
from knobel.scene.text import Text, game_text, text
from schleuse.rules import CANALS, GREY, LEAK, LEAKS, PASS, RED, Move, Schleuse, State, sent

own_text = partial(game_text, "schleuse")


def label(_game: Schleuse, key: str) -> Text:
    """The name of what `appraise` counts."""
    return own_text(key)


def choices(game: Schleuse, state: State) -> tuple[Choice, ...]:
    """The boats that may be sent by all who decide, and to send none."""
    return tuple(_choice(game, state, seat, move) for seat in range(game.seats) for move in game.moves(state, seat))


def _choice(game: Schleuse, state: State, seat: int, move: Move) -> Choice:
    if move == PASS:
        leaks = not state.waiting and state.idle
        words = own_text("choice.leak" if leaks else "choice.pass")
        return Choice(seat, str(move), words, -LEAK if leaks else 0)
    worth = sent(state.sheets[seat], move).points - state.sheets[seat].points
    words = own_text("choice.send", canal=own_text(f"part.{move.canal}"), field=move.field, worth=worth)
    effects = (own_text("closes"),) if move.field == CANALS[move.canal][-1] else ()
    return Choice(seat, str(move), words, worth, effects=effects, cells=(_key(move.canal, move.field),))


def paint(game: Schleuse, state: State) -> Scene:
    """The table of Schleuse."""
    pending = game.pending(state)
    match pending:
        case Throw(seat, _):
            prompt = text("prompt.throw", seat=seat)
        case Decide(seats) if state.waiting:
            prompt = own_text("prompt.all", n=len(seats), sum=game.sums(state)[0])
        case Decide((seat, *_)):
            prompt = own_text("prompt.own", seat=seat)
        case Over(places):
            prompt = over(places)
    shown = state.faces or (None,) * len(game.pool)
    dice = [tray_die(at + 1, game.pool[at].name, shown[at] and str(shown[at])) for at in GREY]
    dice.append(tray_die(RED + 1, game.pool[RED].name, shown[RED] and str(shown[RED]), "red"))
    sheets = tuple(_sheet(game, state, seat) for seat in range(game.seats))
    return scene(game, pending, prompt, Tray(tuple(dice)), sheets, choices=choices(game, state))


def _sheet(game: Schleuse, state: State, seat: int) -> Sheet:
    sheet, moves = state.sheets[seat], set(game.moves(state, seat))
    cells = []
    for at, (canal, fields) in enumerate(CANALS.items()):
        for index, field in enumerate(fields):
            here, move = index in sheet.boats[at], Move(canal, field)
            locked = not here and (index < sheet.next_field(at) or state.closed[at])
            cells.append(
                Cell(
                    _key(canal, field),
                    text("coach.whole", n=field),
                    canal,
                    field if here else None,
                    struck=locked,
                    preview=field if move in moves else None,
                    reason=own_text("locked") if locked else None,
                    move=str(move) if move in moves else None,
                )
            )
    cells.append(Cell("leaks", own_text("leaks"), "leaks", sheet.leaks, size=LEAKS, points=-LEAK * sheet.leaks))
    return Sheet(seat, tuple(cells), sheet.points, POINTS)


def _key(canal: str, field: int) -> str:
    return f"{canal}_{field}"
