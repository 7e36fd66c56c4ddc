"""The commands for perfect play: solve, selfplay, value, odds, distil, train and measure."""

from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text as Styled

from knobel.cli.arena import Dask, workers
from knobel.cli.options import Json, Key, Language, game_options, interruptible, print_json
from knobel.cli.terminal.view import decimal, progress_bar, screen, table_of
from knobel.core.errors import BadSetup, NotProvided, noted
from knobel.core.game import AnyGame
from knobel.games.spec import find, spec
from knobel.library import games as all_games
from knobel.library import make
from knobel.scene import label
from knobel.scene.rulebook import appraiser
from knobel.scene.text import catalogue, say, text

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
    from knobel.solve import solve as solve_game
    from knobel.solve import table_file

    game = make(key, players, **options)
    path = out or table_file(game)
    rest, helpers = (
        f"the same command goes on where it stopped ({path}.part)",
        workers(1, dask) if dask else nullcontext,
    )
    with interruptible(rest), progress_bar(key) as meter, helpers() as executor:
        report = solve_game(game, out=path, jobs=jobs, progress=meter, executor=executor)
    if as_json:
        print_json({name: found for name, found in asdict(report).items() if found is not None})
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
        means, chips = spec(game).solve.selfplay(game, games, seed, batch=BATCH, progress=meter, jobs=jobs)
    if as_json:
        found = {name: asdict(mean) for name, mean in means.items()}
        print_json({"game": key, "games": games, "seed": seed, "means": found, "value_by_chips": chips})
        return
    for name, mean in means.items():
        print(f"{name:22} {mean.mean:9.4f} ± {mean.error:.4f}")
    for left, worth in chips.items():
        print(f"value with {left} chips {worth:12.4f}")


def value(
    key: Key,
    boxes: Annotated[
        str | None, typer.Option("--open", metavar="BOX,BOX,…", help="The boxes or tasks still open; by default all.")
    ] = None,
    upper: Annotated[int, typer.Option(help="The points so far that count for the bonus.")] = 0,
    chips: Annotated[int | None, typer.Option(help="The chips left; by default none, or all on a blank sheet.")] = None,
    rows: Annotated[
        str,
        typer.Option(metavar="FIELDS", help="On boards with rows: the field reached in each, for example 8,8,0,3,8,8."),
    ] = "",
    coins: Annotated[int, typer.Option(help="On boards with coins: how many coin steps are made.")] = 0,
    reach: Annotated[
        int | None,
        typer.Option(metavar="N", help="Show the best chance of at least N more points instead."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what perfect play still brings: points, or the turns left in a race.

    It is exact where the rest can be solved on demand; otherwise it comes from shipped values, with their error.
    """
    from knobel.players.judge import not_reached

    keys = None if boxes is None else [box.strip() for box in boxes.split(",") if box.strip()]
    asked = {"open": keys, "upper": upper, "chips": chips, "rows": rows, "coins": coins, "reach": reach}
    try:
        worth, position = find(key).solve.value(make(key), asked)
    except NotProvided as error:
        if reach is not None:
            raise not_reached(key) from error
        able = [one.key for one in all_games() if one.has("solve", "value")]
        wrong = BadSetup(f"{key} cannot be solved from a position; {', '.join(able[:-1])} and {able[-1]} can")
        raise noted(wrong, "no_value", game=key, some=", ".join(able[:-1]), last=able[-1]) from error
    if as_json:
        print_json({"game": key, **position, "value": worth})
    elif "error" in position:
        print(f"{worth:.2f} ± {position['error']:.2f}")
    else:
        print(f"{worth:.6f}")


@game_options
def odds(
    key: Key,
    language: Language,
    dice: Annotated[
        list[str],
        typer.Argument(metavar="DICE…", help="The dice on the table, by position; . for a die still in the cup."),
    ],
    throws: Annotated[int, typer.Option(help="How many throws are left.")] = 2,
    chips: Annotated[int, typer.Option(min=0, help="In games where chips buy a throw: how many are left.")] = 0,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """Show the exact chance of each box or task from the dice on the table, if the turn is played for it alone."""
    from knobel.coach.explore import odds_of, read_dice

    catalogue(language)
    game = appraiser(key, options)
    # A turn allows one bought throw.
    bought = min(1, _known_chips(game, chips))
    found = odds_of(game, read_dice(game, [None if face == "." else face for face in dice]), throws + bought)
    if as_json:
        print_json({one.key: {k: v for k, v in asdict(one).items() if k != "key" and v is not None} for one in found})
        return
    heads = ["odds.chance", *(["odds.points"] if any(one.points is not None for one in found) else [])]
    table = table_of("", *(say(text(head), language) for head in heads))
    for one in found:
        expected = () if one.points is None else (decimal(one.points, language),)
        chance = f"{decimal(100 * one.chance, language)} %"
        table.add_row(Styled(say(label(game, one.key), language)), chance, *expected)
    screen().print(table)


def _known_chips(game: AnyGame, chips: int) -> int:
    """The number of chips; an error if the game has fewer."""
    try:
        most = spec(game).setup.chips(game)
    except NotProvided:
        most = 0
    if chips > most:
        wrong = BadSetup(f"{game.key} has {most} chips, not {chips}" if most else f"{game.key} has no chips")
        raise noted(wrong, "chips" if most else "no_chips", game=game.key, most=most, count=chips)
    return chips


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
    solver = spec(game).solve
    part = f"{out or solver.weights_file(game)}.part"
    with interruptible(f"the same command goes on where it stopped ({part})"), progress_bar(key) as meter:
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
        known = " or ".join(spec.key for spec in all_games() if spec.has("solve", "train"))
        raise BadSetup(f"no player of {key} is trained; it is {known} that is too large to solve")
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
    plain: Annotated[
        bool, typer.Option("--plain", help="Judge without compiled code, as if Numba were not installed.")
    ] = False,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """Measure how strong a trained player is alone: mean points with standard error, and processor time."""
    game = _trained(key, options)
    with progress_bar(player) as meter:
        found = spec(game).solve.measure(game, player, games, seed, weights, meter, plain=plain)
    if as_json:
        print_json(asdict(found))
        return
    spent = f"{found.milliseconds:.2f} ms a placement, the slowest {found.slowest:.1f} ms"
    print(f"{player}, {games:,} games (seed {seed}): {found.mean:.2f} ± {found.error:.2f} points ({spent})")


def distil(
    key: Key,
    players: Annotated[int, typer.Option(min=1, max=2, help="With 2, compress the chance to win.")] = 1,
    rank: Annotated[
        int | None, typer.Option(min=1, max=256, help="Columns kept along each axis; more are more exact, and larger.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; by default the one Knobel reads.")
    ] = None,
    games: Annotated[
        int, typer.Option("--measure", min=0, metavar="GAMES", help="Then play this many games by the result.")
    ] = 0,
    compared: Annotated[int, typer.Option(min=1, help="Compare this many of them with perfect play.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the dice of these games.")] = 0,
    as_json: Json = False,
) -> None:
    """Compress the exact table of a game to compact values, and measure what deciding by them costs."""
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
    """Pack everything that was solved of a game with many tables, as it is shipped."""
    books, path = find(key).solve.pack(make(key), out)
    size = path.stat().st_size
    if as_json:
        print_json({"game": key, "books": books, "size": size, "file": str(path)})
        return
    print(f"{key}: {books} books, {size:,} bytes")
    print(f"File: {path}")
