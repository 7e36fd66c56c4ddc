"""The command `puzzles`: positions in which the natural move is wrong, found in games of bots."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.options import Key, game_options, interruptible
from knobel.cli.terminal.view import progress_bar
from knobel.core.files import check_writable, unwritten
from knobel.library import make

SINCE = date(2024, 1, 1)
"""The first day that has a puzzle."""


@game_options
def puzzles(
    key: Key,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Write the puzzles here.")],
    games: Annotated[int, typer.Option(min=1, help="How many games to search.")] = 300,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the dice: the same seed gives the same dice.")] = 1,
    seats: Annotated[
        int | None, typer.Option(min=1, help="How many players; by default as few as the game allows.")
    ] = None,
    retell: Annotated[
        bool,
        typer.Option("--retell", help="Do not search; only update what the coach says about the shipped puzzles."),
    ] = False,
    *,
    options: dict[str, object],
) -> None:
    """Find puzzles in games of bots: the obvious move is a blunder, and the coach can say why another is best."""
    from time import monotonic

    from knobel.app.today.puzzle import puzzles as shipped
    from knobel_lab.puzzles import find_puzzles, with_new_reasons

    game = make(key, seats, **options)
    check_writable(out)
    if retell:
        result = with_new_reasons(shipped(key))
    else:
        chosen = "".join(f" --{name} {value}" for name, value in options.items())
        command = f"knobel puzzles {key} --games {games} --seed {seed}{f' --seats {seats}' if seats else ''}{chosen}"
        began = monotonic()
        with interruptible("nothing was written"), progress_bar(key) as meter:
            listed = find_puzzles(game, games, seed, SINCE, lambda done, of, _: meter(done, of, monotonic() - began))
        result = replace(listed, command=command)
    try:
        out.write_text(result.text(), "utf-8")
    except OSError as error:
        raise unwritten(out, error) from error
    print(f"{len(result.listed)} puzzles: {out}")
