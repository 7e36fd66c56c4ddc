"""The bot of a level, for any game."""

from knobel.bots.court import judge_of
from knobel.bots.graded import Graded
from knobel.bots.greedy import Greedy
from knobel.bots.level import LEVELS, USUAL, Level
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.scene.text import LANGUAGES, say


def bot(game: AnyGame, level: Level = USUAL, seed: int | None = None) -> Player:
    """A player of this level; in a game that nobody can judge, one who takes what pays most at once."""
    try:
        judge_of(game)
    except BadSetup:
        return Greedy(seed)
    return Graded(level, seed)


def level_in(name: str) -> Level:
    """The level that a bot's name speaks of in any language, as in `bot owl` or `Bot Eule`; else the usual one."""
    words = name.lower().replace("-", " ").split()
    called = {say(level.name, language).lower(): level for language in LANGUAGES for level in LEVELS}
    return next((called[word] for word in words if word in called), USUAL)
