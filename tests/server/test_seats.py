"""Seats belong to tokens: hashed where they are kept, good on every device, void when renewed."""

import hmac

import pytest
from sqlalchemy import select

from knobel import BadSetup, KnobelError
from knobel.server import acts, tokens
from knobel.server.errors import Denied, NoTable, NotAllowed, NotReady, SeatTaken, TooLarge
from knobel.server.opening import Wish
from knobel.server.schema import SEATS, TABLES
from knobel.server.service import Service, Ticket
from knobel.server.tokens import hashed, new_token
from tests.server.people import play, say, sit, two

pytestmark = pytest.mark.asyncio


async def test_tokens_are_kept_as_hashes_only(service: Service) -> None:
    opened, anna, bert = await two(service)
    async with service.store.database.reader.connect() as connection:
        seats = (await connection.execute(select(SEATS).where(SEATS.c.table_id == opened.table))).all()
        table = (await connection.execute(select(TABLES).where(TABLES.c.id == opened.table))).one()
    kept = f"{seats} {table}"
    assert all(token not in kept for token in (anna.token, bert.token, opened.invite, opened.watch))
    assert [row.token_hash for row in sorted(seats)] == [hashed(anna.token), hashed(bert.token)]


async def test_tokens_are_compared_in_constant_time(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    _, anna, _ = await two(service)
    compared = []

    def compare(one: str, other: str) -> bool:
        compared.append(one)
        return hmac.compare_digest(one, other)

    monkeypatch.setattr(tokens, "compare_digest", compare)
    with pytest.raises(Denied):
        await service.leave(anna.table, "x" * 43)
    assert compared == [hashed("x" * 43)] * 2


async def test_nobody_prints_a_token_by_accident(service: Service) -> None:
    opened, anna, _ = await two(service)
    printed = f"{opened!r} {anna!r}"
    assert all(token not in printed for token in (anna.token, opened.invite, opened.watch))


async def test_a_token_that_is_no_seat_moves_nothing(service: Service) -> None:
    opened, _, _ = await two(service)
    for wrong in ("", "x" * 43, "\ud800", "\x00", opened.watch, opened.invite, hashed(opened.invite)):
        with pytest.raises(Denied):
            await say(service, Ticket(opened.table, 0, wrong), "write chance", seen=0)


async def test_spectators_see_everything_and_do_nothing(service: Service) -> None:
    opened, _, _ = await two(service)
    table = await service.view(opened.table, opened.watch)
    assert table["you"] is None
    assert table["moves"] == []
    assert await service.events(opened.table, opened.watch)
    assert await service.record(opened.table, opened.watch)
    with pytest.raises(Denied):
        await service.view(opened.table, new_token())


async def test_a_table_that_is_not_there_is_told(service: Service) -> None:
    for name in ("", "nowhere", "a" * 16, "\x00" * 16, "\ud800" * 16, "ä" * 16, "x" * 10_000, "' OR 1=1 --"):
        with pytest.raises(NoTable, match="there is no table"):
            await service.view(name, new_token())


async def test_a_join_that_is_sent_twice_takes_one_seat(service: Service) -> None:
    opened = await service.open(Wish("classic", 3))
    token = new_token()
    first = await service.join(opened.table, invite=opened.invite, token=token, name="Anna")
    again = await service.join(opened.table, invite=opened.invite, token=token, name="Anna")
    assert first == again
    other = await service.join(opened.table, invite=opened.invite, name="Bert")
    assert other.seat == 1


async def test_a_seat_can_be_chosen_if_it_is_free(service: Service) -> None:
    opened = await service.open(Wish("classic", 3))
    assert (await service.join(opened.table, invite=opened.invite, seat=2)).seat == 2
    for seat in (2, 3, -1):
        with pytest.raises(SeatTaken, match="free seats are: 0, 1"):
            await service.join(opened.table, invite=opened.invite, seat=seat)


async def test_nobody_comes_in_uninvited_or_to_a_full_table(service: Service) -> None:
    opened, _, _ = await two(service)
    with pytest.raises(SeatTaken, match="none"):
        await service.join(opened.table, invite=opened.invite)
    with pytest.raises(Denied):
        await service.join(opened.table, invite=opened.watch)


async def test_names_are_checked(service: Service) -> None:
    opened = await service.open(Wish("classic", 2))
    for name in ("x" * 25, "a\nb", "\x00", "\ud800", " a", "a  b"):
        with pytest.raises(BadSetup):
            await service.join(opened.table, invite=opened.invite, name=name)


async def test_one_without_a_name_gets_one(service: Service) -> None:
    opened = await service.open(Wish("classic", 2))
    await service.join(opened.table, invite=opened.invite)
    assert (await service.view(opened.table, opened.watch))["seats"][0]["name"] == "Player 1"


async def test_tokens_and_nonces_brought_along_are_checked(service: Service) -> None:
    opened = await service.open(Wish("classic", 2))
    with pytest.raises(Denied, match="32 random bytes"):
        await service.join(opened.table, invite=opened.invite, token="password")
    with pytest.raises(BadSetup, match="no nonce"):
        await service.join(opened.table, invite=opened.invite, nonce="lucky seven")


async def test_one_who_left_comes_back_with_the_same_token(service: Service) -> None:
    _, anna, _ = await two(service)
    await service.leave(anna.table, anna.token)
    assert (await service.view(anna.table, anna.token))["seats"][0]["away"]
    with pytest.raises(NotAllowed, match="come back first"):
        await say(service, anna, "write chance")
    await service.back(anna.table, anna.token)
    await say(service, anna, "write chance")


async def test_a_seat_taken_to_another_device_is_void_on_the_first(service: Service) -> None:
    _, anna, _ = await two(service)
    phone = await service.renew(anna.table, anna.token)
    await say(service, phone, "write chance")
    with pytest.raises(Denied):
        await service.view(anna.table, anna.token)


async def test_leaving_and_coming_back_has_an_end(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_CHATTER", 4)
    _, anna, _ = await two(service)
    await service.leave(anna.table, anna.token)
    await service.back(anna.table, anna.token)
    with pytest.raises(TooLarge):
        await service.leave(anna.table, anna.token)
    with pytest.raises(TooLarge):
        await service.renew(anna.table, anna.token)


async def test_a_rematch_keeps_people_rules_and_tokens_and_the_next_seat_starts(service: Service) -> None:
    opened, (anna, bert) = await sit(
        service, Wish("krisskross", 3, {"advanced": True}, undo="free", bots={2: "hare"}), "Anna", "Bert"
    )
    with pytest.raises(NotReady):
        await service.rematch(anna.table, anna.token)
    await play(service, [anna, bert])
    table = await service.rematch(anna.table, anna.token)
    assert await service.rematch(bert.table, bert.token) == table
    assert (await service.view(anna.table, anna.token))["next"] == table
    view = await service.view(table, opened.watch)
    assert [seat["name"] for seat in view["seats"]] == ["Bert", "bot hare", "Anna"]
    assert (view["options"], view["undo"], view["started"]) == ({"advanced": "yes"}, "free", False)
    assert [(await service.join(table, token=one.token)).seat for one in (anna, bert)] == [2, 0]
    assert (await service.view(table, opened.watch))["started"]


async def test_a_rematch_has_new_dice_and_new_nonces(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    old = await play(service, [anna, bert])
    table = await service.rematch(anna.table, anna.token)
    for one in (anna, bert):
        await service.join(table, token=one.token)
    new = await service.view(table, anna.token)
    assert new["seal"] != old["seal"]
    assert not {seat["nonce"] for seat in new["seats"]} & {seat["nonce"] for seat in old["seats"]}


async def test_a_seat_kept_for_a_rematch_is_for_its_token_only(service: Service) -> None:
    opened, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    table = await service.rematch(anna.table, anna.token)
    with pytest.raises(SeatTaken):
        await service.join(table, invite=opened.invite, name="Mallory")
    with pytest.raises(KnobelError, match="join first"):
        await service.back(table, anna.token)
