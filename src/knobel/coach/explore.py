"""Positions set up by hand: their value, the rating of every choice, and the odds of each box."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from knobel.coach.judge import ENDGAMES, judge_of, reach_judge
from knobel.coach.model import Hint
from knobel.coach.numbers import Scale, spread
from knobel.coach.review import hint_in
from knobel.core.dice import Faces
from knobel.core.errors import BadDice, BadSetup, NotProvided, with_technical_text
from knobel.core.game import AnyGame, Decide
from knobel.core.registry import make
from knobel.games.holding.roll import in_order
from knobel.games.holding.tray import Tray, fresh
from knobel.games.spec import find, spec
from knobel.scene import label, look
from knobel.scene.model import Scene
from knobel.scene.text import Text, game_text, say, text, words_of
from knobel.solve.kernel.turn import chances


class BadPosition(BadSetup):
    """An impossible position, with the reason in any language."""

    def __init__(self, words: Text) -> None:
        super().__init__(say(words, "en"))
        self.words = words
        self.text = words_of(words)

    def __reduce__(self) -> tuple[type["BadPosition"], tuple[Text]]:
        return BadPosition, (self.words,)


def bad(game: AnyGame, reason: str, **values: int | str) -> BadPosition:
    """The error for a position, with the reason from the texts of its game under `setup.`."""
    return BadPosition(game_text(game, f"setup.{reason}", **values))


Value = int | str
"""The content of a place: points, a field, a symbol, or a word."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a sheet that can be set up."""

    key: str
    label: Text
    part: str
    choices: tuple[Value, ...]
    """All possible contents."""
    default: Value | None = None
    """The content by default; None if it is open."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position as set up; the first sheet is that of the player on turn."""

    sheets: tuple[Mapping[str, Value], ...]
    """The contents of the places of each sheet, by key; places left out are as at the start."""
    dice: tuple[str | None, ...] = ()
    """The faces by position; None for a die in the cup. If empty, the turn has not begun."""
    throws: int = 0
    """How many throws have been made in the turn."""


def filled(places: Sequence[Place], sheet: Mapping[str, Value]) -> dict[str, Value | None]:
    """Check a sheet, and return the contents of all its places."""
    by_key = {place.key: place for place in places}
    for key, value in sheet.items():
        if key not in by_key:
            raise with_technical_text(
                BadSetup(f"the sheet has no place {key[:60]!r}; it has {', '.join(by_key)}"),
                "spot",
                spot=repr(key[:60]),
                known=", ".join(by_key),
            )
        if value not in by_key[key].choices:
            choices = ", ".join(map(str, by_key[key].choices))
            raise with_technical_text(
                BadSetup(f"{key} cannot hold {str(value)[:60]!r}; possible are {choices}"),
                "spot_value",
                spot=key,
                value=repr(str(value)[:60]),
                known=choices,
            )
    return {key: sheet.get(key, place.default) for key, place in by_key.items()}


def tray(game: AnyGame, position: Position, most: int) -> Tray:
    """Check the dice of the turn, and return its tray; `most` is how many throws it may have."""
    faces = read_dice(game, position.dice)
    lying = sum(face is not None for face in faces)
    if not position.throws:
        if lying:
            raise with_technical_text(
                BadDice("there are no dice on the table before the first throw; say how many throws were made"), "lying"
            )
        return fresh(len(game.pool))
    if not 1 <= position.throws <= most:
        raise with_technical_text(
            BadDice(f"a turn has 1 to {most} throws here, not {position.throws}"),
            "turn_throws",
            most=most,
            count=position.throws,
        )
    if lying < len(faces) and position.throws == most:
        raise with_technical_text(
            BadDice(f"{len(faces) - lying} dice are still to be thrown, but no throw is left"),
            "no_throw_left",
            n=len(faces) - lying,
        )
    return Tray(faces, position.throws)


def read_dice(game: AnyGame, dice: Sequence[str | None]) -> tuple[int | None, ...]:
    """The faces of all dice; those left out are in the cup."""
    if len(dice) > len(game.pool):
        raise with_technical_text(
            BadDice(f"{game.key} has {len(game.pool)} dice, not {len(dice)}"),
            "dice_count",
            game=game.key,
            most=len(game.pool),
            count=len(dice),
        )
    ordered = in_order([*dice, *[None] * (len(game.pool) - len(dice))], [die.faces for die in game.pool])
    return tuple(None if face is None else die.read(face) for die, face in zip(game.pool, ordered, strict=True))


def lying(faces: Sequence[int | None]) -> Faces | None:
    """The faces if all dice are on the table, else None."""
    fallen = tuple(face for face in faces if face is not None)
    return fallen if len(fallen) == len(faces) else None


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance of a box or task, and its expected points where that makes sense."""

    key: str
    chance: float
    points: float | None = None


def odds_of(game: AnyGame, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """The odds of every box or task, from these dice with `throws` throws left; None is a die in the cup."""
    return spec(game).setup.odds(game, dice, throws)


def chances_of(
    game: AnyGame, wishes: Mapping[str, Callable[[Faces], bool]], dice: Sequence[int | None], throws: int
) -> tuple[Odds, ...]:
    """The odds of wishes by name, for games whose boxes or tasks are met or not."""
    odds = chances(game.pool, list(wishes.values()), dice, throws)
    return tuple(Odds(name, min(1.0, chance)) for name, chance in zip(wishes, odds, strict=True))


NAMES = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of an open box or task in this turn, if only that is played for."""

    key: str
    label: Text
    chance: float
    points: float | None


@dataclass(frozen=True, eq=False)
class Explored:
    """A position and its analysis."""

    game: AnyGame
    names: tuple[str, ...]
    scene: Scene
    places: tuple[Place, ...]
    """All places that can be set up on a sheet."""
    throws: int
    """How many throws a turn may have."""
    value: float
    """The expected result of the player on turn; turns are negative, so that more is always better."""
    amount: Text
    """The value in words."""
    objective: str
    exact: bool
    hint: Hint | None
    """The rating of every choice; None if dice are thrown next."""
    odds: tuple[Chance, ...]


def explore(
    key: str,
    position: Position,
    options: Mapping[str, Any] | None = None,
    reach: int | None = None,
    names: Sequence[str] = NAMES,
) -> Explored:
    """Analyse a position; with `reach`, for the objective of reaching at least this many points."""
    # Everybody needs a sheet, even if only some are set up.
    missing = max(0, find(key).seats[0] - len(position.sheets))
    position = replace(position, sheets=(*position.sheets, *({} for _ in range(missing))))
    game = make(key, len(position.sheets), **(options or {}))
    ways = spec(game).setup
    state = ways.state(game, position)
    judge = judge_of(game, None, ENDGAMES) if reach is None else reach_judge(game, reach)
    pending = game.pending(state)
    names = tuple(names[: game.seats])
    deciding = isinstance(pending, Decide) and 0 in pending.seats
    try:
        value = judge.value(game, state, 0)
    except BadSetup as error:
        if reach is None:
            raise
        raise BadPosition(text("explore.bad.reach")) from error
    return Explored(
        game=game,
        names=names,
        scene=look(game, state),
        places=tuple(ways.places(game)),
        throws=ways.most_throws(game),
        value=value,
        amount=Scale(judge.objective, spread(game, judge.objective)).amount(value),
        objective=judge.objective,
        exact=judge.exact(game, state, 0),
        hint=hint_in(game, state, 0, judge, names) if deciding else None,
        odds=tuple(_odds(game, state)),
    )


def _odds(game: AnyGame, state: Any) -> Sequence[Chance]:
    """The odds of what is open on the sheet, the likeliest first; none in a game without odds."""
    try:
        open_boxes, left = spec(game).setup.still_open(game, state)
    except NotProvided:
        return ()
    odds = {chance.key: chance for chance in odds_of(game, state.tray.dice, max(0, left))}
    chances = [Chance(key, label(game, key), odds[key].chance, odds[key].points) for key in open_boxes if key in odds]
    return sorted(chances, key=lambda chance: -chance.chance)
