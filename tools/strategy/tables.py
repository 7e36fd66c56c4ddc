"""Tables in Markdown, and those that all strategy pages have."""

from collections.abc import Mapping, Sequence
from typing import Any

from knobel.players.bot import LEVELS
from tools.strategy.words import Language

SHOWN = 3
"""How many kinds of mistakes are shown for each level."""

DIGITS = {"classic": 1, "extreme": 1, "hexhex": 2, "master": 2, "kribbeln": 2, "krisskross": 2}
"""How many digits the results of a game are told with."""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A table whose first columns are words and whose others are numbers."""
    marks = f"|{'---|' * words}{'--:|' * (len(heads) - words)}"
    first, *others = (f"| {' | '.join(line)} |" for line in (heads, *rows))
    return "\n".join([first, marks, *others])


def levels_in(data: Mapping[str, Any]) -> list[str]:
    """The levels that were watched, weakest first."""
    return [level.key for level in LEVELS if level.key in data]


def habits_table(language: Language, game: str, data: Mapping[str, Any]) -> str:
    """What habits cost, dearest first."""
    digits = DIGITS[game]
    rows = [
        [
            language.phrase(f"habit.{name}", game),
            f"{language.number(found['loss'][0], digits)} ± {language.number(found['loss'][1], digits)}",
        ]
        for name, found in sorted(data.items(), key=lambda habit: -habit[1]["loss"][0])
    ]
    return table([language.phrase("head.habit"), language.phrase("head.costs")], rows)


def families_table(language: Language, game: str, data: Mapping[str, Any]) -> str:
    """What each family of mistakes costs each level a game."""
    levels, digits = levels_in(data), DIGITS[game]
    names = list(dict.fromkeys(name for level in levels for name in data[level]["families"]))
    rows = [
        [
            language.phrase(f"family.{name}", game),
            *(language.number(data[level]["families"].get(name, 0.0), digits) for level in levels),
        ]
        for name in names
    ]
    losses = [data[level]["loss"] for level in levels]
    totals = [f"**{language.number(loss, digits)}** ± {language.number(error, digits)}" for loss, error in losses]
    heads = [language.phrase("head.family"), *(language.level(level) for level in levels)]
    return table(heads, [*rows, [f"**{language.phrase('head.all')}**", *totals]])


def mistakes_table(language: Language, game: str, data: Mapping[str, Any], part: str) -> str:
    """The costliest kinds of mistakes of each level."""
    digits = DIGITS[game] + 1
    rows = []
    for level in levels_in(data):
        for family, made, best, times, cost in data[level][part][:SHOWN]:
            did, better = _mistake(language, game, family, made, best)
            numbers = [language.number(times, 2), language.number(cost / times, digits), language.number(cost, digits)]
            rows.append([language.level(level), did, better, *numbers])
    heads = ("level", "did", "better", "times", "each", "loss")
    return table([language.phrase(f"head.{head}") for head in heads], rows, words=3)


def _mistake(language: Language, game: str, family: str, made: str, best: str) -> tuple[str, str]:
    """What was done and what would have been better, in words."""
    named = language.phrase(f"family.{family}", game)
    if made.startswith("kept."):
        return language.phrase("within").format(one=named, other=language.phrase(best)), language.phrase(made)
    if made.startswith("cells."):
        did = language.phrase("detail").format(one=named, other=language.phrase(made))
        return did, language.phrase("cells.same" if made == best else best)
    did, better = language.play(made, game), language.play(best, game)
    if made.startswith("end."):
        return language.phrase("detail").format(one=named, other=did), better
    if made == best:
        better = language.phrases.get(f"other.{made}") or language.phrase("other").format(play=better)
    return did, better


def sources_table(language: Language, numbers: Mapping[str, Any]) -> str:
    """How each part of the numbers was measured."""
    rows = []
    for name, part in numbers["parts"].items():
        way = (
            "how.computed"
            if not part["games"]
            else "how.each"
            if name.startswith(("levels", "habits"))
            else "how.played"
        )
        how = language.phrase(way).format(games=language.number(part["games"], 0), seed=part["seed"])
        rows.append([part_name(language, name), how, language.phrase(f"values.{part['values']}")])
    return table([language.phrase(f"head.{head}") for head in ("part", "how", "values")], rows, words=3)


def part_name(language: Language, name: str) -> str:
    """What a part of the numbers is called."""
    stem, _, players = name.partition("_")
    if not players.isdigit():
        return language.phrase(f"part.{name}")
    key = "part.levels_of" if stem == "levels" else f"part.{stem}"
    return language.phrase(key).format(players=players)
