"""Commands in the game: move, throw, type dice, correct, undo. Each adds to a table's log or raises an error."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, Literal

from knobel.core.entry import Entry, Fix, Undo, read_entry
from knobel.core.errors import BadMove, BadRecord, KnobelError
from knobel.core.game import Event, Fell, Moved, Throw, seat_of
from knobel.tables.correct import CORRECT, check_whole, planned
from knobel.tables.errors import Denied, KeyUsed, NotAllowed, NotReady, Stale, TooLarge
from knobel.tables.log import LogEntry
from knobel.tables.replay_after import Replay, put_back
from knobel.tables.scores import ENTER, drop_inferred_dice, enter_score
from knobel.tables.table import Table, UndoRequest

LONGEST_MOVE = 200
MOST_AMENDMENTS = 1000
"""The most amendments, so that nobody fills a record with undos until there is no room for moves."""
MOST_REQUESTS = 500
"""The most log entries of a seat that are no entries of the record, for the same reason."""

EMOTES = ("hello", "nice", "wow", "laugh", "oops", "think", "hurry", "thanks")
EMOTE_PAUSE = 1000
"""Milliseconds between two emotes of a seat."""

ROLL = "roll"
"""The command that throws the dice of the server."""

_KEY = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
_RANDOM = SystemRandom()


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a seat: a move, `roll`, dice (`- 2 5 5`), `enter PLACE: VALUE`, `undo N` or `correct N …`."""

    move: str
    seen: int
    """The last log entry that the sender knew."""
    key: str | None = None
    """The idempotency key: the same command with the same key is done once."""
    seat: int | None = None
    """Which of one's own seats it is for, if there are several and it is not clear."""

    def __post_init__(self) -> None:
        if len(self.move) > LONGEST_MOVE:
            raise TooLarge(f"a move has at most {LONGEST_MOVE} characters")
        if self.key is not None and not _KEY.fullmatch(self.key):
            raise BadMove("a key has 1 to 64 letters, digits, or signs of - _ . :")
        if not 0 <= self.seen < 1 << 31:
            raise BadMove("'seen' must be the number of the last event you know, or 0")

    @property
    def request(self) -> str:
        """The command as the log keeps it, to detect another one with the same key."""
        return f"{self.seen} {self.move}"


def play(table: Table, seats: Sequence[int], command: Command, at: int) -> LogEntry:
    """Carry out a command of somebody with these seats; its log entry, also if it was carried out before."""
    seat, entry = _addressed(table, seats, command)
    before = _done_before(table, seat, command)
    if before:
        return before
    if not table.complete:
        raise NotReady("not all seats are taken; the game starts when they are")
    if not table.started:
        raise NotReady("not all devices have revealed their nonces; the game starts when they have")
    if not table.seats[seat].present:
        raise NotAllowed("you have left the table; return to it first")
    if command.move.startswith(CORRECT):
        logged = _correct(table, seat, command, at)
        settle(table, at)
        return logged
    scored = command.move.startswith(ENTER)
    if command.move != ROLL and not scored:
        entry = entry or _read(table, seat, command.move)
    # An undo that is allowed at once may have missed what bots did meanwhile.
    if not (
        isinstance(entry, Undo) and table.last_moves[seat] <= command.seen <= table.seq and _free(table, seat, entry)
    ):
        check_fresh(table, seat, command.seen)
    if scored:
        _check_typed(table, "left out")
        logged = enter_score(table, seat, command.move, at, command.key, command.request)
    else:
        logged = _entered(table, seat, entry, command, at) if entry else _roll(table, seat, at, command)
    settle(table, at)
    return logged


def play_bot(table: Table, seat: int, move: Any, seen: int, at: int) -> None:
    """Make the move that a bot has chosen, or throw if it is None; nothing if it is no longer the bot's turn."""
    check_fresh(table, seat, seen)
    if seat in table.bots:
        if move is None:
            _roll(table, seat, at)
        else:
            table.enter(Moved(seat, move), seat, at)
        settle(table, at)


def answer(table: Table, seats: Sequence[int], seat: int | None, at: int, *, agree: bool) -> LogEntry:
    """Agree to an undo that another seat asks for, or refuse it; the one who asks may withdraw by refusing.

    Of several own seats it is one that has still to answer.
    """
    answering, request = choose_seat(seats, seat), table.undo_request
    if seat is None and request:
        answering = next((own for own in (*undecided(table, request), request.seat) if own in seats), answering)
    if request is None or (agree and request.seat == answering):
        raise NotAllowed("there is nothing to agree to; ask for an undo with 'undo N'")
    logged = table.add("agree" if agree else "refuse", "", answering, at)
    settle(table, at)
    return logged


def emote(table: Table, seat: int, sign: str, at: int) -> LogEntry:
    """Send an emote to the others."""
    if sign not in EMOTES:
        raise NotAllowed(f"{sign[:40]!a} is not an emote; use one of {', '.join(EMOTES)}")
    if 0 <= at - table.last_emotes[seat] < EMOTE_PAUSE:
        raise NotAllowed("one emote at a time; wait a second before the next")
    check_budget(table, seat)
    return table.add("emote", sign, seat, at)


def choose_seat(own: Sequence[int], seat: int | None) -> int:
    """The wanted seat, or the first of one's own; an error if it is not one's own."""
    if seat is not None and seat not in own:
        raise Denied(f"your key opens seat {', '.join(map(str, own))}, not seat {seat}")
    return own[0] if seat is None else seat


def settle(table: Table, at: int) -> None:
    """Do what follows automatically: an undo everybody agreed to, dice thrown again, and events put back."""
    request = table.undo_request
    if request and not undecided(table, request):
        _take_back(table, request.seat, request.number, None, at)
    while table.started and not table.setup.own_dice and table.holding_dice and isinstance(table.pending, Throw):
        _throw(table, table.pending, table.pending.seat, at)
    if table.corrections.waiting:
        replay = Replay.at(table.record, len(table.record.standing)).remembering(table.record)
        for event in put_back(replay, table.corrections.waiting)[0]:
            table.enter(event.event, event.by, at)


def check_fresh(table: Table, seat: int, seen: int) -> None:
    """Refuse a stale command: dice fell, or this seat moved, after what its sender had seen."""
    if seen > table.seq:
        raise BadMove(f"'seen' cannot be {seen}; the last event has number {table.seq}")
    changed = max(table.last_fall, table.last_moves[seat])
    if changed > seen:
        raise Stale(f"you have seen {seen}, but {changed} has changed the position since; look again, then decide")


def check_budget(table: Table, seat: int) -> None:
    """Refuse more requests of a seat that are no moves, once there were too many; others have budgets of their own."""
    if table.requests[seat] >= MOST_REQUESTS:
        raise TooLarge(f"a seat allows {MOST_REQUESTS} requests besides moves; play on, or open another table")


class UndoRights:
    """What a seat may undo now: at once (`free`), or if the others agree (`ask`)."""

    def __init__(self, table: Table, seat: int) -> None:
        if table.setup.undo == "off":
            raise NotAllowed("at this table moves cannot be taken back")
        if table.over and not table.setup.own_dice:
            raise NotAllowed("the game is over and its dice are revealed; start a new game instead")
        self._table = table
        self._free, self._own_dice = table.setup.undo == "free", table.setup.own_dice
        self._seats = table.seats_of_person(seat)
        self._alone = not _others(table, self._seats)
        # Where others play the same dice, nothing is undone that has shown any.
        shown = table.setup.own_dice or table.setup.dealt
        self._settled = table.last_throw if shown else _settled(table, self._seats)
        self._final = table.throws.final(repeating=table.setup.seal is not None) if table.throws else 0
        self._last = table.record.standing[-1][0] if table.record.standing else 0

    def mine(self, event: Event) -> bool:
        """Whether a seat may undo an entry: its own move, or anything at a table with own dice."""
        return self._own_dice or self._moved(event)

    def permission(self, number: int, event: Event) -> Literal["free", "ask"] | None:
        """How an entry of one's own may be undone; None if it may not."""
        if number < self._final:
            # These dice were thrown again after an undo; another undo would allow trying until they suit.
            return None
        fresh = number > self._settled and self._moved(event) and not self._others_build_on(number)
        if not self._free:
            return "free" if self._alone or fresh else "ask"
        return "free" if fresh or (self._own_dice and number == self._last) else None

    def _moved(self, event: Event) -> bool:
        return isinstance(event, Moved) and event.seat in self._seats

    def _others_build_on(self, number: int) -> bool:
        """Whether other people decided later on what this entry made possible, though no dice fell."""
        later = {event.seat for _, event, _ in self._table.record.since(number)[1:] if isinstance(event, Moved)}
        others = [seat for seat in later - self._seats if self._table.people[seat]]
        return bool(others) and not _stands_alone(self._table, number)


def _settled(table: Table, mine: Collection[int]) -> int:
    """The last entry before which nothing may be undone at once.

    That is a throw of a person, or, if a bot throws too, a move of another person. What bots did since is undone as
    well, and happens again if everybody decides as before.
    """
    thrown = moved = False
    standing, states = table.record.standing, table.record.states
    for at in reversed(range(len(standing))):
        number, event = standing[at]
        seat = seat_of(table.game, states[at], event)
        # A bot that plays for a person counts as the person.
        person = table.people[seat]
        if isinstance(event, Fell):
            thrown = True
            if person or moved:
                return number
        elif person and seat not in mine:
            moved = True
            if thrown:
                return number
    return 0


def undoable(table: Table, seats: Sequence[int]) -> dict[str, list[int]]:
    """The numbers of the entries that somebody with these seats may undo: at once, or by asking."""
    numbers: dict[str, list[int]] = {"free": [], "ask": []}
    present = [seat for seat in seats if table.seats[seat].present]
    inner = table.corrections.inner
    if not table.started or not present or table.amendments - inner >= MOST_AMENDMENTS:
        return numbers
    try:
        rights = {seat: UndoRights(table, seat) for seat in present}
    except NotAllowed:
        return numbers
    # At a table with own dice, anybody may undo anything.
    any_seat = rights[present[0]] if table.setup.own_dice else None
    for number, event in table.record.standing:
        right = rights.get(event.seat, any_seat) if isinstance(event, Moved) else any_seat
        if right and (allowed := right.permission(number, event)):
            numbers[allowed].append(number)
    return numbers


def _addressed(table: Table, seats: Sequence[int], command: Command) -> tuple[int, Entry | None]:
    """The seat that a command is for: named, or the one that sent it before, that moved, or whose turn it is.

    If the command had to be parsed for that, its entry is returned, too.
    """
    if command.seat is not None or len(seats) == 1:
        return choose_seat(seats, command.seat), None
    before = table.commands.get(command.key or "")
    if before and before.seat is not None and before.seat in seats:
        return before.seat, None
    waiting = next((seat for seat in table.waiting if seat in seats), seats[0])
    if not command.move.startswith("undo "):
        return waiting, None
    entry = read_entry(table.game, command.move)
    event = table.standing(entry.number) if isinstance(entry, Undo) else None
    return event.seat if isinstance(event, Moved) and event.seat in seats else waiting, entry


def _done_before(table: Table, seat: int, command: Command) -> LogEntry | None:
    """The log entry of this command, if it was carried out before with the same idempotency key."""
    logged = table.commands.get(command.key) if command.key else None
    if logged and (logged.seat != seat or logged.request != command.request):
        raise KeyUsed(f"the idempotency key {command.key!r} was used for another command; use a new key")
    return logged


def _read(table: Table, seat: int, move: str) -> Entry:
    """Parse the entry of a command."""
    whole = move.startswith(("-", "undo ", "fix "))
    return read_entry(table.game, move if whole else f"{seat} {move}")


def _entered(table: Table, seat: int, entry: Entry, command: Command, at: int) -> LogEntry:
    """Add the entry of a command, if the rules of the table allow it."""
    match entry:
        case Undo(number):
            return _undo(table, seat, number, command, at)
        case Fix():
            raise BadMove("a correction looks like 'correct 7 - 2 5 5 1 3'")
        case Fell():
            _check_typed(table, "typed in")
    return _enter(table, entry, seat, at, command)


def check_correctable(table: Table) -> None:
    """Refuse corrections where the server throws the dice, or after too many."""
    _check_typed(table, "corrected")
    _check_amendments(table)


def _correct(table: Table, seat: int, command: Command, at: int) -> LogEntry:
    """Correct an earlier entry; nothing happens if it already says the same."""
    if command.seen < table.corrections.amended or command.seen > table.seq:
        raise Stale(f"you have seen {command.seen}, but {table.corrections.amended} was another correction; look again")
    check_correctable(table)
    wish, correction = planned(table.record, table.corrections.waiting, table.corrections.entered_by, command.move)
    if not wish.anew:
        check_whole(correction)
    if not correction.entries:
        return table.tail[-1]
    check_budget(table, seat)
    logged = table.add("correct", correction.text, seat, at, key=command.key, request=command.request)
    for entry, by in correction.entries:
        table.enter(entry, seat if by is None else by, at)
    return logged


def _enter(table: Table, entry: Entry, seat: int, at: int, command: Command | None) -> LogEntry:
    key, request = (command.key, command.request) if command else (None, None)
    return table.enter(entry, seat, at, key=key, request=request)


def _roll(table: Table, seat: int, at: int, command: Command | None = None) -> LogEntry:
    """Throw the dice of the server."""
    if table.setup.own_dice:
        raise NotAllowed("this table plays with real dice; type what they show, like '- 2 5 5 1 3'")
    match table.pending:
        case Throw(thrower, _) as pending if thrower == seat:
            return _throw(table, pending, seat, at, command)
        case Throw(thrower, _):
            raise BadMove(f"it is seat {thrower}'s turn to throw")
    raise BadMove("no dice can be thrown now; the table waits for a move, or the game is over")


def _throw(table: Table, pending: Throw, seat: int, at: int, command: Command | None = None) -> LogEntry:
    """Determine the faces of a throw of the server, and add it."""
    game = table.game
    if table.checked:
        faces = table.checked.fall(table.throw_name(pending.seat), game.pool, pending.dice)
    else:
        faces = tuple(_RANDOM.choice(game.pool[position].sides) for position in pending.dice)
    return _enter(table, Fell(faces), seat, at, command)


def _undo(table: Table, seat: int, number: int, command: Command, at: int) -> LogEntry:
    """Undo an entry, or ask for it, as the rules of the table demand."""
    rights = UndoRights(table, seat)
    event = table.standing(number)
    if event is None:
        raise BadRecord(f"entry {number} does not exist or was taken back already")
    if not rights.mine(event):
        raise NotAllowed(f"entry {number} is not your move; you can only take back your own moves")
    _check_amendments(table)
    allowed = rights.permission(number, event)
    if allowed is None:
        raise NotAllowed(
            "a move is taken back before dice fall, but for those of bots; later only where the table allows it by"
            " asking, and not once other dice have fallen for those that were taken back"
        )
    if allowed == "free":
        return _take_back(table, seat, number, command, at)
    check_budget(table, seat)
    return table.add("ask", str(number), seat, at, key=command.key, request=command.request)


def _free(table: Table, seat: int, undo: Undo) -> bool:
    """Whether the seat may undo this at once, at a table with the dice of the server."""
    if table.setup.own_dice or table.setup.undo == "off" or table.over:
        return False
    event, rights = table.standing(undo.number), UndoRights(table, seat)
    return event is not None and rights.mine(event) and rights.permission(undo.number, event) == "free"


def _take_back(table: Table, seat: int, number: int, command: Command | None, at: int) -> LogEntry:
    """Undo an entry with everything after it that depends on it, and dice that only explained a score."""
    logged = _undo_back_to(table, seat, number, command, at)
    drop_inferred_dice(table, seat, at)
    return logged


def _undo_back_to(table: Table, seat: int, number: int, command: Command | None, at: int) -> LogEntry:
    """Undo an entry; if later ones depend on it, these first, newest first."""
    if number > table.last_throw and _stands_alone(table, number):
        return _enter(table, Undo(number), seat, at, command)
    first = _enter(table, Undo(table.record.standing[-1][0]), seat, at, command)
    while table.standing(number):
        _enter(table, Undo(table.record.standing[-1][0]), seat, at, None)
    return first


def _stands_alone(table: Table, number: int) -> bool:
    """Whether an entry can be undone without those after it."""
    if number == table.record.standing[-1][0]:
        return True
    try:
        table.record.copy().append(Undo(number))
    except KnobelError:
        return False
    return True


def undecided(table: Table, request: UndoRequest) -> list[int]:
    """The seats that have still to agree to an undo."""
    return [seat for seat in _others(table, table.seats_of_person(request.seat)) if seat not in request.agreed]


def seats_undone(table: Table, number: int) -> list[int]:
    """The seats of the entries that would be undone with this one, one for each."""
    later = table.record.since(number)
    gone = later[:1] if number > table.last_throw and _stands_alone(table, number) else later
    return [seat_of(table.game, before, event) for _, event, before in gone]


def _others(table: Table, mine: Collection[int]) -> list[int]:
    """The other people who play here, besides somebody with these seats; also those who are away, but no bots.

    Seats of the same person agree by asking, and seats that no key opens any more are not asked.
    """
    held = {key.seat for key in table.seat_keys if not key.ticket}.difference(mine)
    return [number for number, other in enumerate(table.seats) if number in held and other.person]


def _check_typed(table: Table, what: str) -> None:
    if not table.setup.own_dice:
        raise NotAllowed(f"the server throws the dice at this table; they cannot be {what}")


def _check_amendments(table: Table) -> None:
    if table.amendments - table.corrections.inner >= MOST_AMENDMENTS:
        raise TooLarge(f"a table allows {MOST_AMENDMENTS} corrections; play on without further ones")
