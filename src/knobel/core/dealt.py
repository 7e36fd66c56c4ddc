"""Dealt dice: a record that contains the secret of its checked dice can be continued anywhere."""

from collections.abc import Sequence
from hmac import digest as hmac

from knobel.core.checked import Checked
from knobel.core.dice import Die, Faces
from knobel.core.entry import Entry, Fix, Undo
from knobel.core.errors import BadSetup, with_technical_text
from knobel.core.game import Fell, Throw, seat_of
from knobel.core.record import Record
from knobel.core.throws import Throws


def follow(throws: Throws, record: Record, entry: Entry, number: int) -> None:
    """Update the names of throws after this entry was added to the record with this number."""
    first = entry.number if isinstance(entry, (Undo, Fix)) else number
    later = record.since(first)
    throws.follow(first, [(at, event, seat_of(record.game, before, event)) for at, event, before in later])


def playable(dice: Checked) -> bool:
    """Whether dice can be thrown anywhere: their secret is known and matches the seal."""
    return dice.version == 2 and dice.sealed


class Dealt:
    """The source of dice for a record with known checked dice: each throw is given by its name."""

    def __init__(self, record: Record) -> None:
        dice = Checked.read(record.dice)
        if dice is None or not playable(dice):
            raise with_technical_text(
                BadSetup("a game with sealed dice can only go on at its own table; to see it, use knobel replay"),
                "sealed_elsewhere",
            )
        self._dice, self._record = dice, record
        self._names = Throws(record.game.seats)
        self._replayed = Record(record.game, record.names, record.dice)

    def __call__(self, _cup: Sequence[Die]) -> Faces:
        """The faces of the throw that the record waits for."""
        for entry in self._record.entries[len(self._replayed.entries) :]:
            self._replayed.append(entry)
            follow(self._names, self._replayed, entry, len(self._replayed.entries))
        pending = self._record.pending
        assert isinstance(pending, Throw)
        return self._dice.fall(self._names.name(pending.seat), self._record.game.pool, pending.dice)


def taken_back(record: Record) -> bool:
    """Whether a throw of this record was undone, so that somebody may have decided knowing later dice.

    A move that was taken back before dice fell after it has shown nothing.
    """
    standing = {number for number, _ in record.standing}
    return any(isinstance(entry, Fell) and number not in standing for number, entry in enumerate(record.entries, 1))


def bot_seed(dice: Checked, seat: int, standing: int) -> int:
    """The random seed of a bot with such dice when so many entries stand, so that equal decisions meet equal bots."""
    message = f"knobel bot 2\n{dice.table}\n{seat}\n{standing}\n"
    return int.from_bytes(hmac(dice.secret or b"", message.encode("ascii"), "sha256")[:8])
