"""Typing how real dice fell: numbers in any order, or number and colour of each die."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from knobel.cli.terminal.keys import BACKSPACE, ENTER
from knobel.cli.terminal.view import View
from knobel.core.dice import Die, Faces
from knobel.core.game import AnyGame
from knobel.games.holding.roll import fits, in_order
from knobel.games.spec import read_faces
from knobel.scene.text import game_text, text

EXAMPLE = "352614"
"""Faces as somebody may type them."""


@dataclass(frozen=True, eq=False)
class TypedDice:
    """Asks for the faces of the dice at these positions."""

    game: AnyGame
    positions: Sequence[int]
    view: View
    key: Callable[[], str]
    """The next key that is not a command."""

    @property
    def cup(self) -> list[Die]:
        """The dice that fell."""
        return [self.game.pool[position] for position in self.positions]

    def prompt(self) -> None:
        """Say what is to be typed, and in which form."""
        first, last = self.cup[0], self.cup[-1]
        if first.thrown:
            self.view.hint(game_text(self.game, "typing"))
            return
        self.view.hint(text("cli.type_dice", n=len(self.cup), like=" ".join(EXAMPLE[: len(self.cup)])))
        if not first.faces[0].isdigit():
            names = [f"{value} {self.view.faces(self.game, [value])}" for value in first.values]
            self.view.keys(" · ".join(names))
        if only := " ".join(str(value) for value in last.values if value not in first.values):
            self.view.hint(text("cli.odd_die", faces=only, die=self.positions[-1] + 1))

    def ask(self) -> Faces:
        """The faces, in the order of the dice."""
        return self._coloured() if self.cup[0].thrown else self._numbers()

    def _numbers(self) -> Faces:
        """Faces by their numbers, in any order that the dice can show."""
        sides, typed = [die.values for die in self.cup], list[int]()
        while len(typed) < len(sides):
            key = self.key()
            if key == BACKSPACE:
                typed = typed[:-1]
            elif key.isascii() and key.isdigit() and _possible(sides, [*typed, int(key)]):
                typed.append(int(key))
            elif key not in (" ", ENTER):
                faces = [str(face) for face in range(10) if _possible(sides, [*typed, face])]
                self.view.hint(text("cli.no_face", faces=" ".join(faces)))
            self.view.typed(self.view.faces(self.game, typed))
        return tuple(in_order(typed, sides))

    def _coloured(self) -> Faces:
        """Faces of dice that fell in any order, each a number and a colour: `3b 5r`."""
        die, typed, begun = self.cup[0], list[int](), ""
        while len(typed) < len(self.cup):
            key = self.key()
            if key == BACKSPACE:
                typed, begun = (typed, begun[:-1]) if begun else (typed[:-1], "")
            elif key not in (" ", ENTER):
                begun += key
                (face,) = read_faces(self.game, [begun])
                if face in die.faces:
                    typed, begun = [*typed, die.read(face)], ""
                elif not begun.isdigit() or begun not in die.signs:
                    begun = ""
                    self.view.hint(game_text(self.game, "typing"))
            self.view.typed(f"{self.view.faces(self.game, typed)} {begun}".strip())
        return tuple(typed)


def _possible(sides: Sequence[range], faces: Sequence[int]) -> bool:
    """Whether dice with these sides can show these faces in some order, with others still to come."""
    return fits(in_order([*faces, *[None] * (len(sides) - len(faces))], sides), sides)
