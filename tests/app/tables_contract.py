"""The contract of the port `Tables`: laws that every adapter keeps.

A law gets a function that makes an adapter. All that it makes share one storage, as the workers of a server and the
windows of a browser do. `LAWS` hold everywhere, `LAWS_OF_MANY` wherever several people have tables.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from knobel import make
from knobel.app.ports import Tables
from knobel.core.errors import BadSetup
from knobel.tables import open as opening
from knobel.tables import play, seats
from knobel.tables.errors import Denied, KeyUsed, NoTable
from knobel.tables.keys import new_token
from knobel.tables.open import NewSeat, NewTable
from knobel.tables.play import Command
from knobel.tables.seats import may_watch, seated, seats_of
from knobel.tables.setup import RANDOM, Opening
from knobel.tables.table import TAIL, Table
from knobel.testing import random_record

MakeTables = Callable[[], Awaitable[Tables]]
Law = Callable[[MakeTables, str], Awaitable[None]]
"""Gets what makes adapters, and the key of whoever owns the tables."""

NOBODY = "a" * 16
"""The name of no table."""


def new_table(key: str, again: str | None = None, at: int = 1000, kinds: tuple[str, ...] = ("here",)) -> Opening:
    """A table that is about to be opened."""
    wanted = NewTable("hexhex", [NewSeat(kind, f"Player {kind}") for kind in kinds], dice=RANDOM)
    return opening.new(wanted, key, again, at)


async def opened(tables: Tables, made: Opening, key: str) -> str:
    """The name of a table that was opened now, and joined."""
    assert await tables.open(made)
    name = made.setup.table
    await tables.change(name, key, lambda draft: seats.join(draft, key, "", None, None, None, made.created))
    return name


def wear(draft: Table, face: str, at: int = 2000) -> int:
    """A command that adds an entry every time."""
    seats.choose_face(draft, 0, face, at)
    return draft.seq


async def a_table_is_opened_once_and_loaded_as_it_was_opened(make_tables: MakeTables, key: str) -> None:
    tables, other = await make_tables(), await make_tables()
    made = new_table(key, "again")
    name = made.setup.table
    assert await tables.request_hash(name) is None
    opening_at_once = await asyncio.gather(tables.open(made), other.open(made), tables.open(made))
    assert sorted(opening_at_once) == [False, False, True]
    assert not await other.open(made)
    for adapter in (tables, other):
        table = await adapter.load(name, key)
        assert (table.setup, table.seq, table.names) == (made.setup, len(made.entries), ("Player here",))
        assert seats_of(table, key) == (0,)
        assert await adapter.request_hash(name) == made.request_hash


async def another_request_with_the_same_idempotency_key_is_recognised(make_tables: MakeTables, key: str) -> None:
    tables = await make_tables()
    first, same, second = (new_table(key, "again", kinds=kinds) for kinds in (("here",), ("here",), ("here", "here")))
    assert await tables.open(first)
    assert not await tables.open(second)
    there = await tables.request_hash(first.setup.table)
    opening.check_same(there, same.request_hash)
    with pytest.raises(KeyUsed):
        opening.check_same(there, second.request_hash)
    assert (await tables.load(first.setup.table, key)).setup == first.setup


async def what_is_not_there_is_neither_loaded_nor_changed(make_tables: MakeTables, key: str) -> None:
    tables = await make_tables()
    with pytest.raises(NoTable):
        await tables.load(NOBODY, key)
    with pytest.raises(NoTable):
        await tables.change(NOBODY, key, lambda draft: wear(draft, "cat"))


async def a_change_is_seen_by_all_who_load_the_table(make_tables: MakeTables, key: str) -> None:
    tables, other = await make_tables(), await make_tables()
    changed: list[tuple[str, int]] = []
    name = await opened(tables, new_table(key), key)
    await other.load(name, key)
    tables.on_change = lambda table: changed.append((table.setup.table, table.seq))
    seq = await tables.change(name, key, lambda draft: wear(draft, "cat"))
    assert changed == [(name, seq)]
    for table in (await tables.latest(name, key), await tables.load(name, key), await other.load(name, key)):
        assert (table.seq, table.seats[0].face) == (seq, "cat")
        assert not [*table.added, *table.keys_added, *table.keys_removed]


async def a_command_that_fails_or_adds_nothing_leaves_no_trace(make_tables: MakeTables, key: str) -> None:
    tables = await make_tables()
    changed: list[Table] = []
    name = await opened(tables, new_table(key), key)
    before = await tables.load(name, key)
    tables.on_change = changed.append

    def fail(draft: Table) -> None:
        wear(draft, "cat")
        raise BadSetup("it thought better of it")

    with pytest.raises(BadSetup):
        await tables.change(name, key, fail)
    assert await tables.change(name, key, lambda draft: seated(draft, key)) == (0,)
    after = await tables.load(name, key)
    assert (after.seq, after.seats) == (before.seq, before.seats)
    assert not changed


async def changes_at_the_same_time_are_all_stored_once(make_tables: MakeTables, key: str) -> None:
    adapters = [await make_tables(), await make_tables()]
    name = await opened(adapters[0], new_table(key), key)
    faces = ["ape", "bat", "bee", "cat", "cow", "dog", "elk", "emu", "fox", "hen", "owl", "pig"]
    changing = [
        adapters[number % 2].change(name, key, partial(wear, face=face), quick=bool(number % 3))
        for number, face in enumerate(faces)
    ]
    numbers = await asyncio.gather(*changing)
    for tables in adapters:
        table = await tables.load(name, key)
        log = await tables.entries(table, 0)
        assert [entry.seq for entry in log] == list(range(1, table.seq + 1))
        assert {entry.seq: entry.text for entry in log if entry.kind == "face"} == dict(
            zip(numbers, faces, strict=True)
        )


async def a_command_that_arrives_twice_is_carried_out_once(make_tables: MakeTables, key: str) -> None:
    adapters = [await make_tables(), await make_tables()]
    name = await opened(adapters[0], new_table(key), key)
    command = Command("roll", (await adapters[0].load(name, key)).seq, "once", 0)

    def roll(draft: Table) -> int:
        return play.play(draft, seated(draft, key), command, 2000).seq

    numbers = await asyncio.gather(*(tables.change(name, key, roll, quick=True) for tables in adapters * 5))
    assert {*numbers, await adapters[1].change(name, key, roll)} == {numbers[0]}
    table = await adapters[1].load(name, key)
    assert [entry.key for entry in await adapters[1].entries(table, 0)].count("once") == 1


async def the_entries_after_a_number_are_those_of_the_log(make_tables: MakeTables, key: str) -> None:
    tables = await make_tables()
    name = await opened(tables, new_table(key), key)
    for number in range(TAIL + 10):
        await tables.change(name, key, partial(wear, face="cat" if number % 2 else "dog"))
    for adapter in (tables, await make_tables()):
        table = await adapter.load(name, key)
        log = await adapter.entries(table, 0)
        assert [entry.seq for entry in log] == list(range(1, table.seq + 1))
        assert [entry.kind for entry in log[:2]] == ["name", "join"]
        for after in (1, 5, table.seq - 3, table.seq):
            assert list(await adapter.entries(table, after)) == list(log[after:])


async def keys_come_and_go_with_commands(make_tables: MakeTables, key: str) -> None:
    tables, other = await make_tables(), await make_tables()
    made, friend, ticket = new_table(key, kinds=("here", "link")), new_token(), new_token()
    invite = opening.opened(made.setup, key, ()).invite
    name = await opened(tables, made, key)
    await tables.change(name, friend, lambda draft: seats.join(draft, friend, invite, "Bert", None, None, 2000))
    assert seats_of(await other.load(name, friend), friend) == (1,)
    await tables.change(name, friend, lambda draft: seats.add_ticket(draft, 1, ticket))
    assert list(await tables.of_key(ticket)) == []
    with pytest.raises(Denied):
        await other.change(name, ticket, lambda draft: seated(draft, ticket))

    def join(draft: Table, device: str) -> str:
        seats.join(draft, device, ticket, None, None, None, 3000)
        return device

    joining = [
        adapter.change(name, device, partial(join, device=device))
        for adapter, device in zip([tables, other] * 3, [new_token() for _ in range(6)], strict=True)
    ]
    joined = await asyncio.gather(*joining, return_exceptions=True)
    (phone,) = [device for device in joined if not isinstance(device, Denied)]
    assert isinstance(phone, str)
    assert seats_of(await tables.load(name, phone), phone) == (1,)
    late = new_token()
    with pytest.raises(Denied):
        await tables.change(name, late, lambda draft: seats.join(draft, late, ticket, None, None, None, 3000))
    await tables.change(name, friend, lambda draft: seats.revoke_other_keys(draft, 1, friend, 4000))
    for adapter in (tables, other):
        assert seats_of(await adapter.load(name, phone), phone) == ()
        assert seats_of(await adapter.load(name, friend), friend) == (1,)


async def a_rematch_is_stored_with_the_entry_that_names_it(make_tables: MakeTables, key: str) -> None:
    tables = await make_tables()
    watcher = new_token()
    made = opening.imported(random_record(make("hexhex", 2), 1).text(), key, None, 1000, [0])
    name = await opened(tables, made, key)
    watch = opening.opened(made.setup, key, ()).watch
    await tables.change(name, watcher, lambda draft: seats.watch(draft, watcher, watch))
    following = await tables.change(name, key, lambda draft: opening.rematch(draft, 0, 2000, sealed=False))
    for adapter in (tables, await make_tables()):
        assert (await adapter.load(name, key)).next == following
        table = await adapter.load(following, key)
        assert (seats_of(table, key), [past.table for past in table.past]) == ((1,), [name])
        assert may_watch(await adapter.load(following, watcher), watcher) == ()
        assert await adapter.request_hash(following) is None
    assert await tables.change(name, key, lambda draft: opening.rematch(draft, 0, 3000)) == following


async def the_tables_of_a_key_are_listed_newest_first(make_tables: MakeTables, key: str) -> None:
    tables = await make_tables()
    one, two, three = [await opened(tables, new_table(key, at=at), key) for at in (1000, 2000, 3000)]
    await tables.change(one, key, partial(wear, face="cat", at=5000))
    listed = [(one, 5000), (three, 3000), (two, 2000)]
    for adapter in (tables, await make_tables()):
        assert list(await adapter.of_key(key)) == listed
        assert list(await adapter.of_key(key, 2)) == listed[:2]
        assert list(await adapter.of_key(key, before=3000)) == listed[2:]
        assert list(await adapter.of_key(key, 1, 5000)) == listed[1:2]
        assert list(await adapter.of_key(new_token())) == []


async def an_imported_record_is_recognised(make_tables: MakeTables, key: str) -> None:
    tables = await make_tables()
    text = random_record(make("hexhex", 2), 1).text()
    mark = opening.fingerprint(text)
    assert list(await tables.imported(key, mark)) == []
    made = opening.imported(text, key, None, 1000)
    assert await tables.open(made)
    for adapter in (tables, await make_tables()):
        assert made.setup.table in await adapter.imported(key, mark)
        assert list(await adapter.imported(new_token(), mark)) == []


async def what_is_stored_about_a_key_is_erased(make_tables: MakeTables, key: str) -> None:
    tables = await make_tables()
    names = [await opened(tables, new_table(key), key) for _ in range(2)]
    await tables.erase(key)
    for adapter in (tables, await make_tables()):
        assert list(await adapter.of_key(key)) == []
        for name in names:
            assert await adapter.request_hash(name) is None
            with pytest.raises(NoTable):
                await adapter.load(name, key)


async def a_key_that_is_erased_leaves_the_others_their_game(make_tables: MakeTables, key: str) -> None:
    tables, other = await make_tables(), await make_tables()
    made, friend = new_table(key, kinds=("here", "link")), new_token()
    invite = opening.opened(made.setup, key, ()).invite
    name, own = await opened(tables, made, key), await opened(tables, new_table(friend), friend)
    await tables.change(name, friend, lambda draft: seats.join(draft, friend, invite, "Bert", None, None, 2000))
    seq = (await tables.load(name, key)).seq
    await tables.change(name, key, lambda draft: play.play(draft, (0,), Command("roll", seq, "once", 0), 2000))
    moves = [entry for entry in await tables.entries(await tables.load(name, key), 0) if entry.kind == "entry"]
    assert moves
    await tables.erase(key)
    assert {listed for listed, _ in await tables.of_key(friend)} == {name, own}
    for adapter in (tables, other):
        table = await adapter.load(name, friend)
        assert (seats_of(table, key), seats_of(table, friend), table.names) == ((), (1,), ("Player 1", "Bert"))
        assert table.seats[0].away
        log = await adapter.entries(table, 0)
        assert [entry for entry in log if entry.kind == "entry"] == moves
        assert not [entry for entry in log if "Player here" in entry.text]
    await tables.erase(friend)
    for left in (name, own):
        with pytest.raises(NoTable):
            await other.load(left, friend)


LAWS: tuple[Law, ...] = (
    a_table_is_opened_once_and_loaded_as_it_was_opened,
    another_request_with_the_same_idempotency_key_is_recognised,
    what_is_not_there_is_neither_loaded_nor_changed,
    a_change_is_seen_by_all_who_load_the_table,
    a_command_that_fails_or_adds_nothing_leaves_no_trace,
    changes_at_the_same_time_are_all_stored_once,
    a_command_that_arrives_twice_is_carried_out_once,
    the_entries_after_a_number_are_those_of_the_log,
    keys_come_and_go_with_commands,
    a_rematch_is_stored_with_the_entry_that_names_it,
    the_tables_of_a_key_are_listed_newest_first,
    an_imported_record_is_recognised,
    what_is_stored_about_a_key_is_erased,
)
LAWS_OF_MANY: tuple[Law, ...] = (a_key_that_is_erased_leaves_the_others_their_game,)
