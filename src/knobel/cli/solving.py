"""The commands for perfect play: solve, value and odds. The solvers are loaded only when one of them is called."""

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text as Styled

from knobel.cli.arena import Dask, workers
from knobel.cli.options import Json, Key, Language, game_options, print_json
from knobel.cli.progress import progress_bar
from knobel.cli.screen import screen
from knobel.core.errors import BadDice, NotProvided
from knobel.core.game import AnyGame
from knobel.games.spec import find, spec
from knobel.library import make
from knobel.scene import label
from knobel.scene.rulebook import appraiser
from knobel.scene.text import catalogue, say, text

BATCH = 25_000
"""How many games go in step: enough to share work, few enough to show progress."""


@game_options
def solve(
    key: Key,
    as_json: Json = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the table goes.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many threads work.")] = 1,
    players: Annotated[
        int | None, typer.Option(min=1, max=5, help="For how many players; unless said, as few as the game allows.")
    ] = None,
    dask: Dask = "",
    *,
    options: dict[str, object],
) -> None:
    """Solve a game and keep the table; an interrupted run goes on where it stopped."""
    from knobel.solve import solve as solve_game
    from knobel.solve import table_file

    game = make(key, players, **options)
    path = out or table_file(game)
    try:
        with progress_bar(key) as meter, workers(1, dask)() if dask else nullcontext() as executor:
            report = solve_game(game, out=path, jobs=jobs, progress=meter, executor=executor)
    except KeyboardInterrupt:
        print(f"Interrupted; the same command goes on where it stopped ({path}.part).", file=sys.stderr)
        raise typer.Exit(130) from None
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
    games: Annotated[int, typer.Option(min=1, help="How many games are played.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Let the dice fall the same every time.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="How many threads work.")] = 1,
    as_json: Json = False,
) -> None:
    """Let perfect play, from a solved table, play many games: mean points of each box, with standard errors."""
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
        str | None, typer.Option("--open", metavar="BOX,BOX,…", help="The boxes or tasks still open; unless said, all.")
    ] = None,
    upper: Annotated[int, typer.Option(help="The sum that counts for the bonus so far.")] = 0,
    chips: Annotated[
        int | None, typer.Option(help="The chips left; unless said, none, or all of a blank sheet.")
    ] = None,
    rows: Annotated[
        str, typer.Option(metavar="FIELDS", help="Where a board has rows: the field of each, as 8,8,0,3,8,8.")
    ] = "",
    coins: Annotated[int, typer.Option(help="Where coins count: the coin steps made.")] = 0,
    reach: Annotated[
        int | None,
        typer.Option(metavar="N", help="The best chance of at least N points more, instead."),
    ] = None,
    as_json: Json = False,
) -> None:
    """What is still to come with perfect play, exactly: points, or the turns to the goal of a race."""
    keys = None if boxes is None else [box.strip() for box in boxes.split(",") if box.strip()]
    asked = {"open": keys, "upper": upper, "chips": chips, "rows": rows, "coins": coins, "reach": reach}
    try:
        worth, position = find(key).solve.value(make(key), asked)
    except NotProvided as error:
        raise NotProvided(f"{key} cannot be solved from such a position: {error}") from error
    if as_json:
        print_json({"game": key, **position, "value": worth})
    else:
        print(f"{worth:.6f}")


@game_options
def odds(
    key: Key,
    language: Language,
    dice: Annotated[
        list[str], typer.Argument(metavar="DICE…", help="The dice that lie, by position; . is in the cup.")
    ],
    throws: Annotated[int, typer.Option(help="How many throws are left.")] = 2,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """The exact chance of each box or task, each played for alone, from the dice that lie."""
    from knobel.coach.explore import odds_of

    catalogue(language)
    find(key)
    game = appraiser(key, options)
    found = odds_of(game, _lying(game, dice), throws)
    if as_json:
        print_json({one.key: {k: v for k, v in asdict(one).items() if k != "key" and v is not None} for one in found})
        return
    table = Table(box=None)
    table.add_column()
    for head in (text("odds.chance"), text("odds.points")):
        table.add_column(Styled(say(head, language)), justify="right")
    for one in found:
        expected = "" if one.points is None else f"{one.points:.2f}"
        table.add_row(Styled(say(label(game, one.key), language)), f"{100 * one.chance:.2f} %", expected)
    screen().print(table)


def _lying(game: AnyGame, dice: Sequence[str]) -> list[int | None]:
    """The faces by position, None for a die in the cup; dice that are not named are in the cup."""
    if len(dice) > len(game.pool):
        raise BadDice(f"{game.key} has {len(game.pool)} dice, not {len(dice)}")
    return [None if face == "." else die.read(face) for die, face in zip(game.pool, dice, strict=False)]
