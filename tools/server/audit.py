"""The audit: replays every log of a database and compares it with all responses that clients got."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from knobel.core.checked import commitment
from knobel.core.entry import write_entry
from knobel.core.errors import KnobelError
from knobel.core.proof import prove
from knobel.core.record import Record
from knobel.server.storage.store import Store
from knobel.tables.keys import hashed
from knobel.tables.log import LogEntry
from knobel.tables.seats import seats_of
from knobel.tables.setup import Setup
from knobel.tables.table import Table
from tools.server.ledger import Ledger, Page


@dataclass
class AuditTotals:
    """The result of an audit."""

    tables: int = 0
    rows: int = 0
    over: int = 0
    """The number of games played to the end."""
    commands: int = 0
    """The number of acknowledged commands that were found in the log as they were acknowledged."""
    events: int = 0
    views: int = 0
    dice: int = 0
    """The number of dice that were proved."""


async def audit(url: str, ledger: Ledger, only: Collection[str] | None = None) -> AuditTotals:
    """Check all logs, or only these; every difference is added to the faults of the ledger."""
    store = Store(url)
    totals = AuditTotals()
    try:
        names = [name async for name in store.names()] if only is None else only
        reported = set(ledger.pages)
        for name in reported - set(names):
            ledger.fault(f"table {name} was told of, but it is lost")
        for name in set(names) - reported:
            ledger.fault(f"table {name} was opened, but nobody was told of it")
        for name in sorted(reported & set(names)):
            rows, holders = await store.read(name)
            table = Table(await store.setup(name), holders)
            _Check(ledger, ledger.pages[name], table, totals).run(rows)
    finally:
        await store.close()
    return totals


class _Check:
    """The check of one table."""

    def __init__(self, ledger: Ledger, page: Page, table: Table, totals: AuditTotals) -> None:
        self.ledger, self.page, self.table, self.totals = ledger, page, table, totals
        self.name = table.setup.table

    def run(self, rows: Sequence[LogEntry]) -> None:
        """Compare the log with all responses about the table."""
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            self._fault("its numbers have gaps")
            return
        try:
            self._replay(rows)
        except KnobelError as error:
            self._fault(f"its log cannot be played again: {error}")
            return
        self._commands(rows)
        self._moves(rows)
        self._seats()
        self._record(self.table.setup)
        self.totals.tables += 1
        self.totals.rows += len(rows)
        self.totals.over += self.table.over

    def _replay(self, rows: Sequence[LogEntry]) -> None:
        """Replay entry by entry, and compare the events and views that were sent."""
        for row in rows:
            self.table.read([row])
            if self.page.events.get(row.seq, row.event()) != row.event():
                self._fault(f"event {row.seq} was told as {self.page.events[row.seq]}, but is {row.event()}")
            shown = self.page.views.get(row.seq)
            if shown is not None:
                entries = [[at, write_entry(self.table.game, event)] for at, event in self.table.record.standing]
                if shown != entries:
                    self._fault(f"at {row.seq} other entries were shown than there were")
        beyond = max([*self.page.events, *self.page.views, 0])
        if beyond > len(rows):
            self._fault(f"{beyond} was shown, but the log ends at {len(rows)}")
        self.totals.events += len(self.page.events)
        self.totals.views += len(self.page.views)

    def _commands(self, rows: Sequence[LogEntry]) -> None:
        """Check that every acknowledged command is in the log once, as acknowledged, and no refused one is."""
        keyed = [row for row in rows if row.key]
        by_key = {row.key: row for row in keyed}
        if len(by_key) != len(keyed):
            self._fault("a command stands in its log twice")
        for key, seq in self.page.done.items():
            row, sent = by_key.get(key), self.page.sent[key]
            if row is None:
                self._fault(f"command {key} ({sent.move}) was acknowledged as {seq}, but it is lost")
            elif (row.seq, row.seat) != (seq, sent.seat) or sent.move not in _request(row):
                self._fault(f"command {key} ({sent.move}, acknowledged as {seq}) stands there as {row}")
            else:
                self.totals.commands += 1
        for done in keyed:
            key = done.key or ""
            if key in self.page.refused:
                self._fault(f"command {key} was refused ({self.page.refused[key]}), but it was done")
            elif key not in self.page.sent:
                self._fault(f"command {key} was done, but nobody sent it")
        if doubled := [seq for seq, count in Counter(self.page.done.values()).items() if count > 1]:
            self._fault(f"two commands were acknowledged as {doubled[0]}")

    def _moves(self, rows: Sequence[LogEntry]) -> None:
        """Check that everything a person did has its command: an entry that was written twice would have none."""
        bots = {row.seat for row in rows if row.kind == "bot"}
        carries_out = _carrying_out(rows)
        for before, row in pairwise(rows):
            own = row.kind == "entry" and row.key is None and row.seat is not None and row.seat not in bots
            # One command may undo several entries, and dice that are not kept are thrown again automatically.
            follows = row.text.startswith("undo ") or (row.text.startswith("-") and " keep" in before.text)
            if own and not follows and row.seq not in carries_out:
                self._fault(f"row {row.seq} ({row.text}) is something that no command did")

    def _seats(self) -> None:
        """Check that everybody who was told to have a seat has it, with the nonce they committed to."""
        for (key, seat), nonce in self.page.joined.items():
            if seat not in seats_of(self.table, key):
                self._fault(f"seat {seat} is no longer held by {hashed(key)[:8]}, who was told so")
            there = self.table.seats[seat]
            if nonce and there.commitment != commitment(self.table.setup.seal or "", nonce):
                self._fault(f"seat {seat} has not the commitment that was brought")
            if there.nonce not in {None, nonce}:
                self._fault(f"seat {seat} has not the nonce that was brought")

    def _record(self, setup: Setup) -> None:
        """Check that the record can be read, equals the one that was sent, and has the sealed dice."""
        table = self.table
        if not table.started:
            return
        checked = table.checked
        dice = checked.text() if checked else setup.dice
        entries = table.record.text().removeprefix(table.record.header())
        text = Record(table.game, table.names, dice).header() + entries
        record = Record.read(text)
        if any(sent != text for sent in self.page.records):
            self._fault("another record was told than the log gives")
        if checked:
            proof = prove(record)
            self.totals.dice += proof.dice
            if not proof.holds:
                self._fault(f"its dice are not those that were sealed: {proof.problem}")

    def _fault(self, text: str) -> None:
        self.ledger.fault(f"table {self.name}: {text}")


def _request(row: LogEntry) -> tuple[str, str]:
    """The command of a log entry in both forms: as older logs have it, and with what the sender had seen."""
    request = row.request or ""
    return request, request.partition(" ")[2]


def _carrying_out(rows: Sequence[LogEntry]) -> set[int]:
    """The log entries that carry out a correction, or put back what one removed."""
    entries = [row for row in rows if row.kind == "entry"]
    numbers: set[int] = set()
    left, away = 0, Counter[str]()
    for row in rows:
        if row.kind == "correct":
            left = int(row.text.split()[-1])
        elif row.kind == "entry" and left:
            left -= 1
            numbers.add(row.seq)
            verb, _, number = row.text.partition(" ")
            if verb == "undo":
                away[entries[int(number) - 1].text] += 1
        elif row.kind == "entry" and away[row.text] and row.key is None:
            away[row.text] -= 1
            numbers.add(row.seq)
    return numbers
