"""A proof: whether every die of a record is the one that the sealed secret gives."""

from bisect import bisect_left
from dataclasses import dataclass

from knobel.core.checked import Checked
from knobel.core.entry import Entry, Fix, Undo, face_text
from knobel.core.errors import BadRecord
from knobel.core.game import Event, Fell, Throw
from knobel.core.record import Record


@dataclass(frozen=True, slots=True)
class Proof:
    """What checking a record came to; `problem` is None if it holds."""

    throws: int
    """How many throws stand."""
    dice: int
    """How many dice were checked, of all throws that were ever entered."""
    again: int
    """How many throws fell again after an undo; the dice were the same."""
    problem: str | None = None
    entry: int | None = None
    """The entry at which the record stops to hold, counted from 1; None if it is the secret that is wrong."""

    @property
    def holds(self) -> bool:
        """Every die is as it was sealed."""
        return self.problem is None


def prove(record: Record) -> Proof:
    """Check all dice of a record; raises BadRecord if they are not of the kind that can be checked."""
    dice = Checked.read(record.dice)
    if dice is None:
        raise BadRecord(f"only checked dice can be verified; this record says 'dice {record.dice}'")
    if dice.secret is None:
        return Proof(0, 0, 0, "the secret is not in this record; it is added when the game is over")
    if not dice.sealed:
        return Proof(0, 0, 0, f"the secret is not the one that was sealed: its SHA-256 is not {dice.seal}")
    return _Check(record, dice).run()


class _Check:
    """The record, played again entry by entry; after each, every throw that stands must be as it was sealed."""

    def __init__(self, record: Record, dice: Checked) -> None:
        self.entries = record.entries
        self.dice = dice
        self.replayed = Record(record.game, record.names, record.dice)
        self.throws = [0]
        """How many throws stand among the first 0, 1, 2 … standing events."""
        self.checked = 0
        self.most = 0
        self.again = 0

    def run(self) -> Proof:
        """What the check came to."""
        for number, entry in enumerate(self.entries, 1):
            index = self._from(entry)
            self.replayed.append(entry)
            problem = self._problem(index, new=isinstance(entry, Fell))
            if problem:
                return Proof(self.throws[-1], self.checked, self.again, problem, number)
        return Proof(self.throws[-1], self.checked, self.again)

    def _from(self, entry: Entry) -> int:
        """How many standing events an entry leaves as they are."""
        standing = self.replayed.standing
        match entry:
            case Undo(number) | Fix(number, _):
                return bisect_left(standing, number, key=lambda pair: pair[0])
        return len(standing)

    def _problem(self, index: int, *, new: bool) -> str | None:
        """What is wrong with the events that stand from here on, if anything is."""
        states = self.replayed.states[index:]
        del self.throws[index + 1 :]
        for (number, event), state in zip(self.replayed.standing[index:], states, strict=False):
            throw = self.throws[-1] + isinstance(event, Fell)
            self.throws.append(throw)
            problem = self._differs(number, throw, event, state)
            if problem:
                return problem
            if new:
                self.again += throw <= self.most
        self.most = max(self.most, self.throws[-1])
        return None

    def _differs(self, number: int, throw: int, event: Event, state: object) -> str | None:
        """How a throw differs from what was sealed."""
        game = self.replayed.game
        pending = game.pending(state)
        if not isinstance(event, Fell) or not isinstance(pending, Throw):
            return None
        fallen = self.dice.fall(throw, game.pool, pending.dice)
        for position, shown, meant in zip(pending.dice, event.faces, fallen, strict=True):
            self.checked += 1
            if shown != meant:
                said, sealed = face_text(game.pool, shown), face_text(game.pool, meant)
                return f"die {position + 1} of entry {number} (throw {throw}) shows {said}; sealed was {sealed}"
        return None
