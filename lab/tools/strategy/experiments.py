"""Experiments: games of levels, of habits and of best play, with the loss of every decision and without luck."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import Any

from lab.tools.strategy.mistakes import Decision, Kind
from lab.tools.strategy.numbers import SEED

from knobel.coach.bot import LEVELS, Graded
from knobel.coach.judge import judge_of
from knobel.core.dice import seeded
from knobel.core.game import AnyGame, Moved
from knobel.core.playout import Player, Step, steps
from knobel.games.holding.tray import Keep
from knobel.games.spec import spec
from knobel_lab.arena.standing import mean

ROUNDING = 1e-9
"""Losses below this are rounding errors."""

TOP = 4
"""How many kinds of mistakes are listed for each level: in holding dice, and of all others."""

OWL = LEVELS[-1]


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision to make: game, state, seat, and the value of each move."""

    game: AnyGame
    state: Any
    seat: int
    ratings: Mapping[Any, float]

    def keeps(self) -> list[Any]:
        """The moves that hold dice and throw on."""
        return [move for move in self.ratings if isinstance(move, Keep)]


Habit = Callable[[Moment], Sequence[Any]]
"""A plausible way to play: the moves that it allows; empty if it does not apply."""


def habit_player(habit: Habit) -> Player:
    """A player that chooses the best move a habit allows; if it allows none, the best of all."""

    def best(game: AnyGame, state: Any, seat: int) -> Any:
        ratings = judge_of(game).rate(game, state, seat)
        return max(habit(Moment(game, state, seat, ratings)) or ratings, key=lambda move: ratings[move])

    return best


def groups_only(at: Moment) -> list[Any]:
    """A habit for games with dice to hold: hold only all dice of one number, of those shown most often."""
    faces = at.state.tray.dice
    most = max(map(faces.count, faces))
    shown = {face for face in faces if faces.count(face) == most}
    groups = [{place for place, other in enumerate(faces) if other == face} for face in shown]
    held = [move for move in at.keeps() if set(move.holds) in groups]
    return [*held, *(move for move in at.ratings if not isinstance(move, Keep))]


def seed_of(*parts: object) -> int:
    """A seed that is a hash of these parts."""
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
    """All decisions of a game with seeded dice, each with the state after it."""
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
    """Statistics of the sheets of some seats."""

    def __init__(self) -> None:
        self.losses: list[float] = []
        self.results: list[float] = []
        self.times: Counter[Kind] = Counter()
        self.costs: defaultdict[Kind, float] = defaultdict(float)
        self.by_turn: defaultdict[int, float] = defaultdict(float)
        self.ends: list[Any] = []

    def report(self) -> dict[str, Any]:
        """The statistics per sheet, as plain data."""
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
            "families": dict(sorted(families.items(), key=lambda family: -family[1])),
            "holds": [[*kind, self.times[kind] / sheets, self.costs[kind] / sheets] for kind in holds],
            "ends": [[*kind, self.times[kind] / sheets, self.costs[kind] / sheets] for kind in ends],
            "path": list(accumulate(self.by_turn[turn] / sheets for turn in range(1, last + 1))),
        }


@dataclass(frozen=True)
class Experiment:
    """Games on some tables in turn, with a classification of mistakes."""

    tables: Sequence[AnyGame]
    kind_of: Callable[[Decision], Kind]
    turn_of: TurnOf | None = None
    """The number of the turn in a state; None to count turns."""

    def levels(self, games: int) -> dict[str, Any]:
        """Play this many games of each level against itself; the best level loses nothing by definition."""
        reports = {}
        for level in LEVELS:
            tally = Tally()
            for number, game in self._games(games if level.noise else 0):
                names = game.key, game.seats, level.key, SEED, number
                dice, *own = (seed_of(*names, part) for part in range(game.seats + 1))
                self._play(tally, game, [Graded(level, seed) for seed in own], range(game.seats), dice)
            if tally.losses:
                reports[level.key] = tally.report()
        return reports

    def habits(self, habits: Mapping[str, Habit], games: int) -> dict[str, Any]:
        """The loss of each habit in a game, when everything else is played as well as possible by everybody."""
        losses = {}
        for name, habit in habits.items():
            tally = Tally()
            for number, game in self._games(games):
                players: list[Player] = [habit_player(habit), *(Graded(OWL) for _ in range(1, game.seats))]
                self._play(tally, game, players, [0], seed_of(game.key, game.seats, "habit", SEED, number))
            loss = mean(tally.losses)
            losses[name] = {"loss": [loss.mean, loss.error], "times": sum(tally.times.values()) / games}
        return losses

    def best(self, games: int) -> list[Any]:
        """The final states of this many games of best play."""
        tally = Tally()
        for number, game in self._games(games):
            seed = seed_of(game.key, game.seats, "best", SEED, number)
            self._play(tally, game, [Graded(OWL)] * game.seats, [0], seed)
        return tally.ends

    def _games(self, count: int) -> Iterator[tuple[int, AnyGame]]:
        return ((number, self.tables[number % len(self.tables)]) for number in range(count))

    def _play(self, tally: Tally, game: AnyGame, players: Sequence[Player], seats: Sequence[int], seed: int) -> None:
        """Play a game, and add what these seats do to a tally."""
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
