"""Positions set up by hand, over the pool. Takes and gives plain values only."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from knobel.coach import as_json
from knobel.coach.explore import BadPosition, Position, Value, explore
from knobel.core.errors import BadSetup
from knobel.scene.model import as_json as scene_json
from knobel.scene.text import say, text

MOST_SEATS = 6


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody set up, and in which language they want to hear of it."""

    game: str
    options: Mapping[str, object]
    sheets: tuple[Mapping[str, Value], ...]
    dice: tuple[str | None, ...]
    throws: int
    reach: int | None
    language: str


def explored(wish: Wish) -> dict[str, Any]:
    """What is known of the position, in sentences of a language."""
    names = tuple(say(text("explore.player", number=seat + 1), wish.language) for seat in range(MOST_SEATS))
    position = Position(wish.sheets, wish.dice, wish.throws)
    try:
        found = explore(wish.game, position, wish.options, wish.reach, names)
    except BadPosition as error:
        raise BadSetup(say(error.words, wish.language)) from error
    return {
        "names": list(found.names),
        "scene": scene_json(found.scene),
        "places": [{**asdict(place), "label": say(place.label, wish.language)} for place in found.places],
        "throws": found.throws,
        "value": found.value,
        "amount": say(found.amount, wish.language),
        "objective": found.objective,
        "aim": say(text(f"coach.objective.{found.objective}"), wish.language),
        "exact": found.exact,
        "hint": as_json(found.hint, wish.language) if found.hint else None,
        "odds": [{**asdict(one), "label": say(one.label, wish.language)} for one in found.odds],
    }
