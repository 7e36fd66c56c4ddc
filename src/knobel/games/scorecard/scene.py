"""The scene of a scorecard game."""

from collections.abc import Iterable
from dataclasses import replace

from knobel.core.dice import Faces
from knobel.core.game import Decide
from knobel.games.scorecard.rules import THROWS, Card, Scorecard, State, Write, bonus, points, throws_left, upper
from knobel.games.scorecard.rules import Sheet as Marks
from knobel.scene.model import Cell, Choice, Scene, Sheet
from knobel.scene.table import keep_text, prompt, scene, tray
from knobel.scene.text import Text, game_text, text

UPPER = 6
"""How many boxes, one for each face, make the upper part."""


def label(game: Scorecard, key: str) -> Text:
    """The name of a box."""
    return game_text(game, f"box.{key}")


def reason(card: Card, index: int, faces: Faces) -> Text:
    """Why these dice are worth nothing in a box."""
    key = card.boxes[index].key
    if index < UPPER:
        return game_text(card.key, "reason.none", box=game_text(card.key, f"box.{key}"))
    return game_text(card.key, f"reason.{key}", sum=sum(faces))


def cells(card: Card, marks: Marks, faces: Faces | None) -> tuple[Cell, ...]:
    """The cells of one sheet, with previews if these dice may be written on it."""
    written = []
    for index, box in enumerate(card.boxes):
        mark = marks.marks[index]
        asked = game_text(card.key, f"help.{box.key if index >= UPPER else 'number'}")
        name = game_text(card.key, f"box.{box.key}")
        cell = Cell(box.key, name, "upper" if index < UPPER else "lower", mark, mark == 0, help=asked)
        if faces is not None and mark is None:
            worth = card.worths(faces)[index]
            why = None if worth else reason(card, index, faces)
            cell = replace(cell, preview=worth, reason=why, move=str(Write(box.key)))
        written.append(cell)
    if card.bonus:
        total = upper(card, marks)
        asked = game_text(card.key, "help.bonus", needed=card.bonus.needed, points=card.bonus.points)
        written.insert(
            card.bonus.boxes,
            Cell(
                "bonus",
                game_text(card.key, "box.bonus"),
                "bonus",
                total,
                size=card.bonus.needed,
                points=bonus(card, marks),
                help=asked,
            ),
        )
    if card.chips:
        name, asked = (game_text(card.key, key) for key in ("box.chips", "help.chips"))
        written.append(Cell("chips", name, "chips", marks.chips, size=card.chips, help=asked))
    return tuple(written)


def paint(game: Scorecard, state: State) -> Scene:
    """The table of a scorecard game."""
    card = game.card
    pending = game.pending(state)
    deciding = state.seat if isinstance(pending, Decide) else None
    throws, mine = state.tray.throws, state.sheets[state.seat]
    left = throws_left(mine, throws) if deciding is not None else 0
    most = max(THROWS, throws + bool(left or state.tray.cup))
    keep = (
        game_text(game, "keep.chip", n=mine.chips) if left and throws >= THROWS else keep_text(left and THROWS - throws)
    )
    sheets = tuple(
        Sheet(
            seat,
            cells(card, marks, state.tray.faces if seat == deciding else None),
            points(card, marks),
            text("unit.points"),
        )
        for seat, marks in enumerate(state.sheets)
    )
    found = _choices(game, state.seat, sheets[state.seat].cells)
    asked = prompt(pending, state.tray, most)
    return scene(game, pending, asked, tray(game, state.tray, most, keep), sheets, choices=found)


def choices(game: Scorecard, state: State) -> tuple[Choice, ...]:
    """The boxes that may be written into."""
    return _choices(game, state.seat, cells(game.card, state.sheets[state.seat], state.tray.faces))


def _choices(game: Scorecard, seat: int, written: Iterable[Cell]) -> tuple[Choice, ...]:
    return tuple(_choice(game, seat, cell) for cell in written if cell.move)


def _choice(game: Scorecard, seat: int, cell: Cell) -> Choice:
    assert cell.move is not None
    assert isinstance(cell.preview, int)
    words = (
        game_text(game, "choice.write", box=cell.label, worth=cell.preview)
        if cell.preview
        else game_text(game, "choice.strike", box=cell.label)
    )
    return Choice(seat, cell.move, words, cell.preview, cell.reason, cells=(cell.key,))


def paid_label(game: Scorecard, state: State, dice: Text | None) -> Text | None:
    """Holding dice in words once it costs a chip, which is after the third throw."""
    if state.tray.throws < THROWS:
        return None
    return game_text(game, "hold_chip", dice=dice) if dice else game_text(game, "throw_all_chip")
