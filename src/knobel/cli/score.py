"""What rolls are worth: one for the eyes, or many as JSON lines."""

import json
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.markdown import Markdown

from knobel.core.errors import BadDice, KnobelError
from knobel.core.game import AnyGame
from knobel.games.spec import LANGUAGES
from knobel.library import find
from knobel.scene.rulebook import example
from knobel.scene.text import catalogue

LONGEST_LINE = 1000


def faces_by_name(game: AnyGame, words: Sequence[str]) -> list[str]:
    """Faces as the dice call them, for faces given so, by number, or by their German or English names."""
    known = {
        catalogue(language)[f"symbol.{face}"].replace(" ", "_").lower(): face
        for die in game.pool
        for face in die.faces
        if not face.isdigit()
        for language in LANGUAGES
    }
    return [known.get(word.lower(), word) for word in words]


def score_lines(game: AnyGame, lines: Iterable[str]) -> Iterator[str]:
    """For every line with a roll, the JSON object of what it is worth in each box."""
    appraise = find(game.key).appraise
    for number, line in enumerate(lines, 1):
        try:
            if len(line) > LONGEST_LINE:
                raise BadDice(f"a roll is one line of at most {LONGEST_LINE} characters")
            yield json.dumps(appraise(game, faces_by_name(game, line.split())))
        except KnobelError as error:
            raise BadDice(f"line {number} of the input: {error}") from error


def print_score(console: Console, game: AnyGame, dice: Sequence[str], language: str) -> None:
    """Show the dice and every box that they fit."""
    words = faces_by_name(game, dice)
    console.print(Markdown(example(game, words, language)))
