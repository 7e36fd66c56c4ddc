"""Printed pads: blank sheets of every game on A4 or A5, and sheets as they stand, as SVG and PDF.

A room describes its sheet as data (the facet `printed`); nothing here knows a game, and nothing but the standard
library is needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knobel.core.errors import BadSetup, NotProvided, noted
from knobel.core.game import AnyGame
from knobel.core.registry import make
from knobel.games.spec import find, spec
from knobel.printing import plain
from knobel.printing.drawing import Drawing
from knobel.printing.layout import Layout
from knobel.printing.model import Form
from knobel.printing.paper import SIZES, arranged
from knobel.printing.pdf import pdf
from knobel.printing.svg import svg
from knobel.scene.rulebook import house_rules
from knobel.scene.text import Text, catalogue, game_text, say

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
            raise noted(
                BadSetup(f"there is no page {page}; this pad has {len(self.pages)}, counted from 1"),
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
        raise noted(
            BadSetup(f"a pad is for {ROUNDS[0]} to {ROUNDS[-1]} games, not {games}"),
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
        return plain.forms(game, state, rounds)


def _pad(
    game: AnyGame, state: Any, rounds: int, *, size: str, language: str, names: Sequence[str], address: str
) -> Pad:
    if size not in SIZES:
        raise noted(
            BadSetup(f"there is no paper {size[:20]!r}; there are {', '.join(SIZES)}"),
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
