"""Bots: of five levels, from a child's play to the best, and a greedy one who takes what pays most at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from knobel.core.dice import seeded
from knobel.core.errors import BadSetup, NotProvided, noted
from knobel.core.game import AnyGame, Throw
from knobel.core.playout import Player
from knobel.games.holding.tray import Keep
from knobel.games.spec import LANGUAGES, find
from knobel.players.judge import ENDGAMES, judge_of, objectives
from knobel.scene import choices
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
        found = choices(game, state, seat)
        best = max(found, key=lambda choice: (_value(choice), len(choice.effects), self._random.random()))
        value, answer = _value(best), moves[best.move]
        # Rolls of a turn come again and again, and what the best of each is worth takes long to say.
        known: dict[Roll, float] = {}
        for keep in _different(game, state, [move for move in moves.values() if isinstance(move, Keep)]):
            held = game.play(state, seat, keep)
            promise = sum(self._imagine(game, held, seat, known) for _ in range(TRIES)) / TRIES
            if promise > value:
                value, answer = promise, keep
        return answer

    def _imagine(self, game: AnyGame, state: Any, seat: int, known: dict["Roll", float]) -> float:
        """What one throw of the dice in the cup would be worth."""
        pending = game.pending(state)
        assert isinstance(pending, Throw)
        after = game.land(state, self._dice([game.pool[position] for position in pending.dice]))
        roll = _roll(game, after, range(len(game.pool)))
        if roll not in known:
            known[roll] = max(map(_value, choices(game, after, seat)))
        return known[roll]


Roll = tuple[tuple[str, int], ...]
"""Which faces dice show; equal dice are not told apart."""


def _roll(game: AnyGame, state: Any, positions: Iterable[int]) -> Roll:
    """What the dice in these places show."""
    return tuple(sorted((game.pool[at].name, state.tray.dice[at]) for at in positions))


def _value(choice: Choice) -> float:
    return UNKNOWN if choice.worth is None else choice.worth


def _different(game: AnyGame, state: Any, keeps: list[Keep]) -> list[Keep]:
    """One way of each to hold the same faces of equal dice."""
    seen: dict[Roll, Keep] = {}
    for keep in keeps:
        seen.setdefault(_roll(game, state, keep.positions), keep)
    return list(seen.values())


@dataclass(frozen=True, slots=True)
class Level:
    """How far a player is from the best: mistakes of a human size, not random moves."""

    key: str
    noise: float
    """How badly choices are misjudged: a standard deviation, in spreads: how far a turn moves the result."""
    childish: float
    """How often a choice is made as a child would make it."""

    @property
    def name(self) -> Text:
        """What people call it."""
        return text(f"level.{self.key}")

    def in_game(self, game: AnyGame) -> "Level":
        """The same level as it plays this game."""
        return Level(self.key, *find(game.key).levels.get(self.key, (self.noise, self.childish)))


LEVELS = (
    Level("chick", 0.4, 1.0),
    Level("hare", 0.25, 0.3),
    Level("cat", 0.25, 0.0),
    Level("fox", 0.15, 0.0),
    Level("owl", 0.0, 0.0),
)
USUAL = LEVELS[2]


def level(key: str) -> Level:
    """The level with this name."""
    for known in LEVELS:
        if known.key == key:
            return known
    raise noted(
        BadSetup(f"there is no level {key[:60]!r}; there are {', '.join(known.key for known in LEVELS)}"),
        "level",
        level=repr(key[:60]),
        known=", ".join(known.key for known in LEVELS),
    )


SAME = 9
"""Chances that agree in so many digits are the same."""


class Graded:
    """Makes the move it takes to be best; with equal seeds, it makes the same moves."""

    def __init__(self, level: Level, seed: int | None = None) -> None:
        self.level = level
        self._random = Random(seed)
        self._greedy = Greedy(seed)

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move this player makes."""
        level = self.level.in_game(game)
        if level.childish and self._random.random() < level.childish:
            return natural(game, state, seat, self._greedy)
        if not level.noise:
            return _best(game, state, seat)
        # The others play their own sheets well or badly, as people do; only the best looks at everybody's.
        judge = judge_of(game, objectives(game)[-1])
        ratings = judge.rate(game, state, seat)
        unit = find(game.key).turn_spread(game, judge.objective)
        # Choices that are worth the same to the last digit are the same choice: equal dice, told apart by position.
        errors = {worth: self._random.gauss(0, level.noise * unit) for worth in ratings.values()}
        return max(ratings, key=lambda move: ratings[move] + errors[ratings[move]])


def natural(game: AnyGame, state: Any, seat: int, greedy: Greedy) -> Any:
    """The move of a child; where nobody knows what children do, what pays most at once."""
    try:
        return find(game.key).child.child(game, state, seat)
    except NotProvided:
        return greedy(game, state, seat)


def _best(game: AnyGame, state: Any, seat: int) -> Any:
    """The best move there is; among those that win as often, the one that brings most."""
    usual, *others = objectives(game)
    ratings = judge_of(game, usual, ENDGAMES).rate(game, state, seat)
    if not others:
        return max(ratings, key=lambda move: ratings[move])
    most = round(max(ratings.values()), SAME)
    best = [move for move in ratings if round(ratings[move], SAME) == most]
    if len(best) == 1:
        return best[0]
    more = judge_of(game, others[-1], ENDGAMES).rate(game, state, seat)
    return max(best, key=lambda move: more[move])


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
