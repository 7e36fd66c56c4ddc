"""The command that makes the compact values Knobel is shipped with, from exact tables."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.options import Json, Key, print_json
from knobel.cli.progress import progress_bar
from knobel.library import find, make


def distil(
    key: Key,
    players: Annotated[int, typer.Option(min=1, max=2, help="For two: the chance to win.")] = 1,
    rank: Annotated[
        int | None, typer.Option(min=1, max=256, help="Columns kept along each axis; more are nearer and larger.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where it goes; unless said, where Knobel reads it.")
    ] = None,
    games: Annotated[int, typer.Option("--measure", min=0, metavar="GAMES", help="Then play so many games by it.")] = 0,
    compared: Annotated[int, typer.Option(min=1, help="Compare so many of them with perfect play.")] = 1000,
    seed: Annotated[int, typer.Option(help="Let the dice of these games fall the same every time.")] = 0,
    as_json: Json = False,
) -> None:
    """Distil the exact table of a game to compact values, and measure what deciding by them costs."""
    from knobel.solve.compact.compress import distil_to, measure

    solver = find(key).solve
    if find(key).has("solve", "pack"):
        _pack(key, out, as_json=as_json)
        return
    game = solver.subject(make(key, players))
    path = out or game.usual
    with progress_bar(key) as meter:
        report = distil_to(game, path, rank, meter)
    trial = None
    if games:
        with progress_bar(f"{key}, games") as meter:
            trial = measure(game, path, games, seed, compared, meter)
    if as_json:
        print_json({**asdict(report), "file": str(path), "trial": trial and asdict(trial)})
        return
    size = f"rank {report.rank}, {report.size:,} bytes" if report.rank else f"kept as it is, {report.size:,} bytes"
    print(f"{report.game}, {report.objective}: {size}, error {report.rms:.3g} (RMS), at most {report.worst:.3g}")
    print(f"File: {path}")
    if trial:
        print(f"{trial.games:,} games (seed {trial.seed}): {trial.result.mean:.4f} ± {trial.result.error:.4f}")
        loss = f"{trial.loss.mean:.6f} ± {trial.loss.error:.6f}"
        print(f"Perfect play: {trial.best:.4f}; lost by decisions, in {trial.compared:,} of the games: {loss}")


def _pack(key: str, out: Path | None, *, as_json: bool) -> None:
    """Pack all that was solved of a game with many tables, as it is shipped."""
    books, path = find(key).solve.pack(make(key), out)
    size = path.stat().st_size
    if as_json:
        print_json({"game": key, "books": books, "size": size, "file": str(path)})
        return
    print(f"{key}: {books} books, {size:,} bytes")
    print(f"File: {path}")
