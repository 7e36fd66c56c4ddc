"""Rendering: a table as text, as SVG or as pixels."""

import sys
from typing import Any

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.envs.picture import draw
from knobel.envs.pixels import pixels
from knobel.envs.render_text import tell
from knobel.envs.svg import svg
from knobel.scene import look

MODES = ("human", "ansi", "svg", "rgb_array")
"""`human` prints the text, the others give text, SVG or pixels back."""


def render(game: AnyGame, state: Any, mode: str | None) -> Any:
    """The table as the mode says."""
    if mode not in MODES:
        raise BadSetup(f"there is no render mode {mode!r}; there are {', '.join(MODES)}")
    scene = look(game, state)
    match mode:
        case "svg":
            return svg(draw(scene))
        case "rgb_array":
            return pixels(draw(scene))
        case "ansi":
            return tell(scene)
        case _:
            sys.stdout.write(tell(scene))
            return None
