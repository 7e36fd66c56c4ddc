"""A key belongs to one request: the same again is done once, another one under the same key is refused."""

from typing import Any

import pytest

from tests.server.http.conftest import BOTH, Phone, Start

pytestmark = [pytest.mark.asyncio, BOTH]

SEATS = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "level": "hare"}, {"kind": "link"}]
WISH: dict[str, Any] = {"game": "classic", "seats": SEATS, "key": "once"}
OTHERS: list[dict[str, Any]] = [
    {"game": "hexhex"},
    {"seats": SEATS[:2]},
    {"seats": [{**SEATS[0], "name": "Berta"}, *SEATS[1:]]},
    {"seats": [SEATS[0], {"kind": "bot", "level": "owl"}, SEATS[2]]},
    {"seats": [SEATS[0], SEATS[2], SEATS[1]]},
    {"seats": [*SEATS[:2], {"kind": "here"}]},
    {"dice": "own"},
    {"undo": "free"},
    {"coach": True},
    {"clock": 60},
]


def record(face: int) -> str:
    """Another record for each face; their tables are set up alike."""
    return f"knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n- 5 5 5 6 {face}\n"


async def refused(phone: Phone, path: str, body: dict[str, Any]) -> None:
    """This request is not taken for the one that had its key."""
    told = await phone.post(path, body)
    assert (told.status_code, told.json()["error"]["code"]) == (409, "key_used"), body


async def test_a_table_that_was_asked_for_otherwise_is_another_one(phone: Phone) -> None:
    first = await phone.post("/api/tables", WISH)
    for other in OTHERS:
        await refused(phone, "/api/tables", {**WISH, **other})
    assert (await phone.post("/api/tables", WISH)).json() == first.json()


async def test_another_record_is_not_taken_for_the_one_that_was_imported(phone: Phone) -> None:
    first = await phone.post("/api/import", {"record": record(1), "key": "once"})
    await refused(phone, "/api/import", {"record": record(2), "key": "once"})
    await refused(phone, "/api/tables", WISH)
    again = await phone.post("/api/import", {"record": record(1), "key": "once"})
    assert (again.status_code, again.json()) == (201, first.json())


async def test_a_record_that_is_there_already_is_refused_too_under_a_key_that_was_used(phone: Phone) -> None:
    for number in (1, 2):
        await phone.post("/api/import", {"record": record(number), "key": f"once-{number}"})
    await refused(phone, "/api/import", {"record": record(2), "key": "once-1"})


async def test_another_worker_knows_the_request_too(start: Start) -> None:
    one, other = Phone(await start()), Phone(await start())
    first = await one.post("/api/import", {"record": record(1), "key": "once"})
    other.http.cookies = one.http.cookies
    await refused(other, "/api/import", {"record": record(2), "key": "once"})
    assert (await other.post("/api/import", {"record": record(1), "key": "once"})).json() == first.json()


async def test_a_command_that_was_decided_on_something_else_is_another_one(phone: Phone) -> None:
    path = f"/api/tables/{(await phone.open(seats=2))['table']}"
    seen = (await phone.get(path)).json()["seq"]
    command = {"move": "roll", "seen": seen, "key": "once", "seat": 0}
    first = await phone.post(f"{path}/commands", command)
    assert first.status_code == 200
    for other in ({"move": "write ones"}, {"seen": seen - 1}, {"seen": seen + 1}, {"seat": 1}):
        await refused(phone, f"{path}/commands", {**command, **other})
    assert (await phone.post(f"{path}/commands", command)).json()["seq"] == first.json()["seq"]
    # How it is answered makes no other request of it.
    assert (await phone.post(f"{path}/commands", {**command, "view": True})).json()["seq"] == first.json()["seq"]
