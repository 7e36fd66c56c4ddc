"""The numbers of Kriss Kross: the worth of the start, first placements, results, habits, levels."""

from typing import Any

from knobel.games.krisskross.rules import CELLS, SIZE, SYMBOLS, TITLES, KrissKross, Place, title
from knobel.players.arena import mean
from knobel.players.judge import judge_of
from tools.strategy import habits
from tools.strategy.levels import play_best, play_habits, play_levels
from tools.strategy.store import Part

BEST, LEVELS, HABITS = 400, 150, 150
"""Games of best play, of each level and of each habit."""

START_SYMBOL = 1
THROWS = {"same_same": ((1, 1), 1), "same_other": ((1, 2), 10), "double": ((2, 2), 5), "mixed": ((2, 3), 20)}
"""The kinds of a first throw, after the start symbol: an example, and how many of 36 throws are like it."""

ASKED = {"points_first": habits.points_first, "leave_lone": habits.leave_lone, "no_lone": habits.no_lone}


def _game(*, advanced: bool) -> KrissKross:
    return KrissKross(1, advanced)


def _value() -> dict[str, float]:
    games = {"basic": _game(advanced=False), "advanced": _game(advanced=True)}
    return {name: judge_of(game).value(game, game.start(), 0) for name, game in games.items()}


def _starts(*, advanced: bool) -> list[dict[str, Any]]:
    """For each kind of first throw: the best cells, the worth of the game then, and what other cells cost."""
    game = _game(advanced=advanced)
    begun = game.play(game.start(), 0, game.moves(game.start(), 0)[0])
    found = []
    for name, (dice, ways) in THROWS.items():
        state = game.land(begun, dice)
        ratings = judge_of(game).rate(game, state, 0)
        best, *others = _different(ratings, equal=dice[0] == dice[1] or START_SYMBOL not in dice)
        costs = [ratings[best] - worth for worth in ratings.values()]
        found.append(
            {
                "throw": name,
                "chance": ways / len(SYMBOLS) ** 2,
                "value": ratings[best],
                "best": _cells(best),
                "second": _cells(others[0]),
                "second_cost": ratings[best] - ratings[others[0]],
                "mean_cost": mean(costs).mean,
            }
        )
    return found


def _different(ratings: Any, *, equal: bool) -> list[Place]:
    """Placements, best first, one of each that are alike: mirrored, or with symbols that stand for each other."""
    found: dict[Any, Place] = {}
    for move in sorted(ratings, key=lambda move: -ratings[move]):
        cells = tuple(sorted(move.cells)) if equal else move.cells
        found.setdefault(min(cells, _mirrored(cells, equal=equal)), move)
    return list(found.values())


def _mirrored(cells: tuple[int, ...], *, equal: bool) -> tuple[int, ...]:
    """The cells with top and bottom changed."""
    turned = tuple((SIZE - 1 - cell // SIZE) * SIZE + cell % SIZE for cell in cells)
    return tuple(sorted(turned)) if equal else turned


def _cells(move: Place) -> list[str]:
    return [CELLS[cell] for cell in move.cells]


def _results(*, advanced: bool) -> dict[str, Any]:
    """What games of best play come to, and which titles they earn."""
    game = _game(advanced=advanced)
    points = [game.scores(state)[0] for state in play_best([game], BEST)]
    found = mean(points)
    names = [name for _, name in TITLES] + ["unlucky"]
    titles = [title(each) for each in points]
    return {"mean": [found.mean, found.error], "titles": {name: titles.count(name) / BEST for name in names}}


def parts(key: str) -> dict[str, Part]:
    """The parts of the numbers of Kriss Kross, alone."""
    assert key == KrissKross.key
    basic = [_game(advanced=False)]
    return {
        "value": Part(_value, "learned"),
        "starts": Part(lambda: _starts(advanced=False), "learned"),
        "starts_advanced": Part(lambda: _starts(advanced=True), "learned"),
        "results": Part(lambda: _results(advanced=False), "learned", BEST),
        "results_advanced": Part(lambda: _results(advanced=True), "learned", BEST),
        "habits": Part(lambda: play_habits(basic, ASKED, HABITS), "learned", HABITS),
        "levels": Part(lambda: play_levels(basic, LEVELS), "learned", LEVELS),
    }
