"""A device without room: what cannot be kept is refused in words before anybody is told, and nothing else is lost."""

import json
import secrets
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from knobel.device.browser import start
from knobel.solve.kernel import quick
from tests.device.memory import Memory

pytestmark = pytest.mark.asyncio


class Disk(Memory):
    """The functions of a browser's storage, which may have no room."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False

    async def keep(self, changes: str) -> str:
        """Say as a browser does whether something was kept."""
        if self.full:
            return "full"
        return "kept" if await self.write(changes) else "changed"


@pytest.fixture
def no_kernel() -> Iterator[None]:
    """The kernel that a device brings is gone after the test."""
    yield
    quick.stop()


async def _nothing(_game: str, _folder: str) -> bool:
    """No values can be fetched."""
    return False


@pytest.mark.usefixtures("no_kernel")
async def test_a_move_for_which_there_is_no_room_is_refused_in_words_and_can_be_made_later() -> None:
    disk = Disk()
    kept = SimpleNamespace(read=disk.read, heads=disk.heads, write=disk.keep, erase=disk.erase)
    around = SimpleNamespace(changed=lambda _: None, fetched=_nothing, reviewed=None, kernel=None)
    device = start(kept, around, secrets.token_urlsafe(32), "knobel.test")
    wish = {"game": "hexhex", "seats": [{"kind": "here", "name": "Anna"}], "key": "full"}
    table = json.loads((await device.answer("POST", "/tables", json.dumps(wish))).body)["table"]
    await device.answer("POST", f"/tables/{table}/join", "{}")
    before = (await device.answer("GET", f"/tables/{table}")).body

    disk.full = True
    command = json.dumps({"move": "roll", "seen": json.loads(before)["seq"], "key": "one", "seat": 0, "view": True})
    refused = await device.answer("POST", f"/tables/{table}/commands", command)
    told = json.loads(refused.body)["error"]
    assert (refused.status, told["code"]) == (507, "no_space")
    assert "device.full" in json.dumps(told["details"]["text"])
    after = json.loads((await device.answer("GET", f"/tables/{table}")).body)
    assert after["seq"] == json.loads(before)["seq"]
    nothing = await device.answer("POST", "/tables", json.dumps({**wish, "key": "another"}))
    assert nothing.status == 507

    disk.full = False
    assert (await device.answer("POST", f"/tables/{table}/commands", command)).status == 200
