"""The scene of a scorecard game."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from knobel.core.dice import Faces
from knobel.core.game import Decide
from knobel.games.scorecard.rules import (
    FURTHER,
    THROWS,
    Card,
    Scorecard,
    State,
    Write,
    bonus,
    points,
    throws_left,
    upper,
)
from knobel.games.scorecard.rules import Sheet as Marks
from knobel.scene.model import Cell, Choice, Scene, Sheet
from knobel.scene.table import POINTS, keep_text, prompt, scene, starting_choices, starting_scene, tray
from knobel.scene.text import Text, game_text

Previews = Mapping[int, tuple[int, int | None]]
"""The worth of dice in every box they may be written in, and their sum if it is 0, for the reason."""
UPPER = 6
"""The number of boxes of the upper part, one for each face."""


def label(game: Scorecard, key: str) -> Text:
    """The name of a box."""
    return game_text(game, f"box.{key}")


def entry_text(card: Card, box: Text, worth: int) -> Text:
    """What is written into a box, or that it is struck."""
    if worth:
        return game_text(card.key, "choice.write", box=box, worth=worth)
    return game_text(card.key, "choice.strike", box=box)


def cells(game: Scorecard, marks: Marks, previews: Previews) -> tuple[Cell, ...]:
    """The cells of one sheet, with previews of the dice that may be written."""
    card = game.card
    written = [
        _open_cell(card, index, *previews[index]) if index in previews else _cell(card, index, mark)
        for index, mark in enumerate(marks.marks)
    ]
    if card.bonus:
        written.insert(card.bonus.boxes, _bonus_cell(card, upper(card, marks), bonus(card, marks)))
    if card.chips:
        written.append(_chips_cell(card, marks.chips))
    if game.further:
        written.append(_further_cell(card, marks.further))
    return tuple(written)


def _previews(game: Scorecard, marks: Marks, faces: Faces) -> Previews:
    worths, total = game.worths(marks, faces), sum(faces)
    return {index: (worths[index], None if worths[index] else total) for index in game.writable(marks, faces)}


# Few cells and choices differ, and tables use them again and again.


@lru_cache(maxsize=2048)
def _cell(card: Card, index: int, mark: int | None) -> Cell:
    """A box with its entry."""
    key = card.boxes[index].key
    help_text = game_text(card.key, f"help.{key if index >= UPPER else 'number'}")
    part = "upper" if index < UPPER else "lower"
    return Cell(key, game_text(card.key, f"box.{key}"), part, mark, mark == 0, help=help_text)


@lru_cache(maxsize=4096)
def _open_cell(card: Card, index: int, worth: int, total: int | None) -> Cell:
    """An open box with the worth of the dice; if that is 0, their sum is given."""
    cell = _cell(card, index, None)
    why = None if total is None else _reason(card, index, total)
    return replace(cell, preview=worth, reason=why, move=str(Write(cell.key)))


@lru_cache(maxsize=4096)
def _choice(card: Card, seat: int, index: int, worth: int, total: int | None, *, earns: bool) -> Choice:
    """The choice of writing the dice into an open box, which may earn the bonus."""
    cell = _open_cell(card, index, worth, total)
    assert cell.move is not None
    words = entry_text(card, cell.label, worth)
    effects = (game_text(card.key, "effect.bonus", points=card.bonus.points),) if earns and card.bonus else ()
    return Choice(seat, cell.move, words, worth, cell.reason, effects, cells=(cell.key,))


@lru_cache(maxsize=1024)
def _bonus_cell(card: Card, total: int, earned: int) -> Cell:
    """The progress towards the bonus."""
    assert card.bonus
    name = game_text(card.key, "box.bonus")
    help_text = game_text(card.key, "help.bonus", needed=card.bonus.needed, points=card.bonus.points)
    return Cell("bonus", name, "bonus", total, size=card.bonus.needed, points=earned, help=help_text)


@lru_cache(maxsize=64)
def _chips_cell(card: Card, left: int) -> Cell:
    """The chips that are left."""
    name, help_text = (game_text(card.key, key) for key in ("box.chips", "help.chips"))
    return Cell("chips", name, "chips", left, size=card.chips, help=help_text)


@lru_cache(maxsize=64)
def _further_cell(card: Card, count: int) -> Cell:
    """The bonus for further five of a kind."""
    name, help_text = game_text(card.key, "box.further"), game_text(card.key, "help.further", points=FURTHER)
    return Cell("further", name, "further", FURTHER * count, points=FURTHER * count, help=help_text)


def _reason(card: Card, index: int, total: int) -> Text:
    """Why dice with this sum are worth nothing in a box."""
    key = card.boxes[index].key
    if index < UPPER:
        return game_text(card.key, "reason.none", box=game_text(card.key, f"box.{key}"))
    return game_text(card.key, f"reason.{key}", sum=total)


def paint(game: Scorecard, state: State) -> Scene:
    """The table of a scorecard game."""
    if state.starting:
        sheets = tuple([_resting_sheet(game, seat, marks) for seat, marks in enumerate(state.sheets)])
        return starting_scene(game, state.starting, tray(game, state.tray, THROWS, None), sheets)
    pending = game.pending(state)
    deciding = state.seat if isinstance(pending, Decide) else None
    throws, mine = state.tray.throws, state.sheets[state.seat]
    left = throws_left(mine, throws) if deciding is not None else 0
    most = max(THROWS, throws + bool(left or state.tray.cup))
    keep = (
        game_text(game, "keep.chip", n=mine.chips) if left and throws >= THROWS else keep_text(left and THROWS - throws)
    )
    previews = {} if deciding is None else _previews(game, mine, state.tray.faces)
    sheets = tuple(
        [
            _sheet(game, seat, marks, previews) if seat == deciding else _resting_sheet(game, seat, marks)
            for seat, marks in enumerate(state.sheets)
        ]
    )
    writings = _choices(game.card, state.seat, mine, previews)
    question = prompt(pending, state.tray, most)
    return scene(game, pending, question, tray(game, state.tray, most, keep), sheets, choices=writings)


def _sheet(game: Scorecard, seat: int, marks: Marks, previews: Previews) -> Sheet:
    return Sheet(seat, cells(game, marks, previews), points(game.card, marks), POINTS)


@lru_cache(maxsize=1024)
def _resting_sheet(game: Scorecard, seat: int, marks: Marks) -> Sheet:
    """The sheet of a seat that does not decide, cached: most are unchanged from the state before."""
    return _sheet(game, seat, marks, {})


def choices(game: Scorecard, state: State) -> tuple[Choice, ...]:
    """The boxes that may be written into."""
    if state.starting:
        return starting_choices(state.starting)
    marks = state.sheets[state.seat]
    return _choices(game.card, state.seat, marks, _previews(game, marks, state.tray.faces))


def _choices(card: Card, seat: int, marks: Marks, previews: Previews) -> tuple[Choice, ...]:
    # The worth that a box of the upper part must have to earn the bonus, unless it was earned before.
    boxes, missing = (card.bonus.boxes, card.bonus.needed - upper(card, marks)) if card.bonus else (0, 0)
    return tuple(
        [
            _choice(card, seat, index, worth, total, earns=index < boxes and 0 < missing <= worth)
            for index, (worth, total) in previews.items()
        ]
    )


def paid_label(game: Scorecard, state: State, dice: Text | None) -> Text | None:
    """The text for holding dice when it costs a chip, which is after the third throw."""
    if state.tray.throws < THROWS:
        return None
    return game_text(game, "hold_chip", dice=dice) if dice else game_text(game, "throw_all_chip")
