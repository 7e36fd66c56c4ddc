"""What a page is made of: facts for the gaps in its text, and plots; and those that all games share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tools.strategy.plots import Caption, Series, lines, stacks
from tools.strategy.tables import DIGITS, families_table, habits_table, levels_in, mistakes_table
from tools.strategy.words import Language

UNITS = {"master": "turns", "kribbeln": "rank_points"}
DASHES = ("2 4", "7 4", "12 4 2 4", "")
SIDES = (3, 4, 5, 0)
MOST = 4
"""So many families of mistakes have a tint of their own in a plot; the rest is one more."""


@dataclass(frozen=True, slots=True)
class Told:
    """Facts by the name of their gap, and plots by name."""

    facts: dict[str, str]
    plots: dict[str, str]


def unit(language: Language, game: str) -> str:
    """What results of a game are counted in."""
    return language.phrase(f"unit.{UNITS.get(game, 'points')}")


def habit_facts(language: Language, game: str, data: Mapping[str, Any]) -> dict[str, str]:
    """The table of habits, and the price of each by its name."""
    prices = {name: language.number(found["loss"][0], DIGITS[game]) for name, found in data.items()}
    return {**prices, "habits": habits_table(language, game, data)}


def level_facts(language: Language, game: str, data: Mapping[str, Any]) -> dict[str, str]:
    """The tables of the levels, and what each loses by its name."""
    facts = {f"loss_{level}": language.number(data[level]["loss"][0], DIGITS[game]) for level in levels_in(data)}
    for level in levels_in(data):
        for _, made, best, _, cost in data[level]["holds"] + data[level]["ends"]:
            names = [word.rpartition(".")[2] for word in (made, best)]
            # Kinds come dearest first; of two with the same words that one is told.
            facts.setdefault("_".join([level, *names]), language.number(cost, DIGITS[game]))
    facts["families"] = families_table(language, game, data)
    facts["mistakes_holds"] = mistakes_table(language, game, data, "holds") if data["chick"]["holds"] else ""
    facts["mistakes_ends"] = mistakes_table(language, game, data, "ends")
    return facts


def path_plot(language: Language, game: str, start: float, data: Mapping[str, Any]) -> str:
    """The result to expect after each turn, for each level: losses add up, luck is left out."""
    sign = 1 if game == "master" else -1
    longest = max(len(data[level]["path"]) for level in levels_in(data))
    series, ends = [Series(language.level("owl"), [(0, start), (longest, start)], best=True)], []
    for at, level in enumerate(levels_in(data)):
        path = [0.0, *data[level]["path"]]
        path += path[-1:] * (longest + 1 - len(path))
        points = [(turn, start + sign * lost) for turn, lost in enumerate(path)]
        name = language.level(level)
        series.append(Series(name, points, DASHES[at], SIDES[at]))
        ends.append(f"{name} {language.number(points[-1][1], DIGITS[game])}")
    caption = Caption(
        language.phrase("plot.path"),
        language.phrase("plot.path.desc").format(ends=", ".join(ends)),
        language.phrase("plot.path.x", game),
        language.phrase("plot.path.y").format(unit=unit(language, game)),
    )
    return lines(game, caption, series, language)


def losses_plot(language: Language, game: str, data: Mapping[str, Any]) -> str:
    """What each family of mistakes costs each level."""
    levels = levels_in(data)
    families = [name for level in levels for name in data[level]["families"]]
    names = sorted(set(families), key=lambda name: -data[levels[0]]["families"].get(name, 0.0))
    bars = {}
    for level in levels:
        found = data[level]["families"]
        parts = {language.phrase(f"family.{name}", game): found.get(name, 0.0) for name in names[:MOST]}
        if len(names) > MOST:
            parts[language.phrase("family.others")] = sum(found.get(name, 0.0) for name in names[MOST:])
        bars[language.level(level)] = parts
    ends = (f"{name} {language.number(sum(parts.values()), DIGITS[game])}" for name, parts in bars.items())
    caption = Caption(
        language.phrase("plot.losses"),
        language.phrase("plot.losses.desc").format(ends=", ".join(ends)),
        y=language.phrase("plot.losses.y").format(unit=unit(language, game)),
    )
    return stacks(game, caption, bars, language)
