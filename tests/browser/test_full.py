"""A browser without space: what cannot be stored is refused in words, before anybody sees it, and can be sent later."""

import json
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from knobel.browser.bridge import start
from knobel.solve.kernel import backend
from knobel.tables.keys import new_token
from tests.browser.memory import Memory

pytestmark = pytest.mark.asyncio


class Disk(Memory):
    """The functions of a browser's storage, which may have no space."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False

    async def store(self, changes: str) -> str:
        """Say as a browser does whether something was stored."""
        if self.full:
            return "full"
        return "kept" if await self.write(changes) else "changed"


@pytest.fixture
def no_kernel() -> Iterator[None]:
    """The kernel that a page brings is gone after the test."""
    yield
    backend.use(None)


async def _nothing(_game: str, _folder: str) -> bool:
    """No values can be fetched."""
    return False


@pytest.mark.usefixtures("no_kernel")
async def test_a_move_for_which_there_is_no_space_is_refused_in_words_and_can_be_made_later() -> None:
    disk = Disk()
    storage = SimpleNamespace(read=disk.read, heads=disk.heads, write=disk.store, erase=disk.erase)
    page = SimpleNamespace(changed=lambda _: None, fetched=_nothing, reviewed=None, kernel=None)
    bridge = start(storage, page, new_token(), "knobel.test")
    wish = {"game": "hexhex", "seats": [{"kind": "here", "name": "Anna"}], "key": "full"}
    table = json.loads((await bridge.answer("POST", "/tables", json.dumps(wish))).body)["table"]
    await bridge.answer("POST", f"/tables/{table}/join", "{}")
    before = (await bridge.answer("GET", f"/tables/{table}")).body

    disk.full = True
    command = json.dumps({"move": "roll", "seen": json.loads(before)["seq"], "key": "one", "seat": 0, "view": True})
    refused = await bridge.answer("POST", f"/tables/{table}/commands", command)
    error = json.loads(refused.body)["error"]
    assert (refused.status, error["code"]) == (507, "no_space")
    assert "device.full" in json.dumps(error["details"]["text"])
    after = json.loads((await bridge.answer("GET", f"/tables/{table}")).body)
    assert after["seq"] == json.loads(before)["seq"]
    another = await bridge.answer("POST", "/tables", json.dumps({**wish, "key": "another"}))
    assert another.status == 507

    disk.full = False
    assert (await bridge.answer("POST", f"/tables/{table}/commands", command)).status == 200
