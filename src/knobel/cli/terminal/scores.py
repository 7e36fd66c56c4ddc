"""Entering scores without dice in the terminal: the box by its letter, then its value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knobel.cli.terminal.keys import BACKSPACE, ENTER, Keyboard
from knobel.cli.terminal.view import View
from knobel.core.errors import BadMove, NotProvided
from knobel.core.game import AnyGame, Event, Fell, Moved, holds
from knobel.games.spec import spec
from knobel.scene.inferred_dice import Value
from knobel.scene.text import Text, text

LETTERS = "abcdefghijklmnopstvwxyz"
"""Keys for choices; q quits, r throws and u undoes."""

MARK = "+"
"""The key that marks a score, as with a chip that was spent."""


def typed(view: View, keyboard: Keyboard, offered: Mapping[str, Text], first: str = "") -> str | None:
    """Read one of these, typed: taken as soon as it is unambiguous, or with Enter; None if none begins like that."""
    whole = ""
    while True:
        key, first = first or keyboard.key(), ""
        if key == ENTER and whole in offered:
            return whole
        whole = whole[:-1] if key == BACKSPACE else whole + key.strip().lower()
        possible = [name for name in offered if name.startswith(whole)]
        if not possible:
            return None
        if possible == [whole]:
            return whole
        enough = f"  ({view.say(text('cli.enter_takes'))})" if whole in offered else ""
        view.typed(f"{whole}{enough}")


@dataclass(frozen=True, eq=False)
class Scores:
    """What a seat may enter without dice now."""

    game: AnyGame
    state: Any
    seat: int
    view: View
    keyboard: Keyboard

    @property
    def possible(self) -> bool:
        """Whether there is anything to enter; where the faces themselves are written, typing the dice is as short."""
        try:
            places = spec(self.game).pad.places(self.game, self.state, self.seat)
            return bool(places) and not any(value.faces for value in self._values(next(iter(places))))
        except (BadMove, NotProvided):
            return False

    def boxes(self) -> dict[str, tuple[str, Text]]:
        """The places by their letters; a place with a single move has the letter of that move."""
        places = spec(self.game).pad.places(self.game, self.state, self.seat)
        moves = [str(move) for move in self.game.alphabet if holds(move) is None]
        moves_of = {place: self._moves(place) for place in places} if len(moves) <= len(LETTERS) else {}
        if not moves_of or any(len(ways) > 1 for ways in moves_of.values()):
            return dict(zip(LETTERS, places.items(), strict=False))
        return {LETTERS[moves.index(move)]: (place, places[place]) for place, (move,) in moves_of.items()}

    def _moves(self, place: str) -> tuple[str, ...]:
        """The moves that enter something in a place."""
        ends = [self._events(place, value)[-1] for value in self._values(place)]
        return tuple({str(end.move): None for end in ends if isinstance(end, Moved)})

    def _values(self, place: str) -> Sequence[Value]:
        return spec(self.game).pad.values(self.game, self.state, self.seat, place)

    def _events(self, place: str, value: Value, mark: str = "") -> tuple[Event, ...]:
        return tuple(spec(self.game).pad.infer(self.game, self.state, self.seat, place, value.value, mark))

    def _marks(self) -> dict[str, Text]:
        try:
            marks = spec(self.game).pad.marks(self.game, self.state, self.seat)
        except NotProvided:
            return {}
        return {key: mark.label for key, mark in marks.items()}

    def ask(self, first: str = "") -> tuple[Event, ...]:
        """Ask for a score: its dice and its move; empty if what is typed is no box, or no value for it.

        What was typed already may be given.
        """
        boxes = self.boxes()
        if not first:
            self.list_boxes()
        key = typed(self.view, self.keyboard, {letter: label for letter, (_, label) in boxes.items()}, first)
        if key is None:
            return ()
        place, label = boxes[key]
        values = self._values(place)
        # Values that are no numbers get numbers as their keys.
        plain = all(entered.number is not None or len(entered.value) == 1 for entered in values)
        keys = {entered.value.lower() if plain else str(at): entered for at, entered in enumerate(values, 1)}
        self.view.hint(text("cli.which_score", box=label))
        self._list({key: entered.label if entered.number is None else None for key, entered in keys.items()})
        chosen, mark = self._value(keys)
        return self._events(place, keys[chosen], mark) if chosen else ()

    def _value(self, keys: Mapping[str, Value]) -> tuple[str | None, str]:
        """Read one of these values, and the mark typed before it."""
        labels = {key: entered.label for key, entered in keys.items()}
        marks, mark = self._marks(), ""
        for value, label in marks.items():
            self.view.hint(text("cli.mark", mark=label))
            key = self.keyboard.key()
            if key != MARK:
                return typed(self.view, self.keyboard, labels, key), mark
            mark = value
            self.view.hint(text("cli.marked", mark=label))
        return typed(self.view, self.keyboard, labels), mark

    def list_boxes(self) -> None:
        """Print the letters of the boxes."""
        self.view.hint(text("cli.which_box"))
        self._list({letter: label for letter, (_, label) in self.boxes().items()})

    def _list(self, offered: Mapping[str, Text | None]) -> None:
        """Print keys, with their labels unless the key says it all."""
        words = [f"{key} {self.view.say(label)}" if label else key for key, label in offered.items()]
        self.view.console.print(" · ".join(words), markup=False)


def amid_score(events: Sequence[Event]) -> bool:
    """Whether events end inside a score that was entered without dice: after its dice, or after holding some."""
    thrown = list(events)
    while thrown and isinstance(thrown[-1], Moved) and holds(thrown[-1].move) is not None:
        thrown.pop()
    last = thrown[-1] if thrown else None
    return isinstance(last, Fell) and last.inferred
