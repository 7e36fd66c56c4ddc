"""Conversion of a table with typed dice to one with numbered dice: each die has a position and shows a number there."""

from dataclasses import dataclass, replace
from typing import Any

from knobel.games.holding.tray import Keep, Tray
from knobel.games.kribbeln.rules.arrangement import OURS, Square, fitting, number_of
from knobel.games.kribbeln.rules.game import Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS


@dataclass(frozen=True, slots=True)
class NumberedTable:
    """A game and its state converted to numbered dice, and the mapping of dice."""

    game: Kribbeln
    state: State
    square: Square
    on: tuple[int, ...]
    """The number of the die at each position of the table."""

    def numbered_move(self, move: Any) -> Any:
        """Convert a move of the table to numbered dice."""
        return Keep(tuple(sorted(self.on[at] for at in move.holds))) if isinstance(move, Keep) else move

    def table_move(self, move: Any) -> Any:
        """Convert a move with numbered dice to the table."""
        return (
            Keep(tuple(at for at, die in enumerate(self.on) if die in move.holds)) if isinstance(move, Keep) else move
        )


def number_dice(game: Kribbeln, state: State) -> NumberedTable:
    """Convert a table to numbered dice; ours stay as they are."""
    if not game.arrangement:
        return NumberedTable(game, state, OURS, tuple(range(6)))
    # Where colours do not matter, any set of dice will do.
    coloured = state.row < len(ROWS) and ROWS[state.row].task is not None
    square, on = fitting(game.arrangement, state.tray.dice) if coloured else (OURS, tuple(range(6)))
    return NumberedTable(
        replace(game, arrangement=""),
        replace(state, tray=Tray(_numbered(state.tray.dice, on), state.tray.throws)),
        square,
        on,
    )


def _numbered(faces: tuple[int | None, ...], on: tuple[int, ...]) -> tuple[int | None, ...]:
    """The numbers that dice show, in the order of the numbered dice."""
    numbers: list[int | None] = [None] * len(faces)
    for face, die in zip(faces, on, strict=True):
        numbers[die] = None if face is None else number_of(face)
    return tuple(numbers)
