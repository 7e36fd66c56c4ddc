"""Corrections at a table with own dice: nothing is lost, no throw changes hands, everybody is told."""

import asyncio
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import BadMove, KnobelError, Record, Undo, games, replay
from knobel.core.entry import write_entry
from knobel.core.game import Fell, Moved, Throw, seat_of
from knobel.scene import look
from knobel.tables import play as acts
from knobel.tables import reports
from knobel.tables.errors import Conflict, NotAllowed, Stale
from knobel.tables.log import LogEntry
from knobel.tables.play import Command
from knobel.tables.reports import correctable, corrections
from knobel.tables.table import Table
from knobel.tables.view import record_text
from knobel.testing.strategies import draw_event, face_strategy
from tests.tables.memory import MemoryTables
from tests.tables.people import say, sit, two, wish

GAMES = [info.key for info in games()]
LAWS = settings(max_examples=12)


def in_every_game(law: Callable[[str, st.DataObject], None]) -> Callable[..., None]:
    """A law about whatever was played and corrected, game by game."""
    every: Callable[..., None] = pytest.mark.parametrize("game", GAMES)(LAWS(given(data=st.data())(law)))
    return every


def consequences(table: Table, move: str) -> dict[str, Any]:
    """What a dry run of a correction tells, by what goes to another process for it."""
    acts.check_correctable(table)
    waiting, entered_by = pickle.loads(pickle.dumps((table.corrections.waiting, table.corrections.entered_by)))
    return reports.consequences(Record.read(record_text(table)), waiting, entered_by, move)


def own_table(game: str, seats: int = 2) -> tuple[MemoryTables, str]:
    """A table with own dice at which people sit, and its name."""
    tables = MemoryTables()
    names = [f"Anna {at}" for at in range(seats)]
    opened, _ = asyncio.run(sit(tables, wish(game, seats, dice="own"), *names))
    return tables, opened.table


def do(tables: MemoryTables, name: str, move: str, seat: int = 0) -> LogEntry:
    """Send a command, having seen everything."""
    seen = tables.tables[name].seq
    return tables.change(name, lambda draft: acts.play(draft, (seat,), Command(move, seen), 0))


@st.composite
def played(draw: st.DrawFn, game: str) -> tuple[MemoryTables, str]:
    """A table in the middle of a game, everything typed."""
    tables, name = own_table(game, draw(st.sampled_from([2, 3])))
    for _ in range(draw(st.integers(1, 40))):
        table = tables.tables[name]
        event = draw_event(draw, table.record)
        if event is None:
            break
        line = write_entry(table.game, event)
        seat = event.seat if isinstance(event, Moved) else 0
        try:
            do(tables, name, line if isinstance(event, Fell) else line.partition(" ")[2], seat)
        except KnobelError:
            # Dice that no real dice show together.
            continue
    return tables, name


def wished(draw: Any, table: Table) -> str | None:
    """A correction of any entry: other dice for a throw, another move for a move."""
    standing = table.record.standing
    if not standing:
        return None
    at = draw(st.integers(0, len(standing) - 1))
    (number, event), before = standing[at], table.record.states[at]
    if isinstance(event, Moved):
        moves = [move for move in table.game.moves(before, event.seat) if move != event.move]
        return f"correct {number} anew {draw(st.sampled_from(moves))}" if moves else None
    pending = table.game.pending(before)
    assert isinstance(pending, Throw)
    faces = draw(face_strategy(table.game, pending.dice))
    return f"correct {number} anew {write_entry(table.game, Fell(faces))}"


def owned(table: Table) -> Counter[tuple[int, str]]:
    """Every throw that stands or waits, with its seat."""
    standing = zip(table.record.standing, table.record.states, strict=False)
    found = [(seat_of(table.game, before, event), event) for (_, event), before in standing]
    found += [(one.seat, one.event) for one in table.corrections.waiting]
    return Counter((seat, write_entry(table.game, event)) for seat, event in found if isinstance(event, Fell))


def again(tables: MemoryTables, name: str) -> Table:
    """The table as its log tells it to somebody who reads it for the first time."""
    table = tables.tables[name]
    return Table(table.setup, table.seat_keys).read(LogEntry(*one.stored()) for one in tables.logs[name])


@in_every_game
def test_what_is_corrected_to_itself_changes_nothing(game: str, data: st.DataObject) -> None:
    tables, name = data.draw(played(game))
    table = tables.tables[name]
    for number, line in table.lines()[:10]:
        do(tables, name, f"correct {number} {line if line.startswith('-') else line.partition(' ')[2]}")
    assert tables.tables[name].seq == table.seq


@in_every_game
def test_a_correction_that_is_corrected_back_leaves_everything_as_it_was(game: str, data: st.DataObject) -> None:
    tables, name = data.draw(played(game))
    before = tables.tables[name]
    move = wished(data.draw, before)
    try:
        do(tables, name, move or "")
    except KnobelError:
        return
    number = int((move or "").split()[1])
    stood = before.standing(number)
    assert stood is not None
    old = before.line(number, stood)
    at = [at for at, _ in before.lines()].index(number)
    now = tables.tables[name].record.standing[at][0]
    do(tables, name, f"correct {now} anew {old if old.startswith('-') else old.partition(' ')[2]}")
    after = tables.tables[name]
    # Of those who move at once it makes no difference who was first.
    assert Counter(line for _, line in after.lines()) == Counter(line for _, line in before.lines())
    assert after.record.state == before.record.state
    assert not after.corrections.to_come(after.record)


@in_every_game
def test_a_correction_after_which_all_fits_is_as_if_it_had_been_typed_right(game: str, data: st.DataObject) -> None:
    tables, name = data.draw(played(game))
    before = tables.tables[name]
    move = (wished(data.draw, before) or "").replace("anew ", "")
    try:
        told = consequences(before, move)
        do(tables, name, move)
    except KnobelError:
        return
    after = tables.tables[name]
    events = [event for _, event in after.record.standing]
    assert replay(after.game, events) == after.record.state
    number = int(move.split()[1])
    if not told["reordered"]:
        at = [at for at, _ in before.lines()].index(number)
        rest = [event for _, event in before.record.standing]
        assert events == [*rest[:at], events[at], *rest[at + 1 :]]


@in_every_game
def test_no_correction_gives_a_throw_to_another_seat_and_the_log_tells_the_same(game: str, data: st.DataObject) -> None:
    tables, name = data.draw(played(game))
    for _ in range(3):
        before = tables.tables[name]
        move = wished(data.draw, before)
        try:
            do(tables, name, move or "")
        except KnobelError:
            continue
        after = tables.tables[name]
        number = int((move or "").split()[1])
        changed = owned(before) - owned(after)
        # All but the corrected throw itself.
        assert sum(changed.values()) <= isinstance(before.standing(number), Fell)
        read = again(tables, name)
        assert read.record.text() == after.record.text()
        assert read.corrections == after.corrections
        assert Record.read(after.record.text()).state == after.record.state


def kribbeln(*rows: tuple[int, str]) -> tuple[MemoryTables, str]:
    """Rows of Kribbeln for two, as they are written: whose turn it has to be, and the entry."""
    tables, name = own_table("kribbeln")
    for seat, entry in rows:
        assert tables.tables[name].waiting == (seat,)
        do(tables, name, f"enter {entry}")
    return tables, name


def throws_of(table: Table, seat: int) -> list[str]:
    """The throws of a seat that stand."""
    states = zip(table.record.standing, table.record.states, strict=False)
    mine = [event for (_, event), before in states if seat_of(table.game, before, event) == seat]
    return [write_entry(table.game, event) for event in mine if isinstance(event, Fell)]


def cells(table: Table, seat: int) -> dict[str, Any]:
    """What stands on a sheet."""
    return {cell.key: cell.value for cell in look(table.game, table.record.state).sheets[seat].cells}


def told_last(tables: MemoryTables, name: str) -> dict[str, Any]:
    """The only correction, as everybody at the table is told it."""
    (told,) = corrections(tables.tables[name])
    return told


def test_who_begins_a_row_may_change_and_every_throw_stays_with_its_player() -> None:
    tables, name = kribbeln((0, "task_1: 30"), (1, "task_1: 20"), (0, "task_2: 25"), (1, "task_2: 24"))
    before = tables.tables[name]
    told = consequences(before, "correct 2 enter task_1: 18")
    assert (told["whole"], told["reordered"]) == (True, True)
    do(tables, name, "correct 2 enter task_1: 18", seat=1)
    after = tables.tables[name]
    # Seat 1 has the higher sum now, so that it began the second row; both have what they had there.
    assert [throws_of(after, seat)[1:] for seat in (0, 1)] == [throws_of(before, seat)[1:] for seat in (0, 1)]
    assert [cells(after, seat)["task_2"] for seat in (0, 1)] == [25, 24]
    assert [cells(after, seat)["task_1"] for seat in (0, 1)] == [18, 20]
    second = [seat_of(after.game, state, event) for _, event, state in after.record.since(0)][4:]
    assert second == [1, 1, 0, 0]


def test_a_tie_that_comes_of_a_correction_asks_for_a_roll_and_puts_the_rest_back_after_it() -> None:
    tables, name = kribbeln((0, "task_1: 30"), (1, "task_1: 20"), (0, "task_2: 25"), (1, "task_2: 24"))
    before = tables.tables[name]
    with pytest.raises(Conflict, match="would no longer fit"):
        do(tables, name, "correct 2 enter task_1: 20")
    assert tables.tables[name].seq == before.seq
    told = consequences(before, "correct 2 enter task_1: 20")
    assert (told["whole"], told["waiting"], told["again"]) == (False, 4, None)
    do(tables, name, "correct 2 anew enter task_1: 20")
    table = tables.tables[name]
    assert (len(table.corrections.waiting), table.pending) == (4, Throw(0, (0,)))
    do(tables, name, "- 3k")
    do(tables, name, "- 5k")
    table = tables.tables[name]
    assert not table.corrections.waiting
    assert [cells(table, seat)["task_2"] for seat in (0, 1)] == [25, 24]
    # And it is gone again when the sum is what it was.
    number = next(number for number, line in table.lines() if line.startswith("0 write"))
    do(tables, name, f"correct {number} anew enter task_1: 30")
    assert [line for _, line in tables.tables[name].lines()] == [line for _, line in before.lines()]


def classic() -> tuple[MemoryTables, str]:
    """Two rounds of Classic, entered as scores."""
    tables, name = own_table("classic")
    for entry in ("full_house: 25", "fives: 15", "fives: 10", "chance: 17"):
        do(tables, name, f"enter {entry}")
    return tables, name


def test_what_no_longer_fits_is_entered_anew_and_what_came_later_comes_back() -> None:
    tables, name = classic()
    before = tables.tables[name]
    told = consequences(before, "correct 2 enter fives: 20")
    assert (told["whole"], told["waiting"], told["again"]["seat"]) == (False, 3, 0)
    with pytest.raises(Conflict):
        do(tables, name, "correct 2 enter fives: 20")
    do(tables, name, "correct 2 anew enter fives: 20")
    table = tables.tables[name]
    # Her second throw is back; what she writes with it is open, and the entry after it waits.
    assert (table.waiting, len(table.corrections.waiting)) == ((0,), 3)
    assert cells(table, 1)["chance"] is None
    do(tables, name, "write sixes", seat=0)
    table = tables.tables[name]
    assert not table.corrections.waiting
    assert cells(table, 1)["chance"] == 17
    assert (cells(table, 0)["fives"], cells(table, 0)["full_house"]) == (20, None)


def test_a_score_is_corrected_rows_later_by_anybody_and_all_are_told() -> None:
    tables, name = classic()
    do(tables, name, "correct 2 enter full_house: 0", seat=1)
    table = tables.tables[name]
    told = told_last(tables, name)
    assert (told["by"], told["seat"], told["dice"]) == (1, 0, None)
    assert [(one["cell"], one["was"], one["now"]) for one in told["cells"]] == [("full_house", 25, 0)]
    assert told["totals"] == [{"seat": 0, "was": 35, "now": 10}]
    # One amendment did it: everything else kept its number.
    assert [number for number, _ in table.lines()] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_one_die_is_corrected_and_told_with_what_it_changed() -> None:
    tables, name = own_table("classic")
    for move in ("- 5 5 5 2 2", "write full_house"):
        do(tables, name, move)
    do(tables, name, "correct 1 - 5 5 5 2 3")
    told = told_last(tables, name)
    assert told["dice"] == {"was": ["5", "5", "5", "2", "2"], "now": ["5", "5", "5", "2", "3"]}
    assert [(one["was"], one["now"]) for one in told["cells"]] == [(25, 0)]


def test_the_entry_behind_a_cell_is_found_with_its_throws_and_what_could_stand_there() -> None:
    tables, name = classic()
    for move in ("- 6 6 1 2 3", "keep 1 2", "- 6 6 4", "write sixes"):
        do(tables, name, move)
    table = tables.tables[name]
    found = correctable(table, "0 sixes")
    assert [(one["faces"], one["dice"]) for one in found["throws"]] == [
        (["6", "6", "1", "2", "3"], [1, 2, 3, 4, 5]),
        (["6", "6", "4"], [3, 4, 5]),
    ]
    assert "sixes" in {place["key"] for place in found["pad"]["places"]}
    assert "fives" not in {place["key"] for place in found["pad"]["places"]}
    assert correctable(table, "0 full_house")["number"] == 2
    with pytest.raises(BadMove, match="nothing has been entered"):
        correctable(table, "1 sixes")


def test_a_turn_typed_with_dice_becomes_a_score_without_them() -> None:
    tables, name = own_table("classic")
    for move in ("- 6 6 1 2 3", "keep 1 2", "- 6 6 4", "write sixes", "- 1 1 2 3 4"):
        do(tables, name, move)
    do(tables, name, "correct 4 enter chance: 11")
    table = tables.tables[name]
    assert cells(table, 0)["chance"] == 11
    assert [line for _, line in table.lines()][-1] == "- 1 1 2 3 4"
    assert table.waiting == (1,)


def test_of_two_corrections_at_once_the_second_has_to_look_again() -> None:
    tables, name = classic()
    seen = tables.tables[name].seq
    first, second = Command("correct 2 enter full_house: 0", seen, "one"), Command("correct 4 enter fives: 10", seen)
    told = tables.change(name, lambda draft: acts.play(draft, (0,), first, 0))
    with pytest.raises(Stale):
        tables.change(name, lambda draft: acts.play(draft, (1,), second, 0))
    assert tables.change(name, lambda draft: acts.play(draft, (0,), first, 0)) == told
    assert len(tables.tables[name].corrections.done) == 1


def test_a_correction_is_not_late_because_somebody_typed_dice_meanwhile() -> None:
    tables, name = classic()
    seen = tables.tables[name].seq
    do(tables, name, "- 1 2 3 4 5", seat=1)
    command = Command("correct 2 enter full_house: 0", seen)
    tables.change(name, lambda draft: acts.play(draft, (0,), command, 0))
    assert cells(tables.tables[name], 0)["full_house"] == 0


def test_what_was_corrected_can_still_be_taken_back_and_what_waits_goes_on_waiting() -> None:
    tables, name = own_table("classic")
    for entry in ("full_house: 25", "fives: 15", "fives: 10", "chance: 17"):
        do(tables, name, f"enter {entry}")
    do(tables, name, "correct 2 anew enter fives: 20")
    table = tables.tables[name]
    last = table.lines()[-1][0]
    tables.change(name, lambda draft: draft.enter(Undo(last), 0, 0))
    do(tables, name, "- 1 2 3 4 4")
    do(tables, name, "write ones")
    assert cells(tables.tables[name], 1)["chance"] == 17
    assert again(tables, name).corrections == tables.tables[name].corrections


@pytest.mark.asyncio
async def test_where_the_server_throws_nothing_is_corrected(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    with pytest.raises(NotAllowed, match="cannot be corrected"):
        await say(tables, anna, "correct 1 - 1 1 1 1 1", seen=0)
