"""Games that the terminal keeps by itself, and offers again while they are not over."""

import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from rich.console import Console

from knobel.cli.terminal.keys import ENTER, Keyboard, Left
from knobel.core.errors import BadRecord, KnobelError
from knobel.core.files import data_folder, load, save
from knobel.core.game import Over
from knobel.core.record import Record
from knobel.scene.text import game_text, say, text

NEWEST = 20
"""How many kept games are read to find one that is not over."""

GO_ON, ANEW = (ENTER, " ", "y", "j"), "n"
"""The keys that go on with a game, in both languages, and the one that begins another."""


def folder() -> Path:
    """The folder of kept games."""
    return data_folder() / "games"


def new_file(key: str) -> Path:
    """The file of a new game."""
    return folder() / f"{key}-{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 1_000_000:06}.knobel"


def day_file(day: date, key: str) -> Path:
    """The file of the game of a day."""
    return folder() / "days" / f"{day.isoformat()}-{key}.knobel"


def keep(record: Record, path: Path) -> Path | None:
    """The file of a game, written; None where nothing can be kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(record, path)
    except (OSError, BadRecord):
        return None
    return path


def forget_empty(record: Record, path: Path) -> bool:
    """Remove the file of a game in which nothing has happened; whether it was removed."""
    if not record.entries:
        path.unlink(missing_ok=True)
    return not record.entries


def unfinished(key: str | None = None, like: Record | None = None) -> Iterator[tuple[Path, Record]]:
    """The newest kept games that are not over: of this game, and with the players, options and dice of this record."""
    paths = sorted(folder().glob(f"{key or '*'}-*.knobel"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in paths[:NEWEST]:
        try:
            record = load(path)
        except KnobelError:
            # A game of another version, or of a package that is gone.
            continue
        alike = like is None or record.header(like.version) == like.header()
        if alike and not isinstance(record.pending, Over):
            yield path, record


def offer(
    console: Console, keyboard: Keyboard, language: str, key: str | None = None, like: Record | None = None
) -> tuple[Path, Record] | None:
    """Ask whether to go on with the newest game; None if there is none, or another one shall begin."""
    path, record = next(unfinished(key, like), (None, None))
    if path is None or record is None:
        return None
    scores = zip(record.names, record.game.scores(record.state), strict=True)
    standing = " · ".join(f"{name} {score}" for name, score in scores)
    console.print(say(text("cli.go_on", game=game_text(record.game, "title"), standing=standing), language))
    while (pressed := keyboard.key().lower()) not in GO_ON:
        if pressed == "q":
            raise Left
        if pressed == ANEW:
            return None
        console.print(say(text("cli.unknown_key"), language), style="cyan")
    return path, record
