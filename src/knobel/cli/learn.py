"""The commands that teach: hint, review, best and distribution. Their dependencies are imported only when needed."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text as Styled

from knobel.cli.options import File, Json, Key, Language, game_options, print_json
from knobel.cli.terminal.view import decimal, screen
from knobel.core.files import check_writable, load, unwritten
from knobel.core.game import Over, Throw
from knobel.core.record import Record
from knobel.library import make
from knobel.scene.text import Text, catalogue, say, text

if TYPE_CHECKING:
    from knobel.solve.hindsight import Best

SECONDS = 10.0
"""The default seconds of the search for a proof."""

Seat = Annotated[int | None, typer.Option("--seat", metavar="N", help="Only this seat, numbered as in the record.")]


Score = Annotated[
    int | None,
    typer.Option("--reach", metavar="N", help="Play for the best chance of at least N points."),
]


Objective = Annotated[
    str | None,
    typer.Option(
        "--objective",
        metavar="win|points",
        help="What counts; by default winning against others, or the game's own goal when alone.",
    ),
]


def hint(
    path: File,
    language: Language,
    seat: Seat = None,
    objective: Objective = None,
    reach: Score = None,
    why: Annotated[
        bool, typer.Option("--why", help="Also show term by term what makes the difference to the next best choice.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show the best choice in the position a record ends with, and what every other choice is worth."""
    from knobel.cli.terminal.lesson import Lesson
    from knobel.coach import as_json as coach_json
    from knobel.coach import hints
    from knobel.coach.judge import reach_judge

    catalogue(language)
    record = load(path)
    wish = None if reach is None else reach_judge(record.game, reach)
    advice = hints(record, seat, wish, objective)
    if as_json:
        print_json([coach_json(each_hint, language) for each_hint in advice])
        return
    console = screen()
    if not advice:
        console.print(say(_nothing(record, seat), language, record.names))
    for each_hint in advice:
        Lesson(console, each_hint, language).hint(each_hint, why=why)


def _nothing(record: Record, seat: int | None) -> Text:
    """The reason why there is nothing to decide."""
    match record.pending:
        case Over():
            return text("coach.hint.over")
        case Throw(thrower, _) if seat in {None, thrower}:
            return text("coach.hint.throw", seat=thrower)
    return text("coach.hint.other", seat=seat or 0)


def review(
    path: File,
    language: Language,
    seat: Seat = None,
    objective: Objective = None,
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write the review to this file, as one HTML page.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Review a game: what luck brought, what decisions gave away, and why the costliest were wrong."""
    from knobel.cli.terminal.lesson import Lesson
    from knobel.coach import as_json as coach_json
    from knobel.coach import review as review_of
    from knobel.coach.page import page

    catalogue(language)
    record = load(path)
    if html:
        check_writable(html)
    reviewed = review_of(record, seat, objective=objective)
    if html:
        try:
            html.write_text(page(reviewed, language), "utf-8")
        except OSError as error:
            raise unwritten(html, error) from error
    if as_json:
        print_json(coach_json(reviewed, language))
        return
    console = screen()
    Lesson(console, reviewed, language).review(reviewed)
    if reviewed.hindsight:
        for possible in _possible(record, [seat_review.seat for seat_review in reviewed.seats], SECONDS, language):
            _draw_best(record, possible, language)
    if html:
        console.print(say(text("cli.saved", file=str(html)), language))


def best(
    path: File,
    language: Language,
    seat: Seat = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Seconds to search for a proof, for each seat.")] = SECONDS,
    as_json: Json = False,
) -> None:
    """Find and prove the best possible result with the dice that fell, in games whose dice no decision changes."""
    catalogue(language)
    record = load(path)
    seats = range(record.game.seats) if seat is None else (seat,)
    results = _possible(record, seats, seconds, language, quiet=as_json)
    if as_json:
        print_json([{**possible.as_dict(), "name": record.names[possible.seat]} for possible in results])
        return
    for possible in results:
        _draw_best(record, possible, language)


def _possible(
    record: Record, seats: Iterable[int], seconds: float, language: str, *, quiet: bool = False
) -> "list[Best]":
    """The best possible result of each of these seats; unless quiet, the progress of the search is shown."""
    from knobel.solve.hindsight import best as best_of

    results = []
    console = Console(stderr=True)
    columns = SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}")
    for seat in seats:
        with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
            task = bar.add_task("")

            def tell(points: int, bound: int, bar: Progress = bar, task: TaskID = task) -> None:
                words = text("best.searching", points=points, bound=bound, seconds=f"{seconds:g}")
                bar.update(task, description=say(words, language))

            results.append(best_of(record, seat, seconds, tell))
    return results


def _draw_best(record: Record, possible: "Best", language: str) -> None:
    """Print the best possible result as a sentence, and its sheet."""
    from knobel.cli.terminal.drawing import draw_sheets
    from knobel.scene import look

    console = screen()
    console.print(say(possible.words(), language, record.names))
    scene = look(possible.game, possible.state)
    console.print(draw_sheets(scene, [record.names[possible.seat]], language, {}, console))


SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that are shown."""


@game_options
def distribution(
    key: Key,
    language: Language,
    score: Annotated[
        int | None, typer.Option(metavar="N", help="Also show what share of games this score beats.")
    ] = None,
    seats: Annotated[int | None, typer.Option(min=1, help="How many players, where it matters.")] = None,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """Show how likely final scores are, for perfect play (or the best bots) and for bots of the usual level."""
    from knobel.solve.scores import distribution as best
    from knobel.solve.scores import distributions, usual_seats

    catalogue(language)
    game = make(key, seats or usual_seats(key), **options)
    # Raises an error with the reason if there is none.
    best(game)
    spreads = distributions(game)
    if as_json:
        beaten = {} if score is None else {"score": score, "beats": [spread.percentile(score) for spread in spreads]}
        print_json({"game": key, **beaten, "distributions": [spread.as_dict() for spread in spreads]})
        return
    table = Table(box=None)
    table.add_column()
    heads = ("spread.mean", "spread.deviation", *(f"{round(100 * share)} %" for share in SHARES))
    for head in heads:
        words = say(text(head), language) if "." in head else head
        table.add_column(Styled(words), justify="right", no_wrap=True)
    if score is not None:
        table.add_column(Styled(say(text("spread.beaten", score=score), language)), justify="right")
    for spread in spreads:
        who = text("spread.perfect") if spread.players.who == "perfect" else text(f"level.{spread.players.who}")
        mean = decimal(spread.mean, language) + ("" if spread.exact else f" ± {decimal(spread.error, language)}")
        shares = [str(spread.quantile(share)) for share in SHARES]
        beaten_by = [] if score is None else [f"{decimal(spread.percentile(score), language, 1)} %"]
        table.add_row(Styled(say(who, language)), mean, decimal(spread.deviation, language), *shares, *beaten_by)
    screen().print(table)
    for spread in spreads:
        games = text("spread.exact") if spread.games is None else text("spread.games", n=spread.games)
        who = text("spread.perfect") if spread.players.who == "perfect" else text(f"level.{spread.players.who}")
        screen().print(Styled(f" {say(text('spread.source', who=who, games=games), language)}", "dim"))
