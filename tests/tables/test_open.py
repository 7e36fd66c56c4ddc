"""Opening tables: new ones, games of a record, and the same again."""

from dataclasses import replace

import pytest

from knobel import BadRecord, BadSetup, KnobelError, Record, make
from knobel.core.checked import commitment
from knobel.core.proof import prove
from knobel.scene import text as texts
from knobel.tables.errors import NotAllowed, NotReady, SeatTaken
from knobel.tables.keys import new_token
from knobel.tables.open import MOST_IMPORTED, NewSeat, NewTable, new
from knobel.tables.play import Command
from knobel.testing import random_record
from tests.core.test_checked import played
from tests.tables.memory import MemoryTables
from tests.tables.people import HOST, Ticket, join, play, record_of, say, two, wish

pytestmark = pytest.mark.asyncio

NONCES = ("a1" * 16, "b2" * 16)


@pytest.mark.parametrize(
    "wanted",
    [
        wish("chess"),
        wish("classic", 99),
        wish("classic", -1),
        wish("classic", 2, {"key": "x"}),
        wish("classic", 2, {"seats": 3}),
        wish("classic", 2, {"colour": "red"}),
        wish("kribbeln", 2, {"tasks": "\x00"}),
        wish("classic", 2, undo="always"),
        wish("classic", 2, dice="loaded"),
        wish("classic", 2, bots={0: "owl", 1: "owl"}),
        wish("classic", 2, clock=1),
        NewTable("classic", [NewSeat("throne")]),
        NewTable("classic", []),
    ],
)
async def test_a_table_that_cannot_be_is_not_opened(wanted: NewTable) -> None:
    with pytest.raises(KnobelError):
        new(wanted, HOST, None, 0)


async def test_a_finished_game_comes_out_as_it_went_in(tables: MemoryTables) -> None:
    for record in (random_record(make("kribbeln", 3), 4), played(10_000)):
        opened = await tables.import_record(record.text(), HOST)
        assert await tables.record(opened.table, opened.watch) == record.text()


async def test_a_game_of_one_server_still_proves_its_dice_on_another(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables, "hexhex")
    await play(tables, [anna, bert])
    text = await tables.record(anna.table, anna.token)
    opened = await tables.import_record(text, HOST)
    assert prove(Record.read(await tables.record(opened.table, opened.watch))).holds


async def test_an_unfinished_game_goes_on_with_those_who_sit_down(tables: MemoryTables) -> None:
    record = Record(make("classic", 2), ("Anna", "Bert"), "own")
    record.fell(6, 6, 6, 5, 5)
    opened = await tables.import_record(record.text(), HOST)
    anna = await join(tables, opened)
    with pytest.raises(NotReady):
        await say(tables, anna, "write full_house")
    await join(tables, opened)
    await say(tables, anna, "write full_house")
    assert (await tables.record(opened.table, anna.token)) == record.text() + "0 write full_house\n"


async def test_dice_that_others_threw_or_sealed_go_on_as_random_ones(tables: MemoryTables) -> None:
    record = played(3)
    opened = await tables.import_record(record.text(), HOST)
    tickets = [await join(tables, opened) for _ in range(2)]
    await play(tables, tickets)
    after = await record_of(tables, tickets[0])
    assert after.dice == "random"
    assert after.entries[:3] == record.entries


@pytest.mark.parametrize("text", ["", "knobel 1\n", "no record\n", "\x00", "knobel 1\ngame classic\n" * 1000])
async def test_what_is_no_record_is_refused(tables: MemoryTables, text: str) -> None:
    with pytest.raises(BadRecord):
        await tables.import_record(text, HOST)


async def test_one_phone_is_passed_round_several_seats(tables: MemoryTables) -> None:
    key = new_token()
    opened = await tables.open(NewTable("classic", [NewSeat("here", "Anna"), NewSeat("here", "Bert")]), key)
    assert opened.seats == (0, 1)
    assert not (await tables.view(opened.table, key))["started"]
    assert (await tables.join(opened.table, key)).seats == (0, 1)
    for seat in (0, 0, 1, 1, 0, 0, 1, 1):
        view = await tables.view(opened.table, key)
        assert list(view["moves"]) == [str(seat)]
        await tables.command(opened.table, key, Command(view["moves"][str(seat)][-1], view["seq"], f"k{view['seq']}"))


async def test_who_opened_a_table_can_tell_its_links_again(tables: MemoryTables) -> None:
    opened, anna, bert = await two(tables, "hexhex")
    links = {"invite": opened.invite, "watch": opened.watch}
    assert (await tables.view(opened.table, HOST))["links"] == links
    assert (await tables.view(opened.table, anna.token))["links"] is None
    await play(tables, [anna, bert])
    again = await tables.rematch(anna.table, anna.token)
    assert (await tables.view(again, HOST))["links"] == links


async def test_a_series_keeps_the_scores_of_its_games_by_person(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables, "hexhex")
    first = await play(tables, [anna, bert])
    scores = [sheet["total"] for sheet in first["scene"]["sheets"]]
    again = await tables.rematch(anna.table, anna.token)
    view = await tables.view(again, anna.token)
    assert view["past"] == [{"table": anna.table, "scores": scores[::-1]}]
    people = [Ticket(again, seat, one.token) for seat, one in ((1, anna), (0, bert))]
    for one in people:
        await tables.join(again, one.token)
    await play(tables, people)
    third = await tables.rematch(again, anna.token)
    view = await tables.view(third, anna.token)
    assert [past["table"] for past in view["past"]] == [anna.table, again]
    assert view["past"][0]["scores"] == scores


async def test_a_rematch_has_new_dice_and_new_nonces(tables: MemoryTables) -> None:
    opened = await tables.open(wish("hexhex", 2), HOST)
    people = [await join(tables, opened, nonce=nonce) for nonce in NONCES]
    for one, nonce in zip(people, NONCES, strict=True):
        await tables.open_nonce(one.table, one.token, nonce)
    old = await play(tables, people)
    table = await tables.rematch(opened.table, people[0].token)
    new = await tables.view(table, people[0].token)
    assert new["seal"] != old["seal"]
    assert not any(seat["taken"] or seat["commitment"] or seat["nonce"] for seat in new["seats"])
    for one, nonce in zip(people, NONCES, strict=True):
        await tables.join(table, one.token, commitment=commitment(new["seal"], nonce[::-1]))
    for one, nonce in zip(people, NONCES, strict=True):
        # What was known before the new secret was drawn opens nothing there.
        with pytest.raises(NotAllowed):
            await tables.open_nonce(table, one.token, nonce)
        await tables.open_nonce(table, one.token, nonce[::-1])
    assert (await tables.view(table, people[0].token))["started"]


async def test_a_seat_kept_for_a_rematch_is_for_its_token_only(tables: MemoryTables) -> None:
    opened, anna, bert = await two(tables, "hexhex")
    await play(tables, [anna, bert])
    table = await tables.rematch(anna.table, anna.token)
    with pytest.raises(SeatTaken):
        await tables.join(table, new_token(), ticket=opened.invite, name="Mallory")
    with pytest.raises(KnobelError, match="join first"):
        await tables.back(table, anna.token)


async def test_a_table_with_own_dice_takes_any_real_dice_and_one_of_the_server_does_not() -> None:
    wanted = NewTable("kribbeln", (NewSeat("here"), NewSeat("here")), dice="own")
    assert new(wanted, HOST, None, 0).setup.options["arrangement"] == "any"
    assert "arrangement" not in new(replace(wanted, dice="checked"), HOST, None, 0).setup.options
    with pytest.raises(BadSetup, match="is only for your own dice"):
        new(replace(wanted, dice="checked", options={"arrangement": "any"}), HOST, None, 0)


async def test_a_table_takes_records_up_to_a_sensible_length(tables: MemoryTables) -> None:
    record = Record(make("hexhex", 1), dice="own")
    for _ in range(MOST_IMPORTED // 2):
        record.fell(1, 1, 1, 1, 1)
        record.undo()
    longest = record.text()
    assert (await tables.import_record(longest, HOST)).table
    for text in (f"{longest}- 1 1 1 1 1\n", f"{longest}{'nonsense' * 10}\n", f"{longest}\n".replace("\n", "\r\n")):
        with pytest.raises(BadRecord) as refused:
            await tables.import_record(text, HOST)
        words = texts.error_text(refused.value)
        assert words
        sentences = {language: texts.say(words, language) for language in ("en", "de")}
        assert sentences == {
            "en": "a table takes a record of at most 4000 entries; this one has 4001",
            "de": "Ein Tisch nimmt Aufzeichnungen mit höchstens 4000 Einträgen; diese hat 4001",
        }
