"""Pages of other sites, and people who only guess: they read nothing and change nothing."""

import secrets

import pytest
from fastapi import FastAPI

from tests.server.http.conftest import Phone, Start, program

pytestmark = pytest.mark.asyncio
EVIL = "https://evil.example"


async def test_no_other_site_may_read_an_answer(phone: Phone) -> None:
    table = (await phone.open())["table"]
    for path in ("/", "/api/games", "/api/me/tables", f"/api/tables/{table}", "/api/openapi.json", "/api/dice"):
        told = await phone.get(path, headers={"Origin": EVIL})
        assert not [name for name in told.headers if name.startswith("access-control")], path
        assert told.headers["cross-origin-resource-policy"] == "same-origin"
    asked = {
        "Origin": EVIL,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    preflight = await phone.http.options("/api/tables", headers=asked)
    assert preflight.status_code == 405
    assert not [name for name in preflight.headers if name.startswith("access-control")]


async def test_a_page_that_renames_itself_to_this_server_has_no_key(app: FastAPI, phone: Phone) -> None:
    """The name of another site may be pointed at a server at home; the key of the visitor stays with the right name."""
    table = (await phone.open())["table"]
    rebound = Phone(app, "http://evil.example")
    assert table not in (await rebound.get("/api/me/tables")).text
    for path in ("/api/me/export", f"/api/tables/{table}"):
        assert (await rebound.get(path)).status_code == 401
    assert (await rebound.post("/api/tables", {"game": "classic", "seats": [{"kind": "here"}]})).status_code == 201
    assert (await rebound.get(f"/api/tables/{table}")).status_code == 403


async def test_names_are_sent_as_data_and_never_as_a_page(phone: Phone) -> None:
    seats = [{"kind": "here", "name": "<img src=x onerror=a()>"}]
    opened = await phone.post("/api/tables", {"game": "hexhex", "seats": seats})
    path = f"/api/tables/{opened.json()['table']}"
    await phone.post(f"{path}/join")
    for page in ("", "/record"):
        told = await phone.get(path + page)
        assert told.headers["content-type"].split(";")[0] in {"application/json", "text/plain"}
        assert told.headers["x-content-type-options"] == "nosniff"
    drawn = await phone.post("/api/qr", {"text": "</svg><script>alert(1)</script>"})
    assert "<script" not in drawn.text


async def test_who_guesses_keys_is_slowed_down_like_anybody(start: Start, phone: Phone) -> None:
    table = (await phone.open())["table"]
    app = await start(rate_address=0.01, burst_address=20)
    answers = []
    for _ in range(30):
        async with program(app, secrets.token_urlsafe(32)) as stranger:
            answers.append((await stranger.get(f"/api/tables/{table}")).status_code)
    assert answers == [403] * 20 + [429] * 10


async def test_keys_and_tickets_come_in_no_address(app: FastAPI) -> None:
    """Addresses stand in histories and logs; what opens something is sent in headers and bodies only."""
    told = app.openapi()
    for path, item in told["paths"].items():
        for operation in item.values():
            named = {one["name"] for one in operation.get("parameters", ()) if one["in"] in {"path", "query"}}
            assert not named & {"key", "ticket", "token", "invite", "watch", "secret"}, path


@pytest.mark.parametrize(
    ("home", "status"),
    [
        ("http://dice.example", 200),
        ("http://DICE.example:8000", 200),
        ("https://public.example", 200),
        ("http://192.168.1.5:8000", 200),
        ("http://127.0.0.1:8000", 200),
        ("http://localhost", 200),
        ("http://[::1]:8000", 200),
        ("http://evil.example", 400),
        ("http://dice.example.evil.example", 400),
        ("http://192.168.1.6:8000", 400),
    ],
)
async def test_only_the_names_that_are_allowed_are_answered(start: Start, home: str, status: int) -> None:
    app = await start(allowed_hosts="Dice.example, 192.168.1.5", public_url="https://public.example")
    phone = Phone(app, home)
    for path in ("/", "/healthz", "/api/games", "/metrics"):
        told = await phone.get(path)
        assert told.status_code == status or (path, told.status_code) == ("/metrics", 403), path
        assert "content-security-policy" in told.headers
    if status == 400:
        assert told.json()["error"]["code"] == "bad_host"


@pytest.mark.parametrize("host", ["", "[", "evil.example\t", "dice.example@evil.example", "::1"])
async def test_a_host_that_is_no_name_is_refused(start: Start, host: str) -> None:
    phone = Phone(await start(allowed_hosts="dice.example"))
    assert (await phone.get("/healthz", headers={"Host": host})).status_code == 400


async def test_without_a_list_every_name_is_answered(app: FastAPI) -> None:
    assert (await Phone(app, "http://whatever.example").get("/healthz")).status_code == 200
