"""Records that are brought along are read where they slow nobody, and once."""

from typing import Any

import pytest

from knobel.tables import open as opening
from knobel.tables.errors import KeyUsed
from knobel.tables.keys import new_token
from tests.server.service import Service

pytestmark = pytest.mark.asyncio
RECORD = "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n- 5 5 5 6 6\n"


class Client:
    """Somebody who asks."""

    who = "192.0.2.7"

    def charge(self, seconds: float) -> None:
        """Pay for it."""


async def test_a_record_is_read_by_the_workers_for_long_jobs_and_in_the_name_of_who_brings_it(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight long ones in a thread took two seconds of the one interpreter that serves everybody else."""
    run, asked = service.jobs.pool.run, []

    async def counted(work: Any, *args: Any, asker: Any = None) -> Any:
        asked.append((work, asker))
        return await run(work, *args, asker=asker)

    monkeypatch.setattr(service.jobs.pool, "run", counted)
    client = Client()
    await service.import_record(RECORD, new_token(), asker=client)
    assert asked == [(opening.imported, client)]


async def test_a_record_that_was_imported_under_the_same_key_is_not_read_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = new_token()
    first = await service.import_record(RECORD, key, "once", [0])

    async def never(*_: Any, **__: Any) -> Any:
        pytest.fail("the record was read again")

    monkeypatch.setattr(service.jobs.pool, "run", never)
    assert await service.import_record(RECORD, key, "once", [0]) == first
    with pytest.raises(KeyUsed):
        await service.import_record(RECORD.replace("Anna", "Bert"), key, "once", [0])
