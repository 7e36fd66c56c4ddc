"""The sections that all strategy pages have, as Markdown tables and plots: habits, levels, sources of numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lab.tools.strategy.plots import Series, caption, lines, stacks
from lab.tools.strategy.wording import Wording

from knobel.coach.bot import LEVELS

SHOWN = 1
"""How many kinds of mistakes are shown for each level: one says most, three make a page of tables."""

DASHES = ("2 4", "7 4", "12 4 2 4", "")
SIDES = (3, 4, 5, 0)
TINTS = 4
"""How many families of mistakes have their own tint in a plot; the others share one."""


Describe = Callable[[Wording, str, str, str], tuple[str, str]]
"""What was done and what was better in words, from the family of a mistake and the kinds of the two moves."""


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a page: texts by placeholder in its template, and plots by name."""

    facts: dict[str, str]
    plots: dict[str, str]


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A Markdown table; the first columns are text, the others numbers."""
    marks = f"|{'---|' * words}{'--:|' * (len(heads) - words)}"
    first, *others = (f"| {' | '.join(line)} |" for line in (heads, *rows))
    return "\n".join([first, marks, *others])


def levels_in(data: Mapping[str, Any]) -> list[str]:
    """The levels that were measured, weakest first."""
    return [level.key for level in LEVELS if level.key in data]


def habit_facts(wording: Wording, data: Mapping[str, Any], **names: str) -> dict[str, str]:
    """The table of the costs of habits, highest first, and each cost by the name of the habit."""
    costs = {name: wording.number(habit_data["loss"][0]) for name, habit_data in data.items()}
    rows = [
        [wording.phrase(f"habit.{name}", **names), f"{costs[name]} ± {wording.number(habit_data['loss'][1])}"]
        for name, habit_data in sorted(data.items(), key=lambda habit: -habit[1]["loss"][0])
    ]
    return {**costs, "habits": table(wording.heads("habit", "costs"), rows)}


def level_facts(wording: Wording, data: Mapping[str, Any], describe: Describe | None = None) -> dict[str, str]:
    """The tables of the levels, and the loss of each by its name."""
    words = describe or mistake_words
    facts = {f"loss_{level}": wording.number(data[level]["loss"][0]) for level in levels_in(data)}
    for level in levels_in(data):
        for _, made, best, _, cost in data[level]["holds"] + data[level]["ends"]:
            names = [move.rpartition(".")[2] for move in (made, best)]
            # Kinds are sorted by cost; of two with the same names the first counts.
            facts.setdefault("_".join([level, *names]), wording.number(cost))
    facts["families"] = _families_table(wording, data)
    facts["mistakes_holds"] = _mistakes_table(wording, data, "holds", words) if data["chick"]["holds"] else ""
    facts["mistakes_ends"] = _mistakes_table(wording, data, "ends", words)
    return facts


def _families_table(wording: Wording, data: Mapping[str, Any]) -> str:
    """The table of the cost of each family of mistakes, for each level, in a game."""
    levels = levels_in(data)
    names = list(dict.fromkeys(name for level in levels for name in data[level]["families"]))
    rows = [
        [
            wording.phrase(f"family.{name}"),
            *(wording.number(data[level]["families"].get(name, 0.0)) for level in levels),
        ]
        for name in names
    ]
    losses = [data[level]["loss"] for level in levels]
    totals = [f"**{wording.number(loss)}** ± {wording.number(error)}" for loss, error in losses]
    heads = [*wording.heads("family"), *map(wording.level, levels)]
    return table(heads, [*rows, [f"**{wording.phrase('head.all')}**", *totals]])


def _mistakes_table(wording: Wording, data: Mapping[str, Any], part: str, describe: Describe) -> str:
    """The table of the costliest kinds of mistakes of each level."""
    digits = wording.digits + 1
    rows = []
    for level in levels_in(data):
        for family, made, best, times, cost in data[level][part][:SHOWN]:
            did, better = describe(wording, family, made, best)
            numbers = [wording.number(times, 2), wording.number(cost / times, digits), wording.number(cost, digits)]
            rows.append([wording.level(level), did, better, *numbers])
    return table(wording.heads("level", "did", "better", "times", "each", "loss"), rows, words=3)


def mistake_words(wording: Wording, _family: str, made: str, best: str) -> tuple[str, str]:
    """What was done and what was better, in words, without the family of the mistake."""
    did, better = wording.move(made), wording.move(best)
    if made == best:
        return did, wording.phrases.get(f"other.{made}") or wording.phrase("other", play=better)
    return did, better


def sources_table(wording: Wording, numbers: Mapping[str, Any]) -> str:
    """The table of how each part of the numbers was measured."""
    rows = []
    for name, part in numbers["parts"].items():
        each = name.startswith(("levels", "habits"))
        way = "how.each" if each else "how.played" if part["games"] else "how.computed"
        how = wording.phrase(way, games=wording.number(part["games"], 0), seed=part["seed"] or 0)
        rows.append([_part_name(wording, name), how, wording.phrase(f"values.{part['values']}")])
    return table(wording.heads("part", "how", "values"), rows, words=3)


def _part_name(wording: Wording, name: str) -> str:
    """The name of a part of the numbers."""
    stem, _, players = name.partition("_")
    if not players.isdigit():
        return wording.phrase(f"part.{name}")
    return wording.phrase("part.levels_of" if stem == "levels" else f"part.{stem}", players=players)


def path_plot(wording: Wording, start: float, data: Mapping[str, Any]) -> str:
    """The plot of the expected result after each turn, for each level: losses add up, luck is left out."""
    sign = 1 if wording.objective == "turns" else -1
    longest = max(len(data[level]["path"]) for level in levels_in(data))
    series, ends = [Series(wording.level("owl"), [(0, start), (longest, start)], best=True)], []
    for at, level in enumerate(levels_in(data)):
        path = [0.0, *data[level]["path"]]
        path += path[-1:] * (longest + 1 - len(path))
        points = [(turn, start + sign * lost) for turn, lost in enumerate(path)]
        name = wording.level(level)
        series.append(Series(name, points, DASHES[at], SIDES[at]))
        ends.append(f"{name} {wording.number(points[-1][1])}")
    return lines(wording, caption(wording, "path", ends, unit=wording.unit), series)


def losses_plot(wording: Wording, data: Mapping[str, Any]) -> str:
    """The plot of the cost of each family of mistakes, for each level."""
    levels = levels_in(data)
    families = [name for level in levels for name in data[level]["families"]]
    names = sorted(set(families), key=lambda name: -data[levels[0]]["families"].get(name, 0.0))
    bars = {}
    for level in levels:
        costs = data[level]["families"]
        parts = {wording.phrase(f"family.{name}"): costs.get(name, 0.0) for name in names[:TINTS]}
        if len(names) > TINTS:
            parts[wording.phrase("family.others")] = sum(costs.get(name, 0.0) for name in names[TINTS:])
        bars[wording.level(level)] = parts
    ends = [f"{name} {wording.number(sum(parts.values()))}" for name, parts in bars.items()]
    return stacks(wording, caption(wording, "losses", ends, unit=wording.unit), bars)
