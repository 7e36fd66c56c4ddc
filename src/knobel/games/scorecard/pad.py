"""Scores of a scorecard game entered without dice: every box with its possible worths."""

from collections.abc import Mapping
from functools import lru_cache

from knobel.core.dice import Faces
from knobel.core.game import Event, Moved
from knobel.games.holding.tray import inferred_throws
from knobel.games.scorecard.rules import THROWS, Scorecard, Sheet, State, Write
from knobel.games.scorecard.scene import entry_text, label
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.scene.inferred_dice import Mark, Value, check_turn, refused
from knobel.scene.text import Text, game_text

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
    worths = _inferred_throws(game, state.sheets[seat])[place]
    words = label(game, place)
    return tuple(Value(str(worth), entry_text(game.card, words, worth), worth or None) for worth in sorted(worths))


def infer(game: Scorecard, state: State, seat: int, place: str, value: str, mark: str = "") -> tuple[Event, ...]:
    """A roll with this worth in the box, and the move that writes it; with a chip, the roll after a fourth throw."""
    offered = values(game, state, seat, place)
    if value not in {possible.value for possible in offered} or mark not in {"", *marks(game, state, seat)}:
        raise refused(place, f"{value} {mark}".strip(), offered)
    faces = _inferred_throws(game, state.sheets[seat])[place][int(value)]
    return (*inferred_throws(faces, seat, THROWS + 1 - state.tray.throws if mark else 1), Moved(seat, Write(place)))


@lru_cache(maxsize=64)
def _inferred_throws(game: Scorecard, sheet: Sheet) -> dict[str, dict[int, Faces]]:
    """For every open box, a roll for each worth it can take on this sheet."""
    rolls: dict[str, dict[int, Faces]] = {
        box.key: {} for box, mark in zip(game.card.boxes, sheet.marks, strict=True) if mark is None
    }
    for faces in rules(game.card).lattice.falls:
        worths = game.worths(sheet, faces)
        for box in game.writable(sheet, faces):
            rolls[game.card.boxes[box].key].setdefault(worths[box], faces)
    return rolls
