"""The attacker (a rude guest): sends everything at once that might block the server for others, again and again.

It runs in its own process, so that others wait for the server alone. It reads tables that can be watched from standard
input, until that ends, and writes what it has done to standard output, as JSON lines.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from knobel.core.record import Record
from knobel.library import games, make
from knobel.server.http.settings import Settings
from knobel.tables.keys import new_token
from tools.server.caller import Answer, Caller, Lost, loopback
from tools.server.chaos.habits import HABITS, Visit, long_record, short_record

_FIRST = 200_000
"""The number of its first address; each kind of attack has its own, and so its own limits."""
_PATIENCE = 60.0
"""The timeout of a request, in seconds."""
_CUT = 600.0
"""Seconds after which a body sent byte by byte must have been cut off; the limit of the server is ten."""
_CODES, _HUNG_UP, _KEYS, _AT_ONCE, _SLOW, _IMPORTS, _EXPORTS = 100, 6, 64, 100, 10, 8, 30
_STREAMS_A_KEY = 6
_REST = 0.5
"""Seconds between two rounds."""
_ADDRESSES = 10
"""The addresses of each further habit."""
_LOOKS = 60
"""How often one who was forgotten looks whether a table is still shown."""
_BUSY = (429, 503, 507)
"""Statuses after which the same is asked again."""

Deed = Callable[[str], Awaitable[None]]


class Guest:
    """One attacker with many keys and addresses, who ignores all limits."""

    def __init__(self, ports: Sequence[int], random: Random, entries: int) -> None:
        self._ports, self._random = ports, random
        self._keys = [new_token() for _ in range(_KEYS)]
        self._gone: list[str] = []
        """Further keys, which may have asked to be deleted without a response."""
        self.watch: dict[str, str] = {}
        """Tables of others, and their tickets to watch."""
        self.rounds = 0
        """The number of rounds."""
        self.answers: Counter[tuple[str, str]] = Counter()
        """The number of responses by kind of attack and status."""
        self.faults: list[str] = []
        limits = Settings()
        self._streams_key, self._streams_address = limits.streams_key, limits.streams_address
        self._entries = entries
        self._long = [long_record(entries, f"Guest {number}") for number in range(_IMPORTS)]
        self._short = short_record(random)

    async def round(self) -> None:
        """Run all attacks at once."""
        await self._everything()
        self.rounds += 1
        await asyncio.sleep(_REST)

    async def leave(self) -> None:
        """Delete all keys, so that nothing is left in the database."""
        for number, key in enumerate([*self._keys, *self._gone]):
            while True:
                address = loopback(_FIRST + number)
                with suppress(Lost):
                    answer = await self._ask("forgetting", "DELETE", "/api/me", None, key, self._port(), address)
                    if answer.status == 204:
                        break
                    if answer.status not in _BUSY:
                        self.faults.append(f"to be forgotten was refused with {answer.status}: {answer.value}")
                        break
                await asyncio.sleep(_REST)

    def text(self) -> str:
        """The responses by kind of attack, as text."""
        deeds: dict[str, list[str]] = {}
        for (deed, status), count in sorted(self.answers.items()):
            deeds.setdefault(deed, []).append(f"{status} × {count}")
        return "; ".join(f"{deed} {', '.join(answers)}" for deed, answers in deeds.items())

    async def _everything(self) -> None:
        deeds: list[Deed] = [
            self._draw_codes,
            self._hang_up,
            self._follow_with_many_keys,
            self._follow_with_one_key,
            self._send_slowly,
            self._import_and_export,
            self._delete_as_spectator,
            self._use_keys_again,
            self._read_without_end,
        ]
        async with asyncio.TaskGroup() as group:
            for number, deed in enumerate(deeds):
                group.create_task(_done(deed(loopback(_FIRST + number))))
            for number, habit in enumerate(HABITS):
                first = _FIRST + len(deeds) + number * _ADDRESSES
                addresses = [loopback(first + at) for at in range(_ADDRESSES)]
                key = self._keys[-1 - number]
                visit = Visit(
                    self._ask, self._port(), addresses, key, self._random, self.faults, self._gone, self._entries
                )
                group.create_task(_done(habit(visit)))

    async def _draw_codes(self, address: str) -> None:
        """Ask for QR codes without a key, all different, and some of texts that are too long."""
        port = self._port()
        links = [f"http://127.0.0.1:{port}/t/{self.rounds}-{number}" for number in range(_CODES)]
        links[::10] = [link.ljust(1000, "x") for link in links[::10]]
        await self._all("codes", [("POST", "/api/qr", {"text": link}, "") for link in links], port, address)

    async def _hang_up(self, address: str) -> None:
        """Ask for studies without a key, and disconnect before the responses."""
        body = {"record": self._short, "language": "en", "hint": True, "review": True}
        port = self._port()
        studies = [
            asyncio.create_task(self._ask("studies", "POST", "/api/study", body, "", port, address))
            for _ in range(_HUNG_UP)
        ]
        await asyncio.sleep(self._random.uniform(0.05, 1.0))
        for study in studies:
            self.answers["studies", "hung up on"] += not study.done()
            study.cancel()
        await asyncio.gather(*studies, return_exceptions=True)

    async def _follow_with_many_keys(self, address: str) -> None:
        """Open as many streams as possible, with many keys."""
        port = self._port()
        table, watch = await self._own_table(self._keys[0], port, address)
        join = (f"/api/tables/{table}/join", {"ticket": watch})
        await self._all("keys", [("POST", *join, key) for key in self._keys[1:]], port, address)
        keys = [key for key in self._keys for _ in range(_STREAMS_A_KEY)]
        await self._hold_streams("streams of 64 keys", table, keys, port, address, self._streams_address)

    async def _follow_with_one_key(self, address: str) -> None:
        """Open many streams of one key at once."""
        port, key = self._port(), self._keys[0]
        table, _ = await self._own_table(key, port, address)
        await self._hold_streams("streams of a key", table, [key] * _AT_ONCE, port, address, self._streams_key)

    async def _send_slowly(self, address: str) -> None:
        """Send requests of every method whose bodies come byte by byte."""
        methods = ["GET", "POST", "PUT", "DELETE", "PATCH"]
        port = self._port()
        await asyncio.gather(*(self._slow(methods[n % len(methods)], port, address) for n in range(_SLOW)))

    async def _slow(self, method: str, port: int, address: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        try:
            head = f"{method} /api/study HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            writer.write(f"{head}Content-Length: 60000\r\n\r\n".encode())
            closed = asyncio.create_task(reader.read())
            try:
                async with asyncio.timeout(_CUT):
                    while not closed.done():
                        writer.write(b" ")
                        await asyncio.wait({closed}, timeout=1)
            except TimeoutError:
                self.faults.append(f"a body of {method} that came byte by byte was waited for {_CUT:.0f} seconds")
            finally:
                closed.cancel()
                with suppress(OSError, asyncio.CancelledError):
                    self.answers["slow bodies", (await closed)[9:12].decode() or "cut off"] += 1
        finally:
            writer.transport.abort()

    async def _import_and_export(self, address: str) -> None:
        """Import long records, and then export all of them again and again at once."""
        port, key = self._port(), self._keys[1]
        bodies = [{"record": record, "key": f"long-{number}"} for number, record in enumerate(self._long)]
        answers = await self._all("imports", [("POST", "/api/import", body, key) for body in bodies], port, address)
        paths = [f"/api/tables/{answer.value['table']}/record" for answer in answers if answer.status == 201]
        await self._all("long records", [("GET", path, None, key) for path in paths[:1] * _EXPORTS], port, address)
        await self._all("exports", [("GET", "/api/me/export", None, key)] * _EXPORTS, port, address)

    async def _read_without_end(self, address: str) -> None:
        """Read what takes long to write, or queries the database, and needs no key."""
        port = self._port()
        table = next(iter(self.watch), "nowhere")
        for path in ("/api/openapi.json", f"/join/{table}"):
            await self._all("reading", [("GET", path, None, "")] * _AT_ONCE, port, address)

    async def _delete_as_spectator(self, address: str) -> None:
        """Watch tables of others, try to play there, and ask to be deleted; the tables must stay."""
        port = self._port()
        for table, watch in self._random.sample(sorted(self.watch.items()), min(1, len(self.watch))):
            key = new_token()
            self._gone.append(key)
            path = f"/api/tables/{table}"
            await self._ask("watching", "POST", f"{path}/join", {"ticket": watch}, key, port, address)
            command = {"move": "roll", "seen": 1, "key": "rude", "seat": 0}
            tried = await self._ask("moves of others", "POST", f"{path}/commands", command, key, port, address)
            if tried.status == 200:
                self.faults.append(f"table {table}: a spectator moved for somebody")
            gone = await self._ask("forgetting", "DELETE", "/api/me", None, key, port, address)
            # Other workers are notified, which takes a moment.
            for _ in range(_LOOKS):
                seen = await self._ask("deleted tables", "GET", path, None, key, port, address)
                if gone.status != 204 or seen.status != 200:
                    break
                await asyncio.sleep(_REST)
            else:
                self.faults.append(f"table {table}: one who asked to be forgotten still sees it")

    async def _use_keys_again(self, address: str) -> None:
        """Send other requests with idempotency keys that were used."""
        port, key, word = self._port(), self._keys[2], f"again-{self.rounds}"
        records = [
            Record(make(spec.key, spec.seats[0]), [f"{word} {seat}" for seat in range(spec.seats[0])], "own").text()
            for spec in games()[:2]
        ]
        for path, bodies in {
            "/api/import": [{"record": record, "key": word} for record in records],
            "/api/tables": [_wish(seats, f"{word}-table") for seats in (1, 2)],
        }.items():
            first, other = [await self._ask("keys again", "POST", path, body, key, port, address) for body in bodies]
            if first.status == other.status == 201:
                self.faults.append(f"POST {path} was answered {other.value} for another request under a used key")

    async def _own_table(self, key: str, port: int, address: str) -> tuple[str, str]:
        """Open the attacker's own table, the same in every round: its name, and the ticket to watch it."""
        opened = await self._ask("tables", "POST", "/api/tables", _wish(1, "own"), key, port, address)
        if opened.status != 201:
            raise Lost(f"a table was refused with {opened.status}")
        return opened.value["table"], opened.value["watch"]

    async def _hold_streams(
        self, deed: str, table: str, keys: Sequence[str], port: int, address: str, most: int
    ) -> None:
        """Open a stream with each key, all at once, and keep them open for a while."""
        path = f"/api/tables/{table}/events"
        held, answers = [], []
        try:
            async for status, writer in _heads(path, keys, port, address):
                held.append(writer)
                self.answers[deed, str(status) if status else "closed"] += 1
                answers.append(status)
            opened = answers.count(200)
            # A server that is killed meanwhile closes some and refuses others; the next one counts anew.
            one_server = len(answers) == len(keys) and all(answers)
            # Each worker of a server counts by itself; a port is named once for each.
            allowed = most * self._ports.count(port)
            if one_server and opened > allowed:
                self.faults.append(f"{deed}: {opened} were given where {allowed} are allowed")
            await asyncio.sleep(self._random.uniform(0.5, 2.0))
        finally:
            for writer in held:
                writer.transport.abort()

    async def _all(
        self, deed: str, requests: Sequence[tuple[str, str, Any, str]], port: int, address: str
    ) -> list[Answer]:
        """Send requests at once, each over its own connection."""
        asking = (self._ask(deed, *request, port, address) for request in requests)
        answers = await asyncio.gather(*asking, return_exceptions=True)
        return [answer for answer in answers if isinstance(answer, Answer)]

    async def _ask(self, deed: str, method: str, path: str, body: object, key: str, port: int, address: str) -> Answer:
        """Send a request; whatever it is, the server must not fail."""
        caller = Caller(port, key, _PATIENCE, address)
        try:
            answer = await caller.ask(method, path, body)
        except Lost:
            self.answers[deed, "lost"] += 1
            raise
        finally:
            caller.close()
        self.answers[deed, str(answer.status)] += 1
        if answer.status >= 500 and answer.status not in _BUSY:
            self.faults.append(f"{method} {path} of a rude guest was answered {answer.status}: {answer.value}")
        return answer

    def _port(self) -> int:
        return self._random.choice(self._ports)


async def _done(deed: Awaitable[None]) -> None:
    """Run an attack until it is over or its server is gone."""
    with suppress(Lost, OSError):
        await deed


async def _heads(
    path: str, keys: Sequence[str], port: int, address: str
) -> AsyncIterator[tuple[int, asyncio.StreamWriter]]:
    """Open streams at once: the status of each, or 0 for a connection that was closed, and its writer."""

    async def one(key: str) -> tuple[int, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Authorization: Bearer {key}", "", ""]
        writer.write("\r\n".join(lines).encode())
        try:
            async with asyncio.timeout(_PATIENCE):
                return int((await reader.read(12))[9:] or 0), writer
        except (OSError, TimeoutError):
            return 0, writer

    for coming in asyncio.as_completed([one(key) for key in keys]):
        with suppress(OSError):
            yield await coming


def _wish(people: int, word: str) -> dict[str, Any]:
    """The request for a table with this many people on one device."""
    game = next(spec.key for spec in games() if {1, 2} <= set(spec.seats))
    return {"game": game, "seats": [{"kind": "here"}] * people, "key": word}


async def _be_rude(seed: int, entries: int, *ports: int) -> None:
    """Attack until standard input ends, and then leave; long records have this many entries."""
    guest, ending = Guest(ports, Random(seed), entries), asyncio.Event()
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)

    async def hear() -> None:
        while line := await lines.readline():
            guest.watch.update(json.loads(line))
        ending.set()

    hearing = asyncio.create_task(hear())
    while not ending.is_set():
        await guest.round()
        print(json.dumps({"rounds": guest.rounds, "answers": guest.text(), "faults": guest.faults}), flush=True)
    await hearing
    await guest.leave()
    print(json.dumps({"rounds": guest.rounds, "answers": guest.text(), "faults": guest.faults}), flush=True)


if __name__ == "__main__":
    asyncio.run(_be_rude(*map(int, sys.argv[1:])))
