"""Every answer keeps a browser safe."""

import pytest
from fastapi import FastAPI

from knobel.server.http.checks import SAFETY
from tests.server.http.conftest import Phone, Start

pytestmark = pytest.mark.asyncio


async def test_every_answer_has_all_headers_also_when_it_refuses_or_breaks(
    app: FastAPI, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(*_: object) -> None:
        raise RuntimeError("Anna's secret")

    monkeypatch.setattr(app.state.service.app.tables, "of_key", breaks)
    await phone.open()
    answers = [
        await phone.get("/"),
        await phone.get("/api/games"),
        await phone.get("/api/none"),
        await phone.get("/api/me/tables"),
        await phone.http.put("/api/games"),
        await phone.post("/api/tables", {"game": "chess"}),
        await phone.post("/api/tables", {}, headers={"Origin": "https://evil.example"}),
    ]
    assert [one.status_code for one in answers] == [200, 200, 404, 500, 405, 422, 403]
    for answer in answers:
        assert {name: answer.headers.get(name) for name in SAFETY} == SAFETY
        assert len(answer.headers.get_list("cache-control")) == 1


async def test_scripts_styles_and_frames_come_from_nowhere_else(phone: Phone) -> None:
    rules = dict(rule.split(" ", 1) for rule in (await phone.get("/")).headers["content-security-policy"].split("; "))
    assert rules["default-src"] == rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert rules["img-src"] == "'self' data:"
    # The engine of a browser is WebAssembly; text never becomes a script.
    assert "unsafe" not in str(rules).replace("'wasm-unsafe-eval'", "")


async def test_what_breaks_is_told_without_what_it_was(
    app: FastAPI, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("Anna's secret")

    monkeypatch.setattr(app.state.service.app, "view", breaks)
    table = (await phone.open())["table"]
    told = await phone.get(f"/api/tables/{table}")
    assert (told.status_code, told.json()["error"]["code"]) == (500, "broken")
    assert told.json()["error"]["details"]["number"] in told.json()["error"]["message"]
    assert "secret" not in told.text


async def test_answers_of_the_api_are_kept_nowhere_unless_they_may_be(phone: Phone) -> None:
    await phone.open()
    assert (await phone.get("/api/me/tables")).headers["cache-control"] == "no-store"
    assert (await phone.get("/api/texts/de")).headers["cache-control"] == "no-cache"


async def test_https_is_for_ever_where_people_come_by_it(start: Start) -> None:
    secure = Phone(await start(public_url="https://dice.example"))
    assert "max-age" in (await secure.get("/")).headers["strict-transport-security"]
    assert "strict-transport-security" not in (await Phone(await start()).get("/")).headers


async def test_long_answers_are_packed_and_short_ones_are_not(phone: Phone) -> None:
    long = await phone.get("/api/texts/de", headers={"Accept-Encoding": "gzip"})
    assert long.headers["content-encoding"] == "gzip"
    assert int(long.headers["content-length"]) < len(long.content) / 2
    assert "content-encoding" not in (await phone.get("/healthz", headers={"Accept-Encoding": "gzip"})).headers


@pytest.mark.parametrize("path", ["/api/texts/de", "/api/games?language=en", "/api/rules/classic"])
async def test_what_is_the_same_for_all_is_sent_once(phone: Phone, path: str) -> None:
    first = await phone.get(path)
    tag = first.headers["etag"]
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = await phone.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert (await phone.get(path, headers={"If-None-Match": '"other"'})).status_code == 200
