"""One stream for several tables: each event names its table, each table is resumed exactly, and none spoils another."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest

from knobel.app.responses import view as view_responses
from knobel.server.http.schema import response_model
from tests.patience import PATIENCE
from tests.server.http.conftest import BOTH, Running, serving, until_ready
from tests.server.http.test_streams import all_blocks, roll, table
from tests.tables.test_changes import applied

AtTable: Any = response_model(view_responses.AtTable)

pytestmark = pytest.mark.asyncio


class Told(NamedTuple):
    """An event of a stream."""

    event: str
    table: str
    data: Any
    id: str | None


async def followed(answer: httpx2.Response) -> AsyncGenerator[Told, None]:
    """What a stream tells of tables."""
    assert answer.status_code == 200
    async with aclosing(all_blocks(answer)) as blocks:
        async for block in blocks:
            if block.get("event") not in {None, "ping", "bye"}:
                told = AtTable.model_validate_json(block["data"])
                yield Told(block["event"], told.table, json.loads(block["data"])["data"], block.get("id"))


async def next_of(stream: AsyncGenerator[Told, None], event: str, table: str | None = None) -> Told:
    """The next event of this kind, at this table or any."""
    async for told in stream:
        if told.event == event and table in {None, told.table}:
            return told
    raise AssertionError("the stream has ended")


async def tables_of(http: httpx2.AsyncClient, count: int) -> list[str]:
    """So many tables for one, who sits at all of them; their names."""
    return [(await table(http)).rpartition("/")[2] for _ in range(count)]


@BOTH
async def test_each_event_names_its_table_and_the_id_resumes_all_of_them(server: Running) -> None:
    async with server.client() as http, asyncio.timeout(PATIENCE):
        a, b, c = await tables_of(http, 3)
        async with (
            http.stream("GET", f"/api/events?tables={a}:2,{b}:1,{c}") as answer,
            aclosing(followed(answer)) as stream,
        ):
            assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
            begun = [await next_of(stream, "row") for _ in range(3)]
            assert sorted((told.table, told.data["seq"]) for told in begun) == sorted([(b, 2), (c, 1), (c, 2)])
            for name in (b, a, a):
                seq = await roll(http, f"/api/tables/{name}")
                told = await next_of(stream, "row")
                assert (told.table, told.data["seq"]) == (name, seq)
        assert told.id is not None
        assert sorted(told.id.split(",")) == sorted([f"{a}:4", f"{b}:3", f"{c}:2"])
        # What happens while nobody follows comes after, and nothing else comes again.
        for name in (c, a):
            await roll(http, f"/api/tables/{name}")
        headers = {"Last-Event-ID": told.id}
        async with (
            http.stream("GET", f"/api/events?tables={a},{b},{c}", headers=headers) as answer,
            aclosing(followed(answer)) as stream,
        ):
            missed = [await next_of(stream, "row") for _ in range(2)]
            assert sorted((told.table, told.data["seq"]) for told in missed) == sorted([(a, 5), (c, 3)])
            seq = await roll(http, f"/api/tables/{b}")
            told = await next_of(stream, "row")
            assert (told.table, told.data["seq"]) == (b, seq)


async def test_changes_of_each_table_make_the_view_that_is_asked_for(server: Running) -> None:
    async with server.client() as http, server.client() as watcher, asyncio.timeout(PATIENCE):
        names, seen = [], {}
        for _ in range(2):
            wish = {"game": "classic", "seats": [{"kind": "here"}]}
            opened = (await http.post("/api/tables", json=wish)).json()
            path = f"/api/tables/{opened['table']}"
            await http.post(f"{path}/join", json={})
            await watcher.post(f"{path}/join", json={"ticket": opened["watch"]})
            names.append(opened["table"])
            seen[opened["table"]] = (await watcher.get(path)).json()
        places = ",".join(f"{name}:{view['seq']}" for name, view in seen.items())
        async with (
            watcher.stream("GET", f"/api/events?tables={places}&view=true&changes=true") as answer,
            aclosing(followed(answer)) as stream,
        ):
            for name in [*names, *names, *names]:
                await roll(http, f"/api/tables/{name}")
                told = await next_of(stream, "change")
                assert told.table == name
                seen[name] = applied(seen[name], told.data)
                asked = (await watcher.get(f"/api/tables/{name}")).json()
                assert seen[name] | {"now": asked["now"]} == asked


async def test_a_table_that_may_not_be_read_is_refused_and_the_others_go_on(server: Running) -> None:
    async with server.client() as http, server.client() as stranger, asyncio.timeout(PATIENCE):
        (mine,), (theirs,) = await tables_of(http, 1), await tables_of(stranger, 1)
        async with (
            http.stream("GET", f"/api/events?tables={theirs},{mine}:2,aaaaaaaaaaaaaaaa") as answer,
            aclosing(followed(answer)) as stream,
        ):
            refused = [await next_of(stream, "refused") for _ in range(2)]
            codes = {told.table: told.data["error"]["code"] for told in refused}
            assert codes == {theirs: "denied", "aaaaaaaaaaaaaaaa": "no_table"}
            seq = await roll(http, f"/api/tables/{mine}")
            told = await next_of(stream, "row")
            assert (told.table, told.data["seq"], told.id) == (mine, seq, f"{mine}:{seq}")


@BOTH
async def test_a_table_that_is_deleted_or_lost_ends_for_itself_alone(server: Running) -> None:
    async with server.client() as phone, server.client() as tablet, asyncio.timeout(PATIENCE):
        lost, kept = await tables_of(phone, 2)
        for name in (lost, kept):
            ticket = (await phone.post(f"/api/tables/{name}/tickets", json={})).json()["ticket"]
            await tablet.post(f"/api/tables/{name}/join", json={"ticket": ticket})
        (own,) = await tables_of(tablet, 1)
        async with (
            tablet.stream("GET", f"/api/events?tables={lost},{kept},{own}") as answer,
            aclosing(followed(answer)) as stream,
        ):
            await next_of(stream, "online", own)
            await phone.post(f"/api/tables/{lost}/renew", json={})
            assert (await next_of(stream, "refused")).table == lost
            await phone.post(f"/api/tables/{kept}/leave", json={})
            assert (await next_of(stream, "row")).table == kept
            await tablet.delete("/api/me")
            gone = {(await next_of(stream, "refused")).table for _ in range(2)}
            assert gone == {kept, own}


async def test_from_the_future_of_one_table_only_that_one_begins_anew(server: Running) -> None:
    async with server.client() as http, asyncio.timeout(PATIENCE):
        a, b = await tables_of(http, 2)
        async with (
            http.stream("GET", f"/api/events?tables={a}:50,{b}:1") as answer,
            aclosing(followed(answer)) as stream,
        ):
            told = [await anext(stream) for _ in range(4)]
        # Tables do not wait for each other.
        assert {(one.table, one.event) for one in told if one.event in {"reset", "row"}} == {(a, "reset"), (b, "row")}
        assert next(one for one in told if one.event == "reset").data["seq"] == 2


async def test_who_follows_several_tables_is_online_at_all_of_them_across_workers(
    postgres: str, tmp_path: Path
) -> None:
    with serving(postgres, tmp_path) as one, serving(postgres, tmp_path) as other:
        await asyncio.gather(until_ready(one), until_ready(other))
        async with one.client() as anna, other.client() as bert, asyncio.timeout(PATIENCE):
            names = []
            for _ in range(2):
                wish = {"game": "classic", "seats": [{"kind": "here"}, {"kind": "link"}]}
                opened = (await anna.post("/api/tables", json=wish)).json()
                names.append(opened["table"])
                await anna.post(f"/api/tables/{names[-1]}/join", json={})
                await bert.post(f"/api/tables/{names[-1]}/join", json={"ticket": opened["invite"]})
            query = f"/api/events?tables={','.join(f'{name}:99999' for name in names)}"
            async with anna.stream("GET", query) as hers, aclosing(followed(hers)) as stream:
                online: dict[str, list[bool]] = {}
                async with bert.stream("GET", query):
                    while online != {name: [True, True] for name in names}:
                        told = await next_of(stream, "online")
                        online[told.table] = [seat["online"] for seat in told.data["seats"]]
                # What one does at one worker is told to those who follow at the other.
                async with bert.stream("GET", query) as his, aclosing(followed(his)) as heard:
                    greeted: set[str] = set()
                    while greeted != set(names):
                        greeted.add((await next_of(heard, "online")).table)
                    for name in names:
                        seq = (await anna.post(f"/api/tables/{name}/emotes", json={"emote": "wow"})).json()["seq"]
                        told = await next_of(heard, "row")
                        assert (told.table, told.data["seq"]) == (name, seq)


async def test_a_key_and_an_address_follow_so_many_tables(url: str, tmp_path: Path) -> None:
    with serving(url, tmp_path, followed_key=4, followed_address=5) as server:
        await until_ready(server)
        async with (
            server.client() as http,
            server.client() as other,
            AsyncExitStack() as stack,
            asyncio.timeout(PATIENCE),
        ):
            names, theirs = await tables_of(http, 5), await tables_of(other, 2)
            answers = []
            for client, some in ((http, names), (http, names[:3]), (http, names[3:]), (http, names[3:4])):
                answers.append(
                    await stack.enter_async_context(client.stream("GET", f"/api/events?tables={','.join(some)}"))
                )
            assert [answer.status_code for answer in answers] == [503, 200, 503, 200]
            for some, status in ((theirs, 503), (theirs[:1], 200)):
                answer = await stack.enter_async_context(other.stream("GET", f"/api/events?tables={','.join(some)}"))
                assert answer.status_code == status


@pytest.mark.parametrize(
    "tables", ["", "A", "a:-1", "a:x", "a:9999999999", "a,,b", "a b", ",".join(["a"] * 51), "../etc", "a" * 33]
)
async def test_what_names_no_tables_is_refused(server: Running, tables: str) -> None:
    async with server.client() as http:
        answer = await http.get("/api/events", params={"tables": tables})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid")
        answer = await http.get("/api/events", params={"tables": "a"}, headers={"Last-Event-ID": tables or "?"})
        assert answer.status_code == 422


async def test_without_a_key_nothing_is_followed(server: Running) -> None:
    async with server.client() as http:
        answer = await http.get("/api/events?tables=a", headers={"Authorization": ""})
        assert answer.status_code == 401
