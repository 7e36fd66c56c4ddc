"""The store of boards, on both databases."""

from dataclasses import replace
from pathlib import Path

import pytest

from knobel.server.live.housekeeping import DAY
from knobel.server.storage.backup import backup, restore
from knobel.server.storage.boards import EVERYBODY, BoardStore, Circle
from knobel.server.storage.store import Store
from tests.cli.test_board import result
from tests.server.service import Service
from tests.server.storage.test_store import fresh

pytestmark = pytest.mark.asyncio


async def test_results_are_ranked_kept_once_backed_up_and_pruned_on_both_databases(
    tmp_path: Path, postgres: str
) -> None:
    places = (f"sqlite:///{tmp_path / 'one.db'}", await fresh(postgres))
    files: list[Path] = []
    for url in places:
        store = Store(url)
        await store.start()
        boards = BoardStore(store.database)
        family, empty = (Circle(name * 16, name * 64, "Familie", "a" * 64, DAY) for name in "fe")
        for circle in (family, empty):
            await boards.open(circle)
        anna, ben = (replace(result(name, key), at=DAY) for name, key in (("Anna", "a"), ("Ben", "b")))
        best = replace(result("Carla", "c"), score=250, luck=0.1, at=3 * DAY)
        late = replace(result("Dora", "d", family.id), at=3 * DAY)
        assert await boards.add([anna, ben, best, late])
        assert not await boards.add([replace(anna, id="other")])
        assert [one.name for one in await boards.best(EVERYBODY, "2026-11-17", 2)] == ["Carla", "Anna"]
        assert await boards.count(EVERYBODY, "2026-11-17", "classic") == 3
        files.append(tmp_path / f"{len(files)}.backup")
        await backup(url, files[-1])
        assert await boards.prune(2 * DAY) == 3
        assert [one.name for one in await boards.listed(9)] == ["Carla", "Dora"]
        assert [one.id for one in await boards.circles(9)] == [family.id]
        await store.close()
    assert files[0].read_bytes() == files[1].read_bytes()
    other = f"sqlite:///{tmp_path / 'restored.db'}"
    assert (await restore(files[1], other)).rows == 6


async def test_a_server_deletes_old_results_by_itself(tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'knobel.db'}", clock=lambda: 200 * DAY, retention=90)
    await service.start()
    boards = BoardStore(service.store.database)
    await boards.add([replace(result("Anna", "a"), at=100 * DAY), replace(result("Ben", "b"), at=150 * DAY)])
    await service.housekeeper.tidy()
    assert [one.name for one in await boards.listed(9)] == ["Ben"]
    await service.close()
