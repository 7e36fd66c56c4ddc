"""Printed pads: blank sheets of every game on A4 or A5, and sheets as they stand, as SVG and PDF.

A room describes its sheet as data (the facet `printed`); nothing here knows a game, and nothing but the standard
library is needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from knobel.core.errors import BadSetup, NotProvided, with_technical_text
from knobel.core.game import AnyGame
from knobel.core.registry import make
from knobel.games.spec import find, spec
from knobel.scene import look
from knobel.scene.model import Cell
from knobel.scene.printing.drawing import Drawing
from knobel.scene.printing.layout import Layout
from knobel.scene.printing.model import Block, Box, Form, Row
from knobel.scene.printing.paper import SIZES, arranged
from knobel.scene.printing.pdf import pdf
from knobel.scene.printing.svg import svg
from knobel.scene.rulebook import house_rules
from knobel.scene.text import Text, catalogue, game_text, say, text

ROUNDS = range(1, 7)
"""The allowed numbers of games of a pad."""


@dataclass(frozen=True)
class Pad:
    """A pad: its title, the numbers of players and games, and its pages."""

    title: str
    seats: int
    rounds: int
    pages: tuple[Drawing, ...]

    def pdf(self) -> bytes:
        """The pad as one PDF."""
        return pdf(self.pages, self.title)

    def svg(self, page: int = 1) -> str:
        """A page, counted from 1, as SVG."""
        if not 1 <= page <= len(self.pages):
            raise with_technical_text(
                BadSetup(f"this pad has pages 1 to {len(self.pages)}, not page {page}"),
                "pad_page",
                page=page,
                most=len(self.pages),
            )
        return svg(self.pages[page - 1], self.title)


def usual_seats(key: str) -> int:
    """The default number of players of a pad: four, if the game allows."""
    return min(4, find(key).seats[-1])


def usual_rounds(game: AnyGame) -> int:
    """The default number of games on a sheet."""
    try:
        return spec(game).printed.rounds(game)
    except NotProvided:
        return 1


def blank(
    key: str,
    seats: int | None = None,
    rounds: int | None = None,
    *,
    size: str = "A4",
    language: str = "de",
    address: str = "",
    options: Mapping[str, object] | None = None,
) -> Pad:
    """A blank pad for this many players and games."""
    game = make(key, seats or usual_seats(key), **(options or {}))
    games = usual_rounds(game) if rounds is None else rounds
    if games not in ROUNDS:
        raise with_technical_text(
            BadSetup(f"a pad holds {ROUNDS[0]} to {ROUNDS[-1]} games, not {games}"),
            "pad_games",
            fewest=ROUNDS[0],
            most=ROUNDS[-1],
            count=games,
        )
    return _pad(game, None, games, size=size, language=language, names=(), address=address)


def filled(
    game: AnyGame,
    state: Any,
    names: Sequence[str],
    *,
    size: str = "A4",
    language: str = "de",
    address: str = "",
) -> Pad:
    """A pad with the sheets of a table as they stand."""
    return _pad(game, state, 1, size=size, language=language, names=names, address=address)


def _forms(game: AnyGame, state: Any, rounds: int) -> Sequence[Form]:
    try:
        return spec(game).printed.forms(game, state, rounds)
    except NotProvided:
        return listed_cells(game, state, rounds)


def listed_cells(game: AnyGame, state: Any, rounds: int) -> list[Form]:
    """Sheets of a game that describes none: the cells of the scene, those of all players side by side."""
    sheets = look(game, game.start() if state is None else state).sheets
    filled = state is not None
    rows = [
        (cells[0].part, Row(tuple(_box(cell, filled) for cell in cells), cells[0].label))
        for cells in zip(*(sheet.cells for sheet in sheets), strict=True)
    ]
    blocks = [Block(tuple(row for _, row in part)) for _, part in groupby(rows, key=lambda row: row[0])] or [Block(())]
    heads = tuple(Box(text("print.seat", seat=sheet.seat) if filled else None) for sheet in sheets)
    total = Row(tuple(Box(sheet.total if filled else None) for sheet in sheets), text("print.total"), strong=True)
    blocks = [Block(blocks[0].rows, heads=heads), *blocks[1:], Block((total,))]
    return [Form(game_text(game, "title"), tuple(blocks))] * rounds


def _box(cell: Cell, filled: bool) -> Box:
    return Box(cell.value if filled else None, struck=filled and cell.struck)


def _pad(
    game: AnyGame, state: Any, rounds: int, *, size: str, language: str, names: Sequence[str], address: str
) -> Pad:
    if size not in SIZES:
        raise with_technical_text(
            BadSetup(f"unknown paper size {size[:20]!r}; use one of {', '.join(SIZES)}"),
            "paper",
            paper=repr(size[:20]),
            known=", ".join(SIZES),
        )
    catalogue(language)

    def speak(words: Text) -> str:
        return say(words, language, names)

    foot = " · ".join(filter(None, ("Knobel", address)))
    rules = tuple(house_rules(game, language))
    sheets = [Layout(form, speak, foot, rules) for form in _forms(game, state, rounds)]
    pages = arranged(sheets, size, blank=state is None)
    return Pad(speak(game_text(game, "title")), game.seats, rounds, tuple(pages))
