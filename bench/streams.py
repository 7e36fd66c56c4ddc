"""The memory of 1,000 event streams: ours compared with FastAPI's own, in a server without a database.

python bench/streams.py
"""

import asyncio
import resource
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from knobel.server.live.following import Update
from knobel.tables.log import LogEntry

STREAMS = 1000
AT_ONCE = 50
KINDS = {"ours": "knobel.server.http.streams", "theirs": "fastapi.sse"}


async def news() -> AsyncGenerator[Update, None]:
    """One event, and then nothing."""
    yield Update([LogEntry(1, "entry", "- 1 2 3 4 5", 0, 0)])
    await asyncio.Event().wait()


def serve(port: int) -> None:
    """A server with both kinds of streams."""
    import uvicorn
    from fastapi import FastAPI
    from fastapi.sse import EventSourceResponse, ServerSentEvent

    from knobel.server.http.metrics import Metrics
    from knobel.server.http.settings import Settings
    from knobel.server.http.streams import Stream, Streams, sse_bytes

    app = FastAPI()
    limits: dict[str, Any] = dict.fromkeys(
        ("streams", "streams_key", "streams_address", "followed_key", "followed_address"), 10 * STREAMS
    )
    streams = Streams(Settings(**limits), Metrics())

    @app.get("/ours")
    async def ours() -> Any:
        updates = news()
        return Stream(streams, streams.enter("key", "address"), sse_bytes, await anext(updates), updates)

    @app.get("/theirs", response_class=EventSourceResponse)
    async def theirs() -> AsyncGenerator[ServerSentEvent, None]:
        async for update in news():
            for event in update.events:
                yield ServerSentEvent(data=event, id=str(event["seq"]), event="row")

    uvicorn.run(app, port=port, log_level="error")


async def follow(port: int, kind: str) -> asyncio.StreamWriter:
    """Connect a client, and wait for its first event."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /{kind} HTTP/1.1\r\nHost: knobel\r\n\r\n".encode())
    await reader.readuntil(b"data: ")
    return writer


def memory(process: int) -> int:
    """The memory of a process in KiB."""
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


async def measure(kind: str) -> float:
    """KiB per stream."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    server = subprocess.Popen([sys.executable, __file__, str(port)])
    try:
        clients: list[asyncio.StreamWriter] = []
        end = time.monotonic() + 60
        while not clients and time.monotonic() < end:
            try:
                clients = [await follow(port, kind) for _ in range(AT_ONCE)]
            except OSError:
                await asyncio.sleep(0.1)
        before = memory(server.pid)
        for _ in range(0, STREAMS, AT_ONCE):
            clients += await asyncio.gather(*(follow(port, kind) for _ in range(AT_ONCE)))
        return (memory(server.pid) - before) / STREAMS
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 10_000), hard))
    if len(sys.argv) > 1:
        serve(int(sys.argv[1]))
    else:
        for each, module in KINDS.items():
            print(f"{each:8} {asyncio.run(measure(each)):5.1f} KiB a stream  ({module})")
