"""The command `today`: the games of a day, playing one, and its result."""

from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text as Styled

from knobel.app.today.puzzle import Puzzle, puzzle_of
from knobel.cli.kept_games import day_file, keep
from knobel.cli.options import Json, Language, print_json
from knobel.cli.play import play_with
from knobel.cli.terminal.view import View, screen
from knobel.core.dealt import Dealt
from knobel.core.errors import BadMove, BadSetup, with_text
from knobel.core.files import load
from knobel.core.game import Over, read_move
from knobel.core.record import Record
from knobel.scene import look
from knobel.scene.rulebook import chosen
from knobel.scene.text import Text, catalogue, game_text, say, text
from knobel.tables.day import DayGame, day_game, day_of, featured, games_of, read_day


def today(
    language: Language,
    day: Annotated[
        str | None, typer.Argument(metavar="DAY", help="A day such as 2026-11-17; by default today.")
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Which game; by default the featured one.")] = None,
    play: Annotated[bool, typer.Option("--play", help="Play it in the terminal.")] = False,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Name the file of the game, or continue it; without it Knobel keeps the game itself.",
        ),
    ] = None,
    result: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Show the result of the game in this record.")
    ] = None,
    puzzle: Annotated[bool, typer.Option("--puzzle", help="Show the puzzle of the day.")] = False,
    answer: Annotated[
        str | None, typer.Option(metavar="MOVE", help="Your answer to the puzzle, for example --answer 'keep 1 2'.")
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
        chosen_puzzle = puzzle_of(when, game)
        if as_json:
            print_json({"day": when.isoformat(), **chosen_puzzle.as_dict(language)})
        elif answer:
            _answer_puzzle(chosen_puzzle, answer, language)
        else:
            _show_puzzle(chosen_puzzle, when, language)
        return
    if play or save:
        _play(day_game(when, game or featured(when)), save, language)
        return
    of_day = (day_game(when, game),) if game else games_of(when)
    if as_json:
        print_json([_as_dict(offered) for offered in of_day])
        return
    console = screen()
    console.print(say(text("today.list", date=when.isoformat()), language), style="bold")
    for offered in of_day:
        title, mark = say(game_text(offered.game, "title"), language), text("today.featured")
        marks = [say(mark, language)] if offered.game == featured(when) else []
        console.print(f"{title:<12} {' · '.join([*_terms(offered, language), *marks])}", highlight=False)
    console.print(say(text("today.how", day=when.isoformat(), game=of_day[0].game), language), style="dim")


def _terms(game: DayGame, language: str) -> list[str]:
    """The rivals and the options of a game of a day."""
    rivals = ", ".join(say(text(f"level.{level}"), language) for level in game.rivals)
    company = text("today.with", rivals=rivals) if rivals else text("today.alone")
    return [say(company, language), *chosen(game.game, game.options, language)]


def _as_dict(game: DayGame) -> dict[str, Any]:
    """A game of a day as a dictionary for JSON, with everything its dice follow from."""
    return {
        "day": game.day.isoformat(),
        "game": game.game,
        "featured": game.game == featured(game.day),
        "rivals": game.rivals,
        "options": dict(game.rules.options),
        "dice": game.dice.text(),
    }


def _play(game: DayGame, save: Path | None, language: str) -> None:
    """Play the game of a day to its end, or until the player quits; then print its result."""
    from knobel.app.today.result import rivals

    names = (say(text("cli.you"), language), *(say(text(f"level.{level}"), language) for level in game.rivals))
    path = save or day_file(game.day, game.game)
    record = load(path) if path.exists() else game.record(names)
    if day_of(record) != game:
        error = BadSetup(f"{path} holds another game; use another file")
        raise with_text(error, "today.other", file=str(path))
    bots, file = rivals(record, game.rivals), save or keep(record, path)
    go_on = None if save else f"knobel today {game.day.isoformat()} --game {game.game} --play"
    play_with(record, bots, Dealt(record), file, language, screen(), go_on=go_on, coach=False)
    if isinstance(record.pending, Over):
        _tell(record, language, as_json=False)


def _tell(record: Record, language: str, *, as_json: bool) -> None:
    """Print the result of the game of a day."""
    from knobel.app.today.result import result as result_of
    from knobel.app.today.result import share

    of_record = result_of(record)
    if as_json:
        print_json(of_record.as_dict())
    else:
        screen().print(share(of_record, language), soft_wrap=True, highlight=False)


def _show_puzzle(puzzle: Puzzle, day: date, language: str) -> None:
    """Print the position, and how to answer."""
    record = puzzle.record(language)
    view = View(screen(), record.names, language)
    view.show(look(record.game, record.state))
    view.console.print(Styled(say(_title(puzzle, day), language), "bold"))
    how = text("today.puzzle.how", day=day.isoformat(), game=puzzle.game)
    view.console.print(say(how, language), style="dim", soft_wrap=True)


def _title(puzzle: Puzzle, day: date) -> Text:
    return text(
        "today.puzzle.title",
        date=day.isoformat(),
        game=game_text(puzzle.game, "title"),
        difficulty=text(f"today.puzzle.{puzzle.difficulty}"),
    )


def _answer_puzzle(puzzle: Puzzle, answer: str, language: str) -> None:
    """Print whether an answer is right, the values of the choices, and why the natural move is wrong."""
    from knobel.cli.terminal.lesson import Lesson
    from knobel.coach.choices import kind_of, scene_of
    from knobel.coach.review import hints

    record = puzzle.record(language)
    game, state, seat = record.game, record.state, puzzle.seat
    move = read_move(game, answer)
    if move not in game.moves(state, seat):
        raise with_text(BadMove(f"{answer!r} is not possible here"), "today.puzzle.cannot", move=answer)
    scene = scene_of(game, state)
    right = kind_of(game, state, seat, move, scene) == kind_of(game, state, seat, read_move(game, puzzle.best), scene)
    (hint,) = hints(record, seat, objective=puzzle.objective)
    console = screen()
    console.print(Styled(say(text(f"today.puzzle.{'right' if right else 'wrong'}"), language), "bold"))
    Lesson(console, hint, language).hint(hint)
    console.print(say(text("today.puzzle.natural", move=puzzle.label), language), soft_wrap=True)
    for reason in puzzle.reasons:
        console.print(f"  {say(reason, language, record.names)}", soft_wrap=True)
