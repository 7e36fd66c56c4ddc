"""Bots of five levels: they know what choices are worth, and misjudge them as much as their level says."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from knobel.core.errors import BadSetup, NotProvided
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.games.spec import LANGUAGES
from knobel.players.greedy import Greedy
from knobel.players.judge import judge_of
from knobel.scene import choices
from knobel.scene.text import Text, say, text


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


WIN_UNIT = 0.02
"""What a per cent is of a chance to win, where a half is at stake with every game: about as much as of points."""


class Graded:
    """Makes the move it takes to be best; with equal seeds, it makes the same moves."""

    def __init__(self, level: Level, seed: int | None = None) -> None:
        self.level = level
        self._random = Random(seed)

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move this player makes."""
        judge = judge_of(game)
        ratings = judge.rate(game, state, seat)
        if not self.level.noise:
            return max(ratings, key=lambda move: ratings[move])
        unit = WIN_UNIT if judge.objective == "win" else abs(judge.value(game, game.start(), seat)) / 100
        # Choices that are worth the same to the last digit are the same choice: equal dice, told apart by position.
        errors = {worth: self._random.gauss(0, self.level.noise * unit) for worth in ratings.values()}
        lures = self._lures(game, state, seat)
        return max(ratings, key=lambda move: ratings[move] + errors[ratings[move]] + lures.get(str(move), 0) * unit)

    def _lures(self, game: AnyGame, state: Any, seat: int) -> Mapping[str, float]:
        """How far each choice that ends the turn falls short of the one that pays most at once."""
        if not self.level.lure:
            return {}
        paid = {choice.move: choice.worth or 0 for choice in choices(game, state, seat)}
        most, least = max(paid.values()), min(paid.values())
        return {move: self.level.lure * (worth - most) / max(1, most - least) for move, worth in paid.items()}


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
