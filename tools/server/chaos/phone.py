"""A phone: a client that retries, at any worker, until it gets a response, as our web app does."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote

from knobel.core.checked import commitment
from tools.server.caller import Answer, Caller, Lost
from tools.server.chaos.phases import Phases
from tools.server.ledger import Ledger, Sent
from tools.server.proxy import Proxy
from tools.server.worker import Worker

PATIENCE = 600.0
"""Seconds without any response after which the run has failed."""


_HANGING = 10.0
"""Seconds after which a request without a response is sent again over another connection."""
_AGAIN = (429, 503, 507)
"""Statuses after which a request is sent again: rate-limited, or the database is down or full."""


class Silent(Exception):
    """No server has responded for too long."""


@dataclass(frozen=True)
class Net:
    """What all phones share: the connections to the workers, and the ledger."""

    workers: Sequence[Worker]
    proxies: Sequence[Proxy]
    """One proxy for each worker; their connections may be frozen."""
    ledger: Ledger
    phases: Phases

    @property
    def ways(self) -> list[tuple[int, Worker]]:
        """All ports with the worker that answers there, directly or through a proxy."""
        direct = [(worker.port, worker) for worker in self.workers]
        return direct + [(proxy.port, worker) for proxy, worker in zip(self.proxies, self.workers, strict=True)]


class Phone:
    """One device with the key of its owner and its own address; all responses go to the ledger."""

    def __init__(self, key: str, net: Net, address: str, random: Random) -> None:
        self.key, self.net, self.address, self.random = key, net, address, random
        self.ledger, self.phases = net.ledger, net.phases
        self._ways = net.ways
        self._callers = [Caller(port, key, _HANGING, address) for port, _ in self._ways]
        self._at = random.randrange(len(self._ways))
        self._number = 0
        self.nonces: dict[str, str] = {}
        """The nonce that this phone has committed to at each table."""

    async def insist(self, method: str, path: str, body: object = None) -> Answer:
        """Send a request until there is a response other than busy."""
        began = time.monotonic()
        while time.monotonic() < began + PATIENCE:
            try:
                answer = await self._callers[self._at].ask(method, path, body)
            except Lost:
                pass
            else:
                if answer.status in _AGAIN:
                    self.phases.refused()
                else:
                    if answer.status >= 500:
                        self.ledger.fault(f"{method} {_pattern(path)} was answered {answer.status}: {answer.value}")
                    self.phases.answered(time.monotonic() - began)
                    return answer
            self.ledger.again += 1
            self._at = self.random.randrange(len(self._callers))
            await asyncio.sleep(self.random.uniform(0.05, 0.5))
        raise Silent(f"{method} {_pattern(path)} has got no answer for {PATIENCE:.0f} seconds")

    async def expect(self, method: str, path: str, body: object = None) -> Any:
        """The value of a successful response; an error response is a fault."""
        answer = await self.insist(method, path, body)
        if answer.status >= 400:
            self.ledger.fault(f"{method} {_pattern(path)} was refused: {answer.value}")
            raise Silent(f"{method} {_pattern(path)} was refused: {answer.code}")
        return answer.value

    async def open(self, wish: dict[str, Any], word: str) -> dict[str, Any]:
        """Open a table, with an idempotency key."""
        opened: dict[str, Any] = await self.expect("POST", "/api/tables", {**wish, "key": word})
        self.ledger.open(self.key, word, opened["table"])
        self.ledger.watch[opened["table"]] = opened["watch"]
        return opened

    async def join(self, table: str, seal: str | None, ticket: str = "") -> None:
        """Join a table, and commit to a nonce if the dice are sealed."""
        wish = {"ticket": ticket}
        if seal:
            self.nonces[table] = f"{self.random.getrandbits(128):032x}"
            wish["commitment"] = commitment(seal, self.nonces[table])
        joined = await self.expect("POST", f"/api/tables/{table}/join", wish)
        for seat in joined["seats"]:
            self.ledger.pages[table].joined.setdefault((self.key, seat), self.nonces.get(table, ""))

    async def open_nonce(self, table: str) -> None:
        """Open the nonce that this phone has committed to."""
        await self.expect("POST", f"/api/tables/{table}/open", {"nonce": self.nonces[table]})

    async def look(self, table: str) -> dict[str, Any]:
        """The view of the table."""
        view: dict[str, Any] = await self.expect("GET", f"/api/tables/{table}")
        self.ledger.view(table, view)
        return view

    async def send(self, table: str, seat: int, move: str, seen: int) -> None:
        """Send a command until it is carried out or refused; sometimes once more afterwards."""
        self._number += 1
        key = f"{self.key[:8]}-{id(self) % 9973}-{self._number}"
        body = {"move": move, "seen": seen, "key": key, "seat": seat, "view": self.random.random() < 0.5}
        self.ledger.send(table, key, Sent(seat, move))
        for _ in range(2 if self.random.random() < 0.1 else 1):
            answer = await self.insist("POST", f"/api/tables/{table}/commands", body)
            if answer.status == 200:
                self.ledger.acknowledge(table, key, answer.value["seq"])
                self._ways[self._at][1].done += 1
                if answer.value["view"]:
                    self.ledger.view(table, answer.value["view"])
            else:
                self.ledger.refuse(table, key, answer.code)

    async def follow(self, table: str, news: asyncio.Event) -> None:
        """Follow the events of a table without a gap, over as many connections as it takes."""
        last = 0
        while True:
            caller = Caller(self.random.choice(self._ways)[0], self.key, address=self.address)
            try:
                async for event in caller.follow(f"/api/tables/{quote(table)}/events?after={last}"):
                    if event["seq"] != last + 1:
                        self.ledger.fault(f"table {table}: a stream went on from {last} with {event['seq']}")
                    last = event["seq"]
                    self.ledger.event(table, event)
                    news.set()
            except Lost:
                self.ledger.again += 1
            finally:
                caller.close()
            await asyncio.sleep(self.random.uniform(0.05, 0.5))

    def close(self) -> None:
        """Close all connections."""
        for caller in self._callers:
            caller.close()


def _pattern(path: str) -> str:
    """The path with the name of a table replaced."""
    return "/".join("…" if part.isalnum() and len(part) == 16 else part for part in path.partition("?")[0].split("/"))
