"""The checks of scenes: they offer exactly what the rules allow, and every text of theirs can be said."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import combinations
from typing import Any

from knobel.core.errors import Attempt
from knobel.core.game import AnyGame, Over, Pending
from knobel.games.spec import LANGUAGES, GameSpec
from knobel.scene import label, look
from knobel.scene.model import Scene, to_json
from knobel.scene.text import Text, catalogue, say
from knobel.testing.games import random_play

_KEY = re.compile(r'\{"key":"([^"]+)","values":')
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fritzi", "Gül", "Hans", "Ida")


class Scenes:
    """Checks the scenes of a game as it is played at random, and collects the keys of their texts."""

    def __init__(self, spec: GameSpec) -> None:
        self._spec = spec
        self.keys: set[str] = set()
        """The keys of all texts that were seen."""

    def problems(self, game: AnyGame, seed: int = 0) -> Iterator[str]:
        """What is wrong with the scenes of one random game; each kind of problem once."""
        seen: set[str] = set()
        for record in random_play(game, seed):
            scene = look(game, record.state)
            for what in self._of(game, record.state, record.pending, scene):
                if what not in seen:
                    seen.add(what)
                    yield what
        yield from self._labels(game)

    def _of(self, game: AnyGame, state: Any, pending: Pending, scene: Scene) -> Iterator[str]:
        """What is wrong with one scene."""
        waiting = type(pending).__name__.lower()
        if scene.waiting != waiting or scene.game != game.key:
            yield f"the scene waits for {scene.waiting} in {scene.game}, the rules for {waiting} in {game.key}"
        if scene.places != (pending.places if isinstance(pending, Over) else ()):
            yield f"the places are {scene.places}, not those of the rules"
        totals, scores = tuple(sheet.total for sheet in scene.sheets), game.scores(state)
        if totals != scores:
            yield f"the totals of the sheets are {totals}, the scores {scores}"
        if [sheet.seat for sheet in scene.sheets] != list(range(game.seats)):
            yield "there must be one sheet for each seat, in order"
        if [die.position for die in scene.tray.dice] != list(range(1, len(game.pool) + 1)):
            yield f"the tray must show all dice of the pool at the positions 1 to {len(game.pool)}"
        if scene.waiting == "throw" and any(scene.tray.dice[at].face for at in getattr(pending, "dice", ())):
            yield "a die that is about to be thrown has no face: show None for it"
        yield from _cells(scene)
        yield from _moves(game, state, scene)
        with Attempt() as attempt:
            written = to_json(scene)
        if attempt.error:
            yield f"the scene cannot be written as JSON: {attempt.error}"
            return
        # Walking through a scene takes long, and few scenes have a text that is new.
        new = set(_KEY.findall(written)) - self.keys
        for words in texts(scene) if new else ():
            if words.key in new - self.keys:
                yield from self._say(words)

    def _say(self, words: Text) -> Iterator[str]:
        """What is wrong with a text that is seen for the first time."""
        self.keys.add(words.key)
        for language in LANGUAGES:
            if words.key not in catalogue(language):
                yield f"uses the text {words.key!r}, which is not in texts/{language}.json"
                continue
            with Attempt() as attempt:
                said = say(words, language, NAMES)
                if not said or "{" in said:
                    raise ValueError(f"it says {said!r}")
            if attempt.error:
                yield f"the text {words.key!r} cannot be said in {language!r}: {attempt.error}"

    def _labels(self, game: AnyGame) -> Iterator[str]:
        """The names of what `appraise` counts, for a throw that shows the first face of every die."""
        with Attempt() as attempt:
            counted = self._spec.appraise(game, [die.faces[0] for die in game.pool])
        for key in () if attempt.error else counted:
            yield from self._say(label(game, key))


def texts(value: Any) -> Iterator[Text]:
    """All texts anywhere in a scene, also within others."""
    if isinstance(value, Text):
        yield value
        for _, inner in value.values:
            yield from texts(inner)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from texts(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from texts(part)


def _cells(scene: Scene) -> Iterator[str]:
    keys = [[cell.key for cell in sheet.cells] for sheet in scene.sheets]
    if any(sheet != keys[0] for sheet in keys):
        yield "all sheets must have the same cells"
    if any(len(set(sheet)) < len(sheet) for sheet in keys):
        yield "every cell of a sheet needs a key of its own"


def _moves(game: AnyGame, state: Any, scene: Scene) -> Iterator[str]:
    """Choices, and dice that may be held, must be exactly the moves."""
    moves = {choice.move for choice in scene.choices}
    for sheet in scene.sheets:
        for cell in sheet.cells:
            if cell.move and cell.move not in moves:
                yield f"the cell {cell.key} has the move {cell.move!r}, which is no choice"
    dice = [str(die.position) for die in scene.tray.dice]
    held = [f"keep {' '.join(part) or 'none'}" for count in range(len(dice)) for part in combinations(dice, count)]
    for seat in range(game.seats):
        offered = {choice.move for choice in scene.choices if choice.seat == seat}
        offered |= set(held) if scene.tray.keep and seat in scene.seats else set()
        allowed = {str(move) for move in game.moves(state, seat)}
        for move in sorted(allowed - offered):
            yield f"does not offer {move!r}: it must be a choice, or `keep …` with a tray whose `keep` is a text"
        for move in sorted(offered - allowed):
            yield f"offers {move!r}, which the rules do not allow then"
    for choice in scene.choices:
        strangers = set(choice.cells) - {cell.key for cell in scene.sheets[choice.seat].cells}
        if strangers:
            yield f"the choice {choice.move!r} uses cells that are on no sheet: {', '.join(sorted(strangers))}"
