"""Scenes: what any front end draws. Each game's room has a `scene` that paints it."""

from typing import Any

from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel.games.spec import spec
from knobel.scene.model import Choice, Scene
from knobel.scene.text import Text


def look(game: AnyGame, state: Any) -> Scene:
    """The scene of a table."""
    return spec(game).scene.paint(game, state)


def choices(game: AnyGame, state: Any, seat: int) -> list[Choice]:
    """The moves of a seat that decides, as they stand in the scene, without all else that a scene has."""
    return [choice for choice in spec(game).scene.choices(game, state) if choice.seat == seat]


def colours(game: AnyGame, die: int) -> list[str] | None:
    """The colours in which a die of a game shows its faces, if they differ."""
    try:
        return spec(game).scene.colours(game, die)
    except NotProvided:
        return None


def signs(game: AnyGame, die: int) -> list[str]:
    """What is drawn of each face of a die: its text, or what the room says."""
    try:
        return spec(game).scene.signs(game, die)
    except NotProvided:
        return list(game.pool[die].faces)


def label(game: AnyGame, key: str) -> Text:
    """The name of something that `appraise` or `odds` of a game gives a number to."""
    return spec(game).scene.label(game, key)
