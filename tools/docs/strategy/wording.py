"""Words and numbers in a language: names from the catalogue, and the phrases of the strategy pages."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from knobel.games.spec import GameSpec
from knobel.library import make
from knobel.players.bot import level
from knobel.scene.text import Text, game_text, say

TEXTS = Path(__file__).parent / "texts"
WIDE = 5.0
"""Where a turn moves the result this far, one digit after the point says enough."""


def file_names(game: GameSpec) -> tuple[str, ...]:
    """What files of a game are called here: by its key, or else by the name of its family."""
    return (game.key, game.family.rpartition(".")[2]) if game.family else (game.key,)


@dataclass(frozen=True)
class Wording:
    """German or English, in the words of a game."""

    language: str
    game: GameSpec

    @cached_property
    def phrases(self) -> Mapping[str, str]:
        """The phrases that tables and plots are made of; those of a game go before those of its family, and of all."""
        found: dict[str, str] = {}
        for name in ("phrases", *reversed(file_names(self.game))):
            path = TEXTS / f"{name}.{self.language}.json"
            found |= json.loads(path.read_text("utf-8")) if path.exists() else {}
        return found

    @cached_property
    def objective(self) -> str:
        """What results of the game are counted in: its usual objective."""
        return next(iter(self.game.spread))

    @cached_property
    def digits(self) -> int:
        """How many digits results of the game have after the point."""
        return 1 if self.game.turn_spread(make(self.game.key), self.objective) >= WIDE else 2

    @property
    def unit(self) -> str:
        """The name of what results are counted in."""
        return self.phrase(f"unit.{self.objective}")

    def phrase(self, key: str, **values: str | int) -> str:
        """A phrase, with its gaps filled."""
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
        """A number with so many digits, those of results unless said, and a true minus."""
        found = f"{value:,.{self.digits if digits is None else digits}f}".replace("-", "−")
        if not found.strip("−0.,"):
            found = found.removeprefix("−")
        return found.translate(str.maketrans(",.", ".,")) if self.language == "de" else found

    def signed(self, value: float, digits: int | None = None) -> str:
        """A difference: with its sign."""
        found = self.number(value, digits)
        return found if found.startswith("−") or not found.strip("0.,") else f"+{found}"

    def short(self, value: float) -> str:
        """A number with no more digits than it has."""
        return self.number(value, 0 if float(value).is_integer() else 1 if float(value * 10).is_integer() else 2)

    def percent(self, share: float, digits: int = 0) -> str:
        """A share of a hundred."""
        return f"{self.number(100 * share, digits)}{' ' if self.language == 'de' else ''}%"

    def move(self, move: str) -> str:
        """A kind of move, as `mistakes.move_kind` gives it."""
        area, _, key = move.partition(".")
        return self.phrase("box", box=self.name(move)) if area == "box" and key else self.phrase(move)
