"""Bots: of five levels, who misjudge what choices are worth, and a greedy one who takes what pays most at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from knobel.core.dice import seeded
from knobel.core.errors import BadSetup, NotProvided
from knobel.core.game import AnyGame, Throw
from knobel.core.playout import Player
from knobel.games.holding.tray import Keep
from knobel.games.spec import LANGUAGES, find
from knobel.players.judge import Judge, judge_of, objectives
from knobel.scene import choices, look
from knobel.scene.model import Choice
from knobel.scene.text import Text, say, text

TRIES = 6
"""How many imagined throws decide about a way to hold dice."""

UNKNOWN = 0.5
"""A choice whose worth shows only later beats a choice worth nothing."""


class Greedy:
    """Takes the choice worth most now; holds the dice whose next throw promises most. Ties fall at random."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)
        self._dice = seeded(self._random.getrandbits(63))

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move this player makes."""
        moves = {str(move): move for move in game.moves(state, seat)}
        best = self._best(game, state, seat)
        value, answer = _value(best), moves[best.move]
        for keep in _different(game, state, [move for move in moves.values() if isinstance(move, Keep)]):
            promise = sum(self._imagine(game, game.play(state, seat, keep), seat) for _ in range(TRIES)) / TRIES
            if promise > value:
                value, answer = promise, keep
        return answer

    def _best(self, game: AnyGame, state: Any, seat: int) -> Choice:
        """The choice that ends the turn best."""
        found = choices(game, state, seat)
        return max(found, key=lambda choice: (_value(choice), len(choice.effects), self._random.random()))

    def _imagine(self, game: AnyGame, state: Any, seat: int) -> float:
        """What one throw of the dice in the cup would be worth."""
        pending = game.pending(state)
        assert isinstance(pending, Throw)
        after = game.land(state, self._dice([game.pool[position] for position in pending.dice]))
        return _value(self._best(game, after, seat))


def _value(choice: Choice) -> float:
    return UNKNOWN if choice.worth is None else choice.worth


def _different(game: AnyGame, state: Any, keeps: list[Keep]) -> list[Keep]:
    """One way of each to hold the same faces of equal dice."""
    seen: dict[tuple[tuple[str, str | None], ...], Keep] = {}
    dice = look(game, state).tray.dice if keeps else ()
    for keep in keeps:
        held = tuple(sorted((dice[at].die, dice[at].face) for at in keep.positions))
        seen.setdefault(held, keep)
    return list(seen.values())


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


SAME = 9
"""Chances that agree in so many digits are the same."""


class Graded:
    """Makes the move it takes to be best; with equal seeds, it makes the same moves."""

    def __init__(self, level: Level, seed: int | None = None) -> None:
        self.level = level
        self._random = Random(seed)

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move this player makes."""
        judge = self._judge(game)
        ratings = judge.rate(game, state, seat)
        if not self.level.noise and judge.objective == "win":
            points = self._points(game, state, seat)
            return max(ratings, key=lambda move: (round(ratings[move], SAME), points.get(move, 0)))
        if not self.level.noise:
            return max(ratings, key=lambda move: ratings[move])
        unit = WIN_UNIT if judge.objective == "win" else abs(judge.value(game, game.start(), seat)) / 100
        # Choices that are worth the same to the last digit are the same choice: equal dice, told apart by position.
        errors = {worth: self._random.gauss(0, self.level.noise * unit) for worth in ratings.values()}
        lures = self._lures(game, state, seat)
        return max(ratings, key=lambda move: ratings[move] + errors[ratings[move]] + lures.get(str(move), 0) * unit)

    def _judge(self, game: AnyGame) -> Judge:
        """Who rates the moves: estimates of what everybody's sheet may come to are only for the best."""
        judge = judge_of(game)
        estimated = judge.objective == "win" and find(game.key).judge.approximation(game.seats, "win") == "chances"
        return judge_of(game, "points") if self.level.noise and estimated else judge

    def _points(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        """What moves bring in points, where a game may be judged by them: a game that is lost or won is played well."""
        return judge_of(game, "points").rate(game, state, seat) if "points" in objectives(game) else {}

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
