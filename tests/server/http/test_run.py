"""`knobel serve`, and `knobel` alone: where it listens, what it says, and when it refuses."""

import asyncio
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import httpx2
import pexpect
import pytest
from tools.server.worker import free_port

from knobel import BadSetup
from knobel.cli import host
from knobel.cli.host import has_screen, listen
from knobel.server.http.run import HEAD_SECONDS, MOST_HEAD_BYTES
from knobel.server.http.settings import Settings
from tests.commands import Run
from tests.patience import PATIENCE
from tests.server.http.conftest import KNOBEL, Running, until_ready
from tests.server.http.conftest import serving as running_server

QUICK = {"KNOBEL_THINKERS": "0", "PYTHONUTF8": "1", "LANG": "en_GB.UTF-8"}


def test_several_workers_need_postgresql(refused: Run) -> None:
    told = refused("--workers", "2")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("knobel: SQLite works with one worker only")
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "env", "sentence"),
    [
        (["--database", "mysql://x"], {}, "tables cannot be stored in mysql"),
        (["--database", "sqlite:////nowhere/at/all/knobel.db"], {}, "the database cannot be opened"),
        (["--data", "/proc/none"], {}, "cannot be created"),
        (["--host", "no such host"], {}, "cannot listen on"),
        ([], {"KNOBEL_LOG": "xml"}, "KNOBEL_LOG cannot be used"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    refused: Run, words: list[str], env: dict[str, str], sentence: str
) -> None:
    told = refused("--port", str(free_port()), *words, **env)
    assert told.returncode == 2, told.stderr
    assert told.stderr.startswith("knobel: ")
    assert sentence in told.stderr
    assert "Traceback" not in told.stderr


def test_a_port_that_was_asked_for_and_is_taken_is_told(refused: Run) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        told = refused("--port", str(other.getsockname()[1]))
    assert told.returncode == 2
    taken = r"knobel: Port \d+ is taken by another program. Use a free one: knobel serve( .+)? --port \d+\n"
    assert re.fullmatch(taken, told.stderr)


def test_the_next_free_port_is_found_unless_one_was_asked_for() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with listen("127.0.0.1", port, 10) as found:
            assert port < found.getsockname()[1] <= port + 10
            # asyncio sends answers without delay only where it is told that this is TCP.
            assert found.proto == socket.IPPROTO_TCP
        with pytest.raises(BadSetup, match="taken"):
            listen("127.0.0.1", port, 0)


def test_any_port_will_do_if_the_system_chooses() -> None:
    with listen("127.0.0.1", 0, 0) as found:
        assert found.getsockname()[1] > 0


PATIENT = f"""
from knobel.cli.main import run
from knobel.server.live import pool
pool.LONGEST = pool.PATIENCE = {PATIENCE}
run()
"""
"""The command, which ends no thought of a bot because the machine is busy."""


HURRIED = """
import importlib, os, signal, weakref
from knobel.cli.main import run
module = importlib.import_module("{module}")
original = module.{name}

class Thing: pass

def hurried(*arguments, **named):
    thing = Thing()
    gone = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT))
    del thing
    return original(*arguments, **named)

module.{name} = hurried
run()
"""
"""The command, with Ctrl+C pressed in a function called before the server is ready, in a callback that swallows it."""


def home(tmp_path: Path, program: Sequence[str] = (str(KNOBEL),), **env: str) -> "pexpect.spawn[str]":
    """`knobel` as somebody starts it at home."""
    settings = {"HOME": str(tmp_path), "TERM": "xterm", "KNOBEL_HOST": "127.0.0.1", **QUICK, **env}
    return pexpect.spawn(
        program[0],
        list(program[1:]),
        cwd=str(tmp_path),
        env=settings,
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(60, 120),
    )


def told_address(child: "pexpect.spawn[str]") -> str:
    """The address that a server tells, once it is ready; if a port is taken, it has the next one."""
    child.expect(r"Knobel is running at (http://127\.0\.0\.1:\d+)")
    assert isinstance(child.match, re.Match)
    address = str(child.match[1])
    child.expect("Ctrl\\+C stops the server; all tables are kept\\.")
    while not answers(address):
        child.expect(pexpect.TIMEOUT, timeout=0.1)
    return address


def answers(address: str) -> bool:
    """The server at this address is ready."""
    try:
        return httpx2.get(f"{address}/readyz", timeout=PATIENCE, verify=False).status_code == 200
    except httpx2.TransportError:
        return False


def test_knobel_alone_is_a_server_for_this_house_that_keeps_its_tables(tmp_path: Path) -> None:
    child = home(tmp_path, KNOBEL_PORT=str(free_port()))
    told_address(child)
    assert (tmp_path / ".local" / "share" / "knobel" / "knobel.db").is_file()
    child.sendintr()
    child.expect(pexpect.EOF)
    assert "Traceback" not in str(child.before)
    assert child.wait() == 0


def test_who_does_what_a_second_server_says_has_one_soon(tmp_path: Path) -> None:
    port = str(free_port())
    first = home(tmp_path, KNOBEL_PORT=port)
    told_address(first)
    command = [str(KNOBEL), "serve", "--lang", "en"]
    said = []
    while True:
        another = home(tmp_path, command, KNOBEL_PORT=port)
        if another.expect([r"knobel: .*: knobel (serve .+)\r\n", "Knobel is running at "]):
            break
        assert isinstance(another.match, re.Match)
        said.append(another.match[1])
        another.expect(pexpect.EOF)
        command = [str(KNOBEL), *shlex.split(said[-1])]
    folder, free = said
    assert folder == "serve --data FOLDER"
    assert re.fullmatch(r"serve --data FOLDER --port \d+", free)
    for child in (another, first):
        child.sendintr()
        child.expect(pexpect.EOF)


def test_ctrl_c_ends_a_server_whose_bots_think_without_a_word(tmp_path: Path) -> None:
    program = (sys.executable, "-c", PATIENT)
    child = home(tmp_path, program, KNOBEL_PORT=str(free_port()), KNOBEL_THINKERS="1")
    address = told_address(child)
    record = "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n- 5 5 5 6 6\n"
    asked = {"record": record, "language": "en", "hint": True}
    assert httpx2.post(f"{address}/api/study", json=asked, timeout=PATIENCE).status_code == 200
    child.sendintr()
    child.expect(pexpect.EOF)
    assert str(child.before).strip() in {"", "^C"}
    assert child.wait() == 0


@pytest.mark.parametrize(
    ("module", "name"), [("uvicorn.server", "asyncio_run"), ("knobel.server.http.run", "tune_python")]
)
def test_ctrl_c_ends_a_server_that_is_not_ready_yet(tmp_path: Path, module: str, name: str) -> None:
    program = HURRIED.format(module=module, name=name)
    child = home(tmp_path, (sys.executable, "-c", program), KNOBEL_PORT=str(free_port()))
    child.expect(pexpect.EOF)
    assert str(child.before).rstrip().endswith("Ctrl+C stops the server; all tables are kept.")
    assert child.wait() == 0


def test_commands_that_need_no_server_load_none() -> None:
    heavy = {"fastapi", "uvicorn", "sqlalchemy", "segno", "numpy"}
    check = f"import sys, knobel.cli.main; print(sorted({heavy!r} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert shown.stdout == "[]\n"


def test_phones_find_the_server_by_a_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(host, "own_address", lambda: "192.0.2.7")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    host.welcome(Settings(host=host.EVERYWHERE), 8000, "de")
    told = capsys.readouterr().out
    assert "http://127.0.0.1:8000" in told
    assert "Für Handys im selben Netz: http://192.0.2.7:8000" in told
    assert "▀" in told
    host.welcome(Settings(), 8000, "en")
    assert "phones" not in capsys.readouterr().out
    host.welcome(Settings(host=host.EVERYWHERE, public_url="https://dice.example"), 8000, "en")
    assert "Knobel is running at https://dice.example" in capsys.readouterr().out


def test_whoever_lets_the_network_in_is_told_how_to_answer_to_one_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(host, "own_address", lambda: "192.0.2.7")

    def told(**given: str) -> str:
        host.welcome(Settings(**given), 8000, "en")  # type: ignore[arg-type]
        return capsys.readouterr().out

    assert "--allowed-host 192.0.2.7 " in told(host=host.EVERYWHERE)
    assert "--allowed-host dice.example " in told(host=host.EVERYWHERE, public_url="https://dice.example")
    assert "--allowed-host 192.0.2.9 " in told(host="192.0.2.9")
    assert "--allowed-host" not in told(host=host.EVERYWHERE, allowed_hosts="dice.example")
    assert "--allowed-host" not in told() + told(host="localhost") + told(host="::1")


def test_the_own_address_is_found_without_sending_anything() -> None:
    found = host.own_address()
    assert found is None or re.fullmatch(r"[0-9.]+", found)


@pytest.mark.parametrize(
    ("env", "terminal", "expected"),
    [
        ({"DISPLAY": ":0"}, True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True, True),
        ({}, True, False),
        ({"DISPLAY": ":0"}, False, False),
        ({"DISPLAY": ":0", "CI": "true"}, True, False),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "x"}, True, False),
    ],
)
def test_the_browser_opens_where_somebody_looks(
    env: dict[str, str], terminal: bool, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CI", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    assert has_screen() is expected


@pytest.mark.asyncio
async def test_the_browser_opens_when_the_server_answers(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    host.open_when_ready(server.home)
    async with asyncio.timeout(PATIENCE):
        while not opened:
            await asyncio.sleep(0.05)
    assert opened == [server.home]


async def counted(http: httpx2.AsyncClient) -> tuple[float, float]:
    """How many views were asked for at all workers, and how many streams there are."""
    figures = (await http.get("/metrics", headers={"Authorization": ""})).text
    views = re.search(r'requests_total\{method="GET",route="/api/tables/\{table\}",status="200"\} (.*)', figures)
    streams = re.search(r"^knobel_streams (.*)$", figures, re.MULTILINE)
    return float(views[1] if views else 0), float(streams[1] if streams else 0)


@pytest.mark.asyncio
async def test_workers_on_one_postgresql_share_tables_figures_and_the_end(postgres: str, tmp_path: Path) -> None:
    # Elsewhere workers are forked; here they are started as `knobel serve` starts them.
    with running_server(postgres, tmp_path, "--workers", "2", anew=True, heartbeat=1) as server:
        await until_ready(server)
        async with server.client() as http, asyncio.timeout(PATIENCE):
            opened = (await http.post("/api/tables", json={"game": "classic", "seats": [{"kind": "here"}]})).json()
            path = f"/api/tables/{opened['table']}"
            await http.post(f"{path}/join", json={})
            for _ in range(20):
                # A connection for each, so that both workers have something to do.
                async with server.client() as other:
                    other.headers["Authorization"] = http.headers["Authorization"]
                    assert (await other.get(path)).json()["you"] == [0]
            # A request is counted when it has ended, which its client does not wait for.
            views, streams = await counted(http)
            while views < 20:
                await asyncio.sleep(0.05)
                views, streams = await counted(http)
            assert int(views) == 20
            assert not streams
            async with http.stream("GET", f"{path}/events") as answer:
                server.process.send_signal(signal.SIGTERM)
                assert "event: bye" in (await answer.aread()).decode()
        assert server.process.wait(PATIENCE) == 0


@pytest.mark.asyncio
async def test_who_sends_headers_without_end_is_cut_off(server: Running) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET / HTTP/1.1\r\n")
    async with asyncio.timeout(PATIENCE):
        for number in range(MOST_HEAD_BYTES // 1000 + 1):
            writer.write(b"x-%d: " % number + b"x" * 1000 + b"\r\n")
            await asyncio.sleep(0.001)
        assert (await reader.read()).startswith(b"HTTP/1.1 400")
    writer.close()


@pytest.mark.asyncio
async def test_headers_that_are_too_long_are_refused_in_one_piece_too(server: Running) -> None:
    headers = b"".join(b"x-%d: " % number + b"x" * 1000 + b"\r\n" for number in range(MOST_HEAD_BYTES // 1000 + 1))
    long_path = b"GET /?" + b"x" * MOST_HEAD_BYTES + b" HTTP/1.1\r\nHost: knobel\r\n\r\n"
    for asked in (b"GET /healthz HTTP/1.1\r\nHost: knobel\r\n" + headers + b"\r\n", long_path):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(asked)
        async with asyncio.timeout(PATIENCE):
            assert (await reader.read()).startswith(b"HTTP/1.1 400")
        writer.close()


@pytest.mark.asyncio
async def test_a_connection_serves_request_after_request(server: Running) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    asked = b"GET /healthz HTTP/1.1\r\nHost: knobel\r\n\r\n"
    async with asyncio.timeout(PATIENCE):
        # Two at once, then half of one and the rest.
        for parts in ([asked * 2], [asked[:20], asked[20:]]):
            for part in parts:
                writer.write(part)
                await asyncio.sleep(0.05)
        answers = b""
        while answers.count(b"HTTP/1.1 200") < 3:
            answers += await reader.read(65_536)
    writer.close()


@pytest.mark.asyncio
async def test_an_address_has_so_many_connections_and_others_have_theirs(url: str, tmp_path: Path) -> None:
    with running_server(url, tmp_path, connections_address=5) as server, closing(socket.socket()) as neighbour:
        await until_ready(server)
        async with asyncio.timeout(PATIENCE):
            held = []
            while True:
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                held.append(writer)
                try:
                    writer.write(b"GET /healthz HTTP/1.1\r\nHost: knobel\r\n\r\n")
                    if not await reader.read(12):
                        break
                except ConnectionError:
                    break
            # The client that asked whether the server is ready may still have a connection.
            assert len(held) in {5, 6}
            neighbour.bind(("127.0.0.2", 0))
            neighbour.connect(("127.0.0.1", server.port))
            neighbour.sendall(b"GET /healthz HTTP/1.1\r\nHost: knobel\r\n\r\n")
            assert neighbour.recv(12) == b"HTTP/1.1 200"
            for writer in held:
                writer.close()
            # What is closed is counted out.
            await until_ready(server)


@pytest.mark.asyncio
async def test_who_connects_and_says_nothing_is_cut_off(server: Running) -> None:
    assert HEAD_SECONDS <= 15
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET / HT")
    async with asyncio.timeout(PATIENCE):
        assert await reader.read() == b""
    writer.close()
