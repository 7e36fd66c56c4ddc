"""The commands games, rules and score."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.markdown import Markdown

from knobel.cli.options import Json, Key, Language, game_options, name_broken_games, print_json
from knobel.cli.terminal.view import screen
from knobel.core.errors import BadDice, KnobelError, with_technical_text
from knobel.core.game import AnyGame
from knobel.games.spec import LANGUAGES, read_faces
from knobel.library import find, games, make
from knobel.scene.rulebook import appraiser, example, introduced, rules
from knobel.scene.text import catalogue, game_text, say, text

LONGEST_LINE = 1000


def faces_by_name(game: AnyGame, words: Sequence[str]) -> list[str]:
    """Faces as the dice name them, from such names, numbers, or German or English words."""
    faces_by_word = {
        catalogue(language)[f"symbol.{face}"].replace(" ", "_").lower(): face
        for die in game.pool
        for face in die.faces
        for language in LANGUAGES
        if f"symbol.{face}" in catalogue(language)
    }
    return read_faces(game, [faces_by_word.get(word.lower(), word) for word in words])


def score_lines(game: AnyGame, lines: Iterable[str]) -> Iterator[str]:
    """For every line with a roll, a JSON object with its score in each box."""
    appraise = find(game.key).appraise
    for number, line in enumerate(lines, 1):
        try:
            if len(line) > LONGEST_LINE:
                raise with_technical_text(
                    BadDice(f"a roll is one line of at most {LONGEST_LINE} characters"), "long_line", most=LONGEST_LINE
                )
            yield json.dumps(appraise(game, faces_by_name(game, line.split())))
        except KnobelError as error:
            raise with_technical_text(
                BadDice(f"line {number} of the input: {error}"),
                "input_line",
                line=number,
                reason=error.text or str(error),
            ) from error


def list_games(language: Language, as_json: Json = False) -> None:
    """List the games with their seats and options."""
    catalogue(language)
    name_broken_games(language)
    if as_json:
        print_json([_described(info.key, language) for info in games()])
        return
    console = screen()
    for info in games():
        game = _described(info.key, language)
        seats = say(text("cli.seats", fewest=info.seats[0], most=info.seats[-1]), language)
        console.print(f"{info.key:<11} {game['title']}: {game['tagline']} ({seats})", style="bold", soft_wrap=True)
        for option in game["options"]:
            choices = "|".join(filter(None, option["choices"])) or "…"
            console.print(f"{'':12}--{option['key'].replace('_', '-')} {choices}  {option['help']}", soft_wrap=True)
        console.print(f"{'':12}{game['source']}", style="dim", soft_wrap=True)


def _described(key: str, language: str) -> dict[str, Any]:
    """A game as a dictionary for JSON."""
    game = make(key)
    return {
        **introduced(key, language),
        "dice": [{"name": die.name, "faces": list(die.faces)} for die in game.pool],
        "moves": [str(move) for move in game.alphabet],
    }


def show_rules(key: Key, language: Language) -> None:
    """Explain a game, with worked examples."""
    screen().print(Markdown(rules(key, language)))


@game_options
def score(
    key: Key,
    dice: Annotated[
        list[str],
        typer.Argument(metavar="DICE…", help="The faces; or - to read one roll per line from standard input."),
    ],
    language: Language,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """Show what a roll (or a grid) scores in every box, or which tasks it meets."""
    catalogue(language)
    game = appraiser(key, options)
    if dice == ["-"]:
        # At most one character too many is read, so that an endless line is refused early.
        read = iter(lambda: sys.stdin.buffer.readline(LONGEST_LINE + 2), b"")
        lines = (line.decode("utf-8", "replace").rstrip("\n") for line in read)
        for line in score_lines(game, lines):
            print(line)
    elif as_json:
        print(next(score_lines(game, [" ".join(dice)])))
    else:
        faces = faces_by_name(game, dice)
        console = screen()
        console.print(Markdown(example(game, faces, language)))
        if game.pool[0].colours and all(map(str.isdigit, faces)):
            console.print(say(game_text(game.key, "typing.numbers"), language), style="dim")
