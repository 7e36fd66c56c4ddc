"""The games of a tournament as rows, and the journal (a checkpoint file) from which an interrupted run continues."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Self

from knobel.core.errors import BadSetup

HEAD = "knobel arena"

JOURNAL = "games.jsonl"
"""The name of the journal in the folder of a tournament."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game: the players, the result, and who forfeited it."""

    number: int
    """The number that selects the dice."""
    players: tuple[str, ...]
    """The names by seat."""
    scores: tuple[int, ...]
    places: tuple[int, ...]
    moves: int
    """The number of moves of all players."""
    forfeit: int | None = None
    """The seat that made no allowed move, which ended the game."""
    reason: str | None = None
    version: str = ""
    """The version of Knobel that played it."""

    @property
    def key(self) -> tuple[int, tuple[str, ...]]:
        """The key that identifies it among all games of a tournament."""
        return self.number, self.players

    def as_json(self) -> dict[str, Any]:
        """The row as a dictionary for JSON."""
        return asdict(self)

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Self:
        """The row from a dictionary."""
        values: dict[str, Any] = {field.name: row[field.name] for field in fields(cls)}
        return cls(**values | {name: tuple(values[name]) for name in ("players", "scores", "places")})


class Journal:
    """An append-only file of JSON lines: the settings of each run, and the games."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self._path, self._settings = path, json.loads(json.dumps(settings))
        self._out = path.parent if path.name == JOURNAL else path
        """The path that the user gave: a folder with the journal in it, or the journal itself."""

    def read(self) -> list[GameRow]:
        """The games in the journal; raises an error if they belong to another tournament."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            text = self._path.read_text("utf-8") if self._path.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise BadSetup(f"cannot keep results in {self._out}: {error}") from error
        # A line that a crash cut short is ignored, and its game is played again.
        lines = text.splitlines()
        entries = [entry for line in lines if isinstance(entry := _parsed(line), dict)]
        for entry in entries:
            if HEAD in entry:
                self._check(entry[HEAD])
        self._append(("" if text.endswith("\n") or not text else "\n") + json.dumps({HEAD: self._settings}) + "\n")
        return [row for entry in entries if (row := _row(entry))]

    def note(self, games: Iterable[GameRow]) -> None:
        """Append games."""
        self._append("".join(json.dumps(game.as_json()) + "\n" for game in games))

    def _append(self, text: str) -> None:
        try:
            with open(self._path, "a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise BadSetup(f"cannot write {self._path}: {error.strerror}") from error

    def _check(self, other: Mapping[str, Any]) -> None:
        """Check that the settings are the same; players may be added, but none may have changed."""
        for name, mine in self._settings.items():
            theirs = other.get(name)
            if name == "values" and not (mine and theirs):
                # Without levels there are none, and older journals do not name them.
                continue
            if name == "players":
                changed = [who for who, definition in mine.items() if (theirs or {}).get(who, definition) != definition]
                if changed:
                    raise BadSetup(f"in {self._out}, {changed[0]!r} is another player; choose another --out")
            elif theirs != mine:
                raise BadSetup(
                    f"{self._out} holds a tournament with {name} {theirs!r}, not {mine!r}; choose another --out"
                )


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _row(entry: Mapping[str, Any]) -> GameRow | None:
    try:
        return GameRow.read(entry)
    except (KeyError, TypeError):
        return None
