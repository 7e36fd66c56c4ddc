"""Exploring a position: what it is worth, what every choice is worth, and how likely each box or task is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knobel.coach.hint import hint_in
from knobel.coach.model import Hint
from knobel.coach.numbers import Scale
from knobel.coach.odds import odds_of
from knobel.coach.position import BadPosition, Place, Position
from knobel.coach.review import ENDGAMES
from knobel.coach.verdict import spread
from knobel.core.errors import BadSetup, NotProvided
from knobel.core.game import AnyGame, Decide
from knobel.core.registry import make
from knobel.games.spec import find, spec
from knobel.players.judge import judge_of
from knobel.scene import label, look
from knobel.scene.model import Scene
from knobel.scene.text import Text, text

NAMES = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely a box or task that is still open is in this turn, if it alone is played for."""

    key: str
    label: Text
    chance: float
    points: float | None


@dataclass(frozen=True, eq=False)
class Explored:
    """A position, and what is known of it."""

    game: AnyGame
    names: tuple[str, ...]
    scene: Scene
    places: tuple[Place, ...]
    """All that can be set up on a sheet."""
    throws: int
    """How many throws a turn may have."""
    value: float
    """What the player whose turn it is may expect; turns are negative, so that more is always better."""
    amount: Text
    """The same in words."""
    objective: str
    exact: bool
    hint: Hint | None
    """What every choice is worth; None if dice are thrown next."""
    odds: tuple[Chance, ...]


def explore(
    key: str,
    position: Position,
    options: Mapping[str, Any] | None = None,
    reach: int | None = None,
    names: Sequence[str] = NAMES,
) -> Explored:
    """What is known of a position; with `reach`, as seen by one who wants at least so many points and nothing else."""
    seats = _seats(key, position)
    game = make(key, len(seats.sheets), **(options or {}))
    ways = spec(game).setup
    state = ways.state(game, seats)
    judge = judge_of(game, None, ENDGAMES) if reach is None else spec(game).judge.reach(game, reach)
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


def _seats(key: str, position: Position) -> Position:
    """The position with as many sheets as the game needs at least."""
    fewest = find(key).seats[0]
    missing = max(0, fewest - len(position.sheets))
    return Position((*position.sheets, *({} for _ in range(missing))), position.dice, position.throws)


def _odds(game: AnyGame, state: Any) -> Sequence[Chance]:
    """The odds of what is open on the sheet, the likeliest first; none in a game without odds."""
    try:
        wanted, left = spec(game).odds.still_open(game, state)
    except NotProvided:
        return ()
    found = {one.key: one for one in odds_of(game, state.tray.dice, max(0, left))}
    chances = [Chance(key, label(game, key), found[key].chance, found[key].points) for key in wanted if key in found]
    return sorted(chances, key=lambda one: -one.chance)
