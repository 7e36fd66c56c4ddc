"""The page of Kriss Kross: its facts and plots."""

from collections.abc import Mapping
from typing import Any

from knobel.games.krisskross.rules import TITLES
from knobel.scene.text import text
from tools.strategy.plots import Caption, bars
from tools.strategy.tables import DIGITS, table
from tools.strategy.told import Told, habit_facts, level_facts, losses_plot, path_plot
from tools.strategy.words import Language


def tell(language: Language, game: str, parts: Mapping[str, Any]) -> Told:
    """All facts and plots."""
    data = {name: part["data"] for name, part in parts.items()}
    digits = DIGITS[game]
    worth = {found["throw"]: found["value"] for found in data["starts"]}
    facts = {
        "value": language.number(data["value"]["basic"], digits),
        "value_advanced": language.number(data["value"]["advanced"], digits),
        "starts": _starts(language, data["starts"], data["value"]["basic"]),
        "starts_advanced": _starts(language, data["starts_advanced"], data["value"]["advanced"]),
        "titles": _titles(language, data["results"]["titles"]),
        "champion": language.percent(data["results"]["titles"]["champion"]),
        "double_gain": language.number(worth["double"] - worth["mixed"], digits),
        "same_gain": language.number(worth["same_same"] - worth["mixed"], digits),
        **habit_facts(language, game, data["habits"]),
        **level_facts(language, game, data["levels"]),
    }
    plots = {
        "results": _results_plot(language, game, data["results"]["titles"]),
        "path": path_plot(language, game, data["value"]["basic"], data["levels"]),
        "losses": losses_plot(language, game, data["levels"]),
    }
    return Told(facts, plots)


def _starts(language: Language, rows: list[dict[str, Any]], start: float) -> str:
    """Where to write a first throw, and what other cells cost."""
    heads = [language.phrase(f"head.{head}") for head in ("throw", "place", "second", "chance", "then", "mean_cost")]
    told = [
        [
            language.phrase(f"throw.{found['throw']}"),
            f"**{' '.join(found['best'])}**",
            f"{' '.join(found['second'])} ({language.number(found['second_cost'], 2)})",
            language.percent(found["chance"], 1),
            language.signed(found["value"] - start, 2),
            language.number(found["mean_cost"], 2),
        ]
        for found in rows
    ]
    return table(heads, told, words=3)


def _title(language: Language, name: str) -> str:
    return language.say(text(f"krisskross.title.{name}"))


def _titles(language: Language, shares: Mapping[str, float]) -> str:
    """How often best play earns each title."""
    needed = {name: str(points) for points, name in TITLES}
    rows = [[_title(language, name), needed.get(name, "–"), language.percent(share)] for name, share in shares.items()]
    return table([language.phrase(f"head.{head}") for head in ("title", "needed", "share")], rows)


def _results_plot(language: Language, game: str, shares: Mapping[str, float]) -> str:
    values = {_title(language, name): 100 * share for name, share in shares.items()}
    most = max(values, key=lambda name: values[name])
    caption = Caption(
        language.phrase("plot.results"),
        language.phrase("plot.results.desc").format(ends=f"{most} {language.number(values[most], 0)} %"),
        y=language.phrase("plot.results.y"),
    )
    return bars(game, caption, values, language)
