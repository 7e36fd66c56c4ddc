"""The tables and plots of the page of Kribbeln."""

from collections.abc import Mapping
from typing import Any

from knobel.games.kribbeln.rules.dice import COLOURS
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS
from knobel.games.kribbeln.rules.tasks import KINDS
from knobel.games.kribbeln.solve.opponents import LOWEST
from knobel.scene.text import text
from tools.docs.strategy.plots import Caption, Series, lines
from tools.docs.strategy.sections import (
    DASHES,
    SIDES,
    Content,
    habit_facts,
    level_facts,
    losses_plot,
    path_plot,
    table,
)
from tools.docs.strategy.wording import Wording

DODGE_SUMS = ("12", "16", "20", "22", "24", "26", "28", "30")
"""Sums with which dodging is shown."""

PLOTTED = 30
"""The sum of which a plot says in words what it is worth."""


def content(wording: Wording, parts: Mapping[str, Any]) -> Content:
    """All facts and plots."""
    data = {name: part["data"] for name, part in parts.items()}
    players = [int(name.removeprefix("rows_")) for name in data if name.startswith("rows_")]
    two = data["rows_2"]
    facts = {
        "players": f"{players[0]}–{players[-1]}",
        "values": _values(wording, data, players),
        "rows": _rows(wording, two["rows"]),
        "targets": _targets(wording, data, players),
        "tasks": _tasks(wording, data["tasks"]),
        "thresholds": _thresholds(wording, data, players),
        "highest": _highest(wording, data, players),
        "dodges": _dodges(wording, data["dodges"]),
        "value": wording.number(two["start"], 2),
        **habit_facts(wording, data["habits"]),
        **level_facts(wording, data["levels_2"], _mistake),
        **_row_facts(wording, two["rows"]),
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
    """What was done and what would have been better; of dice that were held, in which area."""
    named = wording.phrase(f"family.{family}")
    if made.startswith("kept."):
        return wording.phrase("within", one=named, other=wording.phrase(best)), wording.phrase(made)
    return wording.phrase("detail", one=named, other=wording.phrase(made)), wording.phrase(best)


def _price(values: Mapping[str, float], number: str) -> float:
    """What a highest Kribbel number costs of the points to come."""
    return values["0"] - values[number]


def _too_good(gains: Mapping[str, Mapping[str, float]], area: str) -> str:
    """The lowest sum with which dodging costs something in both tasks of an area."""
    rows = [gains[place.key] for place in ROWS if place.area == area and place.key in gains]
    return next(total for total in rows[0] if all(row[total] < 0 for row in rows))


def _row_name(wording: Wording, row: int) -> str:
    place = ROWS[row]
    kind, _, number = place.key.partition("_")
    return wording.phrase(f"row.{kind}", n=number)


def _row_facts(wording: Wording, rows: list[dict[str, Any]]) -> dict[str, str]:
    facts = {}
    for found in rows:
        facts[f"mean_{found['row']}"] = wording.number(found["mean"], 1)
        facts[f"x_{found['row']}"] = wording.percent(found["x"])
        facts[f"from_{found['row']}"] = str(_threshold(found["by_sum"], 1.5))
        facts[f"dodged_{found['row']}"] = wording.percent(found["dodged"])
    return facts


def _values(wording: Wording, data: Mapping[str, Any], players: list[int]) -> str:
    """What everybody may expect, by the number of players, and how it splits over tasks and Kribbel rows."""
    rows = []
    for count in players:
        found = data[f"rows_{count}"]["rows"]
        kribbel = sum(found[row]["points"] for row in KRIBBEL_ROWS)
        tasks = sum(row["points"] for row in found) - kribbel
        rows.append([str(count), *(wording.number(value, 2) for value in (tasks + kribbel, tasks, kribbel))])
    heads = ("players", "points", "from_tasks", "from_kribbel")
    return table([wording.phrase(f"head.{head}") for head in heads], rows)


def _rows(wording: Wording, rows: list[dict[str, Any]]) -> str:
    """Each row of best play for two."""
    cells = [
        [
            _row_name(wording, row),
            wording.number(found["points"], 2),
            wording.percent(found["x"]),
            wording.number(found["mean"], 1),
            f"{found['quartiles'][0]}–{found['quartiles'][2]}",
            wording.percent(found["dodged"]) if row in KRIBBEL_ROWS else "–",
        ]
        for row, found in enumerate(rows)
    ]
    return table(wording.heads("row", "points", "x", "mean", "middle", "dodged"), cells)


def _targets(wording: Wording, data: Mapping[str, Any], players: list[int]) -> str:
    """The sums that best play writes, by row and number of players."""
    cells = []
    for row in range(len(ROWS)):
        found = [data[f"rows_{count}"]["rows"][row] for count in players]
        cells.append(
            [_row_name(wording, row), *(f"{each['quartiles'][1]} ({wording.percent(each['x'])})" for each in found)]
        )
    heads = [wording.phrase(f"players.{count}") for count in players]
    return table([wording.phrase("head.row"), *heads], cells)


def _thresholds(wording: Wording, data: Mapping[str, Any], players: list[int]) -> str:
    """The lowest sum that earns at least the mean of all places, when written first."""
    cells = []
    for row in range(len(ROWS)):
        found = [_threshold(data[f"rows_{count}"]["rows"][row]["by_sum"], (count + 1) / 2) for count in players]
        sums = [wording.phrase("any_sum") if total == LOWEST else str(total) for total in found]
        cells.append([_row_name(wording, row), *sums])
    heads = [wording.phrase(f"players.{count}") for count in players]
    return table([wording.phrase("head.row"), *heads], cells)


def _threshold(by_sum: list[float], needed: float) -> int:
    return next(LOWEST + at for at, points in enumerate(by_sum) if points >= needed)


def _tasks(wording: Wording, tasks: list[dict[str, Any]]) -> str:
    """The kinds of tasks, likeliest first."""
    rows = [
        [
            _task(wording, found["kind"]),
            wording.percent(found["alone"], 1),
            wording.percent(found["met"], 1),
            wording.number(found["mean"], 1),
            wording.number(found["points"], 2),
        ]
        for found in sorted(tasks, key=lambda found: -found["alone"])
    ]
    return table(wording.heads("task", "alone", "in_play", "mean", "points"), rows)


def _task(wording: Wording, kind: int) -> str:
    """A kind of colour task, with colours as examples."""
    names = list(zip("abc", COLOURS[1:], strict=False))[: KINDS[kind - 1].colours]
    return wording.name(f"task.{kind}", **{name: text(f"colour.{colour}") for name, colour in names})


def _highest(wording: Wording, data: Mapping[str, Any], players: list[int]) -> str:
    """What a high Kribbel number costs of the points to come."""
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


def _dodges(wording: Wording, gains: Mapping[str, Mapping[str, float]]) -> str:
    """What dodging gains over an X, by row and sum."""
    rows = []
    for row, place in enumerate(ROWS):
        if place.key in gains:
            found = gains[place.key]
            cells = [wording.signed(found[total], 2) if total in found else "–" for total in DODGE_SUMS]
            rows.append([_row_name(wording, row), *cells])
    return table([wording.phrase("head.row"), *DODGE_SUMS], rows)


def _sums_plot(wording: Wording, rows: list[dict[str, Any]]) -> str:
    """What a sum written first is worth in each Kribbel row."""
    series, ends = [], []
    for at, row in enumerate(KRIBBEL_ROWS):
        points = [(LOWEST + sum_at, value) for sum_at, value in enumerate(rows[row]["by_sum"])]
        name = _row_name(wording, row)
        series.append(Series(name, points, DASHES[at], SIDES[at]))
        ends.append(f"{name} {wording.number(rows[row]['by_sum'][PLOTTED - LOWEST], 2)}")
    caption = Caption(
        wording.phrase("plot.sums"),
        wording.phrase("plot.sums.desc", ends=", ".join(ends)),
        wording.phrase("plot.sums.x"),
        wording.phrase("plot.sums.y"),
    )
    return lines(wording, caption, series)
