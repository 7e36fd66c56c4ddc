"""The command that lets bots of all levels play each other. The judges are loaded only when it is called."""

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from knobel.cli.options import Advanced, Beginner, Json, Key, SheetNumber, chosen, print_json
from knobel.cli.progress import progress_bar
from knobel.cli.screen import screen
from knobel.library import make


def arena(
    key: Key,
    games: Annotated[int, typer.Option(help="How many games each pairing plays; both sit first equally often.")] = 200,
    levels: Annotated[str, typer.Option(metavar="LEVEL,LEVEL,…", help="Who plays; all levels unless said.")] = "",
    seed: Annotated[int, typer.Option(help="Let the dice fall the same every time.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes work.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep results here as they come in; what is there is not played again."),
    ] = None,
    beginner: Beginner = False,
    advanced: Advanced = False,
    sheet: SheetNumber = "",
    as_json: Json = False,
) -> None:
    """Let bots of all levels play each other: games won, a draw counting half, and points, with standard errors."""
    from knobel.bots.arena import Arena
    from knobel.bots.level import LEVELS, level

    names = [name.strip() for name in levels.split(",")] if levels else [known.key for known in LEVELS]
    game = make(key, 2, **chosen(beginner=beginner, advanced=advanced, sheet=sheet))
    contest = Arena(game, tuple(level(name).key for name in names), games, seed, out)
    # Each process has a core of its own; more threads in it would only get in each other's way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with progress_bar(key) as meter, ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        ladder = contest.run(pool, meter)
    if as_json:
        print_json(asdict(ladder))
        return
    table = Table(box=None)
    for head in ("", *names, "points"):
        table.add_column(head, justify="right" if head else "left")
    for one in names:
        shares = [ladder.share(one, other) for other in names]
        cells = ["" if share is None else f"{100 * share.mean:.1f} ± {100 * share.error:.1f}" for share in shares]
        points = ladder.points[one]
        table.add_row(one, *cells, f"{points.mean:.2f} ± {points.error:.2f}")
    screen().print(table)
