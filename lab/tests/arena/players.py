"""Programs for tests, and games with them."""

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from knobel_lab.arena.dice import COMMON
from knobel_lab.arena.participant import read_entrants
from knobel_lab.arena.program import Limits
from knobel_lab.arena.series import Series, seatings
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]

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


def at_gate(folder: Path) -> str:
    """Lines of the shell that wait until the file `open` is in a folder, or the tests are gone."""
    return f"while [ ! -e {folder}/open ] && kill -0 {os.getpid()} 2>/dev/null; do sleep 0.05; done\n"


def until(reached: Callable[[], bool], otherwise: str) -> None:
    """Wait until a state is reached."""
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)


def series(*texts: str, games: int = 1, key: str = "hexhex", **wishes: Any) -> Series:
    """So many numbers, each in every seating."""
    made: Mapping[str, Any] = {"seed": 1, "dice": COMMON, "limits": Limits(), **wishes}
    return Series(key, (), seatings(read_entrants(texts, ROOT)), tuple(range(games)), **made)
