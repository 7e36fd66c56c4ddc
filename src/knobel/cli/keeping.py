"""The commands that keep what a server holds, loaded only when called: backup and restore."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.options import Language
from knobel.cli.screen import screen
from knobel.cli.serving import Data, Database
from knobel.scene.text import catalogue, say, text

Backup = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the backup, as knobel.backup.")]


def database_at(database: str | None, data: Path | None) -> str:
    """The database that `knobel serve` would use, given the same."""
    from knobel.server.http.settings import read_settings

    given = {"database_url": database, "data": data}
    return read_settings(**{name: value for name, value in given.items() if value is not None}).database


def backup(path: Backup, language: Language, database: Database = None, data: Data = None) -> None:
    """Write all tables of a server to one file, also while it runs. Keep the file safe: it holds the dice to come."""
    from knobel.server.storage.backup import backup as write

    catalogue(language)
    kept = asyncio.run(write(database_at(database, data), path))
    screen().print(say(text("cli.backup", n=kept.tables, file=str(path)), language), soft_wrap=True)


def restore(path: Backup, language: Language, database: Database = None, data: Data = None) -> None:
    """Fill an empty database, SQLite or PostgreSQL, with what a backup holds: all of it or nothing."""
    from knobel.server.storage.backup import restore as read

    catalogue(language)
    kept = asyncio.run(read(path, database_at(database, data)))
    screen().print(say(text("cli.restore", n=kept.tables), language), soft_wrap=True)
