"""The distinct choices of a seat in words: which of two equal dice is held makes no difference."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any

from knobel.coach.model import Rated
from knobel.core.dice import Faces
from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame, holds
from knobel.games.spec import LANGUAGES, spec
from knobel.scene import choice_of, look
from knobel.scene.model import Scene, TrayDie
from knobel.scene.text import Text, catalogue, text

HOLD, THROW_ALL = HOLDS = ("coach.hold", "coach.throw_all")
"""The names of moves that hold some dice, or none."""


@dataclass(frozen=True, eq=False)
class Menu:
    """The distinct choices of a seat at one moment."""

    game: AnyGame
    state: Any
    seat: int
    ratings: Mapping[Any, float]
    scene: Scene
    moves: tuple[Any, ...]
    """The move of each choice, the best first."""

    def rated(self, move: Any) -> Rated:
        """A choice in words, with its rating."""
        positions = None if choice_of(self.scene, self.seat, move) else holds(move)
        held = None if positions is None else tuple(at + 1 for at in positions)
        label = move_label(self.game, self.state, self.seat, move, self.scene)
        return Rated(str(move), label, float(self.ratings[move]), held)


@lru_cache(maxsize=64)
def scene_of(game: AnyGame, state: Any) -> Scene:
    """The scene of a table, cached for everything said of the same moment."""
    return look(game, state)


def menu(game: AnyGame, state: Any, seat: int, ratings: Mapping[Any, float], chosen: Any = None) -> Menu:
    """The distinct choices of these ratings; of equivalent moves the chosen one is shown, or the first."""
    scene = scene_of(game, state)
    kinds: dict[Hashable, Any] = {}
    for move in ratings:
        kind = kind_of(game, state, seat, move, scene)
        if kind not in kinds or move == chosen:
            kinds[kind] = move
    # Among choices of equal worth, the chosen one comes first.
    moves = tuple(sorted(kinds.values(), key=lambda move: (-ratings[move], move != chosen)))
    return Menu(game, state, seat, ratings, scene, moves)


def kind_of(game: AnyGame, state: Any, seat: int, move: Any, scene: Scene) -> Hashable:
    """The key by which moves are equivalent: the faces held with their colours, or else the state after the move."""
    positions = holds(move)
    if positions is not None:
        dice = [scene.tray.dice[at] for at in positions]
        return tuple(sorted((die.die, die.face or "", die.colour or "") for die in dice))
    after: Hashable = game.play(state, seat, move)
    return after


def move_label(game: AnyGame, state: Any, seat: int, move: Any, scene: Scene) -> Text:
    """A move in words."""
    if choice := choice_of(scene, seat, move):
        return _named(choice.label)
    held = sorted((scene.tray.dice[at] for at in holds(move) or ()), key=lambda die: (die.die == "d10", die.face or ""))
    dice = faces(held) if held else None
    try:
        paid = spec(game).scene.paid_label(game, state, dice)
    except NotProvided:
        paid = None
    if paid:
        return paid
    return text(HOLD, dice=dice) if dice else text(THROW_ALL)


def action(game: AnyGame, state: Any, seat: int, move: Any, scene: Scene) -> Text:
    """What to do, as a request: the dice to hold, or what the button of the move says."""
    positions = holds(move)
    if positions is None:
        return next(choice.label for choice in scene.choices if choice.seat == seat and choice.move == str(move))
    label = move_label(game, state, seat, move, scene)
    if label.key not in HOLDS:
        return label
    cup = len(game.pool) - len(positions)
    return text("coach.do.hold", **dict(label.values), n=cup) if positions else text("coach.do.throw_all")


def _named(label: Text) -> Text:
    """The name of a choice within a sentence: text `move.NAME` of its game, if it exists beside `choice.NAME`."""
    key = label.key.replace(".choice.", ".move.", 1)
    return Text(key, label.values) if key in catalogue(LANGUAGES[0]) else label


def face(die: TrayDie) -> Text:
    """The face of a die, in words."""
    return _face(die.die, die.face or "–", die.colour)


@lru_cache(maxsize=256)
def _face(die: str, shown: str, colour: str | None) -> Text:
    if colour:
        return text("coach.die", face=shown, colour=text(f"colour.{colour}"))
    if die == "d10":
        return text("coach.whole", n=f"⟨{shown}⟩")
    return text("coach.whole", n=shown) if shown.isdigit() or shown == "–" else text(f"symbol.{shown}")


def listed(parts: Sequence[Text]) -> Text:
    """Several texts as a list."""
    return reduce(lambda one, other: text("coach.list", one=one, other=other), parts)


def faces(dice: Sequence[TrayDie]) -> Text:
    """The faces of dice, in words."""
    return beside([face(die) for die in dice])


def beside(dice: Sequence[Text]) -> Text:
    """The faces of dice side by side: numbers in order, symbols counted."""
    if all(die.key == "coach.whole" for die in dice):
        return reduce(lambda one, other: text("coach.beside", one=one, other=other), dice)
    counts = Counter(dice)
    return listed([text("coach.times", count=n, what=die) if n > 1 else die for die, n in counts.items()])


def lying(scene: Scene) -> tuple[TrayDie, ...]:
    """The dice that lie on the table."""
    return tuple(die for die in scene.tray.dice if die.face is not None)


def shown_dice(scene: Scene) -> tuple[Text, ...]:
    """The dice that lie on the table, in words."""
    return tuple(face(die) for die in lying(scene))


def fallen(game: AnyGame, positions: Sequence[int], values: Faces, scene: Scene) -> Text:
    """The dice that have just fallen, in words; a roll for the start leaves none on the table."""
    dice = []
    for at, value in zip(positions, values, strict=True):
        lying, die = scene.tray.dice[at], game.pool[at]
        if lying.face is None:
            lying = TrayDie(at + 1, die.name, die.sign(value), die.colour(value))
        dice.append(lying)
    return faces(dice)
