"""The commands `arena` and `work`: tournaments. Their dependencies are imported only when they are called."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from knobel.cli.options import Json, Key, game_options, interruptible, print_json
from knobel.cli.terminal.view import progress_bar, screen, table_of
from knobel.core.errors import BadSetup
from knobel.library import make

if TYPE_CHECKING:
    from knobel_lab.arena.journal import GameRow
    from knobel_lab.arena.tournament import Tournament

Dask = Annotated[
    str, typer.Option("--dask", metavar="ADDRESS", help="Run on a Dask cluster, for example tcp://10.0.0.5:8786.")
]
Workers = Callable[[], AbstractContextManager[Executor]]
MOST_PORT = 65535


def workers(jobs: int, dask: str, give_out: str = "") -> Workers:
    """The executor of a tournament: processes here, a Dask cluster, or remote workers that ask for work."""
    from knobel_lab.arena.tournament import cluster, processes

    if dask and give_out:
        raise BadSetup("work goes to a Dask cluster or to workers that ask for it: --dask or --give-out, not both")
    if give_out:
        return partial(_served, *_address(give_out))
    if not dask:
        return partial(processes, jobs)
    if not find_spec("distributed"):
        raise BadSetup("a Dask cluster needs one more package: pip install 'knobel-lab[dask]'")
    return partial(cluster, dask)


def _address(text: str) -> tuple[str, int]:
    """Parse host and port, as 10.0.0.5:8790, or 8790 for this computer only."""
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > MOST_PORT:
        raise BadSetup(f"--give-out is a port or HOST:PORT, as 10.0.0.5:8790, not {text[:60]!r}")
    return host or "127.0.0.1", int(port)


@contextmanager
def _served(host: str, port: int) -> Iterator[Executor]:
    """An executor for remote workers; prints the command that starts one."""
    from knobel_lab.arena.work_queue import serve_work

    with serve_work(host, port) as (executor, address):
        print(f"Other computers can help with: knobel work {address}", file=sys.stderr, flush=True)
        yield executor


def work(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="The address that `knobel arena … --give-out` has printed.")
    ],
    jobs: Annotated[int, typer.Option(min=1, help="How many processes to use.")] = 1,
    trust: Annotated[
        bool, typer.Option("--trust", help="Also run players that are programs or modules found in this folder.")
    ] = False,
) -> None:
    """Play games for an arena on another computer until it is finished; others take over what Ctrl+C interrupts."""
    from concurrent.futures import ThreadPoolExecutor

    from knobel_lab.arena.series import Series
    from knobel_lab.arena.tournament import processes
    from knobel_lab.arena.worker import Arena
    from knobel_lab.arena.worker import work as help_with

    place = Arena(address)
    with (
        interruptible("other workers will play the games it had begun"),
        processes(jobs) as pool,
        ThreadPoolExecutor(jobs) as threads,
    ):

        def play(series: Series) -> "list[GameRow]":
            return pool.submit(Series.play, series).result()

        helps = [threads.submit(help_with, place, Path.cwd(), trusted=trust, play=play) for _ in range(jobs)]
        played = sum(helped.result() for helped in helps)
    print(f"Played {played:,} games.")


@game_options
def arena(
    key: Key,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PLAYER]…",
            help="A level (chick, hare, cat, fox, owl), greedy, random, the name of an installed player, "
            "MODULE:ATTRIBUTE, or 'exec:COMMAND'; each also as NAME=PLAYER. Without players: the ladder of all levels.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(help="How many games each pairing (or larger table) plays; players take all seats equally often."),
    ] = 200,
    dice: Annotated[
        str,
        typer.Option(
            metavar="common|fresh",
            help="common: all pairings get the same dice, so luck cancels out. fresh: every game has its own.",
        ),
    ] = "common",
    seats: Annotated[int, typer.Option(min=2, help="How many players sit at a table.")] = 2,
    seed: Annotated[int, typer.Option(help="Seed of the dice: the same seed gives the same dice.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write games, report and plots here; run again, it continues. For the ladder, a file.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes to use.")] = 1,
    dask: Dask = "",
    give_out: Annotated[
        str,
        typer.Option(metavar="[HOST:]PORT", help="Serve work at this address to computers that run `knobel work`."),
    ] = "",
    until: Annotated[
        float | None,
        typer.Option(
            metavar="PER CENT",
            help="Stop as soon as it is clear whether the first of two players wins this share, say 52, or only half.",
        ),
    ] = None,
    move_time: Annotated[float, typer.Option(metavar="SECONDS", help="Time limit of a program for a move.")] = 10,
    memory: Annotated[int, typer.Option(metavar="MB", help="Memory limit of a program; 0 for none.")] = 4096,
    cpu_time: Annotated[
        int, typer.Option(metavar="SECONDS", help="Processor time limit of a program; 0 for none.")
    ] = 600,
    levels: Annotated[str, typer.Option(metavar="LEVEL,LEVEL,…", help="Ladder: only these levels.")] = "",
    neighbours: Annotated[
        int, typer.Option(metavar="N", help="Ladder: games between neighbouring levels, if more than between others.")
    ] = 0,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """Run a tournament of bots, Python objects or programs: games won, points and ratings, with standard errors.

    A player that crashes, cheats or takes too long loses that game, and the tournament goes on.
    """
    from knobel_lab.arena.sequential import check_share

    executor = workers(jobs, dask, give_out)
    share = None if until is None else check_share(until)
    if not players:
        if share:
            raise BadSetup("--until compares two players; name both")
        from knobel_lab.arena.tournament import LADDER, level_tournament

        names = [name.strip() for name in levels.split(",")] if levels else LADDER
        contest = level_tournament(make(key, 2, **options), names, games, seed, out, neighbours)
        _climb(contest, executor, as_json=as_json)
        return
    if levels or neighbours:
        raise BadSetup("levels are players too: name them all as players, without --levels and --neighbours")
    from knobel_lab.arena.journal import JOURNAL
    from knobel_lab.arena.participant import read_entrants
    from knobel_lab.arena.program import Limits
    from knobel_lab.arena.tournament import Tournament

    limits = Limits(move_time, memory, cpu_time)
    entrants = read_entrants(players, Path.cwd())
    rules = make(key, seats, **options)
    contest = Tournament(rules, entrants, games, seed, dice, limits, out and out / JOURNAL, until=share)
    _compete(contest, out, executor, as_json=as_json)


def _climb(contest: "Tournament", work: Workers, *, as_json: bool) -> None:
    """Run the ladder of levels, and print it."""
    from knobel_lab.arena.ladder import ladder
    from knobel_lab.arena.standing import per_cent, points

    result = ladder(contest, _played(contest, contest.journal, work))
    if as_json:
        print_json(asdict(result))
        return
    names = [entrant.name for entrant in contest.entrants]
    table = table_of("", *names, "points")
    for one in names:
        cells = [per_cent(result.share(one, other)) for other in names]
        table.add_row(one, *cells, points(result.points[one]))
    screen().print(table)
    _print_values(result.values)


def _compete(contest: "Tournament", out: Path | None, work: Workers, *, as_json: bool) -> None:
    """Run a tournament of any players, and print its results."""
    try:
        from knobel_lab.arena.results import outcome, save_results
    except ModuleNotFoundError as error:
        raise BadSetup("a tournament needs more packages; run pip install 'knobel-lab[arena]'") from error
    from knobel_lab.arena.participant import preflight
    from knobel_lab.arena.standing import per_cent, points, rating

    preflight(contest.entrants, contest.limits)
    result = outcome(contest.settings, _played(contest, out, work))
    files = save_results(result, out) if out else []
    verdict = contest.until and contest.verdict(contest.until)
    if as_json:
        print_json(result.as_json() | ({"verdict": {**asdict(verdict), "decided": verdict.decided}} if verdict else {}))
        return
    names = list(result.ratings)
    standing = result.standing
    table = table_of("", "rating", "won, %", "points", "given away")
    for one in names:
        forfeits = str(standing.forfeits[one] or "")
        cells = [rating(result.ratings[one]), per_cent(standing.won[one]), points(standing.points[one]), forfeits]
        table.add_row(Text(one), *cells)
    against = table_of("won, %, against", *names)
    for one in names:
        against.add_row(Text(one), *(per_cent(standing.share(one, other)) for other in names))
    screen().print(table, "", against)
    _print_values(contest.values)
    if verdict:
        print(verdict.sentence(*standing.players))
    if files:
        print(f"In {out}: {', '.join(files)}")
        if not any(name.endswith(".svg") for name in files):
            print("Plots need one more package: pip install 'knobel-lab[plot]'", file=sys.stderr)


def _print_values(values: Sequence[str]) -> None:
    """Say by which values levels decided, if there were any."""
    if values:
        print(f"The levels played by {', '.join(values)}")


def _played(contest: "Tournament", out: Path | None, work: Workers) -> "list[GameRow]":
    """The games of a tournament; if it is interrupted, the user is told how to continue."""
    from knobel_lab.arena.tournament import with_retries

    hint = f"the same command continues where it stopped ({out})" if out else "use --out to keep the games"
    with interruptible(hint), progress_bar(contest.game.key) as meter:
        return with_retries(work, lambda pool: contest.run(pool, meter))
