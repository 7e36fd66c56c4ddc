"""The web app: its files, its page at every path of its own, and nothing else of the disk."""

import gzip
from pathlib import Path

import pytest

from knobel.server.http.static_files import StaticFiles
from tests.server.http.conftest import Phone, Start

pytestmark = pytest.mark.asyncio
PAGE = "<!doctype html><title>Knobel</title>"
SCRIPT = "console.log('Knobel')" * 100


@pytest.fixture
def site(tmp_path: Path) -> StaticFiles:
    """A web app as a build leaves it."""
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text(PAGE)
    (web / "sw.js").write_text("self")
    (web / "icon.svg").write_text("<svg/>")
    (web / "app.webmanifest").write_text("{}")
    (web / "assets" / "index-abc123.js").write_text(SCRIPT)
    (web / "assets" / "index-abc123.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (web / "assets" / "index-abc123.js.br").write_bytes(b"packed by brotli")
    (tmp_path / "secret.txt").write_text("secret")
    return StaticFiles(web)


async def test_the_page_is_at_every_path_of_the_app_and_asked_for_anew(phone: Phone) -> None:
    for path in ("/", "/index.html", "/t/abcdefghijklmnop", "/play/classic"):
        told = await phone.get(path)
        assert (told.status_code, told.text[:15], told.text.count("<title>")) == (200, PAGE[:15], 1), path
        assert told.headers["content-type"].startswith("text/html")
        assert told.headers["cache-control"] == "no-cache"


async def test_files_whose_name_changes_are_kept_for_ever_and_others_are_not(phone: Phone) -> None:
    assert "immutable" in (await phone.get("/assets/index-abc123.js")).headers["cache-control"]
    for path in ("/sw.js", "/icon.svg", "/app.webmanifest"):
        assert (await phone.get(path)).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/sw.js", "text/javascript"),
        ("/icon.svg", "image/svg+xml"),
        ("/app.webmanifest", "application/manifest+json"),
        ("/assets/index-abc123.js", "text/javascript"),
    ],
)
async def test_every_file_says_what_it_is(phone: Phone, path: str, kind: str) -> None:
    assert (await phone.get(path)).headers["content-type"].partition(";")[0] == kind


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("br, gzip", "br"),
        ("gzip, deflate, br;q=0.5", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("identity", None),
        ("", None),
    ],
)
async def test_files_are_sent_as_small_as_the_browser_takes_them(phone: Phone, accepted: str, sent: str | None) -> None:
    async with phone.http.stream("GET", "/assets/index-abc123.js", headers={"Accept-Encoding": accepted}) as told:
        raw = b"".join([part async for part in told.aiter_raw()])
        assert told.headers.get("content-encoding") == sent
        assert "Accept-Encoding" in told.headers["vary"]
        assert int(told.headers["content-length"]) == len(raw)


async def test_a_browser_that_has_a_file_gets_it_once(phone: Phone) -> None:
    first = await phone.get("/", headers={"Accept-Encoding": "identity"})
    again = await phone.get("/", headers={"If-None-Match": first.headers["etag"], "Accept-Encoding": "identity"})
    assert (again.status_code, again.content) == (304, b"")
    tags = [
        (await phone.http.head("/assets/index-abc123.js", headers={"Accept-Encoding": one})).headers["etag"]
        for one in ("br", "gzip", "identity")
    ]
    assert len(set(tags)) == 3


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/..%2fsecret.txt", "//etc/passwd.txt"]
)
async def test_no_path_leads_out_of_the_app(phone: Phone, path: str) -> None:
    told = await phone.get(path)
    assert "secret" not in told.text
    assert told.status_code in {200, 404}
    assert told.status_code == 404 or told.text.startswith("<!doctype html>")


async def test_a_file_that_is_not_there_is_not_the_page(phone: Phone) -> None:
    for path in ("/assets/old-123.js", "/favicon.ico", "/assets/index-abc123.js.gz", "/api", "/api/"):
        told = await phone.get(path)
        assert (told.status_code, told.json()["error"]["code"]) == (404, "not_found"), path


async def test_without_a_web_app_a_page_says_so(start: Start, tmp_path: Path) -> None:
    told = await Phone(await start(site=StaticFiles(tmp_path / "nothing"))).get("/")
    assert told.status_code == 200
    assert "/api" in told.text
    assert "make web" in told.text
