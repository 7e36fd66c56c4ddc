"""Who watches: many, but not without end, since their keys are stored."""

import pytest

from knobel.server.live import sql_tables
from knobel.tables.errors import TooLarge
from knobel.tables.keys import new_token
from tests.server.service import Service
from tests.tables.people import HOST, wish

pytestmark = pytest.mark.asyncio


async def test_a_table_has_so_many_watchers_and_a_key_watches_so_many_tables(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_tables, "MOST_WATCHERS", 3)
    monkeypatch.setattr(sql_tables, "MOST_WATCHED", 2)
    host = new_token()
    tables = [await service.open(wish("classic", 2), HOST if number else host) for number in range(4)]
    # Whoever opens a table is one of those who may watch it.
    first, second = new_token(), new_token()
    for key in (first, second, first):
        assert (await service.join(tables[0].table, key, ticket=tables[0].watch)).watching
    with pytest.raises(TooLarge, match="up to 3 people can watch"):
        await service.join(tables[0].table, new_token(), ticket=tables[0].watch)
    await service.join(tables[1].table, first, ticket=tables[1].invite, watch=True)
    with pytest.raises(TooLarge, match="you can watch up to 2 tables"):
        await service.join(tables[2].table, first, ticket=tables[2].watch)
    # A seat is no matter of watching, and whoever sits at many tables still watches others.
    for table in tables[1:]:
        assert (await service.join(table.table, second, ticket=table.invite)).seats
    assert (await service.join(tables[2].table, new_token(), ticket=tables[2].watch)).watching
