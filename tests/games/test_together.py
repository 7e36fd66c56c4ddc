"""A game in which all use a part of a throw, and who threw another: no engine takes deciding together for granted."""

from collections.abc import Iterator

import pytest

from knobel import Decide, Record, Throw, make
from knobel.coach import hints, review
from knobel.coach.bot import Greedy
from knobel.core.dice import seeded
from knobel.core.playout import play_record
from knobel.scene import look
from knobel.tables.correct import turn_around
from knobel.tables.replay_after import placed
from tests.games.outside import outside_game
from tests.tables.memory import MemoryTables
from tests.tables.people import Ticket, roll, say, sit, standing, wish


@pytest.fixture(autouse=True)
def schleuse() -> Iterator[None]:
    with outside_game("schleuse"):
        yield


@pytest.fixture
def tables() -> MemoryTables:
    return MemoryTables()


def began() -> Record:
    """Seat 0 throws; all three decide on 3 + 4; seat 0 decides once more, and seat 1 throws."""
    record = Record(make("schleuse", 3), dice="own")
    record.fell(3, 4, 6)
    for seat, move in ((2, "pass"), (0, "moor 7"), (1, "wald 7"), (0, "moor 9")):
        record.moved(seat, move)
    record.fell(1, 1, 1)
    return record


def test_who_may_decide_is_a_matter_of_the_moment() -> None:
    record = began()
    game = record.game
    waiting = [game.pending(state) for state in record.states]
    together = [Decide((0, 1, 2)), Decide((0, 1)), Decide((1,)), Decide((0,))]
    assert waiting == [Throw(0, (0, 1, 2)), *together, Throw(1, (0, 1, 2)), Decide((0, 1, 2))]


def test_a_review_counts_one_turn_for_each_throw_whoever_threw() -> None:
    for seat in review(began()).seats:
        decisions = [moment.turn for moment in seat.moments if moment.kind == "decision"]
        assert decisions == ([1, 1] if seat.seat == 0 else [1])
        assert [moment.turn for moment in seat.moments if moment.kind == "throw"] == [1, 2]
        assert seat.start + seat.luck + seat.others - seat.losses == pytest.approx(seat.result)


def test_there_is_a_hint_for_everybody_who_decides() -> None:
    record = began()
    assert [hint.seat for hint in hints(record)] == [0, 1, 2]
    record.undo()
    record.undo()
    (hint,) = hints(record)
    assert hint.seat == 0
    assert "moor 9" in {choice.move for choice in hint.choices}


def test_a_throw_for_all_belongs_to_no_single_turn_and_events_go_back_to_theirs() -> None:
    record = began()
    assert turn_around(record, 5) == (5, 5)
    assert turn_around(record, 4) == (4, 4)
    turns = [(event.seat, event.turn) for event in placed(record, 0, [0] * 6)]
    assert turns == [(0, 0), (2, 1), (0, 1), (1, 1), (0, 1), (1, 1)]


def test_bots_play_it_to_the_end() -> None:
    record = play_record(Record(make("schleuse", 4)), [Greedy(seat) for seat in range(4)], seeded(2))
    assert look(record.game, record.state).waiting == "over"


async def sitting(tables: MemoryTables) -> tuple[Ticket, Ticket]:
    """Anna has thrown real dice, and both have decided; it is for Anna to decide once more."""
    _, (anna, bert) = await sit(tables, wish("schleuse", 2, dice="own"), "Anna", "Bert")
    await say(tables, anna, "- 3 4 6")
    await say(tables, bert, "moor 7")
    await say(tables, anna, "pass")
    return anna, bert


@pytest.mark.asyncio
async def test_what_others_did_not_build_on_is_taken_back_at_once(tables: MemoryTables) -> None:
    anna, bert = await sitting(tables)
    table = await tables.view(bert.table, bert.token)
    assert 2 in table["undoable"]["free"]
    await say(tables, bert, "undo 2")
    await say(tables, bert, "stadt 7")
    assert standing(await tables.view(anna.table, anna.token)) == [1, 3, 5]


@pytest.mark.asyncio
async def test_what_others_built_on_is_taken_back_only_if_they_agree(tables: MemoryTables) -> None:
    anna, bert = await sitting(tables)
    await say(tables, anna, "wald 9")
    table = await tables.view(bert.table, bert.token)
    assert 2 not in table["undoable"]["free"]
    assert 2 in table["undoable"]["ask"]
    await say(tables, bert, "undo 2")
    asked = (await tables.view(anna.table, anna.token))["ask"]
    assert asked["seat"] == 1
    assert standing(await tables.view(anna.table, anna.token)) == [1, 2, 3, 4]


@pytest.mark.asyncio
async def test_a_table_of_three_waits_for_all_then_for_one(tables: MemoryTables) -> None:
    _, (anna, bert) = await sit(tables, wish("schleuse", 3, bots={1: "cat"}), "Anna", "Bert")
    await roll(tables, anna)
    view = await tables.view(anna.table, anna.token)
    assert view["scene"]["seats"] == [0, 1, 2]
    assert set(view["moves"]) == {"0"}
    assert set((await tables.view(bert.table, bert.token))["moves"]) == {"2"}
