"""The command `match`: the gain of playing to win against others who play for points, and of a best response."""

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from knobel.cli.options import Json, Key, game_options, interruptible, print_json
from knobel.cli.terminal.view import progress_bar
from knobel.core.errors import BadSetup, NotProvided
from knobel.core.files import check_writable
from knobel.core.game import AnyGame
from knobel.library import make
from knobel_lab.facets import solve_facet

if TYPE_CHECKING:
    from knobel_lab.solving.match import MatchResult


@game_options
def match(
    key: Key,
    seats: Annotated[int, typer.Option(min=2, max=6, help="How many players sit at a table.")] = 2,
    games: Annotated[
        int, typer.Option(min=2, help="How many games to play for each seat of the one who plays to win.")
    ] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the dice: the same seed gives the same dice.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write results here; the same command continues an interrupted run."),
    ] = None,
    responder: Annotated[
        int | None,
        typer.Option(
            min=2,
            metavar="LESSONS",
            help="Instead, train a player on this many games and seat it against players who play to win.",
        ),
    ] = None,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """Measure what playing to win gains: one seat plays to win, the others for points, with the same dice."""
    game = make(key, seats, **options)
    settings = {"game": key, "seats": seats, "seed": seed, **options}
    if responder:
        settings["responder"] = responder
    if out:
        check_writable(out)
    earlier = _read(out, settings) if out else {}

    def save(first: int, sums: list[float]) -> None:
        if out:
            with open(out, "a", encoding="utf-8") as file:
                file.write(json.dumps({**settings, "first": first, "sums": sums}) + "\n")

    hint = f"the same command continues where it stopped ({out})" if out else "use --out to keep the games"
    with interruptible(hint), progress_bar(key) as meter:
        result = _player(game, responder)(game, games, seed, earlier, save, meter)
    from knobel.coach.values import values_of

    values = list(map(str, values_of(game)))
    if as_json:
        print_json({**asdict(result), "values": values})
        return
    by_seat = ", ".join(f"{100 * gain:+.2f}" for gain in result.by_seat)
    print(f"{key} for {seats}, {games:,} games in each seat (seed {seed}):")
    player = "a best responder" if responder else "to win"
    print(f"{player}: {100 * result.share.mean:.2f} ± {100 * result.share.error:.2f} % (by seat: {by_seat})")
    print(f"Played by {', '.join(values)}")


def _player(game: AnyGame, responder: int | None) -> Callable[..., "MatchResult"]:
    """The function that plays the match: of the game's own solver, or by the rules alone."""
    from knobel_lab.solving.match_by_rules import match as match_by_rules

    solver = solve_facet(game)
    try:
        return partial(solver.respond, lessons=responder) if responder else solver.match
    except NotProvided:
        if responder:
            raise
        return match_by_rules


def _read(path: Path, settings: dict[str, object]) -> dict[int, list[float]]:
    """The results that were saved; a line that was cut short is ignored and played again."""
    try:
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetup(f"cannot read {path}: {error}") from error
    sums_by_first = {}
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if {name: entry.get(name) for name in settings} != settings:
            raise BadSetup(f"{path} holds another match; choose another --out")
        sums_by_first[entry["first"]] = entry["sums"]
    return sums_by_first
