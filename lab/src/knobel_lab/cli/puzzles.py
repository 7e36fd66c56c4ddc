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
    objective: Annotated[
        str | None, typer.Option(metavar="NAME", help="What to judge by, such as win; by default one's own sheet.")
    ] = None,
    theme: Annotated[str | None, typer.Option(metavar="NAME", help="Only those about this, such as chips.")] = None,
    add: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add them to the puzzles of this file, and select among all.")
    ] = None,
    retell: Annotated[
        bool,
        typer.Option("--retell", help="Do not search; only update what the coach says about the shipped puzzles."),
    ] = False,
    grade: Annotated[
        bool, typer.Option("--grade", help="Search for none; only grade those that are shipped, and select among them.")
    ] = False,
    *,
    options: dict[str, object],
) -> None:
    """Find puzzles in games of bots: the obvious move is a blunder, and the coach can say why another is best."""
    from time import monotonic

    from knobel.app.today.puzzle import puzzles as shipped
    from knobel.app.today.puzzle import read_puzzles
    from knobel_lab.puzzles import find_puzzles, graded, select, with_new_reasons

    game = make(key, seats, **options)
    check_writable(out)
    if retell:
        result = with_new_reasons(shipped(key))
    elif grade:
        result = select(replace(shipped(key), listed=tuple(map(graded, shipped(key).listed))))
    else:
        wishes = {"seats": seats, "objective": objective, "theme": theme, **options}
        chosen = "".join(f" --{name} {value}" for name, value in wishes.items() if value is not None)
        command = f"knobel puzzles {key} --games {games} --seed {seed}{chosen}"
        began = monotonic()
        with interruptible("nothing was written"), progress_bar(key) as meter:
            result = find_puzzles(
                game, games, seed, SINCE, objective, theme, lambda done, of, _: meter(done, of, monotonic() - began)
            )
        if add:
            earlier = read_puzzles(key, add)
            command = f"{earlier.command} --out {add.name} && {command} --add {add.name}"
            result = replace(result, listed=(*earlier.listed, *result.listed))
        result = replace(select(result), command=command)
    try:
        out.write_text(result.text(), "utf-8")
    except OSError as error:
        raise unwritten(out, error) from error
    print(f"{len(result.listed)} puzzles: {out}")
