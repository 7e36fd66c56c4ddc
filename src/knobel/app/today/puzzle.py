"""Puzzles: positions in which the natural move is wrong, shipped with each game, and the puzzle of a day."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from knobel.core.entry import read_entry
from knobel.core.errors import BadSetup, with_text
from knobel.core.record import Record
from knobel.games.spec import find
from knobel.library import make
from knobel.scene.text import Text, say, text
from knobel.tables.day import digest, featured

FILE = "puzzles.json"
"""The file with the puzzles of a game, in its data folder."""
Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
"""Thirds of the puzzles of a game, by how many bots find the answer."""
Theme = Literal[
    "winning",
    "chips",
    "dodge",
    "race",
    "shape",
    "bonus",
    "letting_go",
    "stopped_early",
    "went_on",
    "which_dice",
    "which_place",
]
THEMES: tuple[Theme, ...] = get_args(Theme)
"""What puzzles are about: the first that fits."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A decision with one clear answer, which is not the natural move."""

    game: str
    number: int
    """Its number in the list of the game, counted from 1."""
    options: Mapping[str, str]
    levels: tuple[str, ...]
    """The levels of the bots that played, by seat."""
    seat: int
    played: tuple[str, ...]
    """The entries of a record that lead to the position."""
    best: str
    natural: str
    """The natural move, which the bot made."""
    objective: str
    loss: float
    """The loss of the natural move against the best."""
    margin: float
    """The loss of the second best choice."""
    found: Mapping[str, float]
    """The share of bots that find the best choice, by their level."""
    theme: str
    reasons: tuple[Text, ...]
    """Why the best move is better than the obvious one."""
    label: Text
    """The obvious move in words."""
    difficulty: str = ""
    """Its third among the puzzles of the game; empty until all are loaded."""

    @property
    def share(self) -> float:
        """The share of bots of all these levels that find the best choice."""
        return sum(self.found.values()) / len(self.found)

    def record(self, language: str) -> Record:
        """A record that ends in the position; the seat that decides is called `you`."""
        names = [
            text("today.puzzle.you" if seat == self.seat else f"level.{level}")
            for seat, level in enumerate(self.levels)
        ]
        record = Record(make(self.game, len(self.levels), **self.options), [say(name, language) for name in names])
        for line in self.played:
            record.append(read_entry(record.game, line))
        return record

    def stored(self) -> dict[str, Any]:
        """The puzzle as a dictionary for the file of its game."""
        words = {"reasons": [_stored(reason) for reason in self.reasons], "label": _stored(self.label)}
        names = [name for name in Puzzle.__slots__ if name not in {"game", "number", "difficulty", *words}]
        return {**{name: getattr(self, name) for name in names}, **words}

    def as_dict(self, language: str) -> dict[str, Any]:
        """The puzzle as a dictionary for JSON, with texts in a language and a record that ends in the position."""
        record = self.record(language)
        return {
            "game": self.game,
            "number": self.number,
            "difficulty": self.difficulty,
            "theme": self.theme,
            "record": record.text(),
            "seat": self.seat,
            "objective": self.objective,
            "best": self.best,
            "natural": self.natural,
            "loss": self.loss,
            "margin": self.margin,
            "label": say(self.label, language, record.names),
            "reasons": [say(reason, language, record.names) for reason in self.reasons],
        }


def _stored(words: Text) -> list[Any]:
    """A text as a list for JSON: its key, and its values by name."""
    values = {name: _stored(value) if isinstance(value, Text) else value for name, value in words.values}
    return [words.key, values] if values else [words.key]


def _text(stored: list[Any]) -> Text:
    """The text of such a list."""
    key, *rest = stored
    values = rest[0] if rest else {}
    return text(key, **{name: _text(value) if isinstance(value, list) else value for name, value in values.items()})


def _read(game: str, number: int, stored: Mapping[str, Any]) -> Puzzle:
    lists = {name: tuple(stored[name]) for name in ("levels", "played")}
    words = {"reasons": tuple(map(_text, stored["reasons"])), "label": _text(stored["label"])}
    return Puzzle(game, number, **{**stored, **lists, **words})


@dataclass(frozen=True, slots=True)
class Puzzles:
    """All puzzles of a game, and the first day that has one of them."""

    since: date
    listed: tuple[Puzzle, ...]
    command: str = ""
    """The command that found them."""

    def text(self) -> str:
        """The content of the file, one line for each puzzle."""
        head = json.dumps({"since": self.since.isoformat(), "command": self.command})
        lines = [json.dumps(puzzle.stored(), ensure_ascii=False, separators=(",", ":")) for puzzle in self.listed]
        return "\n".join((head, *lines, ""))


@lru_cache(maxsize=32)
def puzzles(game: str) -> Puzzles:
    """The puzzles shipped with a game; empty if it has no such file."""
    path = find(game).data(FILE)
    return read_puzzles(game, path) if path.is_file() else Puzzles(date.max, ())


def read_puzzles(game: str, path: Path) -> Puzzles:
    """The puzzles of a file, with their difficulties."""
    head, *lines = path.read_text("utf-8").splitlines()
    listed = [_read(game, number, json.loads(line)) for number, line in enumerate(lines, 1)]
    hard = {
        puzzle.number: place
        for place, puzzle in enumerate(sorted(listed, key=lambda puzzle: (-puzzle.share, puzzle.number)))
    }
    graded = (replace(puzzle, difficulty=DIFFICULTIES[3 * hard[puzzle.number] // len(listed)]) for puzzle in listed)
    about = json.loads(head)
    return Puzzles(date.fromisoformat(about["since"]), tuple(graded), about["command"])


def puzzle(game: str, number: int) -> Puzzle:
    """The puzzle of a game with this number."""
    listed = puzzles(find(game).key).listed
    if not 1 <= number <= len(listed):
        error = BadSetup(f"{game} has no puzzle {number}; it has 1 to {len(listed)}")
        raise with_text(error, "today.puzzle.none", number=number, most=len(listed))
    return listed[number - 1]


def puzzle_of(day: date, game: str | None = None) -> Puzzle:
    """The puzzle of a day for a game; by default for the featured one."""
    key = find(game or featured(day)).key
    of_game = puzzles(key)
    if day < of_game.since:
        error = BadSetup(f"{key} has no puzzle of {day}")
        raise with_text(error, "today.puzzle.no_day", day=day.isoformat())
    # In rounds, so that no puzzle is repeated before all have been shown.
    number, place = divmod((day - of_game.since).days, len(of_game.listed))
    opening = date.fromordinal(of_game.since.toordinal() + number * len(of_game.listed)).isoformat()
    return sorted(of_game.listed, key=lambda puzzle: digest("puzzle", opening, key, str(puzzle.number)))[place]


def has_puzzle(day: date, game: str) -> bool:
    """Whether a game has a puzzle on this day."""
    return puzzles(game).since <= day
