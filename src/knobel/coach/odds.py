"""The odds of a game: how likely each box or task is from the dice that lie, each played for alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from knobel.core.dice import Faces
from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel.games.spec import spec
from knobel.solve.kernel.odds import chances


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely a box or task is, and the points to expect in it where that makes sense."""

    key: str
    chance: float
    points: float | None = None


def odds_of(game: AnyGame, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """The odds of every box or task, from these dice with so many throws left; None is a die in the cup."""
    try:
        return spec(game).odds.odds(game, dice, throws)
    except NotProvided as error:
        why = spec(game).absent.get("odds", "it brings no odds")
        raise NotProvided(f"{game.key} has no odds: {why}") from error


def chances_of(
    game: AnyGame, wishes: Mapping[str, Callable[[Faces], bool]], dice: Sequence[int | None], throws: int
) -> tuple[Odds, ...]:
    """The odds of wishes by name, for games whose boxes or tasks are met or not."""
    found = chances(game.pool, list(wishes.values()), dice, throws)
    return tuple(Odds(name, min(1.0, chance)) for name, chance in zip(wishes, found, strict=True))
