"""The audit of a log: what nobody sent is found, and what a correction does is no such thing."""

from pathlib import Path

import pytest
from tools.server.audit import audit
from tools.server.ledger import Ledger, Sent

from knobel.server.storage.store import Changes
from knobel.tables.keys import new_token
from knobel.tables.log import LogEntry
from knobel.tables.open import NewSeat, NewTable
from knobel.tables.play import Command
from tests.server.service import Service

pytestmark = pytest.mark.asyncio


async def test_a_correction_that_takes_back_and_puts_back_is_one_command_and_a_row_of_nobody_is_none(
    tmp_path: Path,
) -> None:
    url, key, ledger = f"sqlite:///{tmp_path / 'knobel.db'}", new_token(), Ledger()
    service = Service(url)
    await service.start()
    try:
        table = (await service.open(NewTable("classic", [NewSeat("here", "Anna")], dice="own"), key)).table
        await service.join(table, key)
        ledger.pages[table] = ledger.pages[table]
        seq = 0
        for number, move in enumerate(
            ("- 1 2 3 4 6", "keep 1 2", "- 5 5 5", "write chance", "- 6 6 6 6 1", "correct 1 - 2 2 3 4 6")
        ):
            ledger.send(table, f"c{number}", Sent(0, move))
            seq = await service.command(table, key, Command(move, seq, f"c{number}"))
            ledger.acknowledge(table, f"c{number}", seq)
            seq = (await service.view(table, key))["seq"]
        assert (await audit(url, ledger)).commands == 6
        assert ledger.faults == []
        await service.store.append(Changes(table, [LogEntry(seq + 1, "entry", "0 write sixes", 0, 1)]))
        await audit(url, ledger)
        assert len(ledger.faults) == 1
        assert "something that no command did" in ledger.faults[0]
    finally:
        await service.close()
