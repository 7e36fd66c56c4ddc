"""Corrections at a table with own dice, in the terminal: a throw by its number, an entry by its letter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from knobel.cli.terminal.keys import Keyboard
from knobel.cli.terminal.scores import LETTERS, Scores, typed
from knobel.cli.terminal.view import View
from knobel.core.errors import KnobelError
from knobel.core.game import Event, Fell, Moved, Throw, read_move, seat_of
from knobel.core.record import Record
from knobel.games.turns import ends_turn
from knobel.scene import look
from knobel.scene.text import error_text, text
from knobel.tables.correct import Plan, Wish, plan, turn_around
from knobel.tables.replay_after import Placed

CORRECT = "!"
"""The key that starts a correction."""

MOST_SHOWN = 9
"""How many throws, each with a digit, and how many entries are shown."""


@dataclass(frozen=True, eq=False)
class Corrections:
    """Asks what is to be corrected in a record, and how."""

    record: Record
    view: View
    keyboard: Keyboard
    type_dice: Callable[[int, tuple[int, ...]], tuple[int, ...]]
    """Asks a seat for the faces of these dice."""

    def ask(self, waiting: Sequence[Placed]) -> Plan | None:
        """Ask for a correction; None if everything stays."""
        throws, entries = self._shown()
        self.view.hint(text("cli.correct"))
        key = self.keyboard.key()
        wish: Wish | None = None
        try:
            if key.isascii() and key.isdigit() and 1 <= int(key) <= len(throws):
                wish = self._other_dice(*throws[int(key) - 1])
            elif key in LETTERS[: len(entries)]:
                wish = self._other_score(entries[LETTERS.index(key)])
            correction = plan(self.record, waiting, {}, wish) if wish else None
        except KnobelError as error:
            self.view.hint(error_text(error) or text("cli.no_face", faces=str(error)))
            return None
        if correction and not correction.whole:
            self.view.hint(text("cli.correct_anew", prompt=look(self.record.game, correction.state).prompt))
            correction = correction if self.keyboard.key() == CORRECT else None
        if correction is None:
            self.view.hint(text("cli.left_as_is"))
        return correction

    def _shown(self) -> tuple[list[tuple[int, Any]], list[int]]:
        """Show the last throws and entries with their keys: the throws with the states before them, and the entries."""
        game, standing = self.record.game, self.record.since(0)
        throws = [entry for entry in standing if isinstance(entry[1], Fell)][: -MOST_SHOWN - 1 : -1]
        moves = [entry for entry in standing if isinstance(entry[1], Moved) and ends_turn(game, entry[2], entry[1])]
        entries = moves[: -MOST_SHOWN - 1 : -1]
        for at, (_, event, before) in enumerate(throws, 1):
            assert isinstance(event, Fell)
            self._line(str(at), seat_of(game, before, event), self.view.faces(game, event.faces))
        for at, (_, event, before) in enumerate(entries):
            assert isinstance(event, Moved)
            labels = {(choice.seat, choice.move): choice.label for choice in look(game, before).choices}
            self._line(LETTERS[at], event.seat, self.view.say(labels[event.seat, str(event.move)]))
        return [(number, before) for number, _, before in throws], [number for number, _, _ in entries]

    def _line(self, key: str, seat: int, words: str) -> None:
        self.view.console.print(f" {key} {self.record.names[seat]}: {words}", markup=False)

    def _other_dice(self, number: int, before: Any) -> Wish:
        pending = self.record.game.pending(before)
        assert isinstance(pending, Throw)
        return Wish(number, number, (Fell(self.type_dice(pending.seat, pending.dice)),))

    def _other_score(self, number: int) -> Wish | None:
        """Ask for another entry for the turn that this one ended: a score, or else another move with its dice."""
        game = self.record.game
        first, last = turn_around(self.record, number)
        _, event, before = self.record.since(first)[0]
        scores = Scores(game, before, seat_of(game, before, event), self.view, self.keyboard)
        if isinstance(event, Fell) and scores.possible:
            events = scores.ask()
        else:
            first = last
            _, event, before = self.record.since(last)[0]
            events = self._other_move(before, seat_of(game, before, event))
        return Wish(first, last, events) if events else None

    def _other_move(self, before: Any, seat: int) -> tuple[Event, ...]:
        """Ask for another move with the same dice, by its cells."""
        choices = [choice for choice in look(self.record.game, before).choices if choice.seat == seat]
        offered = {"".join(choice.cells) or choice.move: choice.label for choice in choices}
        chosen = typed(self.view, self.keyboard, offered)
        move = next((choice.move for choice in choices if chosen in ("".join(choice.cells), choice.move)), None)
        return (Moved(seat, read_move(self.record.game, move)),) if move else ()
