"""Links look like something: the head of every page tells messengers what it is, and no more than it may."""

import re
from pathlib import Path

import pytest
from fastapi import FastAPI

from knobel.server.http.static_files import StaticFiles
from tests.server.http.conftest import Phone, Start

pytestmark = pytest.mark.asyncio
HEAD = re.compile(r'<meta (?:property|name)="([^"]*)" content="([^"]*)" />')


@pytest.fixture
def site(tmp_path: Path) -> StaticFiles:
    """A web app with two pictures."""
    web = tmp_path / "web"
    (web / "previews").mkdir(parents=True)
    (web / "index.html").write_text('<!doctype html><html lang="de"><head><title>Knobel</title></head></html>')
    for name in ("home", "classic"):
        (web / "previews" / f"{name}.png").write_bytes(b"picture")
    return StaticFiles(web)


async def told(phone: Phone, path: str, language: str = "de") -> dict[str, str]:
    """What the head of a page tells."""
    page = (await phone.get(path, headers={"Accept-Language": language})).text
    found = dict(HEAD.findall(page))
    title = re.search("<title>(.*)</title>", page)
    assert title
    assert found["og:title"] == title[1]
    return found


async def test_an_invitation_tells_the_game_in_the_language_of_the_reader(phone: Phone) -> None:
    table = (await phone.open())["table"]
    german = await told(phone, f"/join/{table}")
    assert (german["og:title"], german["description"]) == ("Spiel Classic mit uns", german["og:description"])
    assert "eingeladen" in german["og:description"]
    assert re.fullmatch(r"https?://[^/]+/previews/classic.png", german["og:image"])
    assert (await told(phone, f"/join/{table}", "fr, en-GB;q=0.8"))["og:title"] == "Come and play Classic"
    assert (await told(phone, f"/watch/{table}"))["og:title"] == "Schau bei Classic zu"


async def test_who_asks_for_pages_without_end_gets_them_without_asking_the_database(start: Start) -> None:
    app = await start(rate_address=0.01, burst_address=4)
    phone, neighbour = Phone(app), Phone(app, address="198.51.100.2")
    table = (await phone.open())["table"]
    titles = [(await told(phone, f"/join/{table}"))["og:title"] for _ in range(4)]
    assert titles == ["Spiel Classic mit uns"] * 2 + [titles[-1]] * 2
    assert titles[-1] == (await told(phone, "/"))["og:title"]
    assert (await told(neighbour, f"/join/{table}"))["og:title"] == "Spiel Classic mit uns"


@pytest.mark.parametrize(
    ("settings", "host", "address"),
    [
        ({}, "evil.example", ""),
        ({}, "198.51.100.7:8000", ""),
        ({}, "evil.example@localhost", ""),
        ({}, "localhost:8000", "http://localhost:8000"),
        ({"allowed_hosts": "dice.example"}, "dice.example", "http://dice.example"),
        ({"public_url": "https://dice.example"}, "evil.example", "https://dice.example"),
    ],
)
async def test_a_preview_never_repeats_a_foreign_host(
    start: Start, settings: dict[str, str], host: str, address: str
) -> None:
    phone = Phone(await start(**settings))
    page = (await phone.get("/rules/classic", headers={"Host": host})).text
    assert dict(HEAD.findall(page))["og:image"] == f"{address}/previews/classic.png"
    assert "evil" not in page


async def test_home_and_the_pages_of_games_have_title_sentence_and_picture(phone: Phone) -> None:
    for path, picture in (("/", "home"), ("/rules/classic", "classic"), ("/new/hexhex", "home"), ("/nowhere", "home")):
        head = await told(phone, path)
        assert head["og:title"]
        assert head["og:description"]
        assert head["og:image"].endswith(f"/previews/{picture}.png")


async def test_a_preview_tells_no_name_and_nothing_of_tables_that_are_not_there(phone: Phone) -> None:
    wish = {"game": "classic", "seats": [{"kind": "here", "name": "Annegret"}]}
    opened = (await phone.post("/api/tables", wish)).json()
    for path in ("join", "watch", "seat", "t", "replay", "review"):
        page = (await phone.get(f"/{path}/{opened['table']}")).text
        assert "Annegret" not in page
        assert opened["invite"] not in page
    assert (await told(phone, "/join/abcdefghijklmnop"))["og:title"] == (await told(phone, "/"))["og:title"]
    assert (await told(phone, '/rules/"><script>'))["og:title"] == (await told(phone, "/"))["og:title"]


async def test_a_game_is_shown_to_all_once_it_is_over_and_its_players_say_so(app: FastAPI) -> None:
    anna, stranger = Phone(app), Phone(app)
    wish = {"game": "hexhex", "seats": [{"kind": "here", "name": "Anna"}]}
    table = (await anna.post("/api/tables", wish)).json()["table"]
    path = f"/api/tables/{table}"
    await anna.post(f"{path}/join")
    early = await anna.post(f"{path}/share", {"public": True})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_ready")
    while not (await anna.play(table))["over"]:
        pass
    assert (await stranger.post(f"{path}/join", {"watch": True})).status_code == 403
    assert (await stranger.post(f"{path}/share", {"public": True})).status_code == 401
    home = await told(anna, "/")
    assert await told(anna, f"/replay/{table}") == home
    assert (await anna.post(f"{path}/share", {"public": True})).status_code == 200
    assert (await told(anna, f"/replay/{table}"))["og:title"] == "Eine Runde Hex-hex zum Nachspielen"
    assert (await stranger.post(f"{path}/join", {"watch": True})).json() == {"seats": [], "watching": True}
    assert (await stranger.view(table))["public"]
    assert (await stranger.get(f"{path}/record")).status_code == 200
    assert (await anna.post(f"{path}/share", {"public": False})).status_code == 200
    assert (await stranger.get(f"{path}/record")).status_code == 403
