"""The journal of a tournament: a line a game, as games end, so that an interrupted run can go on."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from knobel.arena.played import Played
from knobel.core.errors import BadSetup

HEAD = "knobel arena"


class Journal:
    """A file of JSON lines: what is played by whom, then the games; every run adds to it."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self._path, self._settings = path, json.loads(json.dumps(settings))

    def read(self) -> list[Played]:
        """The games that are noted; raises an error if they belong to another tournament."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            text = self._path.read_text("utf-8") if self._path.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise BadSetup(f"cannot keep results in {self._path.parent}: {error}") from error
        # A line that was cut short by a crash stays alone, and its game is played again.
        lines = text.splitlines()
        found = [noted for line in lines if isinstance(noted := _loaded(line), dict)]
        for noted in found:
            if HEAD in noted:
                self._check(noted[HEAD])
        self._append(("" if text.endswith("\n") or not text else "\n") + json.dumps({HEAD: self._settings}) + "\n")
        return [played for noted in found if (played := _played(noted))]

    def note(self, games: Iterable[Played]) -> None:
        """Add games."""
        self._append("".join(json.dumps(game.as_json()) + "\n" for game in games))

    def _append(self, text: str) -> None:
        try:
            with open(self._path, "a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise BadSetup(f"cannot write {self._path}: {error.strerror}") from error

    def _check(self, other: Mapping[str, Any]) -> None:
        """What was played there must be the same game; players may be added, but none can be another one."""
        for name, mine in self._settings.items():
            theirs = other.get(name)
            if name == "players":
                changed = [who for who, what in mine.items() if (theirs or {}).get(who, what) != what]
                if changed:
                    raise BadSetup(f"in {self._path.parent}, {changed[0]!r} is another player; choose another --out")
            elif theirs != mine:
                raise BadSetup(
                    f"{self._path.parent} holds a tournament with {name} {theirs!r}, not {mine!r}; choose another --out"
                )


def _loaded(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _played(noted: Mapping[str, Any]) -> Played | None:
    try:
        return Played.read(noted)
    except (KeyError, TypeError):
        return None
