"""The `knobel` command."""

import os
import sys
from typing import Annotated

import typer

from knobel.cli.arena import arena
from knobel.cli.coaching import hint, review
from knobel.cli.counting import count_dice
from knobel.cli.distilling import distil
from knobel.cli.keeping import backup, restore
from knobel.cli.menu import menu
from knobel.cli.options import Language
from knobel.cli.plotting import plot
from knobel.cli.serving import Open, serve, serve_home
from knobel.cli.solving import odds, selfplay, solve, value
from knobel.cli.spreading import distribution
from knobel.cli.table import play, replay
from knobel.cli.tell import list_games, score, show_rules
from knobel.cli.training import measure, train
from knobel.cli.verifying import verify
from knobel.core.errors import KnobelError
from knobel.scene.text import catalogue
from knobel.version import __version__

app = typer.Typer(
    name="knobel",
    help="Play, score and master a family of German roll-and-write dice games.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(serve)
app.command()(menu)
app.command()(play)
app.command()(replay)
app.command("games")(list_games)
app.command("rules")(show_rules)
app.command()(score)
app.command()(hint)
app.command()(review)
app.command()(verify)
app.command("dice")(count_dice)
app.command()(backup)
app.command()(restore)
app.command()(solve)
app.command()(selfplay)
app.command()(distil)
app.command()(arena)
app.command()(value)
app.command()(odds)
app.command()(distribution)
app.command()(train)
app.command()(measure)
app.add_typer(plot, name="plot")


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
    """Run the command; an error the user can put right is one sentence and exit code 2."""
    try:
        app()
    except KnobelError as error:
        print(f"knobel: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader of our output has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
