"""The numbers of a strategy page: measured part by part, each with how it was measured, and stored as JSON."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.tools.games import DOCS

PAGES = DOCS / "strategy"
NUMBERS = PAGES / "numbers"
SEED = 1
DIGITS = 5
"""The number of decimals that are stored."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the numbers: how it is measured, from how many games, and the kind of its values."""

    measure: Callable[[], Any]
    values: str
    """`exact`, `compact`, `learned` or `equals` (the best response among players of the same strength)."""
    games: int = 0
    """The number of games played for it; 0 if it is computed without playing."""


def numbers_path(key: str) -> Path:
    """The file of a game's numbers."""
    return NUMBERS / f"{key}.json"


def command(key: str) -> str:
    """The command that measures a game's numbers."""
    return f"make strategy-numbers GAMES={key}"


def load(key: str) -> dict[str, Any]:
    """The numbers of a game as they stand; empty if none were measured."""
    path = numbers_path(key)
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def measure(key: str, parts: Mapping[str, Part], *, again: bool, log: Callable[[str], None]) -> None:
    """Measure the parts that are missing, or all of them again, and store each at once."""
    measured = {} if again else load(key).get("parts", {})
    for name, part in parts.items():
        if name not in measured:
            log(f"{key}: {name}")
            seed = SEED if part.games else None
            data = tidy(part.measure())
            measured[name] = {"games": part.games, "seed": seed, "values": part.values, "data": data}
            _store(key, {name: measured[name] for name in parts if name in measured})


def _store(key: str, parts: Mapping[str, Any]) -> None:
    NUMBERS.mkdir(parents=True, exist_ok=True)
    whole = {"game": key, "command": command(key), "parts": parts}
    numbers_path(key).write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", "utf-8")


def tidy(data: Any) -> Any:
    """The data with rounded numbers."""
    match data:
        case float():
            return round(data, DIGITS)
        case Mapping():
            return {str(name): tidy(value) for name, value in data.items()}
        case list() | tuple():
            return [tidy(value) for value in data]
        case _:
            return data
