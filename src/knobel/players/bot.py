"""Bots: five levels, from a child's play to the best, and a greedy one that maximises the immediate worth."""

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
"""How many sampled throws estimate the worth of a holding."""

UNKNOWN = 0.5
"""The assumed worth of a choice that pays only later: more than one worth nothing."""


class Greedy:
    """Takes the choice with the highest worth now, or holds the dice whose next throw has the best sampled mean."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)
        self._dice = seeded(self._random.getrandbits(63))

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """Choose a move."""
        moves = {str(move): move for move in game.moves(state, seat)}
        found = choices(game, state, seat)
        best = max(found, key=lambda choice: (_value(choice), len(choice.effects), self._random.random()))
        value, answer = _value(best), moves[best.move]
        # The same rolls come again and again, and their best choice is slow to compute.
        known: dict[Roll, float] = {}
        for keep in _different(game, state, [move for move in moves.values() if isinstance(move, Keep)]):
            held = game.play(state, seat, keep)
            promise = sum(self._imagine(game, held, seat, known) for _ in range(TRIES)) / TRIES
            if promise > value:
                value, answer = promise, keep
        return answer

    def _imagine(self, game: AnyGame, state: Any, seat: int, known: dict["Roll", float]) -> float:
        """The worth of one sampled throw of the dice in the cup."""
        pending = game.pending(state)
        assert isinstance(pending, Throw)
        after = game.land(state, self._dice([game.pool[position] for position in pending.dice]))
        roll = _roll(game, after, range(len(game.pool)))
        if roll not in known:
            known[roll] = max(map(_value, choices(game, after, seat)))
        return known[roll]


Roll = tuple[tuple[str, int], ...]
"""The faces of dice; equal dice are not distinguished."""


def _roll(game: AnyGame, state: Any, positions: Iterable[int]) -> Roll:
    """The faces of the dice at these positions."""
    return tuple(sorted((game.pool[at].name, state.tray.dice[at]) for at in positions))


def _value(choice: Choice) -> float:
    return UNKNOWN if choice.worth is None else choice.worth


def _different(game: AnyGame, state: Any, keeps: list[Keep]) -> list[Keep]:
    """One move for each distinct set of held faces."""
    seen: dict[Roll, Keep] = {}
    for keep in keeps:
        seen.setdefault(_roll(game, state, keep.positions), keep)
    return list(seen.values())


@dataclass(frozen=True, slots=True)
class Level:
    """How a level deviates from the best play: by misjudging choices like people, not by random moves."""

    key: str
    noise: float
    """The standard deviation of errors in rating choices, in spreads of a turn."""
    childish: float
    """The chance that a move is made as a child would make it."""

    @property
    def name(self) -> Text:
        """The name of the level."""
        return text(f"level.{self.key}")

    def in_game(self, game: AnyGame) -> "Level":
        """The level with the parameters for this game."""
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
"""Chances that agree in this many digits are equal."""


class Graded:
    """Makes the move with the best rating, with the errors of its level; deterministic for a seed."""

    def __init__(self, level: Level, seed: int | None = None) -> None:
        self.level = level
        self._random = Random(seed)
        self._greedy = Greedy(seed)

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """Choose a move."""
        level = self.level.in_game(game)
        if level.childish and self._random.random() < level.childish:
            return natural(game, state, seat, self._greedy)
        if not level.noise:
            return _best(game, state, seat)
        # Other levels play for their own sheets, as people do; only the best considers all seats.
        judge = judge_of(game, objectives(game)[-1])
        ratings = judge.rate(game, state, seat)
        unit = find(game.key).turn_spread(game, judge.objective)
        # Choices with exactly equal ratings are equivalent, as with equal dice, so they get the same error.
        errors = {worth: self._random.gauss(0, level.noise * unit) for worth in ratings.values()}
        return max(ratings, key=lambda move: ratings[move] + errors[ratings[move]])


def natural(game: AnyGame, state: Any, seat: int, greedy: Greedy) -> Any:
    """The move of a child; in a game without that facet, the greedy move."""
    try:
        return find(game.key).child.child(game, state, seat)
    except NotProvided:
        return greedy(game, state, seat)


def _best(game: AnyGame, state: Any, seat: int) -> Any:
    """The best move; among those with equal ratings, the best by the second objective."""
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
    """A player of this level; in a game without a judge, a greedy one."""
    try:
        judge_of(game)
    except NotProvided:
        return Greedy(seed)
    return Graded(level, seed)


def level_in(name: str) -> Level:
    """The level in a bot's name in any language, as in `bot owl` or `Bot Eule`; else the default one."""
    words = name.lower().replace("-", " ").split()
    called = {say(level.name, language).lower(): level for language in LANGUAGES for level in LEVELS}
    return next((called[word] for word in words if word in called), USUAL)
