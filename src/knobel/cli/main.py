"""The `knobel` command."""

import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from knobel.cli.arena import arena, work
from knobel.cli.board import board
from knobel.cli.games import list_games, score, show_rules
from knobel.cli.host import Open, backup, count_dice, restore, serve, serve_home
from knobel.cli.learn import best, distribution, hint, review
from knobel.cli.match import match
from knobel.cli.options import Language, asked_language
from knobel.cli.pad import pad
from knobel.cli.play import menu, play, replay, verify
from knobel.cli.plot import plot
from knobel.cli.puzzles import puzzles
from knobel.cli.site import site
from knobel.cli.solve import distil, measure, odds, selfplay, solve, train, value
from knobel.cli.spot import marked
from knobel.cli.tables import tables
from knobel.cli.today import today
from knobel.core.errors import KnobelError
from knobel.scene.text import catalogue, error_text, say
from knobel.version import __version__

app = typer.Typer(
    name="knobel",
    help="Play, score and master a family of German roll-and-write dice games.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "Play": {
        "play": play,
        "today": today,
        "menu": menu,
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
    "Host": {"serve": serve, "site": site, "dice": count_dice, "backup": backup, "restore": restore},
    "Research": {
        "arena": arena,
        "work": work,
        "solve": solve,
        "selfplay": selfplay,
        "distil": distil,
        "train": train,
        "measure": measure,
        "match": match,
        "puzzles": puzzles,
    },
}
"""All commands, as `knobel --help` groups them."""

for _group, _commands in COMMANDS.items():
    for _name, _command in _commands.items():
        app.command(_name, rich_help_panel=_group)(_command)
app.add_typer(tables, name="tables", rich_help_panel="Host")
app.add_typer(board, name="board", rich_help_panel="Host")
app.add_typer(plot, name="plot", rich_help_panel="Research")


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    language: Language,
    open_browser: Open = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: a server for this house, opened in the browser."""
    if version:
        print(f"knobel {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        catalogue(language)
        serve_home(language, open_browser)


def run() -> None:
    """Run the command; an error that the user can fix is printed as one sentence, with exit code 2."""
    try:
        app()
    except KnobelError as error:
        words = error_text(error)
        print(f"knobel: {say(words, asked_language(sys.argv)) if words else error}", file=sys.stderr)
        for line in marked(error.spot) if error.spot else ():
            print(f"  {line}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader of our output has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
