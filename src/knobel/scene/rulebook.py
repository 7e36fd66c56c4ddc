"""The rules of each game in our own words, with worked examples that the rules themselves compute."""

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

from knobel.core.dice import Die
from knobel.core.game import AnyGame
from knobel.core.registry import find, make
from knobel.games.kribbeln.dice import DICE, colour
from knobel.games.kribbeln.game import Kribbeln
from knobel.games.kribbeln.tasks import read_tasks
from knobel.games.krisskross import SIZE
from knobel.scene import label
from knobel.scene.text import catalogue, say, text

_EXAMPLE = re.compile(r"^```score(?: (?P<option>\w+)=(?P<value>[^\n]*))?\n(?P<body>[^`]*)\n```$", re.MULTILINE)


class Example(NamedTuple):
    """A roll of a rules page, in Kriss Kross a grid, to be worked out with these options."""

    options: Mapping[str, str]
    dice: tuple[str, ...]


class Worth(NamedTuple):
    """What dice are worth in a box, or whether they meet a task."""

    key: str
    name: str
    """In words."""
    worth: int | bool


def page(key: str, language: str) -> str:
    """The rules page of a game as Markdown; its examples are fences called `score`."""
    find(key)
    catalogue(language)
    return files(__package__).joinpath("rules", f"{key}.{language}.md").read_text("utf-8")


def examples(key: str, language: str) -> list[Example]:
    """The examples of a rules page, in their order."""
    return [_example(found) for found in _EXAMPLE.finditer(page(key, language))]


def rules(key: str, language: str) -> str:
    """The rules page of a game as Markdown, examples worked out."""

    def work_out(found: re.Match[str]) -> str:
        options, dice = _example(found)
        return example(appraiser(key, options), dice, language)

    return _EXAMPLE.sub(work_out, page(key, language))


def _example(found: re.Match[str]) -> Example:
    options = {found["option"]: found["value"]} if found["option"] else {}
    return Example(options, tuple(found["body"].split()))


def appraiser(key: str, options: Mapping[str, object]) -> AnyGame:
    """A game whose `appraise` counts with these options; for Kribbeln with any number of tasks, not just six."""
    if key == "kribbeln" and (tasks := options.get("tasks")):
        return Kribbeln(2, read_tasks(str(tasks)), sheet=None, beginner=False)
    return make(key, None, **options)


def worths(game: AnyGame, dice: Sequence[str], language: str) -> list[Worth]:
    """What a roll (in Kriss Kross a grid) is worth in every box."""
    counted = find(game.key).appraise(game, dice)
    return [Worth(box, say(label(game, box), language), worth) for box, worth in counted.items()]


def example(game: AnyGame, dice: Sequence[str], language: str) -> str:
    """What a roll (in Kriss Kross a grid) is worth, as Markdown: the dice, then every box that they fit."""
    counted = worths(game, dice, language)
    answers = {True: say(text("option.yes"), language), False: say(text("option.no"), language)}
    if all(isinstance(one.worth, bool) for one in counted):
        told = [f"{one.name}: {answers[bool(one.worth)]}" for one in counted]
    else:
        told = [f"{one.name} {one.worth}" for one in counted if one.worth]
    return f"{_shown(game, dice, language)}\n\n→ {' · '.join(told)}"


def _shown(game: AnyGame, dice: Sequence[str], language: str) -> str:
    """The dice of an example as Markdown."""
    if game.pool == DICE:
        faces = [die.read(face) for die, face in zip(DICE, dice, strict=True)]
        colours = [say(text(f"colour.{colour(at, face)}"), language) for at, face in enumerate(faces)]
        return " ".join(f"**{face} {name}**" for face, name in zip(faces, colours, strict=True))
    words = [_face(game.pool[0], face, language) for face in dice]
    if len(words) == SIZE * SIZE:
        lines = [words[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)]
        head = [f"| {' | '.join('abcde')} |", "|---" * SIZE + "|"]
        return "\n".join([*head, *(f"| {' | '.join(line)} |" for line in lines)])
    return " ".join(f"**{word}**" for word in words)


def _face(die: Die, face: str, language: str) -> str:
    """A face in words, or a number as it is."""
    return say(text(f"symbol.{face}"), language) if face in die.faces and not face.isdigit() else face
