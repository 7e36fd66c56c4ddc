"""The commands for games that are too large to solve: train makes a player, measure tells its strength."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from knobel.cli.options import Json, Key, game_options, print_json
from knobel.cli.progress import progress_bar
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.games.spec import spec
from knobel.library import games as all_games
from knobel.library import make

GAMES = 1_000_000
"""After so many games more of them hardly help."""

Seed = Annotated[int, typer.Option(min=0, help="Let the dice fall the same every time.")]


@game_options
def train(
    key: Key,
    games: Annotated[int, typer.Option(min=1, help="How many games are learned from.")] = GAMES,
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the weights go; unless said, where Knobel reads them.")
    ] = None,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """Train the player of a game that is too large to solve; an interrupted run goes on where it stopped."""
    game = _trained(key, options)
    solver = spec(game).solve
    try:
        with _learning_bar(key) as tell:
            lesson, course, path = solver.train(game, games, seed, out, tell)
    except KeyboardInterrupt:
        part = f"{out or solver.weights_file(game)}.part"
        print(f"Interrupted; the same command goes on where it stopped ({part}).", file=sys.stderr)
        raise typer.Exit(130) from None
    if as_json:
        print_json({**asdict(lesson), "mean": course.mean, "seconds": course.seconds, "file": str(path)})
        return
    print(f"{key}: {games:,} games (seed {seed}) in {course.seconds:.0f} s, {course.mean:.2f} points in the last ones")
    print(f"Weights: {path} ({path.stat().st_size:,} bytes)")


def _trained(key: str, options: dict[str, object]) -> AnyGame:
    """The game, if its player is trained."""
    game = make(key, None, **options)
    if not spec(game).has("solve", "train"):
        known = " or ".join(spec.key for spec in all_games() if spec.has("solve", "train"))
        raise BadSetup(f"no player of {key} is trained; it is {known} that is too large to solve")
    return game


@contextmanager
def _learning_bar(title: str) -> Iterator[Callable[[int, int, float, float], None]]:
    """A bar on the error stream, with games per second, mean points of late, and the time left."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[state]}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True, highlight=False)) as bar:
        task = bar.add_task(title, total=None, state="")

        def tell(done: int, games: int, seconds: float, mean: float) -> None:
            bar.update(task, completed=done, total=games, state=f"{done / seconds:,.0f}/s, {mean:.2f} points")

        yield tell


@game_options
def measure(
    key: Key,
    player: Annotated[
        str, typer.Option(metavar="NAME", help="random, greedy, montecarlo, hasty, learned (ours) or clairvoyant.")
    ] = "learned",
    games: Annotated[int, typer.Option(min=1, help="How many games are played, each alone.")] = 2000,
    seed: Seed = 0,
    weights: Annotated[Path | None, typer.Option(metavar="FILE", help="Other weights than Knobel's own.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Judge without compiled code, as without Numba.")] = False,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """How strong a player of such a game is alone: mean points with standard error, and processor time."""
    game = _trained(key, options)
    with progress_bar(player) as meter:
        found = spec(game).solve.measure(game, player, games, seed, weights, meter, plain=plain)
    if as_json:
        print_json(asdict(found))
        return
    spent = f"{found.milliseconds:.2f} ms a placement, the slowest {found.slowest:.1f} ms"
    print(f"{player}, {games:,} games (seed {seed}): {found.mean:.2f} ± {found.error:.2f} points ({spent})")
