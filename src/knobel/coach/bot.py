"""Bots: five levels, from a child's play to the best, and a greedy one that maximises the immediate worth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from random import Random
from typing import Any

from knobel.coach.judge import ENDGAMES, judge_of, objectives
from knobel.core.dice import seeded
from knobel.core.errors import BadSetup, NotProvided, Words, with_technical_text
from knobel.core.game import AnyGame, Throw, holds
from knobel.core.playout import Player
from knobel.games.spec import LANGUAGES, find
from knobel.scene import choices, look
from knobel.scene.model import Choice
from knobel.scene.text import Text, say, text, words_of

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
        moves = game.moves(state, seat)
        offered = choices(game, state, seat)
        best = max(offered, key=lambda choice: (_value(choice), len(choice.effects), self._random.random()))
        value, answer = _value(best), next(move for move in moves if str(move) == best.move)
        # The same rolls come again and again, and their best choice is slow to compute.
        worths: dict[Roll, float] = {}
        for held, move in _holdings(game, state, moves).items():
            thrown = game.play(state, seat, move)
            promise = sum(self._imagine(game, thrown, seat, held, worths) for _ in range(TRIES)) / TRIES
            if promise > value:
                value, answer = promise, move
        return answer

    def _imagine(self, game: AnyGame, state: Any, seat: int, held: "Roll", worths: dict["Roll", float]) -> float:
        """The worth of one sampled throw of the dice in the cup, beside those that are held."""
        pending = game.pending(state)
        assert isinstance(pending, Throw)
        dice = [game.pool[position] for position in pending.dice]
        faces = self._dice(dice)
        fallen = [(die.name, die.sign(face), die.colour(face)) for die, face in zip(dice, faces, strict=True)]
        roll = _roll([*held, *fallen])
        if roll not in worths:
            # A throw that ends the turn leaves nothing to choose.
            worths[roll] = max(map(_value, choices(game, game.land(state, faces), seat)), default=0.0)
        return worths[roll]


Roll = tuple[tuple[str, str, str], ...]
"""The name, sign and colour of dice; equal dice are not distinguished."""


def _roll(dice: Iterable[tuple[str, str | None, str | None]]) -> Roll:
    return tuple(sorted([(name, sign or "", colour or "") for name, sign, colour in dice]))


def _value(choice: Choice) -> float:
    return UNKNOWN if choice.worth is None else choice.worth


def _holdings(game: AnyGame, state: Any, moves: Sequence[Any]) -> dict[Roll, Any]:
    """A move for each distinct set of held dice."""
    positions = [(move, held) for move in moves if (held := holds(move)) is not None]
    dice = look(game, state).tray.dice if positions else ()
    different: dict[Roll, Any] = {}
    for move, held in positions:
        different.setdefault(_roll((dice[at].die, dice[at].face, dice[at].colour) for at in held), move)
    return different


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
    for candidate in LEVELS:
        if candidate.key == key:
            return candidate
    raise with_technical_text(
        BadSetup(f"unknown level {key[:60]!r}; use one of {', '.join(candidate.key for candidate in LEVELS)}"),
        "level",
        level=repr(key[:60]),
        known=", ".join(candidate.key for candidate in LEVELS),
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
    """The level in a bot's name in any language, as in `bot owl` or `Bot Eule`; without one, the usual one."""
    _, *words = [word for word in name.replace("-", " ").split() if not word.isdigit()]
    if not words:
        return USUAL
    called = {say(level.name, language).lower(): level for language in LANGUAGES for level in LEVELS}
    named = next((called[word.lower()] for word in words if word.lower() in called), None)
    if named is None:
        stranger = " ".join(words)
        error = BadSetup(f"unknown bot {stranger!r}; use one of the levels {', '.join(level.key for level in LEVELS)}")
        names = (words_of(level.name) for level in LEVELS)
        known = reduce(lambda one, other: Words("coach.list", {"one": one, "other": other}), names)
        raise with_technical_text(error, "bot", level=repr(stranger), known=known)
    return named
