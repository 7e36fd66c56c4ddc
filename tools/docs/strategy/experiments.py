"""Experiments: games of levels, of habits and of best play, with what every decision cost and no luck in it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import Any

from knobel.arena.standing import mean
from knobel.core.dice import seeded
from knobel.core.game import AnyGame, Moved
from knobel.core.playout import Player, Step, steps
from knobel.games.holding.tray import Keep
from knobel.games.spec import spec
from knobel.players.bot import LEVELS, Graded
from knobel.players.judge import judge_of
from tools.docs.strategy.mistakes import Decision, Kind
from tools.docs.strategy.numbers import SEED

ROUNDING = 1e-9
"""Losses below are rounding."""

TOP = 4
"""How many kinds of mistakes are listed for each level: of those in holding dice, and of all others."""

OWL = LEVELS[-1]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment to decide: where the game stands, whose decision it is, and what each move is worth."""

    game: AnyGame
    state: Any
    seat: int
    ratings: Mapping[Any, float]

    def keeps(self) -> list[Any]:
        """The moves that hold dice and throw on."""
        return [move for move in self.ratings if isinstance(move, Keep)]


Habit = Callable[[Moment], Sequence[Any]]
"""A way to play that sounds sensible: the moves that it allows; none if it has nothing to say."""


def habit_player(habit: Habit) -> Player:
    """Plays as well as a habit allows; where it allows nothing, as well as can be."""

    def best(game: AnyGame, state: Any, seat: int) -> Any:
        ratings = judge_of(game).rate(game, state, seat)
        return max(habit(Moment(game, state, seat, ratings)) or ratings, key=lambda move: ratings[move])

    return best


def groups_only(at: Moment) -> list[Any]:
    """A habit of all games with dice to hold: hold only all dice of one number, of those shown most often."""
    faces = at.state.tray.dice
    most = max(map(faces.count, faces))
    shown = {face for face in faces if faces.count(face) == most}
    groups = [{place for place, other in enumerate(faces) if other == face} for face in shown]
    held = [move for move in at.keeps() if set(move.positions) in groups]
    return [*held, *(move for move in at.ratings if not isinstance(move, Keep))]


def seed_of(*parts: object) -> int:
    """A seed that depends on nothing but these parts."""
    return int.from_bytes(sha256(" ".join(map(str, parts)).encode()).digest()[:8])


TurnOf = Callable[[Any], int]
"""The number of the turn that the seat on turn is in, by the state of the game."""


class TurnCounter:
    """Counts the turns of a seat: any move but holding dice ends one."""

    def __init__(self) -> None:
        self._ended: Counter[int] = Counter()

    def turn(self, seat: int, move: Any) -> int:
        """The number of the turn in which a seat makes this move."""
        number = self._ended[seat] + 1
        self._ended[seat] += not isinstance(move, Keep)
        return number


def decisions(
    game: AnyGame, players: Sequence[Player], seed: int, turn_of: TurnOf | None = None
) -> Iterator[tuple[Decision, Any]]:
    """All decisions of a game with the dice of a seed, each with the state after it."""
    judge, counter = judge_of(game), TurnCounter()
    for step in steps(game, players, seeded(seed)):
        match step:
            case Step(state, Moved(seat, made), after):
                turn = turn_of(state) if turn_of else counter.turn(seat, made)
                ratings = judge.rate(game, state, seat)
                best = max(ratings, key=lambda move: ratings[move])
                loss = ratings[best] - ratings[made]
                yield Decision(game, state, seat, turn, made, best, loss if loss > ROUNDING else 0.0), after


class Tally:
    """What the sheets of some seats came to."""

    def __init__(self) -> None:
        self.losses: list[float] = []
        self.results: list[float] = []
        self.times: Counter[Kind] = Counter()
        self.costs: defaultdict[Kind, float] = defaultdict(float)
        self.by_turn: defaultdict[int, float] = defaultdict(float)
        self.ends: list[Any] = []

    def report(self) -> dict[str, Any]:
        """The tally of a sheet, as plain data."""
        sheets = len(self.losses)
        families: defaultdict[str, float] = defaultdict(float)
        for kind, cost in self.costs.items():
            families[kind.family] += cost / sheets
        worst = sorted(self.costs, key=lambda kind: -self.costs[kind])
        holds, ends = ([kind for kind in worst if kind.holds is holding][:TOP] for holding in (True, False))
        last = max(self.by_turn, default=0)
        loss, result = mean(self.losses), mean(self.results)
        return {
            "sheets": sheets,
            "result": [result.mean, result.error],
            "loss": [loss.mean, loss.error],
            "families": dict(sorted(families.items(), key=lambda found: -found[1])),
            "holds": [[*kind, self.times[kind] / sheets, self.costs[kind] / sheets] for kind in holds],
            "ends": [[*kind, self.times[kind] / sheets, self.costs[kind] / sheets] for kind in ends],
            "path": list(accumulate(self.by_turn[turn] / sheets for turn in range(1, last + 1))),
        }


@dataclass(frozen=True)
class Experiment:
    """Games on some tables in turn, with the kinds of mistakes that can be made there."""

    tables: Sequence[AnyGame]
    kind_of: Callable[[Decision], Kind]
    turn_of: TurnOf | None = None
    """Turns are counted unless the game tells them otherwise."""

    def levels(self, games: int) -> dict[str, Any]:
        """So many games of each level among its like; the best one loses nothing by definition."""
        found = {}
        for level in LEVELS:
            tally = Tally()
            for number, game in self._games(games if level.noise else 0):
                names = game.key, game.seats, level.key, SEED, number
                dice, *own = (seed_of(*names, part) for part in range(game.seats + 1))
                self._play(tally, game, [Graded(level, seed) for seed in own], range(game.seats), dice)
            if tally.losses:
                found[level.key] = tally.report()
        return found

    def habits(self, habits: Mapping[str, Habit], games: int) -> dict[str, Any]:
        """What each habit costs a game, when all else is played as well as can be, by everybody."""
        found = {}
        for name, habit in habits.items():
            tally = Tally()
            for number, game in self._games(games):
                players: list[Player] = [habit_player(habit), *(Graded(OWL) for _ in range(1, game.seats))]
                self._play(tally, game, players, [0], seed_of(game.key, game.seats, "habit", SEED, number))
            loss = mean(tally.losses)
            found[name] = {"loss": [loss.mean, loss.error], "times": sum(tally.times.values()) / games}
        return found

    def best(self, games: int) -> list[Any]:
        """The last states of so many games of best play."""
        tally = Tally()
        for number, game in self._games(games):
            seed = seed_of(game.key, game.seats, "best", SEED, number)
            self._play(tally, game, [Graded(OWL)] * game.seats, [0], seed)
        return tally.ends

    def _games(self, count: int) -> Iterator[tuple[int, AnyGame]]:
        return ((number, self.tables[number % len(self.tables)]) for number in range(count))

    def _play(self, tally: Tally, game: AnyGame, players: Sequence[Player], seats: Sequence[int], seed: int) -> None:
        """Add what these seats do in a game to a tally."""
        lost, end = dict.fromkeys(seats, 0.0), game.start()
        for decision, after in decisions(game, players, seed, self.turn_of):
            end = after
            if decision.seat in lost and decision.loss:
                kind = self.kind_of(decision)
                lost[decision.seat] += decision.loss
                tally.times[kind] += 1
                tally.costs[kind] += decision.loss
                tally.by_turn[decision.turn] += decision.loss
        rules = spec(game).rules
        race = spec(game).has("rules", "turns_taken")
        tally.losses += lost.values()
        tally.results += [rules.turns_taken(end, seat) if race else game.scores(end)[seat] for seat in seats]
        tally.ends.append(end)
