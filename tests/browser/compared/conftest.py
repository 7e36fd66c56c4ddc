"""A device beside a server."""

import asyncio
import json
import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest_asyncio

from knobel.browser.bridge import Bridge
from knobel.server.http.app import create_app
from knobel.server.http.settings import Settings
from knobel.server.http.static_files import StaticFiles
from tests.browser.memory import Memory
from tests.server.databases import prepared_sqlite
from tests.server.http.conftest import FREELY, program


class Both:
    """A device and a server, for one who has the same key at both."""

    def __init__(self, device: Bridge, http: httpx2.AsyncClient) -> None:
        self.device, self._http = device, http

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask both; what both say, as text. They agree to the last byte, but for how they write a refusal."""
        sent = None if body is None else json.dumps(body)
        here = await self.device.answer(method, path, sent)
        there = await self._http.request(method, f"/api{path}", json=body)
        if there.status_code >= 400:
            assert (here.status, json.loads(here.body)) == (there.status_code, there.json()), (path, body)
        else:
            assert (here.status, still(here.body)) == (there.status_code, still(there.content)), (path, body)
        return here.body.decode()

    async def values(self, method: str, path: str, body: object = None) -> Any:
        """The same in values; how numbers and signs are written is no matter."""
        here = await self.device.answer(method, path, None if body is None else json.dumps(body))
        there = await self._http.request(method, f"/api{path}", json=body)
        assert (here.status, json.loads(here.body)) == (there.status_code, there.json()), (path, body)
        return there.json()

    async def settle(self, table: str) -> None:
        """Wait until no bot has anything to do, here and there."""
        await self.device.app.bots.idle()
        here = (await self.device.tables.load(table)).seq
        while (await self._http.get(f"/api/tables/{table}")).json()["seq"] < here:
            await asyncio.sleep(0)


def still(body: bytes) -> bytes:
    """An answer without what differs by its nature: the time, and that nobody follows a table of this test."""
    quiet = re.sub(rb'"now":\d+', b'"now":0', body)
    return quiet.replace(b'"online":false', b'"online":true')


@pytest_asyncio.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    """A device and a server of the same person."""
    key = secrets.token_urlsafe(32)
    given: dict[str, Any] = {"database_url": prepared_sqlite(tmp_path), "thinkers": 0, "pace": 0, **FREELY}
    app = create_app(Settings(**given), StaticFiles(tmp_path / "no web"))
    async with app.router.lifespan_context(app), program(app, key) as http:
        yield Both(Bridge(Memory(), key, home="knobel.test", pace=0), http)
