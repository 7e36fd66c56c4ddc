"""The command `today`: the games of a day, playing one, and its result."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from knobel.cli.options import Json, Language, print_json
from knobel.cli.play import play_with
from knobel.cli.terminal.view import screen
from knobel.core.dealt import Dealt
from knobel.core.errors import BadSetup, worded
from knobel.core.files import load
from knobel.core.game import Over
from knobel.core.record import Record
from knobel.scene.rulebook import chosen
from knobel.scene.text import catalogue, game_text, say, text
from knobel.today import DayGame, day_game, day_of, featured, games_of, read_day
from knobel.today.puzzle import puzzle_of


def today(
    language: Language,
    day: Annotated[
        str | None, typer.Argument(metavar="DAY", help="A day such as 2026-11-17; by default today.")
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Which game; by default the featured one.")] = None,
    play: Annotated[bool, typer.Option("--play", help="Play it here.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the record here, or continue it if the file exists.")
    ] = None,
    result: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Show the result of the game in this record.")
    ] = None,
    puzzle: Annotated[bool, typer.Option("--puzzle", help="Show the puzzle of the day.")] = False,
    answer: Annotated[
        str | None, typer.Option(metavar="MOVE", help="Answer the puzzle, as in: --answer 'keep 1 2'.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games of a day, which have the same dice for everybody; play one, or show its result."""
    catalogue(language)
    if result:
        _tell(load(result), language, as_json=as_json)
        return
    when = read_day(day) if day else datetime.now().astimezone().date()
    if puzzle or answer:
        from knobel.cli.terminal.puzzle import ask, tell

        asked = puzzle_of(when, game)
        if as_json:
            print_json({"day": when.isoformat(), **asked.plain(language)})
        elif answer:
            tell(asked, answer, language)
        else:
            ask(asked, when, language)
        return
    if play or save:
        _play(day_game(when, game or featured(when)), save, language)
        return
    found = (day_game(when, game),) if game else games_of(when)
    if as_json:
        print_json([_plain(one) for one in found])
        return
    console = screen()
    console.print(say(text("today.list", date=when.isoformat()), language), style="bold")
    for one in found:
        title, mark = say(game_text(one.game, "title"), language), text("today.featured")
        marks = [say(mark, language)] if one.game == featured(when) else []
        console.print(f"{title:<12} {' · '.join([*_terms(one, language), *marks])}", highlight=False)
    console.print(say(text("today.how", day=when.isoformat(), game=found[0].game), language), style="dim")


def _terms(game: DayGame, language: str) -> list[str]:
    """The rivals and the options of a game of a day."""
    rivals = ", ".join(say(text(f"level.{level}"), language) for level in game.rivals)
    company = text("today.with", rivals=rivals) if rivals else text("today.alone")
    return [say(company, language), *chosen(game.game, game.options, language)]


def _plain(game: DayGame) -> dict[str, Any]:
    """A game of a day as a dictionary for JSON, with everything its dice follow from."""
    return {
        "day": game.day.isoformat(),
        "game": game.game,
        "featured": game.game == featured(game.day),
        "rivals": game.rivals,
        "options": dict(game.rules.options),
        "dice": game.dice.text(),
    }


def _play(game: DayGame, path: Path | None, language: str) -> None:
    """Play the game of a day to its end, or until the player quits; then print its result."""
    from knobel.today.play import rivals

    names = (say(text("cli.you"), language), *(say(text(f"level.{level}"), language) for level in game.rivals))
    record = load(path) if path and path.exists() else game.record(names)
    if day_of(record) != game:
        error = BadSetup(f"{path} holds another game; name another file")
        raise worded(error, "today.other", file=str(path))
    play_with(record, rivals(record, game.rivals), Dealt(record), path, language, screen())
    if isinstance(record.pending, Over):
        _tell(record, language, as_json=False)


def _tell(record: Record, language: str, *, as_json: bool) -> None:
    """Print the result of the game of a day."""
    from knobel.today.result import result as result_of
    from knobel.today.result import share

    found = result_of(record)
    if as_json:
        print_json(found.plain())
    else:
        screen().print(share(found, language), soft_wrap=True, highlight=False)
