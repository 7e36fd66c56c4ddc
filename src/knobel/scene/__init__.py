"""Scenes: what any front end draws. Each game's room has a `scene` facet that makes it."""

from typing import Any

from knobel.core.game import AnyGame
from knobel.games.spec import spec
from knobel.scene.model import Choice, Scene
from knobel.scene.text import Text


def look(game: AnyGame, state: Any) -> Scene:
    """The scene of a table."""
    return spec(game).scene.paint(game, state)


def choices(game: AnyGame, state: Any, seat: int) -> list[Choice]:
    """The moves of a seat that decides, as in the scene, without the rest of it."""
    return [choice for choice in spec(game).scene.choices(game, state) if choice.seat == seat]


def choice_of(scene: Scene, seat: int, move: Any) -> Choice | None:
    """The choice of a seat that makes this move; None for one that holds dice of the tray."""
    written = str(move)
    return next((choice for choice in scene.choices if choice.seat == seat and choice.move == written), None)


def label(game: AnyGame, key: str) -> Text:
    """The name of a key of a game's `appraise` or `odds`."""
    return spec(game).scene.label(game, key)
