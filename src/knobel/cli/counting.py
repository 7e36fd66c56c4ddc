"""The command that counts the dice of a server, loaded only when called: dice."""

import asyncio
import time

import typer

from knobel.cli.keeping import database_at
from knobel.cli.options import Json, Language, print_json
from knobel.cli.progress import progress_bar
from knobel.cli.serving import Data, Database
from knobel.scene.text import catalogue


def count_dice(language: Language, database: Database = None, data: Data = None, as_json: Json = False) -> None:
    """Count all dice of a server's tables and tell whether they are fair; exit code 1 if they are not."""
    from knobel.cli.counts import count, show

    catalogue(language)
    url = database_at(database, data)
    began = time.monotonic()
    with progress_bar("dice") as meter:
        report = asyncio.run(count(url, lambda done, total: meter(done, total, time.monotonic() - began)))
    if as_json:
        print_json(report.plain())
    else:
        show(report, language)
    if report.verdict == "loaded":
        raise typer.Exit(1)
