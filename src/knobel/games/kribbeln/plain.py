"""A table with typed dice, seen as one with numbered dice: each die has its place, and shows a number there."""

from dataclasses import dataclass, replace
from typing import Any

from knobel.games.holding.tray import Keep, Tray
from knobel.games.kribbeln.rules.arrangement import OURS, Square, fitting, number_of
from knobel.games.kribbeln.rules.game import Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS


@dataclass(frozen=True, slots=True)
class Plain:
    """The game and its state with numbered dice, and how they came to be."""

    game: Kribbeln
    state: State
    square: Square
    on: tuple[int, ...]
    """The die that lies at each position of the table."""

    def move(self, move: Any) -> Any:
        """A move of the table as one with numbered dice."""
        return Keep(tuple(sorted(self.on[at] for at in move.positions))) if isinstance(move, Keep) else move

    def back(self, move: Any) -> Any:
        """A move with numbered dice as one of the table."""
        return (
            Keep(tuple(at for at, die in enumerate(self.on) if die in move.positions))
            if isinstance(move, Keep)
            else move
        )


def plain(game: Kribbeln, state: State) -> Plain:
    """The table with numbered dice; those of ours are numbered as they are."""
    if not game.arrangement:
        return Plain(game, state, OURS, tuple(range(6)))
    # Where colours do not matter, any dice will do.
    coloured = state.row < len(ROWS) and ROWS[state.row].task is not None
    square, on = fitting(game.arrangement, state.tray.dice) if coloured else (OURS, tuple(range(6)))
    return Plain(
        replace(game, arrangement=""),
        replace(state, tray=Tray(_numbered(state.tray.dice, on), state.tray.throws)),
        square,
        on,
    )


def _numbered(faces: tuple[int | None, ...], on: tuple[int, ...]) -> tuple[int | None, ...]:
    """The numbers that dice show, in the order of the dice."""
    numbers: list[int | None] = [None] * len(faces)
    for face, die in zip(faces, on, strict=True):
        numbers[die] = None if face is None else number_of(face)
    return tuple(numbers)
