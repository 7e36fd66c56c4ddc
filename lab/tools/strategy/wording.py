"""Texts and numbers of the strategy pages in a language: names from the catalogue, and phrases."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from knobel.coach.bot import level
from knobel.games.spec import GameSpec
from knobel.library import make
from knobel.scene.text import Text, game_text, say

TEXTS = Path(__file__).parent / "texts"
WIDE = 5.0
"""The spread of a turn from which one decimal is enough."""


def file_names(game: GameSpec) -> tuple[str, ...]:
    """The names of the files of a game here: its key, then the name of its family."""
    return (game.key, game.family.rpartition(".")[2]) if game.family else (game.key,)


@dataclass(frozen=True)
class Wording:
    """Formats texts and numbers in German or English, for a game."""

    language: str
    game: GameSpec

    @cached_property
    def phrases(self) -> Mapping[str, str]:
        """The phrases of tables and plots; those of a game override those of its family, and these the common ones."""
        phrases: dict[str, str] = {}
        for name in ("phrases", *reversed(file_names(self.game))):
            path = TEXTS / f"{name}.{self.language}.json"
            phrases |= json.loads(path.read_text("utf-8")) if path.exists() else {}
        return phrases

    @cached_property
    def objective(self) -> str:
        """The objective in which results are counted: the first of the game."""
        return next(iter(self.game.spread))

    @cached_property
    def digits(self) -> int:
        """The number of decimals of results."""
        return 1 if self.game.turn_spread(make(self.game.key), self.objective) >= WIDE else 2

    @property
    def unit(self) -> str:
        """The name of the unit of results."""
        return self.phrase(f"unit.{self.objective}")

    def phrase(self, key: str, **values: str | int) -> str:
        """A phrase with its placeholders filled."""
        return self.phrases[key].format_map(values) if values else self.phrases[key]

    def heads(self, *keys: str) -> list[str]:
        """The heads of columns."""
        return [self.phrase(f"head.{key}") for key in keys]

    def level(self, key: str) -> str:
        """The name of a level of bots."""
        return self.say(level(key).name)

    def say(self, words: Text) -> str:
        """A text of the catalogue."""
        return say(words, self.language)

    def name(self, key: str, **values: str | int | Text) -> str:
        """A text of the game from the catalogue."""
        return self.say(game_text(self.game, key, **values))

    def number(self, value: float, digits: int | None = None) -> str:
        """A number with this many decimals, by default those of results, and a true minus sign."""
        text = f"{value:,.{self.digits if digits is None else digits}f}".replace("-", "−")
        if not text.strip("−0.,"):
            text = text.removeprefix("−")
        return text.translate(str.maketrans(",.", ".,")) if self.language == "de" else text

    def signed(self, value: float, digits: int | None = None) -> str:
        """A difference with its sign."""
        text = self.number(value, digits)
        return text if text.startswith("−") or not text.strip("0.,") else f"+{text}"

    def short(self, value: float) -> str:
        """A number with as few decimals as possible."""
        return self.number(value, 0 if float(value).is_integer() else 1 if float(value * 10).is_integer() else 2)

    def percent(self, share: float, digits: int = 0) -> str:
        """A share in per cent."""
        return f"{self.number(100 * share, digits)}{' ' if self.language == 'de' else ''}%"

    def move(self, move: str) -> str:
        """A kind of move in words, as `mistakes.move_kind` gives it."""
        area, _, key = move.partition(".")
        return self.phrase("box", box=self.name(move)) if area == "box" and key else self.phrase(move)
