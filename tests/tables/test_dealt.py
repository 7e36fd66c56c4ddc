"""Tables whose dice were fixed before they were opened: those of a day."""

from datetime import date

import pytest

from knobel import BadSetup, Record
from knobel.core.checked import Checked
from knobel.core.proof import prove
from knobel.tables.day import DayGame, day_game, day_of
from knobel.tables.open import NewSeat, NewTable, new
from knobel.tables.play import Command
from tests.tables.memory import MemoryTables
from tests.tables.people import HOST

pytestmark = pytest.mark.asyncio

DAY = day_game(date(2026, 11, 17), "classic")
FACES = tuple(" ".join(map(str, DAY.dice.roll((0, turn, 1, 0), DAY.rules.pool))) for turn in (1, 2))
"""The first throws of the first two turns."""


def of_day(day: DayGame) -> NewTable:
    seats = [NewSeat("here", "Anna"), *(NewSeat("bot", level=level) for level in day.rivals)]
    return NewTable(day.game, seats, day.options, undo="free", dealt=day.dice)


async def test_the_dice_of_a_day_fall_in_their_order_and_nobody_brings_a_nonce(tables: MemoryTables) -> None:
    opened = await tables.open(of_day(DAY), HOST)
    assert opened.seal == DAY.dice.seal
    await tables.join(opened.table, HOST, commitment="ab" * 32)
    view = await tables.view(opened.table, HOST)
    assert view["started"]
    assert view["dice"] == DAY.dice.hidden().text()
    for move in ("roll", "write ones", "roll"):
        seen = (await tables.view(opened.table, HOST))["seq"]
        await tables.command(opened.table, HOST, Command(move, seen))
    record = Record.read(await tables.record(opened.table, HOST))
    assert [line for line in record.text().splitlines() if line.startswith("- ")] == [f"- {faces}" for faces in FACES]


async def test_what_has_shown_dice_is_not_taken_back(tables: MemoryTables) -> None:
    opened = await tables.open(of_day(DAY), HOST)
    await tables.join(opened.table, HOST)
    for move in ("roll", "write ones"):
        seen = (await tables.view(opened.table, HOST))["seq"]
        await tables.command(opened.table, HOST, Command(move, seen))
    assert (await tables.view(opened.table, HOST))["undoable"]["free"] == [2]
    await tables.command(opened.table, HOST, Command("roll", (await tables.view(opened.table, HOST))["seq"]))
    assert (await tables.view(opened.table, HOST))["undoable"] == {"free": [], "ask": []}


async def test_a_game_of_a_day_that_is_played_at_a_table_proves_itself_and_tells_its_day(tables: MemoryTables) -> None:
    opened = await tables.open(of_day(DAY), HOST)
    await tables.join(opened.table, HOST)
    boxes = [str(move) for move in DAY.rules.alphabet if str(move).startswith("write")]
    for box in boxes:
        for move in ("roll", box):
            seen = (await tables.view(opened.table, HOST))["seq"]
            await tables.command(opened.table, HOST, Command(move, seen))
    record = Record.read(await tables.record(opened.table, HOST))
    assert prove(record).holds
    assert day_of(record) == DAY
    again = await tables.rematch(opened.table, HOST)
    assert (await tables.view(again, HOST))["seal"] != DAY.dice.seal


@pytest.mark.parametrize("dealt", [DAY.dice.hidden(), day_game(date(2026, 11, 17), "hexhex").dice])
async def test_dice_without_their_secret_or_for_other_seats_are_refused(dealt: Checked) -> None:
    with pytest.raises(BadSetup):
        new(NewTable("classic", [NewSeat("here")], dealt=dealt), HOST, None, 0)
