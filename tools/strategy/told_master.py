"""The page of Master: its facts and plots."""

from collections.abc import Mapping
from typing import Any

from knobel.games.master.rules.board import LAPS, TASKS
from knobel.scene.text import text
from tools.strategy.opening_tables import first_table
from tools.strategy.plots import Caption, Series, lines
from tools.strategy.tables import DIGITS, table
from tools.strategy.told import Told, habit_facts, level_facts, losses_plot, path_plot
from tools.strategy.words import Language

SHOWN_ROW = "6"


def tell(language: Language, game: str, parts: Mapping[str, Any]) -> Told:
    """All facts and plots."""
    data = {name: part["data"] for name, part in parts.items()}
    start, saves, sources = data["value"]["start"], data["saves"], data["sources"]
    facts = {
        "exactness": language.phrase(f"exactness.{parts['value']['values']}"),
        "value": language.number(start, DIGITS[game]),
        "tasks": _tasks(language, saves, sources),
        "actions": _actions(language, saves),
        "first": first_table(language, game, data["first"], -start),
        "last": _last(language, data["last"]),
        **{f"saves_{task}": language.number(saved, 2) for task, saved in saves["tasks"].items()},
        **{f"done_{task}": language.percent(share) for task, share in sources["tasks"].items()},
        **{f"coins_{steps}": language.number(saved, 2) for steps, saved in saves["coins"].items()},
        **{name: language.number(sources[name], 1) for name in ("task_stars", "rows", "laps")},
        **_turns(language, sources["turns"]),
        "row_stars": language.number(sources["stars"] - sources["task_stars"] - sources["laps"], 1),
        "row_end": language.number(data["along"]["rows"][SHOWN_ROW][-1][1], 2),
        "coin_lap": language.number(data["along"]["coins"][LAPS[0]][1], 2),
        **habit_facts(language, game, data["habits"]),
        **level_facts(language, game, data["levels"]),
    }
    plots = {
        "along": _along_plot(language, game, data["along"]),
        "path": path_plot(language, game, start, data["levels"]),
        "losses": losses_plot(language, game, data["levels"]),
    }
    return Told(facts, plots)


def _turns(language: Language, shares: Mapping[str, float]) -> dict[str, str]:
    """Within how many turns half and nine in ten of the games of best play end."""
    found, so_far = {}, 0.0
    for turns, share in sorted(shares.items(), key=lambda pair: int(pair[0])):
        for name, needed in (("turns_tenth", 0.1), ("turns_half", 0.5), ("turns_most", 0.9)):
            if so_far < needed <= so_far + share:
                found[name] = language.number(int(turns), 0)
        so_far += share
    return found


def _tasks(language: Language, saves: Mapping[str, Any], sources: Mapping[str, Any]) -> str:
    """What fulfilling each task at once saves, and how often best play ever does."""
    rows = [
        [
            language.say(text(f"box.{task.key}")),
            str(task.stars),
            language.percent(saves["odds"][task.key]),
            language.number(saves["tasks"][task.key], 2),
            language.percent(sources["tasks"][task.key]),
        ]
        for task in TASKS
    ]
    return table([language.phrase(f"head.{head}") for head in ("task", "stars", "alone", "saves", "done")], rows)


def _actions(language: Language, saves: Mapping[str, Any]) -> str:
    """What other first actions save; numbers differ a little, so the least and the most are told."""
    rows = []
    for at, dice in enumerate(range(2, 6)):
        name = language.phrase("row_dice").format(n=dice)
        rows.append([name, _range(language, [found[at] for found in saves["rows"].values()])])
    rows.append([language.phrase("two_rows"), _range(language, list(saves["two_rows"].values()))])
    rows.append([language.phrase("row_pair"), _range(language, list(saves["row_coins"].values()))])
    for steps, saved in saves["coins"].items():
        rows.append(
            [language.phrase("coin_step" if steps == "1" else "coin_steps").format(n=steps), language.number(saved, 2)]
        )
    return table([language.phrase("head.action"), language.phrase("head.saves")], rows)


def _range(language: Language, values: list[float]) -> str:
    low, high = (language.number(value, 2) for value in (min(values), max(values)))
    return low if low == high else language.phrase("from_to").format(low=low, high=high)


def _last(language: Language, rolls: list[dict[str, Any]]) -> str:
    """How to use dice in the first turn, and what other ways cost."""
    rows = []
    for roll in rolls:
        (best, _), *others = roll["choices"]
        costs = [f"{language.move(move)} ({language.number(cost, 2)})" for move, cost in others[:1]]
        rows.append([" ".join(map(str, roll["dice"])), f"**{language.move(best)}**", *(costs or ["–"])])
    return table([language.phrase(f"head.{head}") for head in ("dice", "best", "second")], rows, words=3)


def _along_plot(language: Language, game: str, along: Mapping[str, Any]) -> str:
    named = {"row": along["rows"][SHOWN_ROW], "coins": along["coins"]}
    series = [
        Series(language.phrase(f"plot.along.{name}"), [(at, turns) for at, turns in saved], dash, sides)
        for (name, saved), dash, sides in zip(named.items(), ("", "7 4"), (0, 4), strict=True)
    ]
    ends = ", ".join(f"{each.name} {language.number(each.points[-1][1], 1)}" for each in series)
    caption = Caption(
        language.phrase("plot.along"),
        language.phrase("plot.along.desc").format(ends=ends),
        language.phrase("plot.along.x"),
        language.phrase("plot.along.y"),
    )
    return lines(game, caption, series, language)
