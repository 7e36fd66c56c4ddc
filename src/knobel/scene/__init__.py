"""Scenes: what any front end draws, game by game. A new game needs a module here and a line in PAINTERS."""

from typing import Any, Protocol

from knobel.core.game import AnyGame
from knobel.scene import kribbeln, krisskross, master, scorecard
from knobel.scene.model import Choice, Scene
from knobel.scene.text import Text


class Painter(Protocol):
    """A module that paints a game."""

    def paint(self, game: Any, state: Any) -> Scene:
        """The scene of a table."""

    def choices(self, game: Any, state: Any) -> tuple[Choice, ...]:
        """The moves of those who decide, without holding dice."""

    def label(self, key: str) -> Text:
        """The name of something the game's `appraise` gives a worth to."""


PAINTERS: dict[str, Painter] = {
    "kribbeln": kribbeln,
    "extreme": scorecard,
    "krisskross": krisskross,
    "master": master,
    "hexhex": scorecard,
    "classic": scorecard,
}


def look(game: AnyGame, state: Any) -> Scene:
    """The scene of a table."""
    return PAINTERS[game.key].paint(game, state)


def choices(game: AnyGame, state: Any, seat: int) -> list[Choice]:
    """The moves of a seat that decides, as they stand in the scene, without all else that a scene has."""
    return [choice for choice in PAINTERS[game.key].choices(game, state) if choice.seat == seat]


def colours(key: str, die: int) -> list[str] | None:
    """The colours in which a die of a game shows its faces, if they differ."""
    return kribbeln.colours(die) if key == "kribbeln" else None


def label(game: AnyGame, key: str) -> Text:
    """The name of something the game's `appraise` gives a worth to."""
    return PAINTERS[game.key].label(key)
