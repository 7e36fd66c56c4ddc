"""The engine of browsers: offered by a server and by the static edition, at addresses that change with it."""

import json
from pathlib import Path

import pytest

from knobel.server.http.static_files import FOLDER, StaticFiles
from knobel.server.site.engine import engine
from knobel.server.site.write import write
from tests.server.http.conftest import Phone, Start

MOST = 12_000_000
"""Bytes that a browser may have to fetch before the first game, even from a host that packs nothing."""


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A web app as a build leaves it, with a small engine."""
    web = tmp_path / "web"
    (web / "engine" / "abc").mkdir(parents=True)
    (web / "engine" / "abc" / "runtime.mjs").write_text("run")
    (web / "engine" / "runtime.json").write_text(
        json.dumps({"runtime.mjs": {"at": "engine/abc/runtime.mjs", "size": 3, "packed": False}})
    )
    (web / "index.html").write_text('<html><head><meta charset="utf-8" /><title>Knobel</title></head></html>')
    (web / "sw.js").write_text("const VERSION = 'one'\nconst STATIC_ANSWERS = null\n")
    (web / "manifest.webmanifest").write_text('{"start_url": "/"}')
    return web


@pytest.mark.asyncio
async def test_a_server_offers_every_file_of_the_engine_its_page_names(app: Path, start: Start) -> None:
    phone = Phone(await start(site=StaticFiles(app)))
    offered = engine(app)
    assert offered
    assert f'<meta name="knobel-engine" content="{offered.place}" />' in (await phone.get("/")).text
    index = (await phone.get(f"/{offered.place}")).json()
    files = [file["at"] for file in index["files"].values()]
    values = [place for game in index["values"].values() for place in game.values()]
    assert {"runtime.mjs", "knobel.zip"} == set(index["files"])
    for place in (offered.place, *files, *values[:2]):
        told = await phone.get(f"/{place}")
        assert (told.status_code, "immutable" in told.headers["cache-control"]) == (200, True), place
    worker = await phone.get("/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert "VERSION = 'one'" not in worker.text


@pytest.mark.asyncio
async def test_an_app_without_an_engine_is_served_as_it_is(app: Path, start: Start) -> None:
    (app / "engine" / "runtime.json").unlink()
    phone = Phone(await start(site=StaticFiles(app)))
    assert "knobel-engine" not in (await phone.get("/")).text
    assert "VERSION = 'one'" in (await phone.get("/sw.js")).text


def test_the_static_edition_is_the_same_bytes_when_it_is_written_twice(app: Path, tmp_path: Path) -> None:
    written = []
    for name in ("one", "two"):
        write(tmp_path / name, app)
        engine.cache_clear()
        found = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        written.append({path.relative_to(tmp_path / name): path.read_bytes() for path in found})
    assert written[0] == written[1]


def test_the_engine_that_is_built_is_small_enough_for_every_host() -> None:
    offered = engine(FOLDER)
    assert offered
    assert offered.size < MOST
