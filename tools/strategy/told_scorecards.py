"""The page of Classic, Extreme or Hex-hex: its facts and plots."""

from collections.abc import Mapping
from typing import Any

from knobel.games.hexhex.rules import SYMBOLS
from knobel.scene.text import text
from tools.strategy.opening_tables import first_table
from tools.strategy.plots import Caption, bars
from tools.strategy.tables import DIGITS, table
from tools.strategy.told import Told, habit_facts, level_facts, losses_plot, path_plot
from tools.strategy.words import Language

LETTERS = "ABCDEF"


def tell(language: Language, game: str, parts: Mapping[str, Any]) -> Told:
    """All facts and plots."""
    data = {name: part["data"] for name, part in parts.items()}
    start, digits = data["value"]["start"], DIGITS[game]
    facts = {
        "exactness": language.phrase(f"exactness.{parts['value']['values']}"),
        "value": language.number(start, digits),
        "boxes": _boxes(language, game, data["boxes"]),
        "numbers": _numbers(language, game, data["numbers"]),
        "first": first_table(language, game, data["first"], start),
        "last": _last(language, game, data["last"]),
        **_totals(language, data["totals"]),
        **_chips(language, data["value"]),
        **habit_facts(language, game, data["habits"]),
        **level_facts(language, game, data["levels"]),
    }
    for found in data["boxes"]:
        facts[f"strike_{found['box']}"] = language.number(found["open"], digits)
        facts[f"met_{found['box']}"] = language.percent(found["met"])
        facts[f"alone_{found['box']}"] = language.percent(found["alone"])
        facts[f"brings_{found['box']}"] = language.number(found["brings"]["mean"], digits)
    plots = {
        "boxes": _boxes_plot(language, game, data["boxes"]),
        "path": path_plot(language, game, start, data["levels"]),
        "losses": losses_plot(language, game, data["levels"]),
    }
    return Told(facts, plots)


def _totals(language: Language, totals: Mapping[str, Any]) -> dict[str, str]:
    low, lower, middle, upper, high = (language.number(value, 0) for value in totals["deciles"])
    return {
        "spread": language.number(totals["spread"], 1),
        "low": low,
        "lower": lower,
        "median": middle,
        "upper": upper,
        "high": high,
        "bonus_share": language.percent(totals["bonus"]),
        "chips_spent": language.number(totals["chips"]["mean"], 2),
    }


def _chips(language: Language, value: Mapping[str, Any]) -> dict[str, str]:
    """What each chip is worth, the first one first."""
    steps = [*value["chips"], value["start"]]
    worths = {f"chip_{at}": language.number(steps[at] - steps[at - 1], 1) for at in range(1, len(steps))}
    return {**worths, "chips_all": language.number(steps[-1] - steps[0], 1)}


def _boxes(language: Language, game: str, boxes: list[dict[str, Any]]) -> str:
    """What boxes bring, how often they bring anything, and what it costs to lose them."""
    heads = [language.phrase(f"head.{head}") for head in ("box", "brings", "met", "alone", "strike")]
    rows = [
        [
            language.say(text(f"box.{found['box']}")),
            language.number(found["brings"]["mean"], 2),
            language.percent(found["met"]),
            language.percent(found["alone"]),
            language.number(found["open"], DIGITS[game]),
        ]
        for found in boxes
    ]
    return table(heads, rows)


def _boxes_plot(language: Language, game: str, boxes: list[dict[str, Any]]) -> str:
    values = {language.say(text(f"box.{found['box']}")): found["brings"]["mean"] for found in boxes}
    most = sorted(values, key=lambda name: -values[name])[:3]
    ends = ", ".join(f"{name} {language.number(values[name], 1)}" for name in most)
    caption = Caption(
        language.phrase("plot.boxes"),
        language.phrase("plot.boxes.desc").format(ends=ends),
        y=language.phrase("plot.boxes.y"),
    )
    return bars(game, caption, values, language)


def _numbers(language: Language, game: str, gains: list[list[float]]) -> str:
    """What dice of each number gain in the first turn; symbols are all alike."""
    heads = [language.phrase("head.symbol" if game == "hexhex" else "head.number")]
    counts = range(len(gains[0]))
    heads += [language.phrase("die_count" if dice == 1 else "dice_count").format(n=dice) for dice in counts]
    names = [language.phrase("any_symbol")] if game == "hexhex" else [str(number) for number in range(1, 7)]
    rows = [
        [name, *(language.signed(gain, DIGITS[game]) for gain in found)]
        for name, found in zip(names, gains, strict=False)
    ]
    return table(heads, rows)


def _last(language: Language, game: str, rolls: list[dict[str, Any]]) -> str:
    """Where to write dice in the first turn, and what other boxes cost."""
    rows = []
    for roll in rolls:
        (best, _), *others = _different(game, roll["choices"])
        costs = [f"{_box(language, game, move)} ({language.number(cost, DIGITS[game])})" for move, cost in others[:2]]
        rows.append([_dice(game, roll["dice"]), f"**{_box(language, game, best)}**", *costs])
    return table([language.phrase(f"head.{head}") for head in ("dice", "best", "second", "third")], rows, words=4)


def _different(game: str, choices: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Choices without those that are the same but for the symbol."""
    alike = [f"write {symbol}" for symbol in SYMBOLS] if game == "hexhex" else []
    found = {cost if move in alike else move: (move, cost) for move, cost in reversed(choices)}
    return sorted(found.values(), key=lambda choice: choice[1])


def _box(language: Language, game: str, move: str) -> str:
    box = move.removeprefix("write ")
    if game == "hexhex" and box in SYMBOLS:
        return language.phrase("symbol_of").format(letter=LETTERS[SYMBOLS.index(box)])
    return language.move(move)


def _dice(game: str, faces: list[int]) -> str:
    """Dice as they are told: symbols by letters, the ten-sided die last and in brackets."""
    if game == "hexhex":
        return " ".join(LETTERS[face - 1] for face in faces)
    if game == "extreme":
        return f"{' '.join(map(str, faces[:-1]))} [{faces[-1]}]"
    return " ".join(map(str, faces))
