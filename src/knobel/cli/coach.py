"""The commands of the coach: hint and review. Judges are loaded only when one of them is called."""

from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.options import File, Json, Language, print_json
from knobel.cli.terminal.view import screen
from knobel.core.errors import BadSetup
from knobel.core.files import load
from knobel.core.game import Over, Throw
from knobel.core.record import Record
from knobel.games.spec import spec
from knobel.scene.text import Text, catalogue, say, text

Seat = Annotated[int | None, typer.Option("--seat", metavar="N", help="Only this seat, counted as in the record.")]


Score = Annotated[
    int | None,
    typer.Option("--reach", metavar="N", help="Play for at least N points, and nothing else."),
]


def hint(path: File, language: Language, seat: Seat = None, reach: Score = None, as_json: Json = False) -> None:
    """Tell the best choice of whoever has to decide, and what every other choice is worth."""
    from knobel.cli.terminal.lesson import Lesson
    from knobel.coach import as_json as plain
    from knobel.coach import hints

    catalogue(language)
    record = load(path)
    found = hints(record, seat, None if reach is None else spec(record.game).judge.reach(record.game, reach))
    if as_json:
        print_json([plain(one, language) for one in found])
        return
    console = screen()
    if not found:
        console.print(say(_nothing(record, seat), language, record.names))
    for one in found:
        Lesson(console, one, language).hint(one)


def _nothing(record: Record, seat: int | None) -> Text:
    """Why there is nothing to decide."""
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
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write the review here, as one page for any browser.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Tell what luck brought and what decisions gave away, and explain the costliest."""
    from knobel.cli.terminal.lesson import Lesson
    from knobel.coach import as_json as plain
    from knobel.coach import review as review_of
    from knobel.coach.page import page

    catalogue(language)
    found = review_of(load(path), seat)
    if html:
        try:
            html.write_text(page(found, language), "utf-8")
        except OSError as error:
            raise BadSetup(f"cannot write {html}: {error.strerror}") from error
    if as_json:
        print_json(plain(found, language))
        return
    console = screen()
    Lesson(console, found, language).review(found)
    if html:
        console.print(say(text("cli.saved", file=str(html)), language))
