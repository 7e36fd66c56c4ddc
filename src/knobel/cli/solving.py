"""The commands for perfect play: solve, value and odds. The solvers are loaded only when one of them is called."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text as Styled

from knobel.cli.arena import Dask, workers
from knobel.cli.options import Beginner, Json, Key, Language, SheetNumber, Tasks, chosen, print_json
from knobel.cli.progress import progress_bar
from knobel.cli.screen import screen
from knobel.core.errors import BadDice, BadSetup
from knobel.core.game import AnyGame
from knobel.games.kribbeln.game import Kribbeln
from knobel.games.krisskross import KrissKross
from knobel.games.master.board import NUMBERS, ROW_LENGTH, TASKS, Board
from knobel.games.master.game import Master
from knobel.games.scorecard import Scorecard
from knobel.library import find, make
from knobel.scene import label
from knobel.scene.rulebook import appraiser
from knobel.scene.text import catalogue, say, text

BATCH = 25_000
"""How many games go in step: enough to share work, few enough to show progress."""


def solve(
    key: Key,
    as_json: Json = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the table goes.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many threads work.")] = 1,
    players: Annotated[
        int | None,
        typer.Option(min=1, max=5, help="Hex-hex for 2: the chance to win, a draw counting half. Kribbeln: 2 to 5."),
    ] = None,
    sheet: SheetNumber = "",
    tasks: Tasks = "",
    beginner: Beginner = False,
    dask: Dask = "",
) -> None:
    """Solve a game and keep the table; an interrupted run goes on where it stopped."""
    usual, solver = _solver(key, players, chosen(beginner=beginner, sheet=sheet, tasks=tasks))
    if dask:
        solver = _by_cluster(dask, key, players)
    path = out or usual
    try:
        with progress_bar(key) as meter:
            report = solver(path, jobs, meter)
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


def _solver(key: str, players: int | None, options: dict[str, object]) -> tuple[Path, Callable[..., Any]]:
    """The usual path of the table, and what solves for it, called with path, jobs and meter."""
    from knobel.solve.duel import OBJECTIVE, solve_duel
    from knobel.solve.kribbeln import kribbeln_path, solve_kribbeln
    from knobel.solve.master import solve_master
    from knobel.solve.scorecard import solve as solve_score
    from knobel.solve.tables import table_path

    game = make(key, players if key == Kribbeln.key else None, **options)
    if isinstance(game, Kribbeln):
        return kribbeln_path(game), partial(solve_kribbeln, game)
    if isinstance(game, KrissKross):
        raise BadSetup(f"{key} is too large to solve; knobel train {key} makes a strong player instead")
    if players == 2:
        return table_path(key, OBJECTIVE), partial(solve_duel, key)
    if players not in {None, 1}:
        raise BadSetup(f"{key} is solved for one player, hexhex also for two; not for {players}")
    if key == Master.key:
        return table_path(key), solve_master
    return table_path(key), lambda path, jobs, meter: solve_score(key, out=path, jobs=jobs, progress=meter)


def _by_cluster(address: str, key: str, players: int | None) -> Callable[..., Any]:
    """What solves by a cluster, called like any solver."""
    from knobel.solve import duel, master
    from knobel.solve.crew import Solving, solve_by

    if key == Kribbeln.key:
        raise BadSetup("in kribbeln each step needs the one before, so a cluster is of no use; --jobs is")
    objective = duel.OBJECTIVE if players == 2 else master.OBJECTIVE if key == Master.key else "score"

    def solver(path: Path, _: int, meter: Any) -> Any:
        with workers(1, address)() as executor:
            return solve_by(executor, Solving(key, objective), path, meter)

    return solver


def selfplay(
    key: Key,
    games: Annotated[int, typer.Option(min=1, help="How many games are played.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Let the dice fall the same every time.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="How many threads work.")] = 1,
    as_json: Json = False,
) -> None:
    """Let perfect play, from a solved table, play many games: mean points of each box, with standard errors."""
    from knobel.solve.book import open_book
    from knobel.solve.rules import card_of
    from knobel.solve.selfplay import per_box
    from knobel.solve.selfplay import selfplay as play_games

    card = card_of(key)
    book = open_book(card)
    with progress_bar(key) as meter:
        means = per_box(play_games(book, games, seed, batch=BATCH, progress=meter, jobs=jobs))
    chips = {str(left): book.value(range(len(card.boxes)), 0, left) for left in range(card.chips + 1)}
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
    rows: Annotated[str, typer.Option(metavar="6 FIELDS", help="Master: the field of each row, as 8,8,0,3,8,8.")] = "",
    coins: Annotated[int, typer.Option(help="Master: the coin steps made.")] = 0,
    reach: Annotated[
        int | None,
        typer.Option(metavar="N", help="Classic, Hex-hex: the best chance of at least N points more, instead."),
    ] = None,
    as_json: Json = False,
) -> None:
    """What is still to come with perfect play, exactly: points, or in Master alone the turns to 15 stars."""
    game = make(key)
    keys = _all_open(game) if boxes is None else [box.strip() for box in boxes.split(",") if box.strip()]
    match game:
        case Scorecard(card=card) if reach is not None:
            from knobel.solve.scores.reach import reach_of

            asked: dict[str, object] = {"upper": upper, "reach": reach}
            worth = reach_of(card, keys, upper, reach)
        case _ if reach is not None:
            raise BadSetup(f"{key} cannot be played for at least so many points; classic and hexhex can")
        case Scorecard(card=card):
            from knobel.solve.endgame import value_of

            left = chips if chips is not None else card.chips if boxes is None else 0
            asked = {"upper": upper, "chips": left}
            worth = value_of(card, keys, upper, left)
        case Master():
            from knobel.solve.master_book import value_of_board

            board = _board(keys, rows, coins)
            asked = {"rows": board.rows, "coins": coins}
            worth = value_of_board(board)
        case _:
            raise BadSetup(f"{key} cannot be solved from a position; extreme, hexhex, classic and master can")
    if as_json:
        print_json({"game": key, "open": keys, **asked, "value": worth})
    else:
        print(f"{worth:.6f}")


def _all_open(game: AnyGame) -> list[str]:
    """The keys of all boxes of a sheet, or of all tasks of Master."""
    return [box.key for box in game.card.boxes] if isinstance(game, Scorecard) else [task.key for task in TASKS]


def _board(open_tasks: Sequence[str], rows: str, coins: int) -> Board:
    """A board of Master from its open tasks, the fields of its rows and its coin steps."""
    known = [task.key for task in TASKS]
    for key in open_tasks:
        if key not in known:
            raise BadSetup(f"master has no task {key[:60]!r}; it has {', '.join(known)}")
    fields = rows.split(",") if rows else ["0"] * len(NUMBERS)
    if len(fields) != len(NUMBERS) or not all(field.strip().isdecimal() for field in fields):
        raise BadSetup(f"--rows takes {len(NUMBERS)} fields from 0 to {ROW_LENGTH}, as 8,8,0,3,8,8, not {rows[:60]!r}")
    return Board(tuple(key not in open_tasks for key in known), tuple(map(int, fields)), coins)


def odds(
    key: Key,
    language: Language,
    dice: Annotated[
        list[str], typer.Argument(metavar="DICE…", help="The dice that lie, by position; . is in the cup.")
    ],
    throws: Annotated[int, typer.Option(help="How many throws are left.")] = 2,
    tasks: Tasks = "",
    as_json: Json = False,
) -> None:
    """The exact chance of each box or task, each played for alone, from the dice that lie."""
    from knobel.coach.odds import odds_of

    catalogue(language)
    find(key)
    game = appraiser(key, {"tasks": tasks} if tasks else {})
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
