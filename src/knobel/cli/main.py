"""The `knobel` command."""

import os
import sys
from importlib.metadata import entry_points
from typing import Annotated, Any

import typer
from rich.cells import cell_len

from knobel.cli.board import board
from knobel.cli.conform import conform
from knobel.cli.games import list_games, score, show_rules
from knobel.cli.host import Open, backup, count_dice, restore, serve, serve_home, site
from knobel.cli.learn import best, distribution, hint, review
from knobel.cli.options import Language, asked_language, without_language
from knobel.cli.pad import pad
from knobel.cli.play import menu, play, replay, verify
from knobel.cli.tables import tables
from knobel.cli.today import today
from knobel.cli.usage import usage_text
from knobel.cli.values import odds, value
from knobel.core.errors import BadSetup, KnobelError, Spot, with_technical_text
from knobel.core.files import unusable
from knobel.scene.text import Text, catalogue, error_text, say
from knobel.version import __version__

app = typer.Typer(
    name="knobel",
    help="Play, score and master a family of German roll-and-write dice games.",
    pretty_exceptions_enable=False,
    context_settings={
        "help_option_names": ["-h", "--help"],
        # Options were once spelt as in records: --last_round.
        "token_normalize_func": lambda word: word.replace("_", "-"),
    },
)
ADMIN: dict[str, Any] = {
    "tables": tables,
    "board": board,
    "dice": count_dice,
    "backup": backup,
    "restore": restore,
}
"""The commands for those who look after a server: `knobel admin backup`, and by their own names too."""

admin = typer.Typer(
    help="Manage a server: its tables, boards, dice and backups.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: dict[str, dict[str, Any]] = {
    "Play": {
        "play": play,
        "today": today,
        "games": list_games,
        "rules": show_rules,
        "score": score,
        "replay": replay,
        "pad": pad,
        "verify": verify,
    },
    "Learn": {
        "hint": hint,
        "review": review,
        "best": best,
        "odds": odds,
        "value": value,
        "distribution": distribution,
    },
    "Host": {"serve": serve, "site": site, "admin": admin},
}
"""The functions and groups of commands of the game, as `knobel --help` groups them."""

UNLISTED: dict[str, Any] = {"menu": menu, "conform": conform, **ADMIN}
"""Commands that `knobel --help` does not list: `knobel play` alone opens the menu, and few people write games."""

ENTRY_POINTS = "knobel.commands"
"""The group of entry points in which other packages, such as the laboratory, name a table of commands like COMMANDS."""

LABORATORY = ("arena", "work", "solve", "selfplay", "distil", "train", "measure", "match", "puzzles", "plot")
"""The commands that the laboratory adds; without it they say what to install."""


def _add(group: typer.Typer, name: str, command: Any, *, panel: str | None = None, hidden: bool = False) -> None:
    """Add a function or a group of commands."""
    if isinstance(command, typer.Typer):
        group.add_typer(command, name=name, rich_help_panel=panel, hidden=hidden)
    else:
        group.command(name, rich_help_panel=panel, hidden=hidden)(command)


def _needs_laboratory(context: typer.Context) -> None:
    """Say that the laboratory is not installed, and how to install it."""
    command = str(context.info_name)
    error = BadSetup(f"knobel {command} is a command of the laboratory; install it with: pip install knobel-lab")
    raise with_technical_text(error, "needs_laboratory", command=command)


def _add_all() -> None:
    for name, command in ADMIN.items():
        _add(admin, name, command)
    for name, command in UNLISTED.items():
        _add(app, name, command, hidden=True)
    installed = [point.load() for point in entry_points(group=ENTRY_POINTS)]
    for panels in (COMMANDS, *installed):
        for panel, commands in panels.items():
            for name, command in commands.items():
                _add(app, name, command, panel=panel)
    added = {name for panels in installed for commands in panels.values() for name in commands}
    anything = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
    for name in LABORATORY:
        if name not in added:
            app.command(name, hidden=True, context_settings=anything)(_needs_laboratory)


_add_all()


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    language: Language,
    open_browser: Open = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: start a server for the home network and open it in the browser."""
    if version:
        print(f"knobel {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        catalogue(language)
        serve_home(language, open_browser)


def run() -> None:
    """Run the command; an error that the user can fix is printed as one sentence, with exit code 2."""
    try:
        language, arguments = without_language(sys.argv[1:])
        if language is not None:
            catalogue(language)
        sys.exit(app(arguments, prog_name="knobel", standalone_mode=False))
    except KnobelError as error:
        _complain(error_text(error) or str(error))
        for line in marked(error.spot) if error.spot else ():
            print(f"  {line}", file=sys.stderr)
        sys.exit(2)
    except typer.TyperException as error:
        _complain(usage_text(error))
        sys.exit(2)
    except typer.Abort:
        sys.exit(1)
    except BrokenPipeError:
        # The reader of our output has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        if error.filename is None:
            raise
        _complain(error_text(unusable(error)) or "")
        sys.exit(2)


def _complain(words: Text | str) -> None:
    """Print what is wrong, as one sentence."""
    if words:
        sentence = say(words, asked_language()) if isinstance(words, Text) else words
        print(f"knobel: {sentence}", file=sys.stderr)


AROUND_SPOT = 50
"""How many characters of a long text are shown before and after the spot."""


def marked(spot: Spot) -> tuple[str, str]:
    """The line with the spot, and a line that marks it."""
    start, end = spot.start, max(spot.start + 1, spot.end)
    first = max(spot.text.rfind("\n", 0, start) + 1, start - AROUND_SPOT)
    last = min(at if (at := spot.text.find("\n", start)) >= 0 else len(spot.text), end + AROUND_SPOT)
    before, wrong, after = (
        _shown(part) for part in (spot.text[first:start], spot.text[start:end], spot.text[end:last])
    )
    return f"{before}{wrong}{after}", " " * cell_len(before) + "^" * max(1, cell_len(wrong))


def _shown(text: str) -> str:
    """The text with question marks for characters that cannot be printed, so that the caret stays aligned."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
