"""The bot of a level, for any game."""

from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.games.spec import LANGUAGES
from knobel.players.graded import Graded
from knobel.players.greedy import Greedy
from knobel.players.judge import judge_of
from knobel.players.level import LEVELS, USUAL, Level
from knobel.scene.text import say


def bot(game: AnyGame, level: Level = USUAL, seed: int | None = None) -> Player:
    """A player of this level; in a game that brings no judge, one who takes what pays most at once."""
    try:
        judge_of(game)
    except NotProvided:
        return Greedy(seed)
    return Graded(level, seed)


def level_in(name: str) -> Level:
    """The level that a bot's name speaks of in any language, as in `bot owl` or `Bot Eule`; else the usual one."""
    words = name.lower().replace("-", " ").split()
    called = {say(level.name, language).lower(): level for language in LANGUAGES for level in LEVELS}
    return next((called[word] for word in words if word in called), USUAL)
