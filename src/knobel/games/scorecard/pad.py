"""Scores of a scorecard game entered without dice: every box with its possible worths."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, product

from knobel.core.dice import Faces, groups
from knobel.core.game import Event, Moved
from knobel.games.scorecard.rules import THROWS, Card, Scorecard, Sheet, State, Write
from knobel.games.scorecard.scene import label
from knobel.scene.text import Text, game_text
from knobel.scene.witness import Mark, Value, check_turn, refused, throws

CHIP = "chip"


def places(game: Scorecard, state: State, seat: int) -> Mapping[str, Text]:
    """The open boxes."""
    check_turn(game, state, seat)
    boxes = zip(game.card.boxes, state.sheets[seat].marks, strict=True)
    return {box.key: label(game, box.key) for box, mark in boxes if mark is None}


def marks(game: Scorecard, state: State, seat: int) -> Mapping[str, Mark]:
    """A chip that may have bought a throw, unless this throw was bought already."""
    return (
        {CHIP: Mark(game_text(game, "spent"), "chips")}
        if state.sheets[seat].chips and state.tray.throws < THROWS
        else {}
    )


def values(game: Scorecard, state: State, seat: int, place: str) -> tuple[Value, ...]:
    """The possible worths of an open box, lowest first."""
    if place not in places(game, state, seat):
        return ()
    found = _witnesses(game, state.sheets[seat])[place]
    words = label(game, place)
    return tuple(
        Value(
            str(worth),
            game_text(game, "choice.write", box=words, worth=worth)
            if worth
            else game_text(game, "choice.strike", box=words),
            worth or None,
        )
        for worth in sorted(found)
    )


def witness(game: Scorecard, state: State, seat: int, place: str, value: str, mark: str = "") -> tuple[Event, ...]:
    """A roll with this worth in the box, and the move that writes it; with a chip, the roll after a fourth throw."""
    offered = values(game, state, seat, place)
    if value not in {one.value for one in offered} or mark not in {"", *marks(game, state, seat)}:
        raise refused(place, f"{value} {mark}".strip(), offered)
    faces = _witnesses(game, state.sheets[seat])[place][int(value)]
    return (*throws(faces, seat, THROWS + 1 - state.tray.throws if mark else 1), Moved(seat, Write(place)))


@lru_cache(maxsize=8)
def _rolls(card: Card) -> tuple[Faces, ...]:
    """Every roll, equal dice in one order."""
    parts = groups(card.pool)
    falls = product(*(combinations_with_replacement(card.pool[part[0]].values, len(part)) for part in parts))
    return tuple(tuple(face for part in fall for face in part) for fall in falls)


@lru_cache(maxsize=64)
def _witnesses(game: Scorecard, sheet: Sheet) -> dict[str, dict[int, Faces]]:
    """For every open box, a roll for each worth it can take on this sheet."""
    found: dict[str, dict[int, Faces]] = {
        box.key: {} for box, known in zip(game.card.boxes, sheet.marks, strict=True) if known is None
    }
    for faces in _rolls(game.card):
        worths = game.worths(sheet, faces)
        for box in game.writable(sheet, faces):
            found[game.card.boxes[box].key].setdefault(worths[box], faces)
    return found
