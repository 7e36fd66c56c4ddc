"""The page of Kriss Kross: the value of the start, first placements, results, habits, levels."""

from collections.abc import Mapping
from typing import Any

from lab.tools.strategy.experiments import Experiment, Moment
from lab.tools.strategy.mistakes import Decision, Kind
from lab.tools.strategy.numbers import Part
from lab.tools.strategy.plots import bars, caption
from lab.tools.strategy.sections import Content, habit_facts, level_facts, losses_plot, path_plot, table
from lab.tools.strategy.winning.played import played_part, played_table
from lab.tools.strategy.wording import Wording

from knobel.coach.judge import judge_of
from knobel.core.game import AnyGame
from knobel.games.krisskross.rules import (
    CELLS,
    EMPTY,
    PAIRS,
    SIZE,
    SYMBOLS,
    TITLES,
    Begin,
    Grid,
    KrissKross,
    Place,
    fill,
    grid_points,
    title,
    turn_key,
)
from knobel.games.spec import GameSpec
from knobel_lab.arena.standing import mean

BEST_GAMES, LEVEL_GAMES, HABIT_GAMES = 400, 150, 150
"""The numbers of games of best play, of each level and of each habit."""

WINNING_GAMES = 60
"""The number of games for two that are searched for decisions in which playing to win differs."""

START_SYMBOL = 1
THROWS = {"same_same": ((1, 1), 1), "same_other": ((1, 2), 10), "double": ((2, 2), 5), "mixed": ((2, 3), 20)}
"""The kinds of a first throw, after the start symbol: an example, and how many of 36 throws are like it."""


def _grids(at: Moment) -> dict[Any, tuple[int, ...]]:
    """The grid after each placement."""
    return {
        move: fill(at.state.grids[at.seat], move.cells, at.state.dice) for move in at.ratings if isinstance(move, Place)
    }


def points_first(at: Moment) -> list[Any]:
    """A habit: place where most points are made at once."""
    points = {move: grid_points(grid, at.game.advanced) for move, grid in _grids(at).items()}  # type: ignore[attr-defined]
    return [move for move in points if points[move] == max(points.values())]


def leave_lone(at: Moment) -> list[Any]:
    """A habit: leave a cell without an empty neighbour, once, at the first chance."""
    left = {move: lone(grid) for move, grid in _grids(at).items()}
    return [move for move in left if left[move] == 1] if not lone(at.state.grids[at.seat]) else []


def no_lone(at: Moment) -> list[Any]:
    """A habit: never leave a cell without an empty neighbour if that can be avoided."""
    left = {move: lone(grid) for move, grid in _grids(at).items()}
    return [move for move in left if left[move] == min(left.values())]


HABITS = {"points_first": points_first, "leave_lone": leave_lone, "no_lone": no_lone}


def lone(grid: Grid) -> int:
    """The number of cells that can never be filled, since no neighbour is empty."""
    paired = {cell for pair in PAIRS if grid[pair[0]] == grid[pair[1]] == EMPTY for cell in pair}
    return grid.count(EMPTY) - len(paired)


def kind_of(decision: Decision) -> Kind:
    """Classify a mistake: by the points taken at once, and by the neighbours of the symbols."""
    assert isinstance(decision.game, KrissKross)
    if isinstance(decision.made, Begin):
        return Kind("begin", "begin", "begin")
    grid, dice = decision.state.grids[decision.seat], decision.state.dice
    made, best = (fill(grid, move.cells, dice) for move in (decision.made, decision.best))
    points = [grid_points(each, decision.game.advanced) for each in (made, best)]
    family = "greedy" if points[0] > points[1] else "left" if points[0] < points[1] else "place"
    return Kind(family, _beside(grid, made), _beside(grid, best))


def _beside(before: Grid, after: Grid) -> str:
    """Whether new symbols join equal ones, are beside others, or apart from all."""
    pairs = [pair for pair in PAIRS if sum(before[cell] == EMPTY != after[cell] for cell in pair) == 1]
    met = [tuple(after[cell] for cell in pair) for pair in pairs]
    if any(one == other for one, other in met):
        return "cells.joined"
    return "cells.beside" if any(EMPTY not in pair for pair in met) else "cells.apart"


def _experiment(game: KrissKross) -> Experiment:
    return Experiment([game], kind_of, turn_key)


def _value() -> dict[str, float]:
    games = {"basic": KrissKross(1, advanced=False), "advanced": KrissKross(1, advanced=True)}
    return {name: judge_of(game).value(game, game.start(), 0) for name, game in games.items()}


def _starts(*, advanced: bool) -> list[dict[str, Any]]:
    """For each kind of first throw: the best cells, the value of the game then, and the cost of other cells."""
    game = KrissKross(1, advanced)
    begun = game.play(game.start(), 0, game.moves(game.start(), 0)[0])
    starts = []
    for name, (dice, ways) in THROWS.items():
        state = game.land(begun, dice)
        ratings = judge_of(game).rate(game, state, 0)
        best, *others = _different(ratings, equal=dice[0] == dice[1] or START_SYMBOL not in dice)
        costs = [ratings[best] - worth for worth in ratings.values()]
        starts.append(
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
    return starts


def _different(ratings: Any, *, equal: bool) -> list[Place]:
    """Placements, best first, one of each equivalence class: mirrored, or with interchangeable symbols."""
    placements: dict[Any, Place] = {}
    for move in sorted(ratings, key=lambda move: -ratings[move]):
        cells = tuple(sorted(move.cells)) if equal else move.cells
        placements.setdefault(min(cells, _mirrored(cells, equal=equal)), move)
    return list(placements.values())


def _mirrored(cells: tuple[int, ...], *, equal: bool) -> tuple[int, ...]:
    """The cells mirrored vertically."""
    turned = tuple((SIZE - 1 - cell // SIZE) * SIZE + cell % SIZE for cell in cells)
    return tuple(sorted(turned)) if equal else turned


def _cells(move: Place) -> list[str]:
    return [CELLS[cell] for cell in move.cells]


def _results(*, advanced: bool) -> dict[str, Any]:
    """The results of games of best play, and the titles they earn."""
    game = KrissKross(1, advanced)
    points = [game.scores(state)[0] for state in _experiment(game).best(BEST_GAMES)]
    average = mean(points)
    names = [name for _, name in TITLES] + ["unlucky"]
    titles = [title(each) for each in points]
    return {"mean": [average.mean, average.error], "titles": {name: titles.count(name) / BEST_GAMES for name in names}}


def parts(_: GameSpec) -> dict[str, Part]:
    """The parts of the numbers of Kriss Kross for one player."""
    basic = _experiment(KrissKross(1, advanced=False))
    return {
        "value": Part(_value, "learned"),
        "starts": Part(lambda: _starts(advanced=False), "learned"),
        "starts_advanced": Part(lambda: _starts(advanced=True), "learned"),
        "results": Part(lambda: _results(advanced=False), "learned", BEST_GAMES),
        "results_advanced": Part(lambda: _results(advanced=True), "learned", BEST_GAMES),
        "habits": Part(lambda: basic.habits(HABITS, HABIT_GAMES), "learned", HABIT_GAMES),
        "levels": Part(lambda: basic.levels(LEVEL_GAMES), "learned", LEVEL_GAMES),
        "winning": played_part(KrissKross(2, advanced=False), WINNING_GAMES, _stand),
    }


def _stand(game: AnyGame, state: Any, seat: int) -> dict[str, Any]:
    """The expected points of both."""
    judge = judge_of(game, "points")
    return {"points": [judge.value(game, state, at) for at in (seat, 1 - seat)]}


def _stand_words(wording: Wording, stand: Mapping[str, Any]) -> str:
    own, theirs = (wording.number(points, 1) for points in stand["points"])
    return wording.phrase("stand", own=own, theirs=theirs)


def content(wording: Wording, parts: Mapping[str, Any]) -> Content:
    """All texts and plots of the page."""
    data = {name: part["data"] for name, part in parts.items()}
    worth = {throw["throw"]: throw["value"] for throw in data["starts"]}
    facts = {
        "value": wording.number(data["value"]["basic"]),
        "value_advanced": wording.number(data["value"]["advanced"]),
        "starts": _starts_table(wording, data["starts"], data["value"]["basic"]),
        "starts_advanced": _starts_table(wording, data["starts_advanced"], data["value"]["advanced"]),
        "titles": _titles(wording, data["results"]["titles"]),
        "champion": wording.percent(data["results"]["titles"]["champion"]),
        "double_gain": wording.number(worth["double"] - worth["mixed"]),
        "same_gain": wording.number(worth["same_same"] - worth["mixed"]),
        **habit_facts(wording, data["habits"]),
        **level_facts(wording, data["levels"], _mistake),
        "winning": played_table(wording, data["winning"], _stand_words),
    }
    plots = {
        "results": _results_plot(wording, data["results"]["titles"]),
        "path": path_plot(wording, data["value"]["basic"], data["levels"]),
        "losses": losses_plot(wording, data["levels"]),
    }
    return Content(facts, plots)


def _mistake(wording: Wording, family: str, made: str, best: str) -> tuple[str, str]:
    """What was done and what was better, in words: the kind of mistake, and where symbols were written."""
    did = wording.phrase("detail", one=wording.phrase(f"family.{family}"), other=wording.phrase(made))
    return did, wording.phrase("cells.same" if made == best else best)


def _starts_table(wording: Wording, rows: list[dict[str, Any]], start: float) -> str:
    """The table of where to write a first throw, and the cost of other cells."""
    heads = wording.heads("throw", "place", "second", "chance", "then", "mean_cost")
    lines = [
        [
            wording.phrase(f"throw.{throw['throw']}"),
            f"**{' '.join(throw['best'])}**",
            f"{' '.join(throw['second'])} ({wording.number(throw['second_cost'], 2)})",
            wording.percent(throw["chance"], 1),
            wording.signed(throw["value"] - start, 2),
            wording.number(throw["mean_cost"], 2),
        ]
        for throw in rows
    ]
    return table(heads, lines, words=3)


def _titles(wording: Wording, shares: Mapping[str, float]) -> str:
    """The table of how often best play earns each title."""
    needed = {name: str(points) for points, name in TITLES}
    rows = [
        [wording.name(f"title.{name}"), needed.get(name, "–"), wording.percent(share)] for name, share in shares.items()
    ]
    return table(wording.heads("title", "needed", "share"), rows)


def _results_plot(wording: Wording, shares: Mapping[str, float]) -> str:
    values = {wording.name(f"title.{name}"): 100 * share for name, share in shares.items()}
    most = max(values, key=lambda name: values[name])
    return bars(wording, caption(wording, "results", [f"{most} {wording.number(values[most], 0)} %"]), values)
