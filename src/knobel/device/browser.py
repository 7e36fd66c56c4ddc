"""A device in a browser, whose tables are stored by JavaScript."""

from typing import Any

from knobel.core.errors import worded
from knobel.device.device import Around, Device
from knobel.device.warm_up import WarmUp
from knobel.library import find
from knobel.solve.kernel import quick
from knobel.tables.errors import NoSpace


class BrowserStore:
    """The storage of a browser, through the functions of `web/src/device/store.ts`."""

    def __init__(self, kept: Any) -> None:
        self._kept = kept

    async def read(self, table: str) -> str | None:
        """The stored table."""
        found: str | None = await self._kept.read(table)
        return found

    async def heads(self) -> str:
        """The heads of all tables."""
        found: str = await self._kept.heads()
        return found

    async def write(self, changes: str) -> bool:
        """Store all changes or none; raises NoSpace if the storage is full."""
        how = await self._kept.write(changes)
        if how == "full":
            raise worded(
                NoSpace("this device has no room to keep the game; make room, or allow the page to store"),
                "device.full",
            )
        return bool(how == "kept")

    async def erase(self) -> None:
        """Delete all tables."""
        await self._kept.erase()


def start(kept: Any, told: Any, key: str, home: str) -> Device:
    """Create the device of the owner of this key; `told` has the functions of `web/src/device/engine.ts`.

    `changed` is called with every table that has changed, `fetched` with a game whose values are needed, `reviewed`
    with the progress of a review; `kernel` walks along lattices.
    """

    async def fetch(game: str) -> bool:
        return not find(game).has("judge") or bool(await told.fetched(game, str(find(game).data(""))))

    quick.use(told.kernel)
    around = Around(told.changed, fetch, WarmUp(fetch).expect, told.reviewed)
    return Device(BrowserStore(kept), key, home=home, around=around)
