"""Programs for tests, and games with them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from knobel.arena.bout import COMMON, Bout
from knobel.arena.entrant import read_entrants
from knobel.arena.limits import Limits

HERE = Path(__file__).parent

FIRST = """\
tab=$(printf '\\t')
while IFS= read -r line; do
  case $line in
    "move$tab"*) echo "${line##*$tab}";;
  esac
done
"""
"""A program that makes the last of the allowed moves."""


def program(folder: Path, text: str, name: str = "bot.sh") -> str:
    """A program of the shell, as it is named to the arena."""
    path = folder / name
    path.write_text(text)
    return f"{path.stem}=exec:/bin/sh {path}"


def bout(*texts: str, games: int = 1, key: str = "hexhex", **wishes: Any) -> Bout:
    """So many numbers, each in every seating."""
    made: Mapping[str, Any] = {"seed": 1, "dice": COMMON, "limits": Limits(), **wishes}
    return Bout(key, (), read_entrants(texts, HERE.parent.parent), tuple(range(games)), **made)
