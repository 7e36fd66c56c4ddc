"""Seats belong to keys: compared in constant time, good on every device, void when renewed."""

import hmac

import pytest

from knobel import BadSetup
from knobel.tables import keys
from knobel.tables import play as acts
from knobel.tables import seats as sitting
from knobel.tables.errors import Denied, NotAllowed, SeatTaken, TooLarge
from knobel.tables.keys import hashed, new_token
from knobel.tables.open import NewSeat, NewTable
from knobel.tables.play import Command
from knobel.tables.seats import seats_of
from knobel.tables.table import Table
from knobel.tables.view import summary
from tests.tables.memory import MemoryTables
from tests.tables.people import HOST, Ticket, join, moves_in, play, say, two, wish

pytestmark = pytest.mark.asyncio


async def test_tokens_are_compared_in_constant_time(tables: MemoryTables, monkeypatch: pytest.MonkeyPatch) -> None:
    _, anna, _ = await two(tables)
    compared = []

    def compare(one: str, other: str) -> bool:
        compared.append(one)
        return hmac.compare_digest(one, other)

    for module in (sitting, keys):
        monkeypatch.setattr(module, "compare_digest", compare)
    with pytest.raises(Denied):
        await tables.leave(anna.table, "x" * 43)
    # Two seats, and one who may watch.
    assert compared == [hashed("x" * 43)] * 3
    compared.clear()
    with pytest.raises(Denied):
        await tables.join(anna.table, "y" * 43, ticket="x" * 43)
    # The ticket to watch and the invitation.
    assert compared.count(hashed("x" * 43)) >= 2


async def test_nobody_prints_a_token_by_accident(tables: MemoryTables) -> None:
    opened, anna, _ = await two(tables)
    printed = f"{opened!r} {anna!r}"
    assert all(token not in printed for token in (anna.token, opened.invite, opened.watch))


async def test_a_token_that_is_no_seat_moves_nothing(tables: MemoryTables) -> None:
    opened, _, _ = await two(tables)
    for wrong in ("", "x" * 43, "\ud800", "\x00", opened.watch, opened.invite, hashed(opened.invite)):
        with pytest.raises(Denied):
            await say(tables, Ticket(opened.table, 0, wrong), "write chance", seen=0)


async def test_keys_of_strangers_are_not_remembered_however_many_come(tables: MemoryTables) -> None:
    opened, anna, _ = await two(tables)

    def act(table: Table) -> None:
        assert sitting.seats_of(table, anna.token) == (anna.seat,)
        known = len(table.seats_by_key[1])
        assert all(sitting.seats_of(table, new_token()) == () for _ in range(100))
        assert len(table.seats_by_key[1]) == known

    tables.change(opened.table, act)


async def test_spectators_see_everything_and_do_nothing(tables: MemoryTables) -> None:
    opened, _, _ = await two(tables)
    table = await tables.view(opened.table, opened.watch)
    assert (table["you"], table["watching"]) == ([], True)
    assert moves_in(table) == []
    assert await tables.events(opened.table, opened.watch)
    assert await tables.record(opened.table, opened.watch)
    with pytest.raises(Denied):
        await tables.view(opened.table, new_token())


async def test_a_join_that_is_sent_twice_takes_one_seat(tables: MemoryTables) -> None:
    opened = await tables.open(wish("classic", 3), HOST)
    token = new_token()
    first = await join(tables, opened, token=token, name="Anna")
    again = await join(tables, opened, token=token, name="Anna")
    assert first == again
    other = await join(tables, opened, name="Bert")
    assert other.seat == 1


async def test_a_seat_can_be_chosen_if_it_is_free(tables: MemoryTables) -> None:
    opened = await tables.open(wish("classic", 3), HOST)
    assert (await join(tables, opened, seat=2)).seat == 2
    for seat in (2, 3, -1):
        with pytest.raises(SeatTaken, match="free seats: 0, 1"):
            await join(tables, opened, seat=seat)


async def test_nobody_comes_in_uninvited_or_to_a_full_table(tables: MemoryTables) -> None:
    opened, _, _ = await two(tables)
    with pytest.raises(SeatTaken, match="none"):
        await join(tables, opened)
    with pytest.raises(Denied):
        await tables.join(opened.table, new_token(), ticket=new_token())


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Anna ", "Anna"),
        ("a\nb", "a b"),
        ("a  b", "a b"),
        ("👩\u200d👧\u200d👦 Mia", "👩\u200d👧\u200d👦 Mia"),
        ("a\u200db\u200d", "a b"),
        ("\u202eevil\u200b", "evil"),
        ("Jo\u0308rg", "J\u00f6rg"),
        ("\x00\ud800", "Player 1"),
        ("\u3164\u2800\u115f", "Player 1"),
        ("\ufe0f\ufe0f", "Player 1"),
        ("\u2764\ufe0f Mia", "\u2764\ufe0f Mia"),
        ("", "Player 1"),
    ],
)
async def test_names_are_made_fit_for_a_sheet(tables: MemoryTables, typed: str, name: str) -> None:
    opened = await tables.open(wish("classic", 2), HOST)
    await join(tables, opened, name=typed)
    assert (await tables.view(opened.table, opened.watch))["seats"][0]["name"] == name


async def test_a_name_that_is_too_long_is_refused_and_not_cut(tables: MemoryTables) -> None:
    opened = await tables.open(wish("classic", 2), HOST)
    await join(tables, opened, name="x" * 24)
    with pytest.raises(BadSetup, match="1 to 24 characters, not 25"):
        await join(tables, opened, name="x" * 25)


async def test_the_animal_on_a_token_is_chosen_for_a_seat_and_kept_when_one_plays_again(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await tables.wear(anna.table, anna.token, "frog")
    assert [seat["face"] for seat in (await tables.view(bert.table, bert.token))["seats"]] == ["frog", None]
    await tables.wear(bert.table, bert.token, "bear")
    await tables.wear(bert.table, bert.token, "")
    for wrong in ("Frog", "a b", "x" * 21):
        with pytest.raises(BadSetup, match="is not an animal"):
            await tables.wear(anna.table, anna.token, wrong)
    await play(tables, [anna, bert])
    again = await tables.rematch(anna.table, anna.token)
    assert [seat["face"] for seat in (await tables.view(again, anna.token))["seats"]] == [None, "frog"]


async def test_one_without_a_name_gets_one(tables: MemoryTables) -> None:
    opened = await tables.open(wish("classic", 2), HOST)
    await join(tables, opened)
    assert (await tables.view(opened.table, opened.watch))["seats"][0]["name"] == "Player 1"


async def test_tokens_and_commitments_brought_along_are_checked(tables: MemoryTables) -> None:
    opened = await tables.open(wish("classic", 2), HOST)
    with pytest.raises(Denied, match="32 random bytes"):
        await join(tables, opened, token="password")
    with pytest.raises(BadSetup, match="not a commitment"):
        await tables.join(opened.table, new_token(), ticket=opened.invite, commitment="lucky seven")


async def test_one_who_left_comes_back_with_the_same_token(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    await tables.leave(anna.table, anna.token)
    assert (await tables.view(anna.table, anna.token))["seats"][0]["away"]
    with pytest.raises(NotAllowed, match="return to it first"):
        await say(tables, anna, "write chance")
    await tables.back(anna.table, anna.token)
    await say(tables, anna, "write chance")


async def test_a_seat_taken_to_another_device_is_void_on_the_first(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    phone = await bring(tables, anna)
    await tables.renew(anna.table, phone.token)
    await say(tables, phone, "write chance")
    with pytest.raises(Denied):
        await tables.view(anna.table, anna.token)


async def bring(tables: MemoryTables, ticket: Ticket) -> Ticket:
    """The seat on another device too."""
    key = new_token()
    await tables.join(ticket.table, key, ticket=await tables.ticket(ticket.table, ticket.token))
    return Ticket(ticket.table, ticket.seat, key)


async def test_several_devices_share_a_seat(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    phone = await bring(tables, anna)
    for device in (anna, phone):
        assert (await tables.view(device.table, device.token))["you"] == [0]
    await say(tables, phone, "write chance")


async def test_a_seat_takes_only_so_many_devices(tables: MemoryTables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitting, "MOST_SEAT_KEYS", 3)
    _, anna, _ = await two(tables)
    for _ in range(2):
        await tables.ticket(anna.table, anna.token)
    with pytest.raises(TooLarge, match="revoke the others"):
        await tables.ticket(anna.table, anna.token)
    await tables.renew(anna.table, anna.token)
    assert await tables.ticket(anna.table, anna.token)


async def test_who_plays_for_all_takes_back_without_asking(tables: MemoryTables) -> None:
    key = new_token()
    opened = await tables.open(NewTable("classic", [NewSeat("here", "Anna"), NewSeat("here", "Bert")]), key)
    await tables.join(opened.table, key)
    for move in ("roll", "write chance", "roll", "undo 2"):
        view = await tables.view(opened.table, key)
        await tables.command(opened.table, key, Command(move, view["seq"]))
    view = await tables.view(opened.table, key)
    assert (view["ask"], list(view["moves"])) == (None, ["0"])


async def test_a_command_for_somebody_elses_seat_is_denied(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    with pytest.raises(Denied, match="not seat 1"):
        await tables.command(anna.table, anna.token, Command("write chance", 0, None, 1))


async def test_who_watches_may_come_with_a_key_of_their_own(tables: MemoryTables) -> None:
    opened, _, _ = await two(tables)
    key = new_token()
    assert (await tables.join(opened.table, key, ticket=opened.watch)).watching
    assert (await tables.view(opened.table, key))["watching"]
    with pytest.raises(Denied):
        await tables.leave(opened.table, key)
    with pytest.raises(Denied):
        await tables.emote(opened.table, key, "nice")


async def test_a_sign_is_one_of_a_few_and_not_too_many(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    seq = await tables.emote(anna.table, anna.token, "nice")
    assert (await tables.events(bert.table, bert.token, seq - 1))[0]["text"] == "nice"
    for sign in ("nice", "<script>"):
        with pytest.raises(NotAllowed):
            await tables.emote(anna.table, anna.token, sign)
    await tables.emote(bert.table, bert.token, "thanks")


async def test_when_the_clock_has_run_out_a_bot_may_play() -> None:
    time = [1_000_000]
    tables = MemoryTables(clock=lambda: time[0])
    _, anna, bert = await two(tables, clock=30)
    view = await tables.view(bert.table, bert.token)
    assert view["deadline"] == 1_030_000
    with pytest.raises(SeatTaken, match="out of time"):
        await tables.fill(bert.table, bert.token, 0, "cat")
    time[0] += 30_001
    with pytest.raises(SeatTaken):
        await tables.fill(anna.table, anna.token, 1, "cat")
    await tables.fill(bert.table, bert.token, 0, "cat")
    assert (await tables.view(bert.table, bert.token))["seats"][0]["bot"] == "cat"
    await tables.back(anna.table, anna.token)
    assert (await tables.view(bert.table, bert.token))["seats"][0]["bot"] is None


async def test_who_has_not_been_there_for_a_minute_is_replaced_until_they_come_back() -> None:
    time = [1_000_000]
    tables = MemoryTables(clock=lambda: time[0])
    _, anna, bert = await two(tables)
    gone_since = time[0]
    for seconds, known in ((59, gone_since), (60, None)):
        time[0] = 1_000_000 + 1000 * seconds
        with pytest.raises(SeatTaken, match="60 seconds"):
            await tables.fill(bert.table, bert.token, 0, "cat", known)
    await tables.fill(bert.table, bert.token, 0, "cat", gone_since)
    seat = (await tables.view(bert.table, bert.token))["seats"][0]
    assert (seat["left"], seat["away"], seat["bot"], seat["person"]) == ("absent", True, "cat", True)
    await tables.back(anna.table, anna.token)
    view = await tables.view(anna.table, anna.token)
    assert (view["seats"][0]["left"], view["seats"][0]["bot"], moves_in(view)) == (None, None, ["roll"])


async def test_a_list_of_tables_says_who_got_up_whose_turn_it_is_and_who_is_missing(tables: MemoryTables) -> None:
    opened = await tables.open(wish("classic", 2), HOST)
    anna = await join(tables, opened, "Anna")

    def listed() -> tuple[bool, list[int], list[int], bool]:
        told = summary(tables.tables[opened.table], [anna.seat], 0)
        return told["away"], told["turn"], told["missing"], told["waiting"]

    assert listed() == (False, [], [1], False)
    await join(tables, opened, "Bert")
    assert listed() == (False, [0], [], True)
    await tables.leave(anna.table, anna.token)
    assert listed() == (True, [0], [], False)
    await tables.back(anna.table, anna.token)
    assert listed() == (False, [0], [], True)


async def test_leaving_and_coming_back_has_an_end(tables: MemoryTables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_REQUESTS", 2)
    _, anna, _ = await two(tables)
    for _ in range(2):
        await tables.leave(anna.table, anna.token)
        await tables.back(anna.table, anna.token)
    await tables.leave(anna.table, anna.token)
    for again in (tables.back(anna.table, anna.token), tables.join(anna.table, anna.token)):
        with pytest.raises(TooLarge, match="a seat allows 2 requests"):
            await again
    length = len(await tables.events(anna.table, anna.token))
    await tables.leave(anna.table, anna.token)
    assert len(await tables.events(anna.table, anna.token)) == length


async def test_a_seat_uses_up_its_own_budget_and_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_REQUESTS", 6)
    time = [1_000_000]
    tables = MemoryTables(clock=lambda: time[0])
    _, anna, bert = await two(tables, clock=30)
    for number in range(6):
        await tables.wear(anna.table, anna.token, ("fox", "cat")[number % 2])
    for request in (
        tables.wear(anna.table, anna.token, "owl"),
        tables.emote(anna.table, anna.token, "nice"),
        tables.ticket(anna.table, anna.token),
    ):
        with pytest.raises(TooLarge, match="a seat allows 6 requests"):
            await request
    # All that others want to do, and all that must always be possible, still is.
    await tables.wear(bert.table, bert.token, "owl")
    await tables.emote(bert.table, bert.token, "nice")
    ticket = await tables.ticket(bert.table, bert.token)
    await tables.renew(bert.table, bert.token)
    with pytest.raises(Denied):
        await tables.join(bert.table, new_token(), ticket=ticket)
    time[0] += 30_001
    await tables.fill(bert.table, bert.token, 0, "cat")
    assert (await tables.view(bert.table, bert.token))["seats"][0]["bot"] == "cat"
    await tables.leave(anna.table, anna.token)
    await tables.leave(bert.table, bert.token)
    await tables.forget(anna.table, anna.token)
    assert seats_of(tables.tables[anna.table], anna.token) == ()


async def test_what_is_never_refused_adds_to_the_log_only_what_changes_something(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await tables.leave(anna.table, anna.token)
    await tables.fill(bert.table, bert.token, 0, "cat")
    length = len(await tables.events(bert.table, bert.token))
    for _ in range(3):
        await tables.leave(anna.table, anna.token)
        await tables.fill(bert.table, bert.token, 0, "fox")
        await tables.renew(bert.table, bert.token)
    assert len(await tables.events(bert.table, bert.token)) == length
    assert (await tables.view(bert.table, bert.token))["seats"][0]["bot"] == "cat"
