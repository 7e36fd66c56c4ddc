"""Seats belong to tokens: hashed where they are kept, good on every device, void when renewed."""

import asyncio
import hmac

import pytest
from sqlalchemy import select

from knobel import BadSetup, KnobelError
from knobel.server.live.service import Service
from knobel.server.storage.schema import HOLDERS, TABLES
from knobel.tables import keys as tokens
from knobel.tables import play as acts
from knobel.tables import seats as sitting
from knobel.tables.errors import Denied, KeyUsed, NoTable, NotAllowed, NotReady, SeatTaken, TooLarge
from knobel.tables.keys import hashed, new_token
from knobel.tables.open import NewSeat, NewTable
from knobel.tables.play import Command
from tests.server.conftest import Start
from tests.server.people import HOST, Ticket, join, moves_in, play, say, sit, two, wish

pytestmark = pytest.mark.asyncio


async def test_tokens_are_kept_as_hashes_only(service: Service) -> None:
    opened, anna, bert = await two(service)
    async with service.store.database.reader.connect() as connection:
        seats = (await connection.execute(select(HOLDERS).where(HOLDERS.c.table_id == opened.table))).all()
        table = (await connection.execute(select(TABLES).where(TABLES.c.id == opened.table))).one()
    kept = f"{seats} {table}"
    assert all(token not in kept for token in (anna.token, bert.token, opened.invite, opened.watch))
    held = {(row.seat, row.hash) for row in seats}
    assert held == {(-1, hashed(HOST)), (0, hashed(anna.token)), (1, hashed(bert.token))}


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
    assert (table["you"], table["watching"]) == ([], True)
    assert moves_in(table) == []
    assert await service.events(opened.table, opened.watch)
    assert await service.record(opened.table, opened.watch)
    with pytest.raises(Denied):
        await service.view(opened.table, new_token())


async def test_a_table_that_is_not_there_is_told(service: Service) -> None:
    for name in ("", "nowhere", "a" * 16, "\x00" * 16, "\ud800" * 16, "ä" * 16, "x" * 10_000, "' OR 1=1 --"):
        with pytest.raises(NoTable, match="there is no table"):
            await service.view(name, new_token())


async def test_a_join_that_is_sent_twice_takes_one_seat(service: Service) -> None:
    opened = await service.open(wish("classic", 3), HOST)
    token = new_token()
    first = await join(service, opened, token=token, name="Anna")
    again = await join(service, opened, token=token, name="Anna")
    assert first == again
    other = await join(service, opened, name="Bert")
    assert other.seat == 1


async def test_a_seat_can_be_chosen_if_it_is_free(service: Service) -> None:
    opened = await service.open(wish("classic", 3), HOST)
    assert (await join(service, opened, seat=2)).seat == 2
    for seat in (2, 3, -1):
        with pytest.raises(SeatTaken, match="free seats are: 0, 1"):
            await join(service, opened, seat=seat)


async def test_nobody_comes_in_uninvited_or_to_a_full_table(service: Service) -> None:
    opened, _, _ = await two(service)
    with pytest.raises(SeatTaken, match="none"):
        await join(service, opened)
    with pytest.raises(Denied):
        await service.join(opened.table, new_token(), ticket=new_token())


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Anna ", "Anna"),
        ("a\nb", "a b"),
        ("a  b", "a b"),
        ("x" * 1000, "x" * 24),
        ("\u202eevil\u200b", "evil"),
        ("Jo\u0308rg", "J\u00f6rg"),
        ("\x00\ud800", "Player 1"),
        ("", "Player 1"),
    ],
)
async def test_names_are_made_fit_for_a_sheet(service: Service, typed: str, name: str) -> None:
    opened = await service.open(wish("classic", 2), HOST)
    await join(service, opened, name=typed)
    assert (await service.view(opened.table, opened.watch))["seats"][0]["name"] == name


async def test_one_without_a_name_gets_one(service: Service) -> None:
    opened = await service.open(wish("classic", 2), HOST)
    await join(service, opened)
    assert (await service.view(opened.table, opened.watch))["seats"][0]["name"] == "Player 1"


async def test_tokens_and_nonces_brought_along_are_checked(service: Service) -> None:
    opened = await service.open(wish("classic", 2), HOST)
    with pytest.raises(Denied, match="32 random bytes"):
        await join(service, opened, token="password")
    with pytest.raises(BadSetup, match="no nonce"):
        await join(service, opened, nonce="lucky seven")


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
    phone = await bring(service, anna)
    await service.renew(anna.table, phone.token)
    await say(service, phone, "write chance")
    with pytest.raises(Denied):
        await service.view(anna.table, anna.token)


async def bring(service: Service, ticket: Ticket) -> Ticket:
    """The seat on another device too."""
    key = new_token()
    await service.join(ticket.table, key, ticket=await service.ticket(ticket.table, ticket.token))
    return Ticket(ticket.table, ticket.seat, key)


async def test_several_devices_share_a_seat(service: Service) -> None:
    _, anna, _ = await two(service)
    phone = await bring(service, anna)
    for device in (anna, phone):
        assert (await service.view(device.table, device.token))["you"] == [0]
    await say(service, phone, "write chance")


async def test_a_ticket_for_another_device_is_good_once(service: Service) -> None:
    _, anna, _ = await two(service)
    ticket = await service.ticket(anna.table, anna.token)
    keys = [new_token() for _ in range(8)]
    came = await asyncio.gather(*(service.join(anna.table, key, ticket=ticket) for key in keys), return_exceptions=True)
    assert sum(not isinstance(one, Denied) for one in came) == 1
    with pytest.raises(Denied):
        await say(service, Ticket(anna.table, 0, ticket), "write chance")


async def test_a_seat_takes_only_so_many_devices(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitting, "MOST_SEAT_KEYS", 3)
    _, anna, _ = await two(service)
    for _ in range(2):
        await service.ticket(anna.table, anna.token)
    with pytest.raises(TooLarge, match="void"):
        await service.ticket(anna.table, anna.token)
    await service.renew(anna.table, anna.token)
    assert await service.ticket(anna.table, anna.token)


async def test_one_phone_is_passed_round_several_seats(service: Service) -> None:
    key = new_token()
    opened = await service.open(NewTable("classic", [NewSeat("here", "Anna"), NewSeat("here", "Bert")]), key)
    assert opened.seats == (0, 1)
    assert not (await service.view(opened.table, key))["started"]
    assert (await service.join(opened.table, key, nonce="0" * 32)).seats == (0, 1)
    for seat in (0, 0, 1, 1, 0, 0, 1, 1):
        view = await service.view(opened.table, key)
        assert list(view["moves"]) == [str(seat)]
        await service.command(opened.table, key, Command(view["moves"][str(seat)][-1], view["seq"], f"k{view['seq']}"))
    assert len({seat["nonce"] for seat in view["seats"]} | {"0" * 32}) == 2


async def test_who_plays_for_all_takes_back_without_asking(service: Service) -> None:
    key = new_token()
    opened = await service.open(NewTable("classic", [NewSeat("here", "Anna"), NewSeat("here", "Bert")]), key)
    await service.join(opened.table, key)
    for move in ("roll", "write chance", "roll", "undo 2"):
        view = await service.view(opened.table, key)
        await service.command(opened.table, key, Command(move, view["seq"]))
    view = await service.view(opened.table, key)
    assert (view["ask"], list(view["moves"])) == (None, ["0"])


async def test_a_command_for_somebody_elses_seat_is_denied(service: Service) -> None:
    _, anna, _ = await two(service)
    with pytest.raises(Denied, match="not seat 1"):
        await service.command(anna.table, anna.token, Command("write chance", 0, None, 1))


async def test_who_watches_may_come_with_a_key_of_their_own(service: Service) -> None:
    opened, _, _ = await two(service)
    key = new_token()
    assert (await service.join(opened.table, key, ticket=opened.watch)).watching
    assert (await service.view(opened.table, key))["watching"]
    with pytest.raises(Denied):
        await service.leave(opened.table, key)
    with pytest.raises(Denied):
        await service.emote(opened.table, key, "nice")


async def test_who_opened_a_table_can_tell_its_links_again(service: Service) -> None:
    opened, anna, bert = await two(service, "hexhex")
    links = {"invite": opened.invite, "watch": opened.watch}
    assert (await service.view(opened.table, HOST))["links"] == links
    assert (await service.view(opened.table, anna.token))["links"] is None
    await play(service, [anna, bert])
    again = await service.rematch(anna.table, anna.token)
    assert (await service.view(again, HOST))["links"] == links


async def test_opening_again_under_the_same_word_finds_the_same_table(service: Service) -> None:
    key = new_token()
    wanted = NewTable("classic", [NewSeat("here", "Anna"), NewSeat()])
    opened = await asyncio.gather(*(service.open(wanted, key, "once") for _ in range(5)))
    assert set(opened) == {opened[0]}
    assert await service.open(wanted, key, "twice") != opened[0]
    assert await service.open(wanted, new_token(), "once") != opened[0]
    with pytest.raises(KeyUsed):
        await service.open(wish("hexhex", 2), key, "once")


async def test_a_series_keeps_the_scores_of_its_games_by_person(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    first = await play(service, [anna, bert])
    scores = [sheet["total"] for sheet in first["scene"]["sheets"]]
    again = await service.rematch(anna.table, anna.token)
    view = await service.view(again, anna.token)
    assert view["past"] == [{"table": anna.table, "scores": scores[::-1]}]
    people = [Ticket(again, seat, one.token) for seat, one in ((1, anna), (0, bert))]
    for one in people:
        await service.join(again, one.token)
    await play(service, people)
    third = await service.rematch(again, anna.token)
    view = await service.view(third, anna.token)
    assert [past["table"] for past in view["past"]] == [anna.table, again]
    assert view["past"][0]["scores"] == scores


async def test_a_sign_is_one_of_a_few_and_not_too_many(service: Service) -> None:
    _, anna, bert = await two(service)
    seq = await service.emote(anna.table, anna.token, "nice")
    assert (await service.events(bert.table, bert.token, seq - 1))[0]["text"] == "nice"
    for sign in ("nice", "<script>"):
        with pytest.raises(NotAllowed):
            await service.emote(anna.table, anna.token, sign)
    await service.emote(bert.table, bert.token, "thanks")


async def test_when_the_clock_has_run_out_a_bot_may_play(start: Start) -> None:
    time = [1_000_000]
    service = await start(clock=lambda: time[0])
    _, anna, bert = await two(service, clock=30)
    view = await service.view(bert.table, bert.token)
    assert view["deadline"] == 1_030_000
    with pytest.raises(SeatTaken, match="out of time"):
        await service.fill(bert.table, bert.token, 0, "cat")
    time[0] += 30_001
    with pytest.raises(SeatTaken):
        await service.fill(anna.table, anna.token, 1, "cat")
    await service.fill(bert.table, bert.token, 0, "cat")
    assert (await service.view(bert.table, bert.token))["seats"][0]["bot"] == "cat"
    await service.back(anna.table, anna.token)
    assert (await service.view(bert.table, bert.token))["seats"][0]["bot"] is None


async def test_leaving_and_coming_back_has_an_end(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_CHATTER", 4)
    _, anna, _ = await two(service)
    await service.leave(anna.table, anna.token)
    await service.back(anna.table, anna.token)
    with pytest.raises(TooLarge):
        await service.leave(anna.table, anna.token)
    with pytest.raises(TooLarge):
        await service.renew(anna.table, anna.token)
    with pytest.raises(TooLarge):
        await service.emote(anna.table, anna.token, "nice")


async def test_a_rematch_keeps_people_rules_and_tokens_and_the_next_seat_starts(service: Service) -> None:
    opened, (anna, bert) = await sit(
        service, wish("krisskross", 3, {"advanced": True}, undo="free", bots={2: "hare"}), "Anna", "Bert"
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
    assert [(await service.join(table, one.token)).seats for one in (anna, bert)] == [(2,), (0,)]
    assert (await service.view(table, opened.watch))["started"]


async def test_a_rematch_has_new_dice_and_new_nonces(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    old = await play(service, [anna, bert])
    table = await service.rematch(anna.table, anna.token)
    for one in (anna, bert):
        await service.join(table, one.token)
    new = await service.view(table, anna.token)
    assert new["seal"] != old["seal"]
    assert not {seat["nonce"] for seat in new["seats"]} & {seat["nonce"] for seat in old["seats"]}


async def test_a_seat_kept_for_a_rematch_is_for_its_token_only(service: Service) -> None:
    opened, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    table = await service.rematch(anna.table, anna.token)
    with pytest.raises(SeatTaken):
        await service.join(table, new_token(), ticket=opened.invite, name="Mallory")
    with pytest.raises(KnobelError, match="join first"):
        await service.back(table, anna.token)
