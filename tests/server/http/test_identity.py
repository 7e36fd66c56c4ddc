"""Who asks: cookies for browsers, headers for programs, and no orders from other sites."""

import secrets
from http.cookies import Morsel, SimpleCookie

import httpx2
import pytest
from fastapi import FastAPI

from knobel.server.http.identity import SECURE_COOKIE
from tests.server.http.conftest import BOTH, HOME, Phone, Start, program

pytestmark = pytest.mark.asyncio
WISH = {"game": "classic", "seats": [{"kind": "here"}]}


def cookie_of(answer: httpx2.Response, name: str = "knobel") -> "Morsel[str]":
    jar: SimpleCookie = SimpleCookie()
    for header in answer.headers.get_list("set-cookie"):
        jar.load(header)
    return jar[name]


async def test_a_browser_gets_a_key_that_no_script_and_no_other_site_can_use(app: FastAPI) -> None:
    cookie = cookie_of(await Phone(app).post("/api/tables", WISH))
    assert len(cookie.value) == 43
    assert cookie["httponly"]
    assert cookie["samesite"] == "strict"
    assert cookie["path"] == "/"
    assert int(cookie["max-age"]) == 400 * 24 * 3600
    assert not cookie["secure"]


async def test_the_cookie_is_for_https_only_where_there_is_https(start: Start) -> None:
    behind = await start(public_url="https://dice.example", trusted_proxies="192.0.2.0/24")
    by_name = await Phone(behind, "https://dice.example").post("/api/tables", WISH)
    assert cookie_of(by_name, SECURE_COOKIE)["secure"]
    trusting = await start(trusted_proxies="192.0.2.7")
    passed_on = Phone(trusting)
    passed_on.http.headers["X-Forwarded-Proto"] = "https"
    assert cookie_of(await passed_on.post("/api/tables", WISH), SECURE_COOKIE)["secure"]


async def test_under_https_the_cookie_is_of_this_very_host(start: Start) -> None:
    app = await start(public_url="https://dice.example")
    phone = Phone(app, "https://dice.example")
    answer = await phone.post("/api/tables", WISH)
    cookie = cookie_of(answer, SECURE_COOKIE)
    assert SECURE_COOKIE.startswith("__Host-")
    assert (cookie["secure"], cookie["path"], cookie["domain"], cookie["httponly"]) == (True, "/", "", True)
    assert (await phone.view(answer.json()["table"]))["you"] == [0]
    gone = await phone.http.request("DELETE", "/api/me")
    assert cookie_of(gone, SECURE_COOKIE)["max-age"] == cookie_of(gone, "knobel")["max-age"] == "0"
    assert cookie_of(gone, SECURE_COOKIE)["secure"]


async def test_a_browser_that_has_the_cookie_of_before_keeps_its_seats(start: Start) -> None:
    app = await start(public_url="https://dice.example")
    key = secrets.token_urlsafe(32)
    phone = Phone(app, "https://dice.example")
    phone.http.cookies.set("knobel", key, domain="dice.example")
    first = await phone.post("/api/tables", WISH)
    assert cookie_of(first, SECURE_COOKIE).value == key
    assert cookie_of(first, "knobel")["max-age"] == "0"
    async with program(app, key) as same:
        assert (await same.get(f"/api/tables/{first.json()['table']}")).status_code == 200


async def test_a_cookie_that_a_neighbour_planted_replaces_nobodys_key(start: Start) -> None:
    """A page of another name below the same domain can set a plain cookie here, but none that begins with __Host-."""
    app = await start(public_url="https://dice.example")
    phone = Phone(app, "https://dice.example")
    table = (await phone.open())["table"]
    phone.http.cookies.set("knobel", secrets.token_urlsafe(32), domain="dice.example")
    assert (await phone.view(table))["you"] == [0]


async def test_a_browser_keeps_its_key_and_for_as_long_as_it_comes(phone: Phone) -> None:
    first = cookie_of(await phone.post("/api/tables", WISH)).value
    assert cookie_of(await phone.post("/api/tables", WISH)).value == first


async def test_a_cookie_that_is_no_key_is_replaced(phone: Phone) -> None:
    phone.http.cookies.set("knobel", "x" * 43 + "!")
    assert (await phone.get("/api/me/export")).status_code == 401
    assert len(cookie_of(await phone.post("/api/tables", WISH)).value) == 43


async def test_nothing_that_is_somebodys_own_is_told_without_a_key(phone: Phone) -> None:
    for path in ("/api/tables/aaaaaaaaaaaaaaaa", "/api/me/export", "/api/tables/a/events"):
        told = await phone.get(path)
        assert (told.status_code, told.json()["error"]["code"]) == (401, "denied")
        assert told.headers["www-authenticate"] == "Bearer"
    assert (await phone.post("/api/tables/aaaaaaaaaaaaaaaa/leave")).status_code == 401


async def test_who_has_never_been_here_has_no_tables(phone: Phone) -> None:
    assert (await phone.get("/api/me/tables")).json() == {"tables": []}


@pytest.mark.parametrize("header", ["Bearer", "Bearer short", "Basic " + "a" * 43, "Bearer " + "ä" * 43, ""])
async def test_a_header_that_is_no_key_is_refused_even_with_a_good_cookie(phone: Phone, header: str) -> None:
    await phone.open()
    for answer in (
        await phone.get("/api/me/tables", headers={b"Authorization": header.encode()}),
        await phone.post("/api/tables", WISH, headers={b"Authorization": header.encode()}),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "denied")


async def test_another_key_opens_nothing(phone: Phone, app: FastAPI) -> None:
    table = (await phone.open())["table"]
    async with program(app) as stranger:
        for path in ("", "/record", "/hint", "/review"):
            told = await stranger.get(f"/api/tables/{table}{path}")
            assert (told.status_code, told.json()["error"]["code"]) == (403, "denied"), path


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"Origin": HOME}, True),
        ({"Origin": HOME, "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Origin": "http://KNOBEL.test"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"}, False),
        ({"Origin": HOME, "Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "none"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://knobel.test.evil.example"}, False),
        ({"Origin": "http://knobel.test:81"}, False),
        ({"Origin": "ftp://knobel.test"}, False),
        ({}, False),
    ],
)
async def test_only_our_own_pages_send_something_with_the_cookie(
    phone: Phone, headers: dict[str, str], allowed: bool
) -> None:
    await phone.open()
    del phone.http.headers["Origin"]
    for answer in (
        await phone.post("/api/tables", WISH, headers=headers),
        await phone.http.request("DELETE", "/api/me", headers=headers),
    ):
        done = 201 if answer.request.method == "POST" else 204
        assert answer.status_code == (done if allowed else 403)
        assert allowed or answer.json()["error"]["code"] == "bad_origin"


async def test_a_page_of_another_site_gets_no_key_for_its_visitor(app: FastAPI) -> None:
    stranger = Phone(app)
    answer = await stranger.post("/api/tables", WISH, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


async def test_programs_say_nothing_of_where_they_come_from(app: FastAPI) -> None:
    async with program(app) as http:
        sent = await http.post("/api/tables", json=WISH, headers={"Origin": "https://their.example"})
        assert sent.status_code == 201


async def test_the_public_address_is_ours_whatever_a_proxy_makes_of_it(start: Start) -> None:
    app = await start(public_url="https://dice.example")
    phone = Phone(app, "http://inside:8000")
    phone.http.headers["Origin"] = "https://dice.example"
    assert (await phone.post("/api/tables", WISH)).status_code == 201


@BOTH
async def test_keys_are_kept_nowhere_as_they_are(app: FastAPI) -> None:
    key = secrets.token_urlsafe(32)
    async with program(app, key) as http:
        opened = (await http.post("/api/tables", json=WISH)).json()
        path = f"/api/tables/{opened['table']}"
        await http.post(f"{path}/join", json={})
        told = [(await http.get(f"/api/{one}")).text for one in ("me/tables", "me/export", f"tables/{opened['table']}")]
    assert key not in "".join(told)
    assert key not in str(vars(app.state.limits.key))
