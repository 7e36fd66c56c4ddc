"""Rate limits: clients that send too many requests get 429 with `Retry-After`. Each worker counts in memory."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, TypeVar

from fastapi import Request
from starlette.requests import HTTPConnection
from starlette.types import Receive

from knobel.server.http.identity import key_of
from knobel.server.http.responses import RateLimited
from knobel.server.http.settings import Settings
from knobel.tables.errors import Busy
from knobel.tables.keys import hashed

T = TypeVar("T")

TOKENS_A_SECOND = 4.0
"""A second of processor time of a job costs this many tokens."""
BYTES_A_REQUEST = 16 << 10
"""Every so many bytes of a long response count as one more request."""
ORDINARY_BYTES = 64 << 10
"""A view, or the response to a command, of no more bytes is paid for by its request."""
SECONDS_A_REQUEST = 0.005
"""So much work that a request causes in passing counts as one more request."""
MOST_BUCKETS = 50_000
"""The most buckets that are kept; beyond that, the least recently used are dropped."""


class TokenBuckets:
    """Token buckets by client: each holds up to `burst` tokens and gains `rate` a second; rate 0 means no limit."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, who: str) -> float:
        """Take a token: 0 if there was one, else the seconds until there is."""
        if not self.rate:
            return 0.0
        level = self._level(who)
        wait = 0.0 if level >= 1 else (1 - level) / self.rate
        self._put(who, level if wait else level - 1)
        return wait

    def charge(self, who: str, tokens: float) -> None:
        """Take this many tokens for something already done, even if the bucket goes below zero."""
        if self.rate:
            self._put(who, self._level(who) - tokens)

    def _level(self, who: str) -> float:
        """The number of tokens in a bucket now."""
        now = self._clock()
        level, then = self._levels.get(who, (float(self.burst), now))
        return min(float(self.burst), level + (now - then) * self.rate)

    def _put(self, who: str, level: float) -> None:
        self._levels[who] = (level, self._clock())
        self._levels.move_to_end(who)
        if len(self._levels) > MOST_BUCKETS:
            self._levels.popitem(last=False)


class RateLimits:
    """All token buckets of a worker."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.address = TokenBuckets(settings.rate_address, settings.burst_address, clock)
        self.key = TokenBuckets(settings.rate_key, settings.burst_key, clock)
        self.open = TokenBuckets(settings.rate_open, settings.burst_open, clock)
        self.imports = TokenBuckets(settings.rate_import, settings.burst_import, clock)
        self.jobs = TokenBuckets(settings.rate_think, settings.burst_think, clock)
        self.boards = TokenBuckets(settings.rate_board, settings.burst_board, clock)

    def admit(self, request: HTTPConnection, key: str | None) -> None:
        """Count a request by address and by key; raise RateLimited if it is one too many."""
        _spend(self.address, address_of(request))
        if key:
            _spend(self.key, _short(key))

    def caller(self, request: HTTPConnection, key: str | None) -> "Caller":
        """Who sent a request, to be charged for what it causes."""
        return Caller(address_of(request), _short(key) if key else None, self._charge)

    def charge(self, request: HTTPConnection, key: str, size: int) -> None:
        """Count a long response as additional requests, by its size."""
        self._charge(address_of(request), _short(key), size / BYTES_A_REQUEST)

    def _charge(self, address: str, key: str | None, requests: float) -> None:
        self.address.charge(address, requests)
        if key:
            self.key.charge(key, requests)


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever sent a request; work that it causes in passing counts as more requests."""

    who: str
    """The address."""
    key: str | None
    charge_requests: Callable[[str, str | None, float], None]

    def charge(self, seconds: float) -> None:
        """Charge for work that took so many seconds."""
        self.charge_requests(self.who, self.key, seconds / SECONDS_A_REQUEST)


class Connections:
    """Connection counts by address, limited except for trusted proxies."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.connections_address
        self._open: Counter[str] = Counter()
        self._proxies = [ip_network(proxy) for proxy in settings.trusted_proxies.split(",") if proxy]

    def enter(self, host: str) -> bool:
        """Count a new connection; False if it is one too many."""
        network = client_network(host)
        if self._open[network] >= self._most and not self._trusted(host):
            return False
        self._open[network] += 1
        return True

    def leave(self, host: str) -> None:
        """Count a connection that was closed."""
        network = client_network(host)
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]

    def _trusted(self, host: str) -> bool:
        try:
            return any(ip_address(host) in network for network in self._proxies)
        except ValueError:
            return False


# Coroutines, because FastAPI runs plain functions in a thread.
async def limit_opening(request: Request) -> None:
    """Dependency: limit how often tables are opened, by address, since keys are free."""
    _spend(request.app.state.limits.open, address_of(request))


async def limit_boards(request: Request) -> None:
    """Dependency: limit how often results are handed in and circles made, by address: they stay and are public."""
    _spend(request.app.state.limits.boards, address_of(request))


async def limit_jobs(request: Request) -> None:
    """Dependency: limit how often jobs such as drawings are asked for, by address; they are the costliest requests."""
    _spend(request.app.state.limits.jobs, address_of(request))


def limit_import(request: Request, key: str, size: int) -> None:
    """Limit how many bytes are imported, by address and by key, since they stay in the database."""
    buckets = request.app.state.limits.imports
    for payer in (address_of(request), _short(key)):
        _spend(buckets, payer)
        buckets.charge(payer, size - 1)


class Client:
    """A client that asks for a job: it is charged for the job, which is cancelled when it disconnects."""

    def __init__(self, request: Request) -> None:
        self._receive, self._buckets = request.receive, request.app.state.limits.jobs
        key = key_of(request)
        self.who = address_of(request)
        self._payers = [self.who, *([_short(key)] if key else [])]
        for payer in self._payers:
            _spend(self._buckets, payer)

    def charge(self, seconds: float) -> None:
        """Charge a job's processor time, in seconds, to the client."""
        for payer in self._payers:
            self._buckets.charge(payer, seconds * TOKENS_A_SECOND)

    async def result(self, job: Coroutine[Any, Any, T]) -> T:
        """The result of a job; the job is cancelled if the client disconnects before."""
        task, gone = asyncio.create_task(job), asyncio.create_task(disconnected(self._receive))
        try:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Busy("nobody is waiting for the answer any more")
            return await task
        finally:
            task.cancel()
            gone.cancel()
            await asyncio.gather(task, gone, return_exceptions=True)


async def disconnected(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _spend(buckets: TokenBuckets, who: str) -> None:
    wait = buckets.take(who)
    if wait:
        raise RateLimited(wait)


def address_of(request: HTTPConnection) -> str:
    """The address a request comes from; all addresses of one /64 network of IPv6 count as one."""
    return client_network(request.client.host if request.client else "")


@lru_cache(maxsize=10_000)
def client_network(host: str) -> str:
    """The address under which a host is counted: the /64 network for IPv6."""
    try:
        address = ip_address(host)
    except ValueError:
        return host[:64]
    if address.version == 6:
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ip_network((address, 64), strict=False))
    return str(address)


def _short(key: str) -> str:
    """The short hash under which a key is counted; the key itself is not kept."""
    return hashed(key)[:16]
