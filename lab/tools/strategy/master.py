"""The page of Master: what actions save, where stars come from, openings, habits, levels."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from lab.tools.games import settings
from lab.tools.strategy.experiments import Experiment, Moment, groups_only
from lab.tools.strategy.mistakes import Decision, Kind, family, keep_kind
from lab.tools.strategy.numbers import Part
from lab.tools.strategy.openings import first_table, first_throws, last_dice
from lab.tools.strategy.plots import Series, caption, lines
from lab.tools.strategy.sections import Content, habit_facts, level_facts, losses_plot, path_plot, table
from lab.tools.strategy.winning.played import played_part, played_table
from lab.tools.strategy.wording import Wording

from knobel.core.game import AnyGame, read_move
from knobel.games.holding.tray import Keep
from knobel.games.master.rules.actions import Coins, Fulfil, RowCoins, Rows
from knobel.games.master.rules.board import (
    COINS,
    LAPS,
    NUMBERS,
    ROW_LENGTH,
    TASKS,
    Board,
    add_coins,
    fulfil,
    laps,
    move_row,
    rows_finished,
    stars,
)
from knobel.games.master.rules.game import Master, Pass
from knobel.games.master.scene import action_text
from knobel.games.master.solve.book import MasterBook, best_master
from knobel.games.spec import GameSpec
from knobel.library import make
from knobel.solve.kernel.turn import chances

BEST_GAMES, LEVEL_GAMES, HABIT_GAMES = 200, 80, 80
"""The numbers of games of best play, of each level and of each habit."""

WINNING_GAMES = 300
"""The number of games for two that are searched for decisions in which playing to win differs."""

ROLLS: list[list[int]] = settings(Master.key, "strategy")["rolls"]
"""The dice at the end of a first turn that are shown."""

ACTIONS = {Rows: "action.row", Coins: "action.coins", RowCoins: "action.row_coins", Pass: "action.pass"}
"""The kinds of actions except tasks."""

SHOWN_ROW = "6"
"""The row that represents all rows in a plot."""


def tasks_at_once(at: Moment) -> list[Any]:
    """A habit: fulfil a task as soon as one is met."""
    return [move for move in at.ratings if isinstance(move, Fulfil)] or list(at.ratings)


def no_coins(at: Moment) -> list[Any]:
    """A habit: use dice in the coin row only if there is nothing else to do."""
    return [move for move in at.ratings if not isinstance(move, Coins | RowCoins)]


def one_row(at: Moment) -> list[Any]:
    """A habit: never move two things at once."""
    return [move for move in at.ratings if not isinstance(move, RowCoins) and len(_numbers(move)) < 2]


def free_marker(at: Moment) -> list[Any]:
    """A habit: begin no third row while two are in progress."""
    rows = at.state.boards[at.seat].rows
    if sum(0 < field < ROW_LENGTH for field in rows) < 2:
        return list(at.ratings)
    return [move for move in at.ratings if not any(rows[number - 1] == 0 for number in _numbers(move))]


def _numbers(move: Any) -> tuple[int, ...]:
    match move:
        case Rows(numbers):
            return numbers
        case RowCoins(number, _):
            return (number,)
        case _:
            return ()


HABITS = {
    "tasks_at_once": tasks_at_once,
    "no_coins": no_coins,
    "one_row": one_row,
    "free_marker": free_marker,
    "groups_only": groups_only,
}


def move_kind(game: AnyGame, state: Any, move: Any) -> str:
    """The kind of a move: what was held, or how the dice were used."""
    match move:
        case Keep():
            return keep_kind(game, state, move)
        case Fulfil(key):
            return f"box.{key}"
        case Rows((_, _)):
            return "action.rows"
        case _:
            return ACTIONS[type(move)]


def kind_of(decision: Decision) -> Kind:
    """Classify a mistake."""
    made, best = (move_kind(decision.game, decision.state, move) for move in (decision.made, decision.best))
    return Kind(family(decision), made, best)


def _saves(book: MasterBook) -> dict[str, Any]:
    """The turns that the first action saves; an average turn of perfect play saves one."""
    start, board = book.of(Board()), Board()

    def saves(after: Board) -> float:
        return start - book.of(after)

    alone = chances(Master.pool, [task.meets for task in TASKS], (), 3)
    pairs = {
        f"{one} {other}": saves(move_row(move_row(board, one, 2), other, 2)) for one, other in combinations(NUMBERS, 2)
    }
    return {
        "tasks": {task.key: saves(fulfil(board, at)) for at, task in enumerate(TASKS)},
        "odds": {task.key: odds for task, odds in zip(TASKS, alone, strict=True)},
        "rows": {str(number): [saves(move_row(board, number, dice)) for dice in range(2, 6)] for number in NUMBERS},
        "two_rows": pairs,
        "coins": {str(steps): saves(add_coins(board, steps)) for steps in sorted(set(COINS.values()))},
        "row_coins": {str(number): saves(add_coins(move_row(board, number, 2), COINS["pair"])) for number in NUMBERS},
    }


def _along(book: MasterBook) -> dict[str, Any]:
    """The turns that each field of a row, and each step of the coin row, saves on an otherwise blank board."""
    start = book.of(Board())
    # A row begins with at least two dice, so its marker is never on field 1.
    fields = [0, *range(2, ROW_LENGTH + 1)]
    rows = {
        str(number): [[field, start - book.of(move_row(Board(), number, field))] for field in fields]
        for number in NUMBERS
    }
    coins = [[steps, start - book.of(add_coins(Board(), steps))] for steps in range(sum(LAPS) + 1)]
    return {"rows": rows, "coins": coins}


def _sources(experiment: Experiment) -> dict[str, Any]:
    """Where the stars of best play come from, and the number of turns."""
    ends = experiment.best(BEST_GAMES)
    boards = [state.boards[0] for state in ends]
    turns = [state.round - 1 for state in ends]
    tasks = {task.key: sum(board.tasks[at] for board in boards) / BEST_GAMES for at, task in enumerate(TASKS)}
    return {
        "turns": {str(count): turns.count(count) / BEST_GAMES for count in sorted(set(turns))},
        "tasks": tasks,
        "task_stars": sum(task.stars * tasks[task.key] for task in TASKS),
        "rows": sum(map(rows_finished, boards)) / BEST_GAMES,
        "laps": sum(laps(board)[0] for board in boards) / BEST_GAMES,
        "stars": sum(map(stars, boards)) / BEST_GAMES,
    }


def parts(spec: GameSpec) -> dict[str, Part]:
    """The parts of the numbers of Master for one player."""
    game, book = make(spec.key, 1), best_master()
    experiment = Experiment([game], kind_of)
    values = "exact" if book.exact else "compact"
    return {
        "value": Part(lambda: {"start": book.of(Board())}, values),
        "saves": Part(lambda: _saves(book), values),
        "along": Part(lambda: _along(book), values),
        "first": Part(lambda: first_throws(game, move_kind, numbers=False), values),
        "last": Part(lambda: last_dice(game, [tuple(roll) for roll in ROLLS]), values),
        "sources": Part(lambda: _sources(experiment), values, BEST_GAMES),
        "habits": Part(lambda: experiment.habits(HABITS, HABIT_GAMES), values, HABIT_GAMES),
        "levels": Part(lambda: experiment.levels(LEVEL_GAMES), values, LEVEL_GAMES),
        "winning": played_part(make(spec.key, 2), WINNING_GAMES, _stand),
    }


def _stand(_game: AnyGame, state: Any, seat: int) -> dict[str, Any]:
    """The stars of both, and the state of one's own board."""
    own = state.boards[seat]
    return {
        "points": [stars(own), stars(state.boards[1 - seat])],
        "rows": list(own.rows),
        "coins": own.coins,
        "tasks": [task.key for task, done in zip(TASKS, own.tasks, strict=True) if not done],
    }


def _stand_words(wording: Wording, stand: Mapping[str, Any]) -> str:
    tasks = ", ".join(wording.name(f"box.{task}") for task in stand["tasks"]) or wording.phrase("stand.none")
    points = f"{stand['points'][0]} : {stand['points'][1]}"
    rows = " ".join(map(str, stand["rows"]))
    return wording.phrase("stand", points=points, rows=rows, coins=stand["coins"], tasks=tasks)


def content(wording: Wording, parts: Mapping[str, Any]) -> Content:
    """All texts and plots of the page."""
    data = {name: part["data"] for name, part in parts.items()}
    start, saves, sources = data["value"]["start"], data["saves"], data["sources"]
    facts = {
        "exactness": wording.phrase(f"exactness.{parts['value']['values']}"),
        "value": wording.number(start),
        "tasks": _tasks(wording, saves, sources),
        "actions": _actions(wording, saves),
        "first": first_table(wording, data["first"], -start),
        "last": _last(wording, data["last"]),
        **{f"saves_{task}": wording.number(saved, 2) for task, saved in saves["tasks"].items()},
        **{f"done_{task}": wording.percent(share) for task, share in sources["tasks"].items()},
        **{f"coins_{steps}": wording.number(saved, 2) for steps, saved in saves["coins"].items()},
        **{name: wording.number(sources[name], 1) for name in ("task_stars", "rows", "laps")},
        **_turns(wording, sources["turns"]),
        "winning": played_table(wording, data["winning"], _stand_words),
        "row_stars": wording.number(sources["stars"] - sources["task_stars"] - sources["laps"], 1),
        "row_end": wording.number(data["along"]["rows"][SHOWN_ROW][-1][1], 2),
        "coin_lap": wording.number(data["along"]["coins"][LAPS[0]][1], 2),
        **habit_facts(wording, data["habits"]),
        **level_facts(wording, data["levels"]),
    }
    plots = {
        "along": _along_plot(wording, data["along"]),
        "path": path_plot(wording, start, data["levels"]),
        "losses": losses_plot(wording, data["levels"]),
    }
    return Content(facts, plots)


def _turns(wording: Wording, shares: Mapping[str, float]) -> dict[str, str]:
    """The numbers of turns within which a tenth, half and nine tenths of the games of best play end."""
    facts, so_far = {}, 0.0
    for turns, share in sorted(shares.items(), key=lambda pair: int(pair[0])):
        for name, needed in (("turns_tenth", 0.1), ("turns_half", 0.5), ("turns_most", 0.9)):
            if so_far < needed <= so_far + share:
                facts[name] = wording.number(int(turns), 0)
        so_far += share
    return facts


def _tasks(wording: Wording, saves: Mapping[str, Any], sources: Mapping[str, Any]) -> str:
    """The table of what fulfilling each task at once saves, and how often best play ever does."""
    rows = [
        [
            wording.name(f"box.{task.key}"),
            str(task.stars),
            wording.percent(saves["odds"][task.key]),
            wording.number(saves["tasks"][task.key], 2),
            wording.percent(sources["tasks"][task.key]),
        ]
        for task in TASKS
    ]
    return table(wording.heads("task", "stars", "alone", "saves", "done"), rows)


def _actions(wording: Wording, saves: Mapping[str, Any]) -> str:
    """The table of what other first actions save; where numbers differ, the least and the most are given."""
    rows = []
    for at, dice in enumerate(range(2, 6)):
        name = wording.phrase("row_dice", n=dice)
        rows.append([name, _range(wording, [saved_by_dice[at] for saved_by_dice in saves["rows"].values()])])
    rows.append([wording.phrase("two_rows"), _range(wording, list(saves["two_rows"].values()))])
    rows.append([wording.phrase("row_pair"), _range(wording, list(saves["row_coins"].values()))])
    for steps, saved in saves["coins"].items():
        name = wording.phrase("coin_step" if steps == "1" else "coin_steps", n=steps)
        rows.append([name, wording.number(saved, 2)])
    return table(wording.heads("action", "saves"), rows)


def _range(wording: Wording, values: list[float]) -> str:
    low, high = (wording.number(value, 2) for value in (min(values), max(values)))
    return low if low == high else wording.phrase("from_to", low=low, high=high)


def _last(wording: Wording, rolls: list[dict[str, Any]]) -> str:
    """The table of how to use dice in the first turn, and the cost of other ways."""
    rows = []
    for roll in rolls:
        (best, _), *others = roll["choices"]
        costs = [f"{_move(wording, move)} ({wording.number(cost, 2)})" for move, cost in others[:1]]
        rows.append([" ".join(map(str, roll["dice"])), f"**{_move(wording, best)}**", *(costs or ["–"])])
    return table(wording.heads("dice", "best", "second"), rows, words=3)


def _move(wording: Wording, move: str) -> str:
    """A move that ends a turn, in words, from its notation."""
    game = make(wording.game.key)
    return wording.say(action_text(game, read_move(game, move)))


def _along_plot(wording: Wording, along: Mapping[str, Any]) -> str:
    named = {"row": along["rows"][SHOWN_ROW], "coins": along["coins"]}
    series = [
        Series(wording.phrase(f"plot.along.{name}"), [(at, turns) for at, turns in saved], dash, sides)
        for (name, saved), dash, sides in zip(named.items(), ("", "7 4"), (0, 4), strict=True)
    ]
    ends = [f"{each.name} {wording.number(each.points[-1][1], 1)}" for each in series]
    return lines(wording, caption(wording, "along", ends), series)
