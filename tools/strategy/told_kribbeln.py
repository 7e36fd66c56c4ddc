"""The page of Kribbeln: its facts and plots."""

from collections.abc import Mapping
from typing import Any

from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS
from knobel.games.kribbeln.solve.opponents import LOWEST
from tools.strategy.plots import Caption, Series, lines
from tools.strategy.tables import table
from tools.strategy.told import DASHES, SIDES, Told, habit_facts, level_facts, losses_plot, path_plot
from tools.strategy.words import Language

SUMS = ("12", "16", "20", "22", "24", "26", "28", "30")
"""Sums that are told of dodging."""

PLOTTED = 30


def tell(language: Language, game: str, parts: Mapping[str, Any]) -> Told:
    """All facts and plots."""
    data = {name: part["data"] for name, part in parts.items()}
    players = [int(name.removeprefix("rows_")) for name in data if name.startswith("rows_")]
    two = data["rows_2"]
    facts = {
        "players": f"{players[0]}–{players[-1]}",
        "values": _values(language, data, players),
        "rows": _rows(language, two["rows"]),
        "targets": _targets(language, data, players),
        "tasks": _tasks(language, data["tasks"]),
        "thresholds": _thresholds(language, data, players),
        "highest": _highest(language, data, players),
        "dodges": _dodges(language, data["dodges"]),
        "value": language.number(two["start"], 2),
        **habit_facts(language, game, data["habits"]),
        **level_facts(language, game, data["levels_2"]),
        **_row_facts(language, two["rows"]),
        "too_good_red": _too_good(data["dodges"], "red"),
        "too_good_yellow": _too_good(data["dodges"], "yellow"),
        "price_yellow": language.number(_price(data["highest_2"]["yellow"], "24"), 2),
        "price_blue": language.number(_price(data["highest_2"]["blue"], "28"), 2),
    }
    facts |= {f"{name}_3": words for name, words in level_facts(language, game, data["levels_3"]).items()}
    plots = {
        "sums": _sums_plot(language, game, two["rows"]),
        "path": path_plot(language, game, two["start"], data["levels_2"]),
        "losses": losses_plot(language, game, data["levels_2"]),
    }
    return Told(facts, plots)


def _price(values: Mapping[str, float], number: str) -> float:
    """What a highest Kribbel number costs of the points to come."""
    return values["0"] - values[number]


def _too_good(gains: Mapping[str, Mapping[str, float]], area: str) -> str:
    """The lowest sum with which dodging costs something in both tasks of an area."""
    rows = [gains[place.key] for place in ROWS if place.area == area and place.key in gains]
    return next(total for total in rows[0] if all(row[total] < 0 for row in rows))


def _row_name(language: Language, row: int) -> str:
    place = ROWS[row]
    kind, _, number = place.key.partition("_")
    return language.phrase(f"row.{kind}").format(n=number)


def _row_facts(language: Language, rows: list[dict[str, Any]]) -> dict[str, str]:
    facts = {}
    for found in rows:
        facts[f"mean_{found['row']}"] = language.number(found["mean"], 1)
        facts[f"x_{found['row']}"] = language.percent(found["x"])
        facts[f"from_{found['row']}"] = str(_threshold(found["by_sum"], 1.5))
        facts[f"dodged_{found['row']}"] = language.percent(found["dodged"])
    return facts


def _values(language: Language, data: Mapping[str, Any], players: list[int]) -> str:
    """What everybody may expect, by the number of players, and how it splits over tasks and Kribbel rows."""
    rows = []
    for count in players:
        found = data[f"rows_{count}"]["rows"]
        kribbel = sum(found[row]["points"] for row in KRIBBEL_ROWS)
        tasks = sum(row["points"] for row in found) - kribbel
        rows.append([str(count), *(language.number(value, 2) for value in (tasks + kribbel, tasks, kribbel))])
    heads = ("players", "points", "from_tasks", "from_kribbel")
    return table([language.phrase(f"head.{head}") for head in heads], rows)


def _rows(language: Language, rows: list[dict[str, Any]]) -> str:
    """Each row of best play for two."""
    told = [
        [
            _row_name(language, row),
            language.number(found["points"], 2),
            language.percent(found["x"]),
            language.number(found["mean"], 1),
            f"{found['quartiles'][0]}–{found['quartiles'][2]}",
            language.percent(found["dodged"]) if row in KRIBBEL_ROWS else "–",
        ]
        for row, found in enumerate(rows)
    ]
    return table([language.phrase(f"head.{head}") for head in ("row", "points", "x", "mean", "middle", "dodged")], told)


def _targets(language: Language, data: Mapping[str, Any], players: list[int]) -> str:
    """The sums that best play writes, by row and number of players."""
    told = []
    for row in range(len(ROWS)):
        found = [data[f"rows_{count}"]["rows"][row] for count in players]
        told.append(
            [_row_name(language, row), *(f"{each['quartiles'][1]} ({language.percent(each['x'])})" for each in found)]
        )
    heads = [language.phrase(f"players.{count}") for count in players]
    return table([language.phrase("head.row"), *heads], told)


def _thresholds(language: Language, data: Mapping[str, Any], players: list[int]) -> str:
    """The lowest sum that earns at least the mean of all places, when written first."""
    told = []
    for row in range(len(ROWS)):
        found = [_threshold(data[f"rows_{count}"]["rows"][row]["by_sum"], (count + 1) / 2) for count in players]
        sums = [language.phrase("any_sum") if total == LOWEST else str(total) for total in found]
        told.append([_row_name(language, row), *sums])
    heads = [language.phrase(f"players.{count}") for count in players]
    return table([language.phrase("head.row"), *heads], told)


def _threshold(by_sum: list[float], needed: float) -> int:
    return next(LOWEST + at for at, points in enumerate(by_sum) if points >= needed)


def _tasks(language: Language, tasks: list[dict[str, Any]]) -> str:
    """The kinds of tasks, likeliest first."""
    rows = [
        [
            language.task(found["kind"]),
            language.percent(found["alone"], 1),
            language.percent(found["met"], 1),
            language.number(found["mean"], 1),
            language.number(found["points"], 2),
        ]
        for found in sorted(tasks, key=lambda found: -found["alone"])
    ]
    return table([language.phrase(f"head.{head}") for head in ("task", "alone", "in_play", "mean", "points")], rows)


def _highest(language: Language, data: Mapping[str, Any], players: list[int]) -> str:
    """What a high Kribbel number costs of the points to come."""
    heads = [language.phrase("head.highest")]
    for count in players:
        heads += [
            f"{language.phrase(f'players.{count}')}, {language.phrase(f'head.{area}')}" for area in ("yellow", "blue")
        ]
    rows = []
    for number in list(data["highest_2"]["yellow"])[1:]:
        prices = [_price(data[f"highest_{count}"][area], number) for count in players for area in ("yellow", "blue")]
        rows.append([number, *(language.signed(-price, 2) for price in prices)])
    return table(heads, rows)


def _dodges(language: Language, gains: Mapping[str, Mapping[str, float]]) -> str:
    """What dodging gains over an X, by row and sum."""
    rows = []
    for row, place in enumerate(ROWS):
        if place.key in gains:
            found = gains[place.key]
            told = [language.signed(found[total], 2) if total in found else "–" for total in SUMS]
            rows.append([_row_name(language, row), *told])
    return table([language.phrase("head.row"), *SUMS], rows)


def _sums_plot(language: Language, game: str, rows: list[dict[str, Any]]) -> str:
    """What a sum written first is worth in each Kribbel row."""
    series, ends = [], []
    for at, row in enumerate(KRIBBEL_ROWS):
        points = [(LOWEST + sum_at, value) for sum_at, value in enumerate(rows[row]["by_sum"])]
        name = _row_name(language, row)
        series.append(Series(name, points, DASHES[at], SIDES[at]))
        ends.append(f"{name} {language.number(rows[row]['by_sum'][PLOTTED - LOWEST], 2)}")
    caption = Caption(
        language.phrase("plot.sums"),
        language.phrase("plot.sums.desc").format(ends=", ".join(ends)),
        language.phrase("plot.sums.x"),
        language.phrase("plot.sums.y"),
    )
    return lines(game, caption, series, language)
