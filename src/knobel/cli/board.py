"""The commands for operators about boards of results: board list, circles, blank, delete."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from knobel.cli.host import Data, Database
from knobel.cli.options import Json, Language, print_json
from knobel.cli.tables import Yes, agreed, day_text, game_title, opened_store
from knobel.cli.terminal.view import screen
from knobel.scene.text import Text, catalogue, say, text

if TYPE_CHECKING:
    from knobel.server.storage.boards import BoardResult, BoardStore, Circle

T = TypeVar("T")

board = typer.Typer(
    help="List, blank and delete results and circles on the boards of a server, even while it runs.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Name = Annotated[str, typer.Argument(metavar="ENTRY", help="The id of a result or a circle, as the lists show it.")]
Limit = Annotated[int, typer.Option(min=1, help="How many to list, the newest first.")]


@board.command("list")
def list_results(
    language: Language,
    database: Database = None,
    data: Data = None,
    limit: Limit = 20,
    day: Annotated[str | None, typer.Option(metavar="DAY", help="Only results of this day.")] = None,
    as_json: Json = False,
) -> None:
    """List results, the latest first."""
    catalogue(language)
    results = _done(lambda store: store.listed(limit, day), database, data)
    _print(results, language, as_json=as_json)


@board.command()
def circles(
    language: Language, database: Database = None, data: Data = None, limit: Limit = 20, as_json: Json = False
) -> None:
    """List circles, the newest first, without their tickets."""
    catalogue(language)
    _print(_done(lambda store: store.circles(limit), database, data), language, as_json=as_json)


@board.command()
def blank(name: Name, language: Language, database: Database = None, data: Data = None) -> None:
    """Remove the name of a circle, or of a result and of all other results of the same player."""
    catalogue(language)
    count = _done(lambda store: store.blank(name), database, data)
    screen().print(say(text("cli.board.blanked", n=count), language), soft_wrap=True)


@board.command()
def delete(name: Name, language: Language, database: Database = None, data: Data = None, yes: Yes = False) -> None:
    """Delete a result from all boards that show it, or a circle with all its results; asks first."""
    catalogue(language)
    if not yes:
        entries = _done(lambda store: store.named(name), database, data)
        _print(entries, language, as_json=False)
        if not entries or not agreed(text("cli.board.sure", n=len(entries)), language):
            return
    count = _done(lambda store: store.delete(name), database, data)
    screen().print(say(text("cli.board.deleted", n=count), language), soft_wrap=True)


def _done(what: "Callable[[BoardStore], Awaitable[T]]", database: str | None, data: Path | None) -> T:
    """The result of a function of the board store."""
    from knobel.server.storage.boards import BoardStore

    async def done() -> T:
        async with opened_store(database, data) as store:
            return await what(BoardStore(store.database))

    return asyncio.run(done())


def _print(entries: "Sequence[BoardResult | Circle]", language: str, *, as_json: bool) -> None:
    if as_json:
        print_json([entry.as_dict() for entry in entries])
        return
    console = screen()
    for entry in entries:
        console.print(say(_line(entry), language), soft_wrap=True, highlight=False, markup=False)
    if not entries:
        console.print(say(text("cli.board.none"), language), soft_wrap=True)


def _line(entry: "BoardResult | Circle") -> Text:
    from knobel.server.storage.boards import Circle

    name = entry.name or text("cli.board.nobody")
    if isinstance(entry, Circle):
        return text("cli.board.circle", id=entry.id, day=day_text(entry.created), name=name)
    where = text("cli.board.in_circle", id=entry.circle_id) if entry.circle_id else text("cli.board.everybody")
    game, score = game_title(entry.game), entry.score
    return text("cli.board.line", id=entry.id, day=entry.day, game=game, score=score, name=name, where=where)
