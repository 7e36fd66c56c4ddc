"""The commands of the Kriss Kross player, loaded only when called: train makes it, measure tells its strength."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from knobel.cli.options import Advanced, Json, Key, print_json
from knobel.cli.progress import progress_bar
from knobel.core.errors import BadSetup

GAMES = 1_000_000
"""After so many games more of them hardly help."""

Seed = Annotated[int, typer.Option(min=0, help="Let the dice fall the same every time.")]


def train(
    key: Key,
    advanced: Advanced = False,
    games: Annotated[int, typer.Option(min=1, help="How many games are learned from.")] = GAMES,
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the weights go; unless said, where Knobel reads them.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Train the player of Kriss Kross, a game too large to solve; an interrupted run goes on where it stopped."""
    from knobel.solve.krisskross_train import Lesson
    from knobel.solve.krisskross_train import train as learn
    from knobel.solve.krisskross_weights import weights_path

    _only_krisskross(key)
    path = out or weights_path(advanced)
    lesson = Lesson(advanced, games, seed)
    try:
        with _learning_bar(key) as tell:
            course = learn(lesson, path, tell)
    except KeyboardInterrupt:
        print(f"Interrupted; the same command goes on where it stopped ({path}.part).", file=sys.stderr)
        raise typer.Exit(130) from None
    if as_json:
        print_json({**asdict(lesson), "mean": course.mean, "seconds": course.seconds, "file": str(path)})
        return
    print(f"{key}: {games:,} games (seed {seed}) in {course.seconds:.0f} s, {course.mean:.2f} points in the last ones")
    print(f"Weights: {path} ({path.stat().st_size:,} bytes)")


@contextmanager
def _learning_bar(title: str) -> Iterator[Callable[[int, int, float, float], None]]:
    """A bar on the error stream, with games per second, mean points of late, and the time left."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[state]}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True, highlight=False)) as bar:
        task = bar.add_task(title, total=None, state="")

        def tell(done: int, games: int, seconds: float, mean: float) -> None:
            bar.update(task, completed=done, total=games, state=f"{done / seconds:,.0f}/s, {mean:.2f} points")

        yield tell


def measure(
    key: Key,
    player: Annotated[
        str, typer.Option(metavar="NAME", help="random, greedy, montecarlo, hasty, learned (ours) or clairvoyant.")
    ] = "learned",
    advanced: Advanced = False,
    games: Annotated[int, typer.Option(min=1, help="How many games are played, each alone.")] = 2000,
    seed: Seed = 0,
    weights: Annotated[Path | None, typer.Option(metavar="FILE", help="Other weights than Knobel's own.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Judge without compiled code, as without Numba.")] = False,
    as_json: Json = False,
) -> None:
    """How strong a player of Kriss Kross is alone: mean points with standard error, and processor time."""
    from knobel.solve.krisskross_measure import measure as play_games
    from knobel.solve.krisskross_values import open_grid_values

    _only_krisskross(key)
    with progress_bar(player) as meter:
        found = play_games(player, open_grid_values(advanced, weights, plain=plain), games, seed, meter)
    if as_json:
        print_json(asdict(found))
        return
    spent = f"{found.milliseconds:.2f} ms a placement, the slowest {found.slowest:.1f} ms"
    print(f"{player}, {games:,} games (seed {seed}): {found.mean:.2f} ± {found.error:.2f} points ({spent})")


def _only_krisskross(key: str) -> None:
    if key != "krisskross":
        raise BadSetup(f"no player of {key} is trained; it is krisskross that is too large to solve")
