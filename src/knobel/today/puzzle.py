"""Puzzles: positions in which the natural move is wrong, shipped with each game, and which of them a day has."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from knobel.core.entry import read_entry
from knobel.core.errors import BadSetup, worded
from knobel.core.record import Record
from knobel.games.spec import find
from knobel.library import make
from knobel.scene.text import Text, say, text
from knobel.today.day import digest, featured

FILE = "puzzles.json"
"""Where a game keeps its puzzles, among its data."""
DIFFICULTIES = ("easy", "medium", "hard")
"""Thirds of the puzzles of a game, by how many of the usual bots find the answer."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A decision that has one clear answer, which is not the move that comes to mind first."""

    game: str
    number: int
    """Counted from 1 in the list of the game."""
    options: Mapping[str, str]
    levels: tuple[str, ...]
    """Who played, by seat."""
    seat: int
    played: tuple[str, ...]
    """The entries of a record that lead to the position."""
    best: str
    natural: str
    """The move that a bot made there, and a child makes."""
    objective: str
    loss: float
    """What the natural move gives away against the best."""
    margin: float
    """What the second best choice gives away."""
    found: float
    """Which part of bots of the usual level find the best choice."""
    reasons: tuple[Text, ...]
    """Why the best move is better than the natural one."""
    label: Text
    """The natural move in words."""
    difficulty: str = ""
    """How hard it is among all of its game; nothing until these are known."""

    def record(self, language: str) -> Record:
        """A record that ends in the position; whoever is asked is called `you`."""
        names = [
            text("today.puzzle.you" if seat == self.seat else f"level.{level}")
            for seat, level in enumerate(self.levels)
        ]
        record = Record(make(self.game, len(self.levels), **self.options), [say(name, language) for name in names])
        for line in self.played:
            record.append(read_entry(record.game, line))
        return record

    def stored(self) -> dict[str, Any]:
        """It as the file of its game has it."""
        words = {"reasons": [_stored(reason) for reason in self.reasons], "label": _stored(self.label)}
        kept = [name for name in Puzzle.__slots__ if name not in {"game", "number", "difficulty", *words}]
        return {**{name: getattr(self, name) for name in kept}, **words}

    def plain(self, language: str) -> dict[str, Any]:
        """It for programs and in words, with a record that ends in the position."""
        record = self.record(language)
        return {
            "game": self.game,
            "number": self.number,
            "difficulty": self.difficulty,
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
    """A text as a short list: its key, and its values by name."""
    values = {name: _stored(value) if isinstance(value, Text) else value for name, value in words.values}
    return [words.key, values] if values else [words.key]


def _text(stored: list[Any]) -> Text:
    """The text of such a list."""
    key, *rest = stored
    values = rest[0] if rest else {}
    return text(key, **{name: _text(value) if isinstance(value, list) else value for name, value in values.items()})


def _read(game: str, number: int, told: Mapping[str, Any]) -> Puzzle:
    lists = {name: tuple(told[name]) for name in ("levels", "played")}
    words = {"reasons": tuple(map(_text, told["reasons"])), "label": _text(told["label"])}
    return Puzzle(game, number, **{**told, **lists, **words})


@dataclass(frozen=True, slots=True)
class Puzzles:
    """All puzzles of a game; since when days have one of them."""

    since: date
    listed: tuple[Puzzle, ...]
    command: str = ""
    """How they were found."""

    def text(self) -> str:
        """The file, a line for each puzzle."""
        head = json.dumps({"since": self.since.isoformat(), "command": self.command})
        lines = [json.dumps(one.stored(), ensure_ascii=False, separators=(",", ":")) for one in self.listed]
        return "\n".join((head, *lines, ""))


@lru_cache(maxsize=32)
def puzzles(game: str) -> Puzzles:
    """The puzzles that are shipped with a game; none if it brings no such file."""
    path = find(game).data(FILE)
    if not path.is_file():
        return Puzzles(date.max, ())
    head, *lines = path.read_text("utf-8").splitlines()
    found = [_read(game, number, json.loads(line)) for number, line in enumerate(lines, 1)]
    hard = {one.number: place for place, one in enumerate(sorted(found, key=lambda one: (-one.found, one.number)))}
    graded = (replace(one, difficulty=DIFFICULTIES[3 * hard[one.number] // len(found)]) for one in found)
    told = json.loads(head)
    return Puzzles(date.fromisoformat(told["since"]), tuple(graded), told["command"])


def puzzle(game: str, number: int) -> Puzzle:
    """A puzzle of a game by its number."""
    listed = puzzles(find(game).key).listed
    if not 1 <= number <= len(listed):
        error = BadSetup(f"{game} has no puzzle {number}; its puzzles are 1 to {len(listed)}")
        raise worded(error, "today.puzzle.none", number=number, most=len(listed))
    return listed[number - 1]


def puzzle_of(day: date, game: str | None = None) -> Puzzle:
    """The puzzle of a day for a game; unless said, for the featured one."""
    key = find(game or featured(day)).key
    known = puzzles(key)
    if day < known.since:
        error = BadSetup(f"{key} has no puzzle of {day}")
        raise worded(error, "today.puzzle.no_day", day=day.isoformat())
    # Rounds, so that each puzzle comes once before one comes again.
    number, place = divmod((day - known.since).days, len(known.listed))
    opening = date.fromordinal(known.since.toordinal() + number * len(known.listed)).isoformat()
    return sorted(known.listed, key=lambda one: digest("puzzle", opening, key, str(one.number)))[place]


def has_puzzle(day: date, game: str) -> bool:
    """Whether a game has a puzzle on this day."""
    return puzzles(game).since <= day
