"""Correcting entries at a table with own dice: one die, one score or one move, even rounds later.

`correct N - 2 5 5 1 3` corrects the dice of entry N, `correct N write fives` the move, and `correct N enter PLACE: 25`
the turn that entry N ended, as a score without dice. What came later is put back, each event to its seat and turn. If
something no longer fits, the correction is refused; with `anew`, as in `correct N anew - 2 5 5 1 3`, the table waits
for that to be entered again, and puts back the rest then.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from knobel.core.entry import Entry, Fix, Undo, read_entry
from knobel.core.errors import BadMove, BadRecord, KnobelError
from knobel.core.game import AnyGame, Decide, Event, Fell, Moved, Throw, seat_of
from knobel.core.record import MOST_ENTRIES, Record
from knobel.games.turns import ends_turn, turn_of
from knobel.tables.errors import Conflict, NotAllowed, TooLarge
from knobel.tables.replay_after import Placed, Replay, next_misfit, placed, put_back
from knobel.tables.scores import ENTER, inferred_events

CORRECT = "correct "
"""The beginning of a command that corrects an entry."""
_COMMAND = re.compile(r"correct (?P<number>[1-9][0-9]{0,6}) (?P<anew>anew )?(?P<what>[^ ].*)")


@dataclass(frozen=True, slots=True)
class Wish:
    """A requested correction: the events that shall replace the entries from `first` to `last`."""

    first: int
    last: int
    events: tuple[Event, ...]
    anew: bool = False
    """Whether what no longer fits may be entered again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a correction is carried out, and its consequences."""

    number: int
    """The entry that is corrected, or the first of several."""
    gone: tuple[int, int]
    """The first and last of the entries that are replaced."""
    new: int
    """How many of `entries` are the events that replace them."""
    entries: tuple[tuple[Entry, int | None], ...]
    """The entries to add to the record, each with the seat that entered it before; None for new ones."""
    state: Any
    """The state of the game after the correction."""
    reordered: bool
    """Whether events are put back in another order, because the turns have changed."""
    again: Placed | None
    """The event that no longer fits and has to be entered again, if any."""
    rest: tuple[Placed, ...]
    """The events that are not put back at once; the turn of some of them may be over."""
    waiting: int
    """How many events wait to be put back, including the one to enter again."""
    dropped: int
    """How many events are no longer needed."""
    whole: bool
    """Whether everything after the correction is put back."""

    @property
    def text(self) -> str:
        """The text of the log entry that announces the correction."""
        return f"{self.number} {self.gone[0]} {self.gone[1]} {self.new} {len(self.entries)}"


def read_wish(record: Record, command: str) -> Wish:
    """Parse a command to correct something."""
    match = _COMMAND.fullmatch(command)
    if not match:
        raise BadMove("a correction looks like 'correct 7 - 2 5 5 1 3' or 'correct 8 enter full_house: 25'")
    number, what = int(match["number"]), match["what"]
    event = record.event(number)
    if event is None:
        raise BadRecord(f"entry {number} does not exist or was taken back; it cannot be corrected")
    if what.startswith(ENTER):
        first, last = turn_around(record, number)
        _, event, before = record.since(first)[0]
        seat = seat_of(record.game, before, event)
        return Wish(first, last, inferred_events(record.game, before, seat, what), bool(match["anew"]))
    whole = what.startswith("-")
    replacement = read_entry(record.game, what if whole or not isinstance(event, Moved) else f"{event.seat} {what}")
    if not isinstance(replacement, Fell | Moved) or isinstance(replacement, Fell) != isinstance(event, Fell):
        raise NotAllowed("correct dice with dice, a move with a move, and a score with 'enter PLACE: VALUE'")
    return Wish(number, number, (replacement,), bool(match["anew"]))


def turn_around(record: Record, number: int) -> tuple[int, int]:
    """The first and last entry of the turn that a move ended, including its throws and held dice."""
    game, standing, states = record.game, record.standing, record.states
    at = next(at for at, (standing_number, _) in enumerate(standing) if standing_number == number)
    event = standing[at][1]
    if not isinstance(event, Moved) or not ends_turn(game, states[at], event):
        raise NotAllowed(f"entry {number} does not end a turn; correct a score at the entry that wrote it")
    first, alone = at, (Decide((event.seat,)), (event.seat,))
    # A throw on which others decide as well, or that another seat has made, belongs to no single turn.
    while first and (game.pending(states[first]), _throwers(game, states[first - 1])) == alone:
        first -= 1
        held = standing[first - 1][1] if first else None
        if not (isinstance(held, Moved) and held.seat == event.seat):
            break
        if ends_turn(game, states[first - 1], held):
            break
        first -= 1
    return standing[first][0], number


def _throwers(game: AnyGame, state: Any) -> tuple[int, ...]:
    """The seat that throws in this state, if any."""
    pending = game.pending(state)
    return (pending.seat,) if isinstance(pending, Throw) else ()


def planned(
    record: Record, waiting: Sequence[Placed], entered_by: Mapping[int, int], command: str
) -> tuple[Wish, Plan]:
    """Parse a command to correct something, and plan it; nothing is changed."""
    wish = read_wish(record, command)
    correction = plan(record, waiting, entered_by, wish)
    _check_room(record, correction)
    return wish, correction


def plan(record: Record, waiting: Sequence[Placed], entered_by: Mapping[int, int], wish: Wish) -> Plan:
    """Plan a correction; raises an error if it is not allowed there."""
    numbers = [number for number, _ in record.standing]
    start, end = numbers.index(wish.first), numbers.index(wish.last) + 1
    _played(record, start, wish.events)
    # Events that are the same at either end stay.
    old, new = [event for _, event in record.standing[start:end]], list(wish.events)
    same = _alike(old, new)
    start, old, new = start + same, old[same:], new[same:]
    same = _alike(old[::-1], new[::-1])
    end, new = end - same, new[: len(new) - same]
    replay = _played(record, start, new)
    later = placed(record, end, [entered_by.get(number, 0) for number in numbers[end:]])
    to_replay = [*later, *waiting]
    back, rest = put_back(replay, to_replay)
    back_again = {id(later_event) for later_event in back}
    fixes = _fixes(record, numbers[start:end], new) if back[: len(later)] == later else None
    gone = numbers[start:end]
    again: list[tuple[Entry, int | None]] = [(later_event.event, later_event.by) for later_event in back]
    if fixes is None:
        undone = [Undo(number) for number in reversed(numbers[start:])]
        entries = [*((entry, None) for entry in (*undone, *new)), *again]
    else:
        entries = [*((entry, None) for entry in fixes), *again[len(later) :]]
    return Plan(
        number=gone[0] if gone else wish.last,
        gone=(gone[0], gone[-1]) if gone else (0, -1),
        new=0 if fixes is not None else len(new),
        entries=tuple(entries),
        state=replay.state,
        reordered=back != [later_event for later_event in to_replay if id(later_event) in back_again],
        again=next_misfit(replay, rest),
        rest=rest,
        waiting=sum(not replay.past(later_event) for later_event in rest),
        dropped=sum(replay.past(later_event) for later_event in later if id(later_event) not in back_again),
        whole=all(id(later_event) in back_again for later_event in later),
    )


def _played(record: Record, index: int, events: Sequence[Event]) -> Replay:
    """The game after the first `index` standing events, and then these."""
    replay = Replay.at(record, index)
    replay.seen |= {turn_of(record.game, state) for state in record.states[:index]}
    for event in events:
        replay.play(event)
    return replay


def _alike(one: Sequence[Event], other: Sequence[Event]) -> int:
    """The length of the common prefix of two lists of events."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))


def _fixes(record: Record, numbers: Sequence[int], events: Sequence[Event]) -> list[Entry] | None:
    """Fix entries that replace these entries by these events one by one; None if that is not possible."""
    if len(numbers) != len(events):
        return None
    trial = record.copy()
    fixes: list[Entry] = [Fix(number, event) for number, event in zip(numbers, events, strict=True)]
    try:
        for fix in fixes:
            trial.append(fix)
    except KnobelError:
        return None
    return fixes


def _check_room(record: Record, plan: Plan) -> None:
    """Refuse a correction that would leave too little room in the record for the rest of the game."""
    if len(record.entries) + len(plan.entries) > MOST_ENTRIES // 2:
        raise TooLarge("this record has been corrected too often; play on without further corrections")


def check_whole(plan: Plan) -> None:
    """Refuse a correction after which something would have to be entered again."""
    if plan.whole:
        return
    what = f"what seat {plan.again.seat} entered later" if plan.again else "what was entered later"
    raise Conflict(f"{what} would no longer fit; add 'anew' to enter it again, or leave everything as it is")
