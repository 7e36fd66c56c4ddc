"""A minimal, fast HTTP/1.1 client with a persistent connection, since clients share a machine with the server."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any


class Lost(Exception):
    """No complete response came: it is unknown whether the request was carried out."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response."""

    status: int
    value: Any
    """The parsed JSON, or the text if it is none."""

    @property
    def code(self) -> str:
        """The code of an error response."""
        return str(self.value["error"]["code"]) if isinstance(self.value, dict) and "error" in self.value else ""


class Caller:
    """One connection to one worker, opened on demand and reopened when lost; one request at a time."""

    def __init__(self, port: int, key: str, patience: float = 20.0, address: str = "127.0.0.1") -> None:
        self._port, self._key, self._patience, self._address = port, key, patience, address
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: object = None, key: str | None = None) -> Answer:
        """Send a request and wait for the response."""
        sent = b"" if body is None else json.dumps(body).encode()
        try:
            async with asyncio.timeout(self._patience):
                reader = await self._send(method, path, sent, self._key if key is None else key)
                status, headers = await _head(reader)
                content = await _body(reader, headers)
        except (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            self.close()
            raise Lost(str(error)) from error
        except BaseException:
            # After an interruption, the rest of the response may still be in the connection.
            self.close()
            raise
        if headers.get("connection") == "close":
            self.close()
        is_json = headers.get("content-type", "").startswith("application/json")
        return Answer(status, json.loads(content) if is_json else content.decode())

    async def follow(self, path: str) -> AsyncIterator[dict[str, Any]]:
        """The events of a stream until it ends; raises Lost if it ends without `bye`."""
        try:
            async with asyncio.timeout(self._patience):
                reader = await self._send("GET", path, b"", self._key)
                status, _ = await _head(reader)
            if status != 200:
                raise Lost(f"a stream answered {status}")
            event = ""
            while True:
                async with asyncio.timeout(self._patience):
                    line = (await reader.readuntil(b"\n")).decode().rstrip("\r\n")
                if line.startswith("event: "):
                    event = line.removeprefix("event: ")
                elif line.startswith("data: ") and event == "row":
                    yield json.loads(line.removeprefix("data: "))
                elif event == "bye":
                    return
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError) as error:
            raise Lost(str(error)) from error
        finally:
            self.close()

    def close(self) -> None:
        """Close the connection."""
        if self._writer:
            self._writer.transport.abort()
        self._reader = self._writer = None

    async def _send(self, method: str, path: str, body: bytes, key: str) -> asyncio.StreamReader:
        if self._reader is None or self._writer is None or self._reader.at_eof():
            self.close()
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self._port, limit=1 << 22, local_addr=(self._address, 0)
            )
            if self._writer.get_extra_info("sockname") == self._writer.get_extra_info("peername"):
                # Nobody listens there yet, and the local port of the connection is the same: it is connected to itself.
                raise ConnectionRefusedError("connected to itself")
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self._port}"]
        if key:
            lines.append(f"Authorization: Bearer {key}")
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        return self._reader


def loopback(number: int) -> str:
    """One of many loopback addresses, as Linux has them, since limits count by address."""
    return f"127.{1 + number // 60_000}.{number // 250 % 240}.{1 + number % 250}"


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    """The body of a response, plain or chunked."""
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", "0")))
    parts = []
    while size := int(await reader.readuntil(b"\r\n"), 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return b"".join(parts)


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status and the headers of a response."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return int(first.split(" ", 2)[1]), headers
