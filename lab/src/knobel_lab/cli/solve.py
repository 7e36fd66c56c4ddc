"""The commands for perfect play: solve, selfplay, distil, train and measure."""

from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.options import Json, Key, game_options, interruptible, print_json
from knobel.cli.terminal.view import progress_bar
from knobel.core.errors import BadSetup
from knobel.core.files import check_writable
from knobel.core.game import AnyGame
from knobel.games.spec import find, spec
from knobel.library import games as all_games
from knobel.library import make
from knobel_lab.cli.arena import Dask, workers
from knobel_lab.facets import solve_facet

BATCH = 25_000
"""The number of games played in parallel: enough to share work, few enough to show progress."""


@game_options
def solve(
    key: Key,
    as_json: Json = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The table file to write.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many threads to use.")] = 1,
    players: Annotated[
        int | None, typer.Option(min=1, max=5, help="How many players; by default as few as the game allows.")
    ] = None,
    dask: Dask = "",
    *,
    options: dict[str, object],
) -> None:
    """Solve a game and write the table of its values; an interrupted run continues where it stopped."""
    from knobel_lab.solving import solve as solve_game
    from knobel_lab.solving import table_file

    game = make(key, players, **options)
    path = out or table_file(game)
    check_writable(path, makes_folder=True)
    hint, helpers = (
        f"the same command continues where it stopped ({path}.part)",
        workers(1, dask) if dask else nullcontext,
    )
    with interruptible(hint), progress_bar(key) as meter, helpers() as executor:
        report = solve_game(game, out=path, jobs=jobs, progress=meter, executor=executor)
    if as_json:
        print_json({name: figure for name, figure in asdict(report).items() if figure is not None})
        return
    spent = f"{report.seconds:.1f} s, {report.cpu_seconds:.1f} s of processor time, {report.peak_mb:.0f} MB"
    print(f"{report.game}, {report.objective}: {report.value:.7f} over {report.positions:,} positions ({spent})")
    if report.gain is not None:
        print(f"A best responder among players like these would expect {report.gain:.4f} more.")
    print(f"Table: {path}")


def selfplay(
    key: Key,
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Seed of the dice: the same seed gives the same dice.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="How many threads to use.")] = 1,
    as_json: Json = False,
) -> None:
    """Play many games perfectly from a solved table: mean points of each box, with standard errors."""
    game = make(key)
    with progress_bar(key) as meter:
        means, chips = solve_facet(game).selfplay(game, games, seed, batch=BATCH, progress=meter, jobs=jobs)
    from knobel.coach.values import values_of

    values = list(map(str, values_of(game)))
    if as_json:
        means_json = {name: asdict(mean) for name, mean in means.items()}
        facts = {"game": key, "games": games, "seed": seed, "values": values}
        print_json({**facts, "means": means_json, "value_by_chips": chips})
        return
    print(f"{key}, mean points of each box over {games:,} games (seed {seed}):")
    for name, mean in means.items():
        print(f"{name:22} {mean.mean:9.4f} ± {mean.error:.4f}")
    for left, worth in chips.items():
        print(f"value with {left} chips {worth:12.4f}")
    print(f"Played by {', '.join(values)}")


GAMES = 1_000_000
"""The default number of games; more hardly help."""

Seed = Annotated[int, typer.Option(min=0, help="Seed of the dice: the same seed gives the same dice.")]


@game_options
def train(
    key: Key,
    games: Annotated[int, typer.Option(min=1, help="How many games to learn from.")] = GAMES,
    seed: Seed = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file to write the weights to; by default the one Knobel reads."),
    ] = None,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """Train the player of a game that is too large to solve; an interrupted run continues where it stopped."""
    game = _trained(key, options)
    solver = solve_facet(game)
    path = out or solver.weights_file(game)
    check_writable(path, makes_folder=True)
    with interruptible(f"the same command continues where it stopped ({path}.part)"), progress_bar(key) as meter:
        lesson, course, path = solver.train(game, games, seed, out, meter)
    if as_json:
        print_json({**asdict(lesson), "mean": course.mean, "seconds": course.seconds, "file": str(path)})
        return
    print(f"{key}: {games:,} games (seed {seed}) in {course.seconds:.0f} s, {course.mean:.2f} points in the last ones")
    print(f"Weights: {path} ({path.stat().st_size:,} bytes)")


def _trained(key: str, options: dict[str, object]) -> AnyGame:
    """The game; an error if it has no trained player."""
    game = make(key, None, **options)
    if not spec(game).has("solve", "train"):
        trained = " or ".join(spec.key for spec in all_games() if spec.has("solve", "train"))
        raise BadSetup(f"{key} has no trained player; only {trained} is too large to solve and has one")
    return game


@game_options
def measure(
    key: Key,
    player: Annotated[
        str, typer.Option(metavar="NAME", help="random, greedy, montecarlo, hasty, learned (ours) or clairvoyant.")
    ] = "learned",
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 2000,
    seed: Seed = 0,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Use these weights instead of Knobel's own.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Play without compiled code, as the game does.")] = False,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """Measure how strong a trained player is alone: mean points with standard error, and processor time."""
    game = _trained(key, options)
    with progress_bar(player) as meter:
        strength = solve_facet(game).measure(game, player, games, seed, weights, meter, plain=plain)
    if as_json:
        print_json(asdict(strength))
        return
    spent = f"{strength.milliseconds:.2f} ms a placement, the slowest {strength.slowest:.1f} ms"
    print(f"{player}, {games:,} games (seed {seed}): {strength.mean:.2f} ± {strength.error:.2f} points ({spent})")


def distil(
    key: Key,
    players: Annotated[int, typer.Option(min=1, max=2, help="With 2: compress the chance to win.")] = 1,
    rank: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Columns kept along each axis; more are more exact but take more space."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; by default the one Knobel reads.")
    ] = None,
    games: Annotated[
        int, typer.Option("--measure", min=0, metavar="GAMES", help="Then play this many games with the result.")
    ] = 0,
    compared: Annotated[int, typer.Option(min=1, help="Compare this many of them with perfect play.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the dice of these games.")] = 0,
    as_json: Json = False,
) -> None:
    """Compress the exact table of a game to compact values, and measure what deciding by them costs."""
    from knobel_lab.solving.compress import distil_to, measure

    solver = solve_facet(make(key))
    if find(key).has("solve", "pack"):
        _pack(key, out, as_json=as_json)
        return
    game = solver.subject(make(key, players))
    path = out or game.usual
    check_writable(path, makes_folder=True)
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
    """Pack everything that was solved of a game with many tables, as it is shipped."""
    books, path = solve_facet(make(key)).pack(make(key), out)
    size = path.stat().st_size
    if as_json:
        print_json({"game": key, "books": books, "size": size, "file": str(path)})
        return
    print(f"{key}: {books} books, {size:,} bytes")
    print(f"File: {path}")
