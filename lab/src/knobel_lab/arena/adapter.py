"""Runs a Python player as a program that speaks the protocol of lab/docs/arena.md.

Start it with `python -m knobel_lab.arena.adapter MODULE:ATTRIBUTE`.
"""

import os
import sys
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from typing import Any, TextIO

import knobel.library  # noqa: F401 - makes the games known
from knobel.core.entry import read_entry
from knobel.core.record import Record


def load(path: str) -> Any:
    """Import the object MODULE:ATTRIBUTE."""
    module, _, attribute = path.partition(":")
    return reduce(getattr, attribute.split("."), import_module(module))


def serve(loaded: Any, lines: Iterator[str], out: TextIO) -> None:
    """Play games described by the lines until the input ends; a class is instantiated for each game, with its seed."""
    for first in lines:
        head = [first]
        while (line := next(lines)) != "\n":
            head.append(line)
        record = Record.read("".join(head) + "\n")
        seat = int(next(lines).removeprefix("you "))
        seed = int(next(lines).removeprefix("seed "))
        player = loaded(seed) if isinstance(loaded, type) else loaded
        _play(player, record, seat, lines, out)


def _play(player: Any, record: Record, seat: int, lines: Iterator[str], out: TextIO) -> None:
    """Play one game."""
    for line in lines:
        text = line.removesuffix("\n")
        if text.startswith("over"):
            return
        if text.startswith("move\t"):
            out.write(f"{player(record.game, record.state, seat)}\n")
            out.flush()
        else:
            record.append(read_entry(record.game, text))


def main() -> None:
    """Play with standard input and output."""
    # The player's own output goes to standard error, so that it is not taken for moves.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(load(sys.argv[1]), iter(sys.stdin.readline, ""), out)


if __name__ == "__main__":
    main()
