"""What a seat may do in the game: move, type dice, correct them, take back. Each act adds rows to a table or raises."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom

from knobel.core.entry import Fix, Undo, read_entry, write_entry
from knobel.core.errors import BadMove, BadRecord
from knobel.core.game import Fell, Moved, Throw
from knobel.server.errors import Denied, KeyUsed, NotAllowed, NotReady, Stale, TooLarge
from knobel.server.row import Row
from knobel.server.table import Table

LONGEST_MOVE = 200
MOST_AMENDMENTS = 1000
"""So that nobody fills a record with undoing until it can hold no more moves."""
MOST_CHATTER = 2000
"""The same for all that is no entry."""

EMOTES = ("hello", "nice", "wow", "laugh", "oops", "think", "hurry", "thanks")
EMOTE_PAUSE = 1000
"""Milliseconds between two signs of a seat."""

ROLL = "roll"
"""The command that throws the dice of the server."""

_KEY = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
_RANDOM = SystemRandom()


@dataclass(frozen=True, slots=True)
class Command:
    """What a seat wants: a move, `roll`, dice (`- 2 5 5`), `undo N` or `fix N - 2 5 5`; having seen so many rows."""

    move: str
    seen: int
    key: str | None = None
    seat: int | None = None
    """Which of the own seats it is for, if there are several and it does not follow."""

    def __post_init__(self) -> None:
        if len(self.move) > LONGEST_MOVE:
            raise TooLarge(f"a move has at most {LONGEST_MOVE} characters")
        if self.key is not None and not _KEY.fullmatch(self.key):
            raise BadMove("a key has 1 to 64 letters, digits, or signs of - _ . :")
        if not 0 <= self.seen < 1 << 31:
            raise BadMove("seen is the number of the last event you know, 0 for none")


def done_before(table: Table, seat: int, asked: str, key: str | None) -> Row | None:
    """The row of this very command, if it was done before."""
    row = table.keys.get(key) if key else None
    if row and (row.seat != seat or row.asked != asked):
        raise KeyUsed(f"the key {key!r} belongs to another command; use a new key for a new command")
    return row


def act(table: Table, seat: int, command: Command, at: int) -> Row:
    """Do what a seat wants; the row that tells of it, also if it was done before."""
    before = done_before(table, seat, command.move, command.key)
    if before:
        return before
    if not table.started:
        raise NotReady("not all seats are taken; the game starts when they are")
    if not table.seats[seat].present:
        raise NotAllowed("you have left the table; come back first")
    check_fresh(table, seat, command.seen)
    if command.move == ROLL:
        row = _roll(table, seat, at, command)
        settle(table, at)
        return row
    if command.move.startswith(("-", "undo ", "fix ")):
        entry = read_entry(table.game, command.move)
    else:
        entry = read_entry(table.game, f"{seat} {command.move}")
    match entry:
        case Undo(number):
            row = _undo(table, seat, number, command, at)
        case Fix(number, event):
            _check_typed(table, "corrected")
            if not isinstance(event, Fell) or not isinstance(table.standing(number), Fell):
                raise NotAllowed("only dice can be corrected, with dice; a move is taken back with undo")
            _check_amendments(table)
            row = _enter(table, entry, seat, at, command)
        case Fell():
            _check_typed(table, "typed in")
            row = _enter(table, entry, seat, at, command)
        case Moved():
            row = _enter(table, entry, seat, at, command)
    settle(table, at)
    return row


def bot_act(table: Table, seat: int, move: str, seen: int, at: int) -> None:
    """Make the move a bot has thought of, unless the table has gone on without it."""
    check_fresh(table, seat, seen)
    if seat in table.bots:
        if move == ROLL:
            _roll(table, seat, at)
        else:
            table.add("entry", f"{seat} {move}", seat, at)
        settle(table, at)


def answer(table: Table, seat: int, at: int, *, agree: bool) -> Row:
    """Agree to what another seat asks, or refuse it."""
    if table.ask is None or table.ask.seat == seat:
        raise NotAllowed("nobody asks you anything; an undo is asked for with 'undo N'")
    row = table.add("agree" if agree else "refuse", "", seat, at)
    settle(table, at)
    return row


def emote(table: Table, seat: int, sign: str, at: int) -> Row:
    """Give the others a sign."""
    if sign not in EMOTES:
        raise NotAllowed(f"{sign[:40]!a} is no sign; there are {', '.join(EMOTES)}")
    if 0 <= at - table.emoted[seat] < EMOTE_PAUSE:
        raise NotAllowed("one sign at a time; wait a second before the next")
    check_chatter(table)
    return table.add("emote", sign, seat, at)


def meant(table: Table, seats: Sequence[int], command: Command) -> int:
    """The seat that a command is for, of somebody who holds these: the one that is named, that moved, that waits."""
    if command.seat is not None or len(seats) == 1:
        return chosen(seats, command.seat)
    before = table.keys.get(command.key or "")
    if before and before.seat is not None and before.seat in seats:
        return before.seat
    if command.move.startswith("undo "):
        entry = read_entry(table.game, command.move)
        event = table.standing(entry.number) if isinstance(entry, Undo) else None
        if isinstance(event, Moved) and event.seat in seats:
            return event.seat
    return next((seat for seat in table.waiting if seat in seats), seats[0])


def chosen(seats: Sequence[int], wanted: int | None) -> int:
    """The seat that is wanted, of somebody who holds these."""
    if wanted is not None and wanted not in seats:
        raise Denied(f"your key opens {', '.join(map(str, seats))} here, not seat {wanted}")
    return seats[0] if wanted is None else wanted


def settle(table: Table, at: int) -> None:
    """Do all that happens by itself: what everybody has agreed to, and dice that are thrown again."""
    ask = table.ask
    if ask and all(number in ask.agreed for number in _others(table, ask.seat)):
        _take_back(table, ask.seat, ask.number, None, at)
    while table.started and not table.setup.own_dice and table.thrown_again and isinstance(table.pending, Throw):
        _throw(table, table.pending, table.pending.seat, at)


def check_fresh(table: Table, seat: int, seen: int) -> None:
    """A command is stale only if dice fell, or this seat moved, after what its sender had seen."""
    if seen > table.seq:
        raise BadMove(f"seen {seen} is in the future; the last event has number {table.seq}")
    changed = max(table.fell, table.moved[seat])
    if changed > seen:
        raise Stale(f"you have seen {seen}, but {changed} changed what you decide on; look again and decide anew")


def check_chatter(table: Table) -> None:
    """Refuse what is no entry once there is too much of it."""
    if table.chatter >= MOST_CHATTER:
        raise TooLarge(f"a table takes {MOST_CHATTER} requests beside the game itself; play on, or open another table")


def _enter(table: Table, entry: Fell | Moved | Undo | Fix, seat: int, at: int, command: Command | None) -> Row:
    key, asked = (command.key, command.move) if command else (None, None)
    return table.add("entry", write_entry(table.game, entry), seat, at, key=key, asked=asked)


def _roll(table: Table, seat: int, at: int, command: Command | None = None) -> Row:
    """Throw the dice of the server: they fall at the moment somebody throws, not before."""
    if table.setup.own_dice:
        raise NotAllowed("at this table the dice are real ones; type what they show, like '- 2 5 5 1 3'")
    match table.pending:
        case Throw(thrower, _) as pending if thrower == seat:
            return _throw(table, pending, seat, at, command)
        case Throw(thrower, _):
            raise BadMove(f"it is seat {thrower} that throws")
    raise BadMove("there is nothing to throw now")


def _throw(table: Table, pending: Throw, seat: int, at: int, command: Command | None = None) -> Row:
    """Let the dice of the server fall."""
    game = table.game
    if table.checked:
        number = 1 + sum(isinstance(event, Fell) for _, event in table.record.standing)
        faces = table.checked.fall(number, game.pool, pending.dice)
    else:
        faces = tuple(_RANDOM.choice(game.pool[position].values) for position in pending.dice)
    return _enter(table, Fell(faces), seat, at, command)


def _undo(table: Table, seat: int, number: int, command: Command, at: int) -> Row:
    """Take back an entry, or ask for it, as the table has it."""
    rule, own = table.setup.undo, table.setup.own_dice
    if rule == "off":
        raise NotAllowed("at this table nothing is taken back")
    if table.over and not own:
        raise NotAllowed("the game is over and its dice are revealed; play again instead")
    event = table.standing(number)
    if event is None:
        raise BadRecord(f"entry {number} does not stand; it cannot be taken back")
    mine = isinstance(event, Moved) and event.seat in table.same_hands(seat)
    if not mine and not own:
        raise NotAllowed(f"entry {number} is no move of yours; each takes back their own moves")
    _check_amendments(table)
    last = own and number == table.record.standing[-1][0]
    if rule == "free" and not last and (not mine or table.thrown_after(number)):
        raise NotAllowed("a move is taken back before dice fall; later the table would have to allow it by asking")
    alone = not _others(table, seat) or (mine and not table.thrown_after(number))
    if rule == "free" or alone:
        return _take_back(table, seat, number, command, at)
    check_chatter(table)
    return table.add("ask", str(number), seat, at, key=command.key, asked=command.move)


def _take_back(table: Table, seat: int, number: int, command: Command | None, at: int) -> Row:
    """Undo an entry; if later ones rest on it, these first, newest first."""
    if not table.thrown_after(number):
        try:
            return _enter(table, Undo(number), seat, at, command)
        except BadMove:
            # A later move rests on it; then that one goes first.
            pass
    first = _enter(table, Undo(table.record.standing[-1][0]), seat, at, command)
    while table.standing(number):
        _enter(table, Undo(table.record.standing[-1][0]), seat, at, None)
    return first


def _others(table: Table, seat: int) -> list[int]:
    """The other people who are there; who plays for several seats is asked once, by asking."""
    mine = table.same_hands(seat)
    return [number for number, other in enumerate(table.seats) if number not in mine and other.present]


def _check_typed(table: Table, what: str) -> None:
    if not table.setup.own_dice:
        raise NotAllowed(f"the server throws the dice here; they cannot be {what}")


def _check_amendments(table: Table) -> None:
    if table.amendments >= MOST_AMENDMENTS:
        raise TooLarge(f"a table takes {MOST_AMENDMENTS} corrections; play on with what stands")
