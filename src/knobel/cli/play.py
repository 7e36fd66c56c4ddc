"""The commands around a table: play, menu, replay, and verify, which proves the dice of a record."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text as Styled

from knobel.cli.kept_games import folder, forget_empty, keep, new_file, offer
from knobel.cli.options import File, Json, KeyOrMenu, Language, game_options, name_broken_games, print_json
from knobel.cli.terminal.keys import Keyboard, Left, keyboard
from knobel.cli.terminal.session import Session
from knobel.cli.terminal.view import View, screen
from knobel.core.checked import Checked
from knobel.core.dealt import Dealt
from knobel.core.dice import Source, seeded
from knobel.core.entry import write_entry
from knobel.core.errors import BadSetup, with_technical_text
from knobel.core.files import load
from knobel.core.files import save as write
from knobel.core.game import Fell, Over
from knobel.core.playout import Player
from knobel.core.proof import Notes, Proof, prove
from knobel.core.record import Record
from knobel.games.spec import dice_options
from knobel.library import games, make
from knobel.scene import look
from knobel.scene.rulebook import rules
from knobel.scene.text import Text, catalogue, say, text

NOT_COMPARED = 3
"""The exit code of `verify` for a record that holds, but whose seal was not compared with one noted before."""


def _bots(record: Record, seed: int | None) -> dict[int, Player]:
    """A bot for every seat whose name begins with `bot`."""
    seats = [seat for seat, name in enumerate(record.names) if name.lower().startswith("bot")]
    if not seats:
        return {}
    from knobel.coach.bot import bot, level_in

    return {
        seat: bot(record.game, level_in(record.names[seat]), None if seed is None else seed + seat) for seat in seats
    }


@game_options
def play(
    language: Language,
    key: KeyOrMenu = None,
    seats: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Who plays, for example 'you,bot owl'. A name that begins with bot is a bot; a level may follow.",
        ),
    ] = "",
    own_dice: Annotated[
        bool, typer.Option("--own-dice", help="Play with real dice and type in what they show.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Seed of the dice: the same seed gives the same dice.")] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Save the game in this file, or continue it; without a file, Knobel keeps the game itself.",
        ),
    ] = None,
    *,
    options: dict[str, object],
) -> None:
    """Play a game in the terminal; without its name, choose from a menu."""
    catalogue(language)
    console = screen()
    if key is None:
        if seats or own_dice or seed is not None or save or options:
            raise with_technical_text(
                BadSetup("these options belong to a game; name it: knobel play GAME …"), "play_which"
            )
        menu(language)
        return
    if own_dice and seed is not None:
        raise with_technical_text(BadSetup("own dice have no seed; use --own-dice or --seed, not both"), "own_seed")
    names = tuple(name.strip() for name in seats.split(",")) if seats else _you_and_a_bot(language)
    game = make(key, len(names), **dice_options(key, options, own=own_dice))
    record = Record(game, names, "own" if own_dice else "random" if seed is None else f"seed {seed}")
    if save is not None and save.exists():
        saved = load(save)
        wished = bool(seats or own_dice or seed is not None or options)
        if saved.game.key != key or (wished and saved.header(record.version) != record.header()):
            raise with_technical_text(
                BadSetup(f"{save} holds another game; use the same options as there, or name another file"),
                "other_file",
                file=str(save),
            )
        record = saved
    elif save is None and (interactive := keyboard()).single:
        wished = bool(seats or own_dice or seed is not None or options)
        try:
            chosen = offer(console, interactive, language, key, record if wished else None)
        except Left:
            console.print(say(text("cli.left"), language))
            return
        save, record = chosen or (None, record)
    play_on(record, save, language, console)


def play_on(record: Record, path: Path | None, language: str, console: Console) -> None:
    """Play a record to its end, or until somebody quits; without a file, it is kept among the games of the user."""
    seed = int(record.dice.split()[1]) if record.dice.startswith("seed ") else None
    bots = _bots(record, seed)
    key, watched = record.game.key, len(bots) == len(record.names)
    file = path if path or watched else keep(record, new_file(key))
    go_on = f"knobel play {key}" if file and file.parent == folder() else None
    play_with(record, bots, _source(record, seed), file, language, console, go_on=go_on)


def _source(record: Record, seed: int | None) -> Source | None:
    """The source of dice of a record; None if people type them."""
    if Checked.read(record.dice):
        return Dealt(record)
    source = None if record.dice == "own" else seeded(seed)
    if source and seed is not None:
        # Skip the dice that fell before, so that a continued game gets the next ones.
        for entry in record.entries:
            if isinstance(entry, Fell):
                source([record.game.pool[0]] * len(entry.faces))
    return source


def play_with(
    record: Record,
    bots: Mapping[int, Player],
    source: Source | None,
    path: Path | None,
    language: str,
    console: Console,
    *,
    go_on: str | None = None,
    coach: bool = True,
) -> None:
    """Play a record to its end with these bots and dice, or until somebody quits.

    `go_on` is the command that goes on with a game that Knobel keeps by itself.
    """
    if path:
        write(record, path)
    view = View(console, record.names, language)
    try:
        Session(record, bots, source, view, keyboard(), path, coach=coach).run()
    except (Left, KeyboardInterrupt):
        console.print(say(text("cli.left"), language))
    if path and not (go_on and forget_empty(record, path)):
        if not go_on:
            words = text("cli.saved", file=str(path))
        elif isinstance(record.pending, Over):
            words = text("cli.look_back", file=shlex.quote(str(path)))
        else:
            words = text("cli.kept", command=go_on)
        console.print(say(words, language), soft_wrap=True)
    if bots and (solved := _solved_values(record)):
        console.print(say(text("cli.solved", files=solved), language))


def _solved_values(record: Record) -> str:
    """The values that bots used and that no version of Knobel ships: with them the same seed is not the same game."""
    from knobel.coach.values import values_of

    return ", ".join(f"{file.name} ({file.checksum})" for file in values_of(record.game) if not file.shipped)


def replay(path: File, language: Language, as_json: Json = False) -> None:
    """Check a record from the first entry to the last, and show the game it holds."""
    record = load(path)
    catalogue(language)
    pending = record.pending
    places = pending.places if isinstance(pending, Over) else ()
    if as_json:
        print_json(
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


def menu(language: Language) -> None:
    """Choose a game from a menu, and play it in the terminal."""
    catalogue(language)
    console = screen()
    keys = keyboard()
    try:
        path, record = (keys.single and offer(console, keys, language)) or (None, choose(console, keys, language))
    except (Left, KeyboardInterrupt):
        console.print(say(text("cli.left"), language))
        return
    play_on(record, path, language, console)


def _number(console: Console, keyboard: Keyboard, language: str, most: int, *, others: str = "") -> str:
    """Wait for a number key up to this, or one of the other keys."""
    while True:
        key = keyboard.key()
        if key == "q":
            raise Left
        if (key.isascii() and key.isdigit() and 1 <= int(key) <= most) or (key in others and key):
            return key
        console.print(say(text("cli.unknown_key"), language), style="cyan")


def _you_and_a_bot(language: str) -> tuple[str, str]:
    """The names of the usual players."""
    return say(text("cli.you"), language), say(text("cli.bot"), language)


def choose(console: Console, keyboard: Keyboard, language: str) -> Record:
    """Ask for a game and the players; raises Left if the player quits."""
    infos = games()
    name_broken_games(language)
    while True:
        console.rule("Knobel", style="dim")
        console.print(say(text("cli.menu"), language), style="bold")
        for number, info in enumerate(infos, 1):
            title = say(text(f"game.{info.key}.title"), language)
            seats = say(text("cli.seats", fewest=info.seats[0], most=info.seats[-1]), language)
            tagline = say(text(f"game.{info.key}.tagline"), language)
            console.print(
                Styled(f" {number} ", "bold cyan") + Styled(f"{title:<12} ", "bold") + Styled(tagline), end=" "
            )
            console.print(seats, style="dim")
        console.print(say(text("cli.menu_keys"), language), style="dim")
        key = _number(console, keyboard, language, len(infos), others="r")
        if key != "r":
            return _company(console, keyboard, language, infos[int(key) - 1].key, infos[int(key) - 1].seats[0])
        key = _number(console, keyboard, language, len(infos))
        console.print(Markdown(rules(infos[int(key) - 1].key, language)))


def _company(console: Console, keyboard: Keyboard, language: str, key: str, fewest: int) -> Record:
    """Ask who plays, and with which dice."""
    you, bot = _you_and_a_bot(language)
    wishes = {
        "cli.menu_bot": ((you, bot), "random"),
        "cli.menu_solo": ((you,), "random"),
        "cli.menu_two": ((f"{you} 1", f"{you} 2"), "random"),
        "cli.menu_own": ((you, bot), "own"),
    }
    open_to_all = {words: wish for words, wish in wishes.items() if len(wish[0]) >= fewest}
    console.print(say(text("cli.menu_who"), language), style="bold")
    for number, words in enumerate(open_to_all, 1):
        console.print(Styled(f" {number} ", "bold cyan") + Styled(say(text(words), language)))
    names, dice = list(open_to_all.values())[int(_number(console, keyboard, language, len(open_to_all))) - 1]
    return Record(make(key, len(names), **dice_options(key, {}, own=dice == "own")), names, dice)


def verify(
    path: File,
    language: Language,
    seal: Annotated[
        str | None, typer.Option(metavar="HASH", help="The seal you noted before the game; it is compared.")
    ] = None,
    nonce: Annotated[
        list[str] | None,
        typer.Option(metavar="NUMBER", help="The nonce your device contributed; it is compared; may be repeated."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check that every die of a record follows from what was sealed before the game.

    The exit code is 0 if it does, 1 if not, and 3 if it does but no --seal was given to compare with.
    """
    catalogue(language)
    record = load(path)
    proof = prove(record, Notes(seal and seal.strip().lower(), tuple(one.strip().lower() for one in nonce or ())))
    if as_json:
        print_json({"holds": proof.holds, **asdict(proof), "problem": proof.problem and str(proof.problem)})
    else:
        for words in _verdict(record, proof, with_seal=seal is not None):
            screen().print(say(words, language), soft_wrap=True)
    if not proof.holds:
        raise typer.Exit(1)
    if seal is None:
        # A script must not take it for a proof: whoever made the record may have made its seal, too.
        raise typer.Exit(NOT_COMPARED)


def _verdict(record: Record, proof: Proof, *, with_seal: bool) -> Iterator[Text]:
    """The result of a proof, and its limits, in sentences."""
    if proof.problem:
        values = dict(proof.problem.values)
        name = record.names[int(values.pop("seat", 0))]
        yield text("cli.verify.fails", problem=text(f"cli.verify.{proof.problem.key}", name=name, **values))
        return
    yield text("cli.verify.holds", n=proof.dice, throws=proof.throws)
    for key, count in (("again", proof.again), ("otherwise", proof.otherwise)):
        if count:
            yield text(f"cli.verify.{key}", n=count)
    for seat in proof.unopened:
        yield text("cli.verify.unopened", name=record.names[seat])
    yield text("cli.verify.kept" if with_seal else "cli.verify.not_kept")
    if proof.version == 1:
        yield text("cli.verify.version1")
