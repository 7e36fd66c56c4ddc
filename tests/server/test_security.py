"""Lines of the threat model that no other test is about; docs/security.md names them all."""

import ast
import json
import secrets
import stat
from pathlib import Path

import pytest

import knobel.server
from knobel import Record
from knobel.server.http.run import prepared
from knobel.server.http.settings import Settings
from knobel.server.storage.schema import METADATA
from knobel.tables import keys as tokens
from knobel.tables.errors import Denied
from knobel.tables.keys import hashed, new_token
from knobel.tables.open import NewSeat, NewTable
from tests.server.live.test_secret import forms
from tests.server.service import Question, Service
from tests.tables.people import HOST, Ticket, join, play, roll, say, sit, two, wish

SOURCE = Path(knobel.server.__file__).parent
CALLERS = {"aiohttp", "ftplib", "http", "httpx", "httpx2", "requests", "smtplib", "telnetlib", "urllib", "xmlrpc"}
"""Modules that talk to others."""
HARMLESS = {"urllib.parse"}


@pytest.mark.asyncio
async def test_advice_lists_and_exports_do_not_tell_the_secret_either(service: Service) -> None:
    opened, anna, bert = await two(service, "hexhex", coach=True)
    secret = (await service.store.setup(opened.table)).secret
    assert secret
    await play(service, [anna, bert], most=6)
    await roll(service, anna, bert)
    told = [
        await service.advice.hints(anna.table, anna.token, Question("en")),
        await service.advice.review(anna.table, anna.token, Question("en")),
        await service.player_data.tables(anna.token),
        [one async for one in service.player_data.export(anna.token)],
        await service.advice.study(
            await service.record(anna.table, anna.token), Question("en"), hint=True, review=True
        ),
    ]
    text = json.dumps(told)
    assert not [form for form in forms(secret) if form in text]


@pytest.mark.asyncio
async def test_secrets_of_dice_are_drawn_by_the_system_anew_for_every_table(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bytes] = []

    def draw(count: int) -> bytes:
        drawn.append(secrets.SystemRandom().randbytes(count))
        return drawn[-1]

    monkeypatch.setattr(secrets, "token_bytes", draw)
    names = [(await service.open(wish("classic", 2), HOST)).table for _ in range(3)]
    kept = [(await service.store.setup(name)).secret for name in names]
    assert len(set(kept)) == 3
    assert all(one in drawn and len(one) == 32 for one in kept if one)


def test_keys_and_tickets_have_256_bits_that_nobody_guesses() -> None:
    drawn = [new_token() for _ in range(1000)]
    assert len(set(drawn)) == 1000
    assert all(len(tokens.check_key(one)) == 43 for one in drawn)
    # Each of the 64 signs falls about 664 times in 42,000 places; a sign that is missing would be no chance.
    assert len(set("".join(one[:42] for one in drawn))) == 64


@pytest.mark.asyncio
async def test_the_ticket_to_watch_opens_no_seat_and_the_invitation_no_taken_one(service: Service) -> None:
    opened, (anna,) = await sit(service, wish("classic", 2), "Anna")
    stranger = new_token()
    for key in (stranger, stranger, HOST):
        assert (await service.join(opened.table, key, ticket=opened.watch)).seats == ()
        assert (await service.join(opened.table, key, ticket=opened.watch, seat=1)).seats == ()
    mine = await join(service, opened, "Bert")
    assert mine.seat == 1
    for ticket in (opened.watch, opened.invite):
        with pytest.raises(Denied):
            await say(service, Ticket(anna.table, 0, ticket), "roll", seen=0)


@pytest.mark.asyncio
async def test_one_who_knows_the_hash_of_a_key_still_has_no_key(service: Service) -> None:
    """What a thief reads in the database opens nothing."""
    opened, anna, _ = await two(service)
    setup = await service.store.setup(opened.table)
    for stolen in (hashed(anna.token), setup.invite, setup.watch):
        for guess in (stolen, stolen[:43]):
            with pytest.raises(Denied):
                await service.view(opened.table, guess)


@pytest.mark.asyncio
async def test_an_export_is_of_one_key_alone(service: Service) -> None:
    _, anna, _ = await two(service)
    _, (carl,) = await sit(service, wish("hexhex", 1), "Carl")
    assert [one["table"] async for one in service.player_data.export(anna.token)] == [anna.table]
    assert [one["table"] async for one in service.player_data.export(carl.token)] == [carl.table]


@pytest.mark.asyncio
async def test_nobody_needs_a_name_and_nothing_else_is_asked(service: Service) -> None:
    key = new_token()
    opened = await service.open(NewTable("hexhex", [NewSeat("here")]), key)
    await service.join(opened.table, key)
    assert (await service.view(opened.table, key))["seats"][0]["name"] == "Player 1"


def test_the_database_has_no_place_for_anything_personal() -> None:
    """No address, no mail, no device: whoever adds a column decides here whether it is somebody's own."""
    columns = {f"{table.name}.{column.name}" for table in METADATA.tables.values() for column in table.columns}
    assert columns == {
        *(f"tables.{name}" for name in ("id", "game", "seats", "options", "undo", "dice", "coach", "clock")),
        *(f"tables.{name}" for name in ("secret", "invite_hash", "watch_hash", "created", "asked")),
        *(f"holders.{name}" for name in ("table_id", "seat", "hash", "ticket")),
        *(f"log.{name}" for name in ("table_id", "seq", "kind", "text", "seat", "at", "key", "asked")),
        *(f"circles.{name}" for name in ("id", "ticket", "name", "hash", "created")),
        *(f"results.{name}" for name in ("id", "circle_id", "day", "game", "hash", "name", "face", "brought", "at")),
        *(f"results.{name}" for name in ("score", "objective", "luck", "decisions", "spread")),
    }


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_server_calls_nobody_but_its_database(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        calling = {name for name in names if name.split(".")[0] in CALLERS and name not in HARMLESS}
        assert not calling, f"{path} imports {calling}"


def test_the_folder_of_the_tables_is_for_its_owner_alone(tmp_path: Path) -> None:
    """The file in it holds the dice that are still to fall."""
    settings = Settings(data=tmp_path / "data")
    with prepared(settings):
        assert (settings.data / "knobel.db").is_file()
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700


@pytest.mark.asyncio
async def test_a_name_that_is_a_script_stays_a_name(service: Service) -> None:
    opened = await service.open(wish("hexhex", 1), HOST)
    name = "<script>alert()</script>"
    anna = await join(service, opened, name)
    await play(service, [anna])
    assert Record.read(await service.record(anna.table, anna.token)).names == (name,)
