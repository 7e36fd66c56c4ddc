"""Levels of strength: five of them, from a child's play to the best there is."""

from dataclasses import dataclass

from knobel.core.errors import BadSetup
from knobel.scene.text import Text, text


@dataclass(frozen=True, slots=True)
class Level:
    """How far a player is from the best: mistakes of a human size, not random moves."""

    key: str
    noise: float
    """How badly choices are misjudged: a standard deviation, in per cent of what a game is worth at the start."""
    lure: float
    """How strongly what a choice pays at once outshines what it leads to, in the same unit."""

    @property
    def name(self) -> Text:
        """What people call it."""
        return text(f"level.{self.key}")


LEVELS = (
    Level("chick", 2.0, 3.0),
    Level("hare", 1.2, 2.0),
    Level("cat", 0.6, 1.0),
    Level("fox", 0.25, 0.0),
    Level("owl", 0.0, 0.0),
)
USUAL = LEVELS[2]


def level(key: str) -> Level:
    """The level with this name."""
    for known in LEVELS:
        if known.key == key:
            return known
    raise BadSetup(f"there is no level {key[:60]!r}; there are {', '.join(known.key for known in LEVELS)}")
