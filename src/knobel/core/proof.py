"""Proof of checkable dice: whether every die of a record follows from the sealed secret."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from knobel.core.checked import Checked
from knobel.core.dice import Faces
from knobel.core.entry import Fix, Undo, face_text
from knobel.core.errors import BadRecord, with_text
from knobel.core.game import Event, Fell, Throw, seat_of
from knobel.core.record import Record
from knobel.core.throws import Throws

PROBLEMS = {
    "kept_seal": "the seal of this record is {seal}, but yours is {kept}",
    "kept_nonce": "no seat of this record contributed your nonce {kept}",
    "no_secret": "the secret is not in this record yet; it is added when the game is over",
    "foreign_secret": "the secret is not the sealed one: it does not match the seal {seal}",
    "die": "die {die} of entry {entry} (throw {throw}) shows {shown}, but {sealed} was sealed",
    "turn_die": (
        "die {die} of entry {entry} (seat {seat}, turn {turn}, throw {throw}) shows {shown}, but {sealed} was sealed"
    ),
    "fix": "entry {entry} corrects another one, which is not allowed with sealed dice",
}
"""The messages of everything that can be wrong with a record."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What somebody noted before the game, to compare a record with."""

    seal: str | None = None
    nonces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a record does not hold: one of `PROBLEMS`, with its values."""

    key: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return PROBLEMS[self.key].format(**self.values)


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of checking a record; `problem` is None if it holds."""

    version: int
    """The version of the checked dice; version 1 proves less."""
    throws: int = 0
    """The number of standing throws."""
    dice: int = 0
    """The number of dice that were checked, in all throws that were ever entered."""
    again: int = 0
    """The number of throws that were repeated after an undo, with the same dice."""
    otherwise: int = 0
    """The number of throws that were repeated after an undo with other dice, after another decision."""
    unopened: tuple[int, ...] = ()
    """The seats whose device committed to a nonce that it never opened."""
    problem: Problem | None = None
    entry: int | None = None
    """The number of the entry that is wrong, counted from 1; None if it is no entry."""

    @property
    def holds(self) -> bool:
        """Whether every die is as it was sealed."""
        return self.problem is None


def prove(record: Record, notes: Notes | None = None) -> Proof:
    """Check all dice of a record; raises BadRecord if they are not checkable."""
    dice = Checked.read(record.dice)
    if dice is None:
        message = f"only checked dice can be verified; this record says 'dice {record.dice}'"
        raise with_text(BadRecord(message), "record.unchecked", dice=record.dice)
    problem = _foreign(dice, notes or Notes())
    if problem:
        return Proof(dice.version, unopened=dice.unopened, problem=problem)
    return _Check(record, dice).run()


def _foreign(dice: Checked, notes: Notes) -> Problem | None:
    """The problem that is found before any die is checked: another seal or nonce than noted, or a wrong secret."""
    if notes.seal is not None and notes.seal != dice.seal:
        return Problem("kept_seal", {"seal": dice.seal, "kept": notes.seal})
    for nonce in notes.nonces:
        if nonce not in dice.nonces:
            return Problem("kept_nonce", {"kept": nonce})
    if dice.secret is None:
        return Problem("no_secret")
    return None if dice.sealed else Problem("foreign_secret", {"seal": dice.seal})


class _Numbers:
    """The names of throws in version 1: the standing throws are numbered from 1."""

    def __init__(self) -> None:
        self._fell: list[int] = []

    def name(self, _seat: int) -> tuple[int, ...]:
        """The name of the next throw."""
        return (len(self._fell) + 1,)

    def follow(self, number: int, events: Iterable[tuple[int, Event, int]]) -> None:
        """Replace the standing events from this entry on."""
        del self._fell[bisect_left(self._fell, number) :]
        self._fell += [at for at, event, _ in events if isinstance(event, Fell)]


class _Check:
    """Replays a record entry by entry and checks after each that the standing throws are as they were sealed."""

    def __init__(self, record: Record, dice: Checked) -> None:
        self.entries = record.entries
        self.dice = dice
        self.replayed = Record(record.game, record.names, record.dice)
        self.names: _Numbers | Throws = _Numbers() if dice.version == 1 else Throws(record.game.seats)
        self.seen: set[tuple[int, ...]] = set()
        """The names of all throws so far, also of those that were undone."""
        self.checked = 0
        self.again = 0
        self.otherwise = 0

    def run(self) -> Proof:
        """Run the check."""
        for number, entry in enumerate(self.entries, 1):
            if isinstance(entry, Fix) and self.dice.version > 1:
                # A corrected decision would rename later throws although they stand.
                return self._proof(Problem("fix", {"entry": number}), number)
            self.replayed.append(entry)
            first = entry.number if isinstance(entry, Undo | Fix) else number
            problem = self._differs(first, new=isinstance(entry, Fell))
            if problem:
                return self._proof(problem, number)
        return self._proof()

    def _proof(self, problem: Problem | None = None, entry: int | None = None) -> Proof:
        throws = sum(isinstance(event, Fell) for _, event in self.replayed.standing)
        counts = (throws, self.checked, self.again, self.otherwise)
        return Proof(self.dice.version, *counts, self.dice.unopened, problem, entry)

    def _differs(self, first: int, *, new: bool) -> Problem | None:
        """The problem of the first standing throw from this entry on that differs from what was sealed, if any."""
        game = self.replayed.game
        self.names.follow(first, ())
        for number, event, before in self.replayed.since(first):
            seat, pending = seat_of(game, before, event), game.pending(before)
            if isinstance(event, Fell) and isinstance(pending, Throw):
                name = self.names.name(seat)
                problem = self._fell(number, name, event.faces, pending.dice)
                if problem:
                    return problem
                if new:
                    self.again += name in self.seen
                    self.otherwise += name not in self.seen and len(name) > 1 and name[-1] > 0
                self.seen.add(name)
            self.names.follow(number, [(number, event, seat)])
        return None

    def _fell(self, number: int, name: tuple[int, ...], faces: Faces, cup: Sequence[int]) -> Problem | None:
        """The problem of a throw that differs from what was sealed, if it does."""
        pool = self.replayed.game.pool
        for position, shown, meant in zip(cup, faces, self.dice.fall(name, pool, cup), strict=True):
            self.checked += 1
            if shown != meant:
                texts = {"shown": face_text(pool, shown), "sealed": face_text(pool, meant)}
                where = {"die": position + 1, "entry": number}
                if len(name) == 1:
                    return Problem("die", {**where, "throw": name[0], **texts})
                called = dict(zip(("seat", "turn", "throw"), name, strict=False))
                return Problem("turn_die", {**where, **called, **texts})
        return None
