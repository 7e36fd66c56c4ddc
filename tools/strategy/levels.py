"""The levels at play: what each loses in a game, where in the game, and by which kinds of mistakes."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from knobel.arena.standing import mean
from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.players.bot import LEVELS, Graded
from tools.strategy.kinds import Kind, kind_of
from tools.strategy.store import SEED
from tools.strategy.watch import Decision, Ending, Habit, Stubborn, seed_of, watch

TOP = 4
"""How many kinds of mistakes are told for each level: of those in holding dice, and of all others."""

OWL = LEVELS[-1]


class Tally:
    """What the watched sheets of some games came to."""

    def __init__(self) -> None:
        self.losses: list[float] = []
        self.results: list[float] = []
        self.times: Counter[Kind] = Counter()
        self.costs: defaultdict[Kind, float] = defaultdict(float)
        self.by_turn: defaultdict[int, float] = defaultdict(float)
        self.ends: list[Any] = []

    def add(self, game: AnyGame, players: Sequence[Player], seats: Sequence[int], seed: int) -> None:
        """Watch these seats through a game."""
        lost, turns = dict.fromkeys(seats, 0.0), dict.fromkeys(seats, 0)
        for seen in watch(game, players, seed):
            match seen:
                case Decision(seat=seat, turn=turn, loss=loss) if seat in lost:
                    turns[seat] = turn
                    if loss:
                        kind = kind_of(seen)
                        lost[seat] += loss
                        self.times[kind] += 1
                        self.costs[kind] += loss
                        self.by_turn[turn] += loss
                case Ending(state, scores):
                    self.losses += lost.values()
                    # Where stars are a race, the turns it took are the result.
                    self.results += [turns[seat] if game.key == "master" else scores[seat] for seat in seats]
                    self.ends.append(state)

    def told(self) -> dict[str, Any]:
        """The tally a sheet, as plain data."""
        sheets = len(self.losses)
        families: defaultdict[str, float] = defaultdict(float)
        for kind, cost in self.costs.items():
            families[kind.family] += cost / sheets
        worst = sorted(self.costs, key=lambda kind: -self.costs[kind])
        holds, ends = ([kind for kind in worst if kind.holds is asked][:TOP] for asked in (True, False))
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


def play_levels(tables: Sequence[AnyGame], games: int) -> dict[str, Any]:
    """So many games of each level among its like, on these tables in turn; the best one loses nothing by definition."""
    found = {}
    for level in LEVELS:
        tally = Tally()
        for number in range(games if level.noise else 0):
            game = tables[number % len(tables)]
            dice, *own = (seed_of(game.key, game.seats, level.key, SEED, number, at) for at in range(game.seats + 1))
            tally.add(game, [Graded(level, seed) for seed in own], range(game.seats), dice)
        if tally.losses:
            found[level.key] = tally.told()
    return found


def play_habits(tables: Sequence[AnyGame], habits: Mapping[str, Habit], games: int) -> dict[str, Any]:
    """What each habit costs a game, when all else is played as well as can be, by everybody."""
    found = {}
    for name, habit in habits.items():
        tally = Tally()
        for number in range(games):
            game = tables[number % len(tables)]
            others = [Graded(OWL) for _ in range(1, game.seats)]
            tally.add(game, [Stubborn(habit), *others], [0], seed_of(game.key, game.seats, "habit", SEED, number))
        loss = mean(tally.losses)
        found[name] = {"loss": [loss.mean, loss.error], "times": sum(tally.times.values()) / games}
    return found


def play_best(tables: Sequence[AnyGame], games: int) -> list[Any]:
    """The ends of so many games of best play, on these tables in turn."""
    tally = Tally()
    for number in range(games):
        game = tables[number % len(tables)]
        tally.add(game, [Graded(OWL)] * game.seats, [0], seed_of(game.key, game.seats, "best", SEED, number))
    return tally.ends
