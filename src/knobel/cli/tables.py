"""The commands for operators about the tables of a server: tables list, show, prune, delete."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from knobel.cli.host import Data, Database, database_at
from knobel.cli.options import Json, Language, print_json
from knobel.cli.terminal.view import screen
from knobel.scene.text import Text, catalogue, game_text, say, text

if TYPE_CHECKING:
    from knobel.server.live.housekeeping import TableInfo
    from knobel.server.storage.store import Store

tables = typer.Typer(
    help="List, show, prune and delete the tables of a server, even while it runs.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Name = Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table, as in its link.")]
Yes = Annotated[bool, typer.Option("--yes", help="Delete without asking.")]


@asynccontextmanager
async def opened_store(database: str | None, data: Path | None) -> "AsyncIterator[Store]":
    """Open the store of a server, and close it afterwards."""
    from knobel.server.storage.database import check_current
    from knobel.server.storage.store import Store

    store = Store(database_at(database, data))
    try:
        await check_current(store.database)
        yield store
    finally:
        await store.close()


@tables.command("list")
def list_all(
    language: Language,
    database: Database = None,
    data: Data = None,
    limit: Annotated[int, typer.Option(min=1, help="How many to list, the newest first.")] = 20,
    as_json: Json = False,
) -> None:
    """List tables, the most recently active first."""
    from knobel.server.live.housekeeping import list_tables

    async def listed() -> "list[TableInfo]":
        async with opened_store(database, data) as store:
            return [info async for info in list_tables(store, limit=limit)]

    catalogue(language)
    infos = asyncio.run(listed())
    if as_json:
        print_json([info.as_dict() for info in infos])
    else:
        _print(infos, language)


@tables.command()
def show(name: Name, language: Language, database: Database = None, data: Data = None, as_json: Json = False) -> None:
    """Show who sits at a table, how far the game is and when it was last active; not its dice or keys."""
    catalogue(language)
    info = asyncio.run(_info(name, database, data))
    if as_json:
        print_json(info.as_dict())
        return
    console = screen()
    console.print(_line(info, language), style="bold", soft_wrap=True)
    facts = text(
        "cli.tables.facts",
        created=day_text(info.created),
        updated=day_text(info.updated),
        entries=info.entries,
        people=info.people,
        keys=info.keys,
    )
    console.print(say(facts, language), soft_wrap=True)


@tables.command()
def prune(
    language: Language,
    database: Database = None,
    data: Data = None,
    days: Annotated[int, typer.Option(min=1, help="Only tables that have been idle for this many days.")] = 90,
    finished: Annotated[bool, typer.Option("--finished", help="Also games that are over.")] = False,
    yes: Yes = False,
) -> None:
    """Delete idle tables that are unfinished and empty, with --finished also finished ones; asks first."""
    from knobel.server.live.housekeeping import DAY
    from knobel.server.live.housekeeping import prune as erase

    before = time.time_ns() // 1_000_000 - days * DAY

    async def pruned(really: bool) -> "list[TableInfo]":
        async with opened_store(database, data) as store:
            return [info async for info in erase(store, before, finished=finished, really=really)]

    catalogue(language)
    if not yes:
        infos = asyncio.run(pruned(really=False))
        _print(infos, language)
        if not infos or not agreed(text("cli.tables.sure", n=len(infos)), language):
            return
    _tell_deleted(len(asyncio.run(pruned(really=True))), language)


@tables.command()
def delete(name: Name, language: Language, database: Database = None, data: Data = None, yes: Yes = False) -> None:
    """Delete a table with everything that belongs to it, even if people sit there; asks first."""
    catalogue(language)
    info = asyncio.run(_info(name, database, data))
    if not yes:
        _print([info], language)
        if not agreed(text("cli.tables.sure", n=1), language):
            return

    async def deleted() -> bool:
        async with opened_store(database, data) as store:
            return await store.erase(name, lambda _: True)

    _tell_deleted(asyncio.run(deleted()), language)


async def _info(name: str, database: str | None, data: Path | None) -> "TableInfo":
    from knobel.server.live.housekeeping import table_info

    async with opened_store(database, data) as store:
        return await table_info(store, name)


def _print(infos: "Sequence[TableInfo]", language: str) -> None:
    console = screen()
    for info in infos:
        console.print(_line(info, language), soft_wrap=True)
    if not infos:
        console.print(say(text("cli.tables.none"), language), soft_wrap=True)


def _line(info: "TableInfo", language: str) -> str:
    line = text(
        "cli.tables.line",
        table=info.table,
        day=day_text(info.updated),
        game=game_title(info.game),
        state=text(f"cli.tables.{info.state}"),
        names=", ".join(info.names),
    )
    return say(line, language)


def game_title(game: str) -> Text | str:
    """The title of a game, or its key if it is not installed any more."""
    from knobel.core.errors import KnobelError
    from knobel.library import find

    try:
        return game_text(find(game), "title")
    except KnobelError:
        return game


def day_text(millis: int) -> str:
    """A day in ISO format."""
    return datetime.fromtimestamp(millis / 1000, UTC).date().isoformat()


def agreed(question: Text, language: str) -> bool:
    """Ask the user; whether they answer with yes."""
    try:
        answer = input(f"{say(question, language)} ")
    except EOFError:
        return False
    # German or English.
    return answer.strip().lower()[:1] in {"j", "y"}


def _tell_deleted(count: int, language: str) -> None:
    screen().print(say(text("cli.tables.deleted", n=count), language), soft_wrap=True)
