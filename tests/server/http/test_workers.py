"""Two workers of one server: whichever answers, all see the same table, and a worker that is killed loses nothing."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.patience import PATIENCE
from tests.server.http.conftest import Running, serving, until_ready
from tests.server.http.test_outages import workers_of
from tests.server.http.test_several_tables import Told, followed, next_of
from tests.tables.test_changes import applied

PSUTIL: Any = import_module("psutil")
pytestmark = pytest.mark.asyncio


class TwoWorkers:
    """A server with two workers, and two people who are seated at a table of it."""

    def __init__(self, server: Running, workers: list[Any], anna: httpx2.AsyncClient, bert: httpx2.AsyncClient) -> None:
        self.server, self.workers, self.anna, self.bert = server, workers, anna, bert
        self.path = ""

    async def open_table(self) -> str:
        """Open a table at which both sit; its id."""
        wish = {"game": "classic", "seats": [{"kind": "here"}, {"kind": "link"}]}
        opened = (await self.anna.post("/api/tables", json=wish)).json()
        self.path = f"/api/tables/{opened['table']}"
        assert (await self.anna.post(f"{self.path}/join", json={})).status_code == 200
        assert (await self.bert.post(f"{self.path}/join", json={"ticket": opened["invite"]})).status_code == 200
        return str(opened["table"])

    def worker_of(self, answer: httpx2.Response) -> int:
        """The process that serves the connection of an answer; 0 if it is closed by now."""
        client = tuple(answer.extensions["network_stream"].get_extra_info("client_addr"))
        connections = ((worker.pid, one.raddr) for worker in self.workers for one in worker.net_connections("tcp"))
        return next((int(pid) for pid, address in connections if address and tuple(address) == client), 0)

    @asynccontextmanager
    async def client_at(self, worker: Any, http: httpx2.AsyncClient) -> AsyncIterator[httpx2.AsyncClient]:
        """The same person with a connection that this worker has accepted, because the other one slept meanwhile."""
        (other,) = (one for one in self.workers if one != worker)
        async with self.server.client(http.headers["Authorization"].split()[1]) as client:
            other.suspend()
            try:
                await client.get("/healthz")
            finally:
                other.resume()
            yield client

    async def stream_at(
        self, worker: Any, http: httpx2.AsyncClient, path: str, stack: AsyncExitStack
    ) -> httpx2.Response:
        """A stream of a person that this worker serves."""
        while True:
            async with AsyncExitStack() as attempt:
                client = await attempt.enter_async_context(self.client_at(worker, http))
                answer = await attempt.enter_async_context(client.stream("GET", path))
                # A connection that was idle for too long is opened anew, at any worker.
                if self.worker_of(answer) == worker.pid:
                    stack.push_async_exit(attempt.pop_all())
                    return answer


@asynccontextmanager
async def two_workers(postgres: str, folder: Path) -> AsyncIterator[TwoWorkers]:
    """A server with two workers on PostgreSQL, and two people who have a connection to it."""
    with serving(postgres, folder, "--workers", "2") as server:
        await until_ready(server)
        async with server.client() as anna, server.client() as bert, asyncio.timeout(PATIENCE):
            while len(workers := workers_of(PSUTIL.Process(server.process.pid))) < 2:
                await asyncio.sleep(0.05)
            yield TwoWorkers(server, workers, anna, bert)


def shown(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what changes by itself, with the clock or with who is online."""
    seats = [{**seat, "online": None, "offline_since": None} for seat in view["seats"]]
    return {name: value for name, value in view.items() if name not in {"now", "watchers"}} | {"seats": seats}


async def after(stream: AsyncGenerator[Told, None], view: dict[str, Any], seq: int) -> dict[str, Any]:
    """What somebody sees who follows a stream from a view on, once it tells of this number."""
    while view["seq"] < seq:
        told = await anext(stream)
        if told.event == "view":
            view = told.data
        elif told.event == "change":
            assert told.data["since"] == view["seq"]
            view = applied(view, told.data)
    return view


async def test_all_who_follow_a_table_see_what_a_fresh_view_shows_whichever_worker_wrote_it(
    postgres: str, tmp_path: Path
) -> None:
    async with two_workers(postgres, tmp_path) as two, AsyncExitStack() as streams:
        table = await two.open_table()
        following = []
        for worker in two.workers:
            for http in (two.anna, two.bert):
                view = (await http.get(two.path)).json()
                path = f"/api/events?view=true&changes=true&tables={table}:{view['seq']}"
                answer = await two.stream_at(worker, http, path, streams)
                stream = await streams.enter_async_context(aclosing(followed(answer)))
                # It has begun when it tells who is online.
                await next_of(stream, "online")
                following.append([http, stream, view])
        writers: Counter[int] = Counter()
        while any(writers[worker.pid] < 3 for worker in two.workers):
            view = (await two.anna.get(two.path)).json()
            actor = two.anna if view["moves"] else two.bert
            seen = (await actor.get(two.path)).json()
            move = next(iter(seen["moves"].values()))[-1]
            command = {"move": move, "seen": seen["seq"], "key": f"k{seen['seq']}", "view": True}
            worker = min(two.workers, key=lambda worker: writers[worker.pid])
            async with two.client_at(worker, actor) as client:
                answer = await client.post(f"{two.path}/commands", json=command)
                assert answer.status_code == 200, answer.text
                writers[two.worker_of(answer)] += 1
                seq = answer.json()["view"]["seq"]
            for place in following:
                http, stream, view = place
                now = (await http.get(two.path)).json()
                # Who did it was told by the answer.
                followed_view = now if http is actor else await after(stream, view, seq)
                assert shown(followed_view) == shown(now)
                place[2] = now


async def test_when_a_worker_is_killed_its_streams_end_and_the_game_goes_on_at_the_other(
    postgres: str, tmp_path: Path
) -> None:
    async with two_workers(postgres, tmp_path) as two, AsyncExitStack() as streams:
        await two.open_table()
        killed = two.workers[0]
        answer = await two.stream_at(killed, two.anna, f"{two.path}/events", streams)
        roll = {"move": "roll", "seen": 2, "key": "k1"}
        assert (await two.anna.post(f"{two.path}/commands", json=roll)).status_code == 200
        killed.kill()
        with pytest.raises(httpx2.TransportError):
            await answer.aread()
        async with two.server.client(two.anna.headers["Authorization"].split()[1]) as again:
            view = None
            while view is None:
                try:
                    view = (await again.get(two.path)).json()
                except httpx2.TransportError:
                    # The worker that is gone had accepted the connection.
                    await asyncio.sleep(0.05)
            assert view["last_throw"] == 1
            move = view["moves"]["0"][-1]
            answer = await again.post(f"{two.path}/commands", json={"move": move, "seen": view["seq"], "key": "k2"})
            assert answer.status_code == 200
