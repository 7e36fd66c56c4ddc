"""Run by `device.mjs` in a browser's Python: a game of an owl against cats, hints along it, and its review."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

arguments: Sequence[str] = globals().get("arguments", ())
"""A game, its seats and options."""
processor: Callable[[], float] = globals().get("processor", lambda: 0.0)
"""The processor time so far, in seconds."""

kernel: Any = globals().get("kernel")
"""The passes of turns, in JavaScript."""

EVERY = 4
"""How many decisions lie between two hints."""


def times_text(times: list[float]) -> str:
    """Times in milliseconds: the first, which includes loading of tables, and the others."""
    first, *others = [round(1000 * time) for time in times]
    others.sort()
    return f"first {first}, median {others[len(others) // 2]}, worst {others[-1]} ms of {len(times)}"


def measure(key: str, seats: int, options: dict[str, str]) -> None:
    """Play, ask for hints and review, and print the times."""
    import knobel
    from knobel.app.jobs import hints_for, review_of
    from knobel.coach.bot import bot, level
    from knobel.core.dice import seeded
    from knobel.core.game import Decide
    from knobel.core.playout import play_record
    from knobel.solve.kernel import backend
    from knobel.solve.kernel.js import JsKernel

    backend.use(JsKernel(kernel))

    game, moves, hints = knobel.make(key, seats, **options), [], []

    def timed(player: Any) -> Any:
        def move(*table: Any) -> Any:
            began = processor()
            chosen = player(*table)
            moves.append(processor() - began)
            return chosen

        return move

    players = [timed(bot(game, level("owl" if seat == 0 else "cat"), 1)) for seat in range(seats)]
    record = play_record(knobel.Record(game), players, seeded(3))
    print("moves of bots:", times_text(moves))
    lines, decisions = record.text().splitlines(), 0
    for end in range(len(record.header().splitlines()), len(lines)):
        part = "\n".join(lines[:end]) + "\n"
        if isinstance(knobel.Record.read(part).pending, Decide):
            decisions += 1
            if decisions % EVERY == 0:
                began = processor()
                hints_for(part, None, "de")
                hints.append(processor() - began)
    print("hints:", times_text(hints))
    began = processor()
    review_of(record.text(), 0, "de")
    print(f"review of a seat: {processor() - began:.2f} s")


if arguments:
    sys.path.insert(0, "/src")
    key, *more = arguments
    measure(key, int(more[0]) if more else 2, dict(option.split("=") for option in more[1:]))
