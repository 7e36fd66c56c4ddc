"""The commands of `knobel`."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown

from knobel.bots import Greedy
from knobel.cli.keys import Left, keyboard
from knobel.cli.menu import choose
from knobel.cli.play import Session
from knobel.cli.score import print_score, score_lines
from knobel.cli.screen import screen
from knobel.cli.view import View
from knobel.core.dice import seeded
from knobel.core.entry import write_entry
from knobel.core.errors import BadSetup, KnobelError
from knobel.core.files import load
from knobel.core.game import Fell, Over
from knobel.core.record import Record
from knobel.library import find, games, make
from knobel.scene import look
from knobel.scene.rulebook import appraiser, rules
from knobel.scene.text import catalogue, say, text
from knobel.version import __version__

app = typer.Typer(
    name="knobel",
    help="Play, score and master a family of German roll-and-write dice games.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _preferred_language() -> str:
    """German where the computer speaks it, else English."""
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "de" if spoken.startswith("de") else "en"


Key = Annotated[
    str, typer.Argument(metavar="GAME", help="A game: kribbeln, extreme, krisskross, master, hexhex or classic.")
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A record written with --save.")]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="de|en",
        help="German or English; unless said, what your computer speaks.",
        show_default=False,
        default_factory=_preferred_language,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Beginner = Annotated[bool, typer.Option("--beginner", help="Kribbeln: Kribbel numbers need not rise.")]
Advanced = Annotated[bool, typer.Option("--advanced", help="Kriss Kross: diagonals count, worthless lines cost 5.")]
SheetNumber = Annotated[str, typer.Option("--sheet", metavar="1-6", help="Kribbeln: one of Knobel's own sheets.")]
Tasks = Annotated[
    str, typer.Option("--tasks", metavar="TASKS", help="Kribbeln: own tasks, as '1 green; blue > red; …'.")
]


def _options(*, beginner: bool = False, advanced: bool = False, sheet: str = "", tasks: str = "") -> dict[str, object]:
    """The options that were given."""
    given = {"beginner": beginner, "advanced": advanced, "sheet": sheet, "tasks": tasks}
    return {key: value for key, value in given.items() if value}


def _bots(names: Sequence[str], seed: int | None) -> dict[int, Greedy]:
    """A bot for every seat whose name says so."""
    return {
        seat: Greedy(None if seed is None else seed + seat)
        for seat, name in enumerate(names)
        if name.lower().startswith("bot")
    }


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    language: Language,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: a menu of the games."""
    if version:
        print(f"knobel {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        catalogue(language)
        console = screen()
        try:
            wish = choose(console, keyboard(), language)
        except (Left, KeyboardInterrupt):
            console.print(say(text("cli.left"), language))
            return
        game = make(wish.key, len(wish.names))
        _play(Record(game, wish.names, "own" if wish.own_dice else "random"), None, language, console)


@app.command()
def play(
    key: Key,
    language: Language,
    seats: Annotated[
        str,
        typer.Option(metavar="NAMES", help="Who plays, as 'you,bot'; a name that begins with bot is played by a bot."),
    ] = "",
    own_dice: Annotated[bool, typer.Option("--own-dice", help="Type in how your real dice fell.")] = False,
    seed: Annotated[int | None, typer.Option(help="Let the dice fall the same every time.")] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the record here after every entry; continue it if it is there."),
    ] = None,
    beginner: Beginner = False,
    advanced: Advanced = False,
    sheet: SheetNumber = "",
    tasks: Tasks = "",
) -> None:
    """Play a game in the terminal."""
    catalogue(language)
    console = screen()
    if own_dice and seed is not None:
        raise BadSetup("own dice have no seed; use --own-dice or --seed, not both")
    names = tuple(name.strip() for name in seats.split(",")) if seats else ("you", "bot")
    options = _options(beginner=beginner, advanced=advanced, sheet=sheet, tasks=tasks)
    game = make(key, len(names), **options)
    record = Record(game, names, "own" if own_dice else "random" if seed is None else f"seed {seed}")
    if save is not None and save.exists():
        known = load(save)
        wished = bool(seats or own_dice or seed is not None or options)
        if known.game.key != key or (wished and known.header() != record.header()):
            raise BadSetup(f"{save} holds another game; play on with the same options or name another file")
        record = known
    elif save is not None and not save.absolute().parent.is_dir():
        raise BadSetup(f"there is no folder {save.absolute().parent} to save in")
    _play(record, save, language, console)


def _play(record: Record, path: Path | None, language: str, console: Console) -> None:
    """Play a record to its end, or until somebody leaves."""
    word, _, number = record.dice.partition(" ")
    seed = int(number) if number else None
    source = None if word == "own" else seeded(seed)
    if source and seed is not None:
        # A game that is continued goes on with the dice that would have come next.
        for entry in record.entries:
            if isinstance(entry, Fell):
                source([record.game.pool[0]] * len(entry.faces))
    view = View(console, record.names, language)
    try:
        Session(record, _bots(record.names, seed), source, view, keyboard(), path).run()
    except (Left, KeyboardInterrupt):
        console.print(say(text("cli.left"), language))
    if path:
        console.print(say(text("cli.saved", file=str(path)), language))


@app.command()
def replay(path: File, language: Language, as_json: Json = False) -> None:
    """Show what is in a record, checked from the first entry to the last."""
    record = load(path)
    catalogue(language)
    pending = record.pending
    places = pending.places if isinstance(pending, Over) else ()
    if as_json:
        _print_json(
            {
                "game": record.game.key,
                "names": record.names,
                "options": dict(record.game.options),
                "dice": record.dice,
                "entries": [write_entry(record.game, entry) for entry in record.entries],
                "standing": [number for number, _ in record.standing],
                "over": bool(places),
                "scores": record.game.scores(record.state),
                "places": places,
            }
        )
        return
    console = screen()
    counted = text("cli.record", game=text(f"game.{record.game.key}.title"), dice=record.dice, n=len(record.entries))
    console.print(say(counted, language), style="bold")
    standing = dict(record.standing)
    for number, entry in enumerate(record.entries, 1):
        taken_back = number not in standing
        console.print(f"{number:>5}  {write_entry(record.game, entry)}", style="dim" if taken_back else "")
    View(console, record.names, language).show(look(record.game, record.state))


@app.command("games")
def list_games(language: Language, as_json: Json = False) -> None:
    """List the games with their seats and options."""
    catalogue(language)
    if as_json:
        _print_json([_described(info.key, language) for info in games()])
        return
    console = screen()
    for info in games():
        told = _described(info.key, language)
        seats = say(text("cli.seats", fewest=info.seats[0], most=info.seats[-1]), language)
        console.print(f"{info.key:<11} {told['title']}: {told['tagline']} ({seats})", style="bold", soft_wrap=True)
        for option in told["options"]:
            choices = "|".join(filter(None, option["choices"])) or "…"
            console.print(f"{'':12}--{option['key']} {choices}  {option['help']}", soft_wrap=True)
        console.print(f"{'':12}{told['source']}", style="dim", soft_wrap=True)


def _described(key: str, language: str) -> dict[str, Any]:
    """A game for programs and lists."""
    info = find(key)
    game = make(key)
    return {
        "key": key,
        "title": say(text(f"game.{key}.title"), language),
        "tagline": say(text(f"game.{key}.tagline"), language),
        "source": say(text(f"game.{key}.source"), language),
        "seats": list(info.seats),
        "options": [
            {
                "key": option.key,
                "help": say(text(f"option.{key}.{option.key}.help"), language),
                "default": option.default,
                "choices": list(option.choices),
            }
            for option in info.options
        ],
        "dice": [{"name": die.name, "faces": list(die.faces)} for die in game.pool],
        "moves": [str(move) for move in game.alphabet],
    }


@app.command("rules")
def show_rules(key: Key, language: Language) -> None:
    """Explain a game, with worked examples."""
    screen().print(Markdown(rules(key, language)))


@app.command()
def score(
    key: Key,
    dice: Annotated[
        list[str], typer.Argument(metavar="DICE…", help="The faces; or - for one roll per line of standard input.")
    ],
    language: Language,
    as_json: Json = False,
    tasks: Tasks = "",
    sheet: SheetNumber = "",
    advanced: Advanced = False,
) -> None:
    """Tell what a roll is worth in every box (Kriss Kross: a grid of 25 cells; Kribbeln: which tasks it meets)."""
    catalogue(language)
    find(key)
    game = appraiser(key, _options(advanced=advanced, sheet=sheet, tasks=tasks))
    if dice == ["-"]:
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
        lines = (line.rstrip("\n") for line in sys.stdin)
        for line in score_lines(game, lines):
            print(line)
    elif as_json:
        print(next(score_lines(game, [" ".join(dice)])))
    else:
        print_score(screen(), game, dice, language)


def _print_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


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
