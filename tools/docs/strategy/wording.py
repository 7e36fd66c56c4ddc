"""Words and numbers in a language: names from the catalogue, and the phrases of the strategy pages."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from knobel.games.kribbeln.rules.dice import COLOURS
from knobel.games.kribbeln.rules.tasks import KINDS
from knobel.games.master.rules.board import COINS
from knobel.players.level import level
from knobel.scene.text import Text, say, text

TEXTS = Path(__file__).parent / "texts"


@dataclass(frozen=True)
class Language:
    """German or English."""

    key: str

    @cached_property
    def phrases(self) -> Mapping[str, str]:
        """The phrases that tables and plots are made of."""
        found: dict[str, str] = json.loads(TEXTS.joinpath(f"phrases.{self.key}.json").read_text("utf-8"))
        return found

    def phrase(self, key: str, game: str = "") -> str:
        """A phrase, in the words of a game if it has its own."""
        return self.phrases.get(f"{key}.{game}") or self.phrases[key]

    def level(self, key: str) -> str:
        """The name of a level of bots."""
        return self.say(level(key).name)

    def say(self, words: Text) -> str:
        """A text of the catalogue."""
        return say(words, self.key)

    def number(self, value: float, digits: int = 1) -> str:
        """A number with so many digits, and a true minus."""
        told = f"{value:,.{digits}f}".replace("-", "−")
        if not told.strip("−0.,"):
            told = told.removeprefix("−")
        return told.translate(str.maketrans(",.", ".,")) if self.key == "de" else told

    def signed(self, value: float, digits: int = 1) -> str:
        """A difference: with its sign."""
        told = self.number(value, digits)
        return told if told.startswith("−") or not told.strip("0.,") else f"+{told}"

    def short(self, value: float) -> str:
        """A number with no more digits than it has."""
        return self.number(value, 0 if float(value).is_integer() else 1 if float(value * 10).is_integer() else 2)

    def percent(self, share: float, digits: int = 0) -> str:
        """A share of a hundred."""
        return f"{self.number(100 * share, digits)} %" if self.key == "de" else f"{self.number(100 * share, digits)}%"

    def play(self, word: str, game: str = "") -> str:
        """A move in a word, as `kinds.word` tells it."""
        area, _, key = word.partition(".")
        if area == "box":
            return self.phrase("box", game).format(box=self.say(text(f"box.{key}")))
        return self.phrase(word, game)

    def move(self, move: str) -> str:
        """A move that ends a turn, from its notation."""
        match move.split(" "):
            case ["write", box]:
                return self.say(text(f"box.{box}"))
            case ["task", task]:
                return self.say(text("choice.task", task=text(f"box.{task}")))
            case ["rows", number]:
                return self.say(text("choice.row", number=number))
            case ["rows", one, other]:
                return self.say(text("choice.rows", one=one, other=other))
            case ["coins", option]:
                return self.say(text("choice.coins", option=text(f"coins.{option}"), n=COINS[option]))
            case ["row", number, "coins", option]:
                coins = text(f"coins.{option}")
                return self.say(text("choice.row_coins", number=number, option=coins, n=COINS[option]))
        raise KeyError(move)

    def task(self, kind: int) -> str:
        """A kind of colour task, with colours as examples."""
        names = dict(zip("abc", COLOURS[1:], strict=False))
        values = {name: text(f"colour.{names[name]}") for name in list(names)[: KINDS[kind - 1].colours]}
        return self.say(text(f"task.{kind}", **values))
