"""Puzzles in the terminal: the position, and the rating of an answer. Imports the judges only for an answer."""

from datetime import date

from rich.text import Text as Styled

from knobel.cli.terminal.view import View, screen
from knobel.core.errors import BadMove, worded
from knobel.core.game import read_move
from knobel.scene import look
from knobel.scene.text import Text, game_text, say, text
from knobel.today.puzzle import Puzzle


def ask(puzzle: Puzzle, day: date, language: str) -> None:
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


def tell(puzzle: Puzzle, answer: str, language: str) -> None:
    """Print whether an answer is right, the values of the choices, and why the natural move is wrong."""
    from knobel.cli.terminal.lesson import Lesson
    from knobel.coach.choices import kind_of, scene_of
    from knobel.coach.review import hints

    record = puzzle.record(language)
    game, state, seat = record.game, record.state, puzzle.seat
    move = read_move(game, answer)
    if move not in game.moves(state, seat):
        raise worded(BadMove(f"{answer!r} cannot be done here"), "today.puzzle.cannot", move=answer)
    scene = scene_of(game, state)
    right = kind_of(game, state, seat, move, scene) == kind_of(game, state, seat, read_move(game, puzzle.best), scene)
    (hint,) = hints(record, seat, objective=puzzle.objective)
    console = screen()
    console.print(Styled(say(text(f"today.puzzle.{'right' if right else 'wrong'}"), language), "bold"))
    Lesson(console, hint, language).hint(hint)
    console.print(say(text("today.puzzle.natural", move=puzzle.label), language), soft_wrap=True)
    for reason in puzzle.reasons:
        console.print(f"  {say(reason, language, record.names)}", soft_wrap=True)
