"""The page of Kribbeln: rows, sums to aim for, tasks, dodging, habits, levels; for each number of players."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from lab.tools.strategy.experiments import Experiment, Moment
from lab.tools.strategy.mistakes import Decision, Kind
from lab.tools.strategy.numbers import Part
from lab.tools.strategy.plots import Series, caption, lines
from lab.tools.strategy.sections import DASHES, SIDES, Content, habit_facts, level_facts, losses_plot, path_plot, table
from lab.tools.strategy.winning.played import played_part, played_table
from lab.tools.strategy.wording import Wording

from knobel.coach.judge import judge_of
from knobel.core.errors import BadTable
from knobel.core.game import AnyGame
from knobel.games.holding.tray import Keep, Tray
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, THROWS, WRITE, Dodge, Kribbeln
from knobel.games.kribbeln.rules.sheet import BLANK, KRIBBEL_ROWS, LAST_KRIBBEL, ROWS, SHEETS, write
from knobel.games.kribbeln.rules.tasks import COLOURS, DICE, KINDS, Task, colour_counts
from knobel.games.kribbeln.solve.opponents import HIGHEST, LOWEST, mark
from knobel.games.spec import GameSpec
from knobel.library import make
from knobel.scene.text import text
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.turn import chances
from knobel_lab.games.kribbeln.book import KribbelnBook, best_kribbeln

LEVEL_GAMES = {2: 180, 3: 90}
"""The number of games of each level, by the number of players."""

HABIT_GAMES = 36
"""The number of games of each habit, for two."""

WINNING_GAMES = 40
"""The number of games for two that are searched for decisions in which playing to win differs."""

NUMBERS = (0, 12, 15, 18, 20, 22, 24, 26, 28, 30)
"""The highest Kribbel numbers that are listed; 0 is none yet."""

BEFORE = {"red": (), "yellow": (19,), "blue": (19, 24)}
"""Kribbel numbers before each area for which dodging is measured: about those of best play."""

SUMS = np.arange(LOWEST, HIGHEST + 1)


DODGE_SUMS = ("12", "16", "20", "22", "24", "26", "28", "30")
"""The sums for which dodging is shown."""

ENDINGS = {DODGE: "dodge", WRITE: "write", STRIKE: "strike"}
PLOTTED = 30
"""The sum whose value the text of a plot names."""


def never_dodge(at: Moment) -> list[Any]:
    """A habit: take an X instead of dodging."""
    return [move for move in at.ratings if move != DODGE]


def always_dodge(at: Moment) -> list[Any]:
    """A habit: dodge rather than take an X."""
    return [move for move in at.ratings if move != STRIKE]


def met_at_once(at: Moment) -> list[Any]:
    """A habit: stop as soon as a task is met, whatever the sum."""
    return [WRITE] if WRITE in at.ratings and ROWS[at.state.row].task is not None else list(at.ratings)


def high_kribbel(at: Moment) -> list[Any]:
    """A habit: throw every Kribbel number but the last as high as possible."""
    if ROWS[at.state.row].task is not None or at.state.row == LAST_KRIBBEL or at.state.tray.throws == THROWS:
        return list(at.ratings)
    least = 5 if at.state.tray.throws == 1 else 4
    held = tuple(place for place, face in enumerate(at.state.tray.faces) if face >= least)
    return [Keep(held)] if Keep(held) in at.ratings else [move for move in at.ratings if not isinstance(move, Keep)]


HABITS = {
    "never_dodge": never_dodge,
    "always_dodge": always_dodge,
    "met_at_once": met_at_once,
    "high_kribbel": high_kribbel,
}


def kind_of(decision: Decision) -> Kind:
    """Classify a mistake: the row it happened in says more than the dice."""
    row = "task" if ROWS[decision.state.row].task is not None else "kribbel"
    match decision.made, decision.best:
        case Keep(made), Keep(best):
            few = "fewer" if len(made) < len(best) else "more" if len(made) > len(best) else "other"
            return Kind(f"hold_{row}", f"kept.{few}", f"area.{ROWS[decision.state.row].area}")
        case (Dodge(), _) | (_, Dodge()):
            return Kind("dodge", _ending(decision.made), _ending(decision.best))
        case _, Keep():
            return Kind(f"early_{row}", _ending(decision.made), "end.keep")
        case _:
            return Kind(f"late_{row}", "end.keep", _ending(decision.best))


def _ending(move: Any) -> str:
    return f"end.{ENDINGS.get(move, 'keep')}"


def _tables(players: int) -> list[Kribbeln]:
    return [Kribbeln(players, tasks, number, beginner=False) for number, tasks in enumerate(SHEETS, 1)]


def _books(players: int) -> list[KribbelnBook]:
    return [best_kribbeln(game) for game in _tables(players)]


def _experiment(players: int) -> Experiment:
    # A turn is about one row, counted from 1.
    return Experiment(_tables(players), kind_of, lambda state: state.row + 1)


def players_with_books() -> list[int]:
    """The numbers of players for which there are books."""
    numbers = []
    for players in range(2, 6):
        try:
            _books(players)
        except BadTable:
            continue
        numbers.append(players)
    return numbers


def _rows(players: int) -> dict[str, Any]:
    """The expected points of a player, and of each row in best play, averaged over our sheets."""
    books = _books(players)
    rows = []
    for row, place in enumerate(ROWS):
        marks = np.mean([book.lines[row].marks for book in books], axis=0)
        written = marks[1:] / marks[1:].sum()
        middle = [int(SUMS[np.searchsorted(np.cumsum(written), share)]) for share in (0.25, 0.5, 0.75)]
        rows.append(
            {
                "row": place.key,
                "points": float(np.mean([book.lines[row].value for book in books])),
                "x": float(marks[0]),
                "mean": float(written @ SUMS),
                "quartiles": middle,
                "dodged": float(np.mean([book.lines[row].ahead.sum() for book in books])),
                "by_sum": np.mean([book.points(row, ())[1:] for book in books], axis=0).tolist(),
            }
        )
    return {"start": float(np.mean([book.values[0, 0, 0] for book in books])), "rows": rows}


def _highest(players: int) -> dict[str, Any]:
    """The expected points to come by the highest Kribbel number, at the start of the yellow and of the blue area."""
    values = np.mean([book.values for book in _books(players)], axis=0)
    starts = {"yellow": KRIBBEL_ROWS[0] + 1, "blue": KRIBBEL_ROWS[1] + 1}
    return {area: {str(each): float(values[row, 0, mark(each)]) for each in NUMBERS} for area, row in starts.items()}


def _tasks() -> list[dict[str, Any]]:
    """For each kind of task: its odds if played for alone, and how best play for two meets it, on our sheets."""
    by_kind: defaultdict[int, list[tuple[float, float, float]]] = defaultdict(list)
    for book in _books(2):
        for row in range(len(ROWS)):
            task = book.turns.task(row)
            if task is not None:
                marks = book.lines[row].marks
                by_kind[task.kind].append(
                    (1 - marks[0], float(marks[1:] @ SUMS / marks[1:].sum()), book.lines[row].value)
                )
    alone = chances(DICE, [_wish(Task(kind.number, tuple(range(kind.colours)))) for kind in KINDS], (), 3)
    return [
        {"kind": kind.number, "alone": odds, "met": float(met), "mean": float(mean), "points": float(points)}
        for kind, odds in zip(KINDS, alone, strict=True)
        for met, mean, points in [np.mean(by_kind[kind.number], axis=0)]
    ]


def _wish(task: Task) -> Any:
    return lambda faces: task.meets(colour_counts(faces))


def _dodges(players: int) -> dict[str, Any]:
    """The gain of dodging over an X after the third throw, by row and sum, when nobody has written in the row."""
    gains_by_row: defaultdict[str, defaultdict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in _tables(players):
        for row, place in enumerate(ROWS):
            if place.task is not None:
                for total in range(10, 33, 2):
                    gain = _gain(game, row, total)
                    if gain is not None:
                        gains_by_row[place.key][total].append(gain)
    return {
        row: {str(total): float(np.mean(gains)) for total, gains in sums.items()} for row, sums in gains_by_row.items()
    }


def _gain(game: Kribbeln, row: int, total: int) -> float | None:
    """The gain of dodging with a sum over an X; None if it is not allowed, or the sum always meets the task."""
    task = game.tasks[ROWS[row].task or 0]
    missed = (faces for faces in lattice(DICE).falls if sum(faces) == total and not task.meets(colour_counts(faces)))
    faces = next(missed, None)
    if faces is None:
        return None
    sheet = BLANK
    for at in range(row):
        sheet = write(sheet, at, 20)
    for at, number in zip(KRIBBEL_ROWS, BEFORE[ROWS[row].area], strict=False):
        sheet = write(sheet, at, number)
    others = tuple(20 if at < row else None for at in range(len(ROWS)))
    state = replace(game.start(), sheets=(sheet, *(others,) * (game.seats - 1)), row=row, tray=Tray(faces, 3))
    ratings = judge_of(game).rate(game, state, 0)
    return ratings[DODGE] - ratings[STRIKE] if DODGE in ratings else None


def parts(_: GameSpec) -> dict[str, Part]:
    """The parts of the numbers of Kribbeln, for all numbers of players with books."""
    parts = {"tasks": Part(_tasks, "equals")}
    for players in players_with_books():
        parts[f"rows_{players}"] = Part(lambda players=players: _rows(players), "equals")  # type: ignore[misc]
        parts[f"highest_{players}"] = Part(lambda players=players: _highest(players), "equals")  # type: ignore[misc]
    parts["dodges"] = Part(lambda: _dodges(2), "equals")
    parts["habits"] = Part(lambda: _experiment(2).habits(HABITS, HABIT_GAMES), "equals", HABIT_GAMES)
    for players, games in LEVEL_GAMES.items():
        levels = Part(lambda players=players, games=games: _experiment(players).levels(games), "equals", games)  # type: ignore[misc]
        parts[f"levels_{players}"] = levels
    parts["winning"] = played_part(make(Kribbeln.key, 2), WINNING_GAMES, _stand)
    return parts


def _stand(game: AnyGame, state: Any, seat: int) -> dict[str, Any]:
    """The row in play, the points of both, and what the other has written in the row."""
    assert isinstance(game, Kribbeln)
    points = [sum(row[at] for row in game.points(state)) for at in (seat, 1 - seat)]
    return {"row": state.row, "points": points, "theirs": state.sheets[1 - seat][state.row]}


def _stand_words(wording: Wording, stand: Mapping[str, Any]) -> str:
    theirs = stand["theirs"]
    kind = "open" if theirs is None else "written" if theirs else "struck"
    points = f"{stand['points'][0]} : {stand['points'][1]}"
    return wording.phrase(f"stand.{kind}", row=_row_name(wording, stand["row"]), points=points, number=theirs or 0)


def content(wording: Wording, parts: Mapping[str, Any]) -> Content:
    """All texts and plots of the page."""
    data = {name: part["data"] for name, part in parts.items()}
    players = [int(name.removeprefix("rows_")) for name in data if name.startswith("rows_")]
    two = data["rows_2"]
    facts = {
        "players": f"{players[0]}–{players[-1]}",
        "values": _values(wording, data, players),
        "rows": _rows_table(wording, two["rows"]),
        "targets": _targets(wording, data, players),
        "tasks": _tasks_table(wording, data["tasks"]),
        "thresholds": _thresholds(wording, data, players),
        "highest": _highest_table(wording, data, players),
        "dodges": _dodges_table(wording, data["dodges"]),
        "value": wording.number(two["start"], 2),
        **habit_facts(wording, data["habits"]),
        **level_facts(wording, data["levels_2"], _mistake),
        **_row_facts(wording, two["rows"]),
        "winning": played_table(wording, data["winning"], _stand_words),
        "too_good_red": _too_good(data["dodges"], "red"),
        "too_good_yellow": _too_good(data["dodges"], "yellow"),
        "price_yellow": wording.number(_price(data["highest_2"]["yellow"], "24"), 2),
        "price_blue": wording.number(_price(data["highest_2"]["blue"], "28"), 2),
    }
    facts |= {f"{name}_3": words for name, words in level_facts(wording, data["levels_3"], _mistake).items()}
    plots = {
        "sums": _sums_plot(wording, two["rows"]),
        "path": path_plot(wording, two["start"], data["levels_2"]),
        "losses": losses_plot(wording, data["levels_2"]),
    }
    return Content(facts, plots)


def _mistake(wording: Wording, family: str, made: str, best: str) -> tuple[str, str]:
    """What was done and what was better, in words; for held dice, in which area."""
    named = wording.phrase(f"family.{family}")
    if made.startswith("kept."):
        return wording.phrase("within", one=named, other=wording.phrase(best)), wording.phrase(made)
    return wording.phrase("detail", one=named, other=wording.phrase(made)), wording.phrase(best)


def _price(values: Mapping[str, float], number: str) -> float:
    """The cost of a highest Kribbel number in points to come."""
    return values["0"] - values[number]


def _too_good(gains: Mapping[str, Mapping[str, float]], area: str) -> str:
    """The lowest sum with which dodging loses points in both tasks of an area."""
    rows = [gains[place.key] for place in ROWS if place.area == area and place.key in gains]
    return next(total for total in rows[0] if all(row[total] < 0 for row in rows))


def _row_name(wording: Wording, row: int) -> str:
    kind, _, number = ROWS[row].key.partition("_")
    return wording.phrase(f"row.{kind}", n=number)


def _row_facts(wording: Wording, rows: list[dict[str, Any]]) -> dict[str, str]:
    facts = {}
    for figures in rows:
        facts[f"mean_{figures['row']}"] = wording.number(figures["mean"], 1)
        facts[f"x_{figures['row']}"] = wording.percent(figures["x"])
        facts[f"from_{figures['row']}"] = str(_threshold(figures["by_sum"], 1.5))
        facts[f"dodged_{figures['row']}"] = wording.percent(figures["dodged"])
    return facts


def _values(wording: Wording, data: Mapping[str, Any], players: list[int]) -> str:
    """The table of expected points by the number of players, split into tasks and Kribbel rows."""
    rows = []
    for count in players:
        figures = data[f"rows_{count}"]["rows"]
        kribbel = sum(figures[row]["points"] for row in KRIBBEL_ROWS)
        tasks = sum(row["points"] for row in figures) - kribbel
        rows.append([str(count), *(wording.number(value, 2) for value in (tasks + kribbel, tasks, kribbel))])
    return table(wording.heads("players", "points", "from_tasks", "from_kribbel"), rows)


def _rows_table(wording: Wording, rows: list[dict[str, Any]]) -> str:
    """The table of the rows of best play for two."""
    cells = [
        [
            _row_name(wording, row),
            wording.number(figures["points"], 2),
            wording.percent(figures["x"]),
            wording.number(figures["mean"], 1),
            f"{figures['quartiles'][0]}–{figures['quartiles'][2]}",
            wording.percent(figures["dodged"]) if row in KRIBBEL_ROWS else "–",
        ]
        for row, figures in enumerate(rows)
    ]
    return table(wording.heads("row", "points", "x", "mean", "middle", "dodged"), cells)


def _targets(wording: Wording, data: Mapping[str, Any], players: list[int]) -> str:
    """The table of the sums that best play writes, by row and number of players."""

    def written(figures: Mapping[str, Any], _count: int) -> str:
        return f"{figures['quartiles'][1]} ({wording.percent(figures['x'])})"

    return _by_players(wording, data, players, written)


def _thresholds(wording: Wording, data: Mapping[str, Any], players: list[int]) -> str:
    """The table of the lowest sums that earn at least the average place, when written first."""

    def lowest(figures: Mapping[str, Any], count: int) -> str:
        total = _threshold(figures["by_sum"], (count + 1) / 2)
        return wording.phrase("any_sum") if total == LOWEST else str(total)

    return _by_players(wording, data, players, lowest)


def _by_players(
    wording: Wording, data: Mapping[str, Any], players: list[int], cell: Callable[[Mapping[str, Any], int], str]
) -> str:
    """A table of all rows with a column for each number of players."""
    rows_by_count = [(data[f"rows_{count}"]["rows"], count) for count in players]
    cells = [[_row_name(wording, row), *(cell(rows[row], n) for rows, n in rows_by_count)] for row in range(len(ROWS))]
    return table(wording.heads("row") + [wording.phrase(f"players.{count}") for count in players], cells)


def _threshold(by_sum: list[float], needed: float) -> int:
    return next(LOWEST + at for at, points in enumerate(by_sum) if points >= needed)


def _tasks_table(wording: Wording, tasks: list[dict[str, Any]]) -> str:
    """The table of the kinds of tasks, likeliest first."""
    rows = [
        [
            _task(wording, task["kind"]),
            wording.percent(task["alone"], 1),
            wording.percent(task["met"], 1),
            wording.number(task["mean"], 1),
            wording.number(task["points"], 2),
        ]
        for task in sorted(tasks, key=lambda task: -task["alone"])
    ]
    return table(wording.heads("task", "alone", "in_play", "mean", "points"), rows)


def _task(wording: Wording, kind: int) -> str:
    """A kind of colour task, with colours as examples."""
    names = list(zip("abc", COLOURS[1:], strict=False))[: KINDS[kind - 1].colours]
    return wording.name(f"task.{kind}", **{name: text(f"colour.{colour}") for name, colour in names})


def _highest_table(wording: Wording, data: Mapping[str, Any], players: list[int]) -> str:
    """The table of the costs of a high Kribbel number in points to come."""
    heads = [wording.phrase("head.highest")]
    for count in players:
        heads += [
            f"{wording.phrase(f'players.{count}')}, {wording.phrase(f'head.{area}')}" for area in ("yellow", "blue")
        ]
    rows = []
    for number in list(data["highest_2"]["yellow"])[1:]:
        prices = [_price(data[f"highest_{count}"][area], number) for count in players for area in ("yellow", "blue")]
        rows.append([number, *(wording.signed(-price, 2) for price in prices)])
    return table(heads, rows)


def _dodges_table(wording: Wording, gains: Mapping[str, Mapping[str, float]]) -> str:
    """The table of the gains of dodging over an X, by row and sum."""
    rows = []
    for row, place in enumerate(ROWS):
        if place.key in gains:
            by_sum = gains[place.key]
            cells = [wording.signed(by_sum[total], 2) if total in by_sum else "–" for total in DODGE_SUMS]
            rows.append([_row_name(wording, row), *cells])
    return table([wording.phrase("head.row"), *DODGE_SUMS], rows)


def _sums_plot(wording: Wording, rows: list[dict[str, Any]]) -> str:
    """The plot of the value of a sum that is written first, in each Kribbel row."""
    series, ends = [], []
    for at, row in enumerate(KRIBBEL_ROWS):
        points = [(LOWEST + sum_at, value) for sum_at, value in enumerate(rows[row]["by_sum"])]
        name = _row_name(wording, row)
        series.append(Series(name, points, DASHES[at], SIDES[at]))
        ends.append(f"{name} {wording.number(rows[row]['by_sum'][PLOTTED - LOWEST], 2)}")
    return lines(wording, caption(wording, "sums", ends), series)
