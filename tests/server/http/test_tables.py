"""Tables over HTTP: opened, joined, played, left, and what is refused."""

import secrets

import pytest
from fastapi import FastAPI

from knobel import Record, make
from knobel.app import tables as requests_about_tables
from knobel.core.checked import commitment
from knobel.core.proof import prove
from knobel.tables.errors import Busy
from knobel.testing import random_record
from tests.server.http.conftest import BOTH, Phone, program
from tests.tables.test_changes import applied

pytestmark = [pytest.mark.asyncio, BOTH]


async def test_a_game_is_played_to_the_end_and_its_dice_are_proved(phone: Phone) -> None:
    table = (await phone.open("hexhex", seats=2))["table"]
    view = await phone.play(table)
    assert view["over"]
    record = Record.read((await phone.get(f"/api/tables/{table}/record")).text)
    assert prove(record).holds


async def test_the_pad_offers_what_dice_can_enter_and_a_command_enters_it(phone: Phone) -> None:
    table = (await phone.open("extreme", seats=2, dice="own"))["table"]
    offered = (await phone.get(f"/api/tables/{table}/enter")).json()
    places = {place["key"]: [one["value"] for one in place["values"]] for place in offered["places"]}
    assert (offered["seat"], places["full_house"]) == (0, ["0", "25"])
    assert [mark["value"] for mark in offered["marks"]] == ["chip"]
    seen = (await phone.view(table))["seq"]
    command = {"move": "enter full_house: 25 with chip", "seen": seen, "key": "pad", "view": True}
    done = (await phone.post(f"/api/tables/{table}/commands", command)).json()
    assert "view" in done, done
    view = done["view"]
    cells = {cell["key"]: cell["value"] for cell in view["scene"]["sheets"][0]["cells"]}
    assert (cells["full_house"], cells["chips"]) == (25, 2)
    closed = (await phone.open("extreme", seats=2))["table"]
    assert (await phone.get(f"/api/tables/{closed}/enter")).status_code == 403


async def test_people_on_several_phones_and_a_bot_play_together(app: FastAPI) -> None:
    anna, bert = Phone(app), Phone(app)
    places = [{"kind": "here", "name": "Anna"}, {"kind": "link"}, {"kind": "bot", "level": "hare"}]
    opened = (await anna.post("/api/tables", {"game": "classic", "seats": places, "undo": "off"})).json()
    path = f"/api/tables/{opened['table']}"
    assert opened["seats"] == [0]
    made = commitment(opened["seal"], "ab" * 16)
    assert (await anna.post(f"{path}/join", {"commitment": made})).json() == {"seats": [0], "watching": False}
    early = await anna.post(f"{path}/open", {"nonce": "ab" * 16})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_ready")
    joined = await bert.post(f"{path}/join", {"ticket": opened["invite"], "name": "Bert"})
    assert joined.json() == {"seats": [1], "watching": False}
    view = await bert.view(opened["table"])
    assert [seat["name"] for seat in view["seats"]][:2] == ["Anna", "Bert"]
    assert (view["seats"][0]["commitment"], view["seats"][0]["nonce"]) == (made, None)
    assert (view["started"], view["opening"]["seats"]) == (False, [0])
    early = await bert.post(f"{path}/start", {})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_ready")
    for _ in range(2):
        done = (await anna.post(f"{path}/open", {"nonce": "ab" * 16, "view": True})).json()
        assert (done["view"]["started"], done["view"]["opening"]) == (True, None)
    view = await bert.view(opened["table"])
    assert view["seats"][0]["nonce"] == "ab" * 16
    assert (await bert.post(f"{path}/start", {})).json() == {"seq": view["seq"]}
    assert view["links"] is None
    assert (await anna.view(opened["table"]))["links"]["invite"] == opened["invite"]


async def test_a_table_is_opened_once_for_each_key(phone: Phone) -> None:
    wish = {"game": "classic", "seats": [{"kind": "here"}], "key": "once"}
    first, second = await phone.post("/api/tables", wish), await phone.post("/api/tables", wish)
    assert first.json() == second.json()
    other = await phone.post("/api/tables", {**wish, "game": "hexhex"})
    assert (other.status_code, other.json()["error"]["code"]) == (409, "key_used")


async def test_a_command_is_answered_with_what_changed_since_its_sender_looked(phone: Phone) -> None:
    table = (await phone.open())["table"]
    seen = await phone.view(table)
    command = {"move": "roll", "seen": seen["seq"], "key": "k", "view": True, "changes": True}
    for _ in range(2):
        done = (await phone.post(f"/api/tables/{table}/commands", command)).json()
        assert (done["seq"], done["view"], done["change"]["since"]) == (seen["seq"] + 1, None, seen["seq"])
        asked = await phone.view(table)
        assert applied(seen, done["change"]) | {"now": asked["now"]} == asked


async def test_a_command_is_done_once_however_often_it_is_sent(phone: Phone) -> None:
    table = (await phone.open())["table"]
    seen = (await phone.view(table))["seq"]
    command = {"move": "roll", "seen": seen, "key": "k"}
    first, second = [await phone.post(f"/api/tables/{table}/commands", command) for _ in range(2)]
    assert first.json() == second.json() == {"seq": seen + 1, "view": None, "change": None}
    late = await phone.post(f"/api/tables/{table}/commands", {"move": "write chance", "seen": seen, "key": "l"})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "stale")


async def test_a_program_brings_its_own_key_and_gets_no_cookie(app: FastAPI) -> None:
    async with program(app) as http:
        opened = await http.post("/api/tables", json={"game": "classic", "seats": [{"kind": "here"}]})
        assert opened.status_code == 201
        assert "set-cookie" not in opened.headers
        path = f"/api/tables/{opened.json()['table']}"
        assert (await http.post(f"{path}/join", json={})).json() == {"seats": [0], "watching": False}
        assert (await http.get(path)).json()["you"] == [0]


async def test_a_seat_comes_to_another_device_and_back(app: FastAPI) -> None:
    phone, tablet = Phone(app), Phone(app)
    table = (await phone.open())["table"]
    path = f"/api/tables/{table}"
    ticket = (await phone.post(f"{path}/tickets")).json()["ticket"]
    assert (await tablet.post(f"{path}/join", {"ticket": ticket})).json()["seats"] == [0]
    assert (await phone.post(f"{path}/renew")).status_code == 200
    assert (await tablet.get(path)).status_code == 403
    assert (await phone.get(path)).status_code == 200


async def test_who_watches_sees_all_and_moves_nothing(app: FastAPI) -> None:
    phone, guest = Phone(app), Phone(app)
    opened = await phone.open()
    path = f"/api/tables/{opened['table']}"
    assert (await guest.post(f"{path}/join", {"ticket": opened["watch"]})).json() == {"seats": [], "watching": True}
    view = await guest.view(opened["table"])
    assert (view["you"], view["watching"], view["moves"]) == ([], True, {})
    refused = await guest.post(f"{path}/commands", {"move": "roll", "seen": view["seq"], "key": "k"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "denied")


async def test_who_lost_their_browser_knocks_is_let_in_and_has_the_seat(app: FastAPI) -> None:
    anna, bert, again = Phone(app), Phone(app), Phone(app)
    wish = {"game": "classic", "seats": [{"kind": "here"}, {"kind": "link"}]}
    opened = (await anna.post("/api/tables", wish)).json()
    path, invite = f"/api/tables/{opened['table']}", opened["invite"]
    await anna.post(f"{path}/join")
    await bert.post(f"{path}/join", {"ticket": invite})
    assert (await again.get(f"{path}/mine")).json() == {"seats": [], "watching": False}
    knock = {"ticket": invite, "seat": 1}
    assert (await again.post(f"{path}/knock", knock)).json() == {"answer": "waiting"}
    (asked,) = (await anna.view(opened["table"]))["knocks"]
    assert (await anna.post(f"{path}/admit", {"mark": asked["mark"], "admit": True})).status_code == 200
    assert (await again.post(f"{path}/knock", knock)).json() == {"answer": "admitted"}
    assert (await again.post(f"{path}/join", {"ticket": invite})).json() == {"seats": [1], "watching": False}
    assert (await again.get(f"{path}/mine")).json() == {"seats": [1], "watching": False}
    guest = Phone(app)
    watching = {"seats": [], "watching": True}
    assert (await guest.post(f"{path}/join", {"ticket": invite, "watch": True})).json() == watching
    assert (await guest.get(f"{path}/mine")).json() == watching


async def test_leaving_coming_back_signs_bots_and_playing_again(app: FastAPI) -> None:
    anna, bert = Phone(app), Phone(app)
    wish = {"game": "hexhex", "seats": [{"kind": "here"}, {"kind": "link"}]}
    opened = (await anna.post("/api/tables", wish)).json()
    path = f"/api/tables/{opened['table']}"
    await anna.post(f"{path}/join")
    await bert.post(f"{path}/join", {"ticket": opened["invite"]})
    assert (await bert.post(f"{path}/emotes", {"emote": "wow"})).status_code == 200
    assert (await bert.post(f"{path}/leave")).status_code == 200
    assert (await anna.post(f"{path}/bot", {"seat": 1, "level": "owl"})).status_code == 200
    assert (await anna.view(opened["table"]))["seats"][1]["bot"] == "owl"
    assert (await bert.post(f"{path}/back")).status_code == 200
    early = await anna.post(f"{path}/rematch")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_ready")
    for _ in range(100):
        if (await anna.play(opened["table"]))["over"] or (await bert.play(opened["table"]))["over"]:
            break
    again = (await anna.post(f"{path}/rematch")).json()["table"]
    assert (await bert.post(f"{path}/rematch")).json() == {"table": again}
    assert (await anna.post(f"/api/tables/{again}/join")).json()["seats"] == [1]


async def test_a_correction_after_a_rematch_reaches_the_points_of_the_series_also_if_it_had_to_be_sent_twice(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Phone(app)
    wish = {"game": "hexhex", "seats": [{"kind": "here"}, {"kind": "here"}], "dice": "own"}

    async def sent(table: str, move: str, seen: int) -> int:
        command = {"move": move, "seen": seen, "key": f"{table}-{seen}", "view": True}
        return (await anna.post(f"/api/tables/{table}/commands", command)).status_code

    async def enter(table: str, move: str) -> bool:
        assert await sent(table, move, (await anna.view(table))["seq"]) == 200
        return bool((await anna.view(table))["over"])

    tables = [(await anna.post("/api/tables", wish)).json()["table"]]
    await anna.post(f"/api/tables/{tables[0]}/join")
    boxes = [
        cell["key"] for cell in (await anna.view(tables[0]))["scene"]["sheets"][0]["cells"] if cell["key"] != "total"
    ]
    for later in (1, 2):
        for box in boxes:
            for _ in range(2):
                over = await enter(tables[-1], f"enter {box}: 0")
        assert over
        tables.append((await anna.post(f"/api/tables/{tables[-1]}/rematch")).json()["table"])
        await anna.post(f"/api/tables/{tables[-1]}/join")
        assert [one["scores"] for one in (await anna.view(tables[-1]))["past"]] == [[0, 0]] * later
    # The first entry of the first seat was five of a symbol; people move up a seat from game to game.
    correction, seen = f"correct 2 enter {boxes[0]}: 5", (await anna.view(tables[0]))["seq"]

    async def gone(*_: object) -> None:
        raise Busy("the database went away just then")

    with monkeypatch.context() as patched:
        patched.setattr(requests_about_tables, "_update_series", gone)
        assert await sent(tables[0], correction, seen) == 503
    assert await sent(tables[0], correction, seen) == 200
    pasts = [[one["scores"] for one in (await anna.view(table))["past"]] for table in tables]
    assert pasts == [[], [[0, 5]], [[5, 0], [0, 0]]]


async def test_an_undo_that_others_have_to_allow_is_asked_for_and_answered(app: FastAPI) -> None:
    anna, bert = Phone(app), Phone(app)
    wish = {"game": "classic", "seats": [{"kind": "here"}, {"kind": "link"}], "undo": "ask"}
    opened = (await anna.post("/api/tables", wish)).json()
    path = f"/api/tables/{opened['table']}"
    await anna.post(f"{path}/join")
    await bert.post(f"{path}/join", {"ticket": opened["invite"]})
    view = await anna.play(opened["table"], most=50)
    number = view["entries"][-1][0]
    await bert.post(f"{path}/commands", {"move": "roll", "seen": view["seq"], "key": "r"})
    seen = (await anna.view(opened["table"]))["seq"]
    await anna.post(f"{path}/commands", {"move": f"undo {number}", "seen": seen, "key": "u"})
    asked = {"seat": 0, "number": number, "agreed": [], "undecided": [1], "gone": [1, 1]}
    assert (await bert.view(opened["table"]))["ask"] == asked
    assert (await bert.post(f"{path}/answer", {"agree": True})).status_code == 200
    after = await bert.view(opened["table"])
    assert after["ask"] is None
    assert number not in [entry for entry, _ in after["entries"]]


async def test_a_record_is_imported_reviewed_and_told_of(phone: Phone) -> None:
    record = random_record(make("classic", 2), 3).text()
    opened = await phone.post("/api/import", {"record": record, "key": "again"})
    assert opened.status_code == 201
    assert opened.json() == (await phone.post("/api/import", {"record": record, "key": "again"})).json()
    table = opened.json()["table"]
    assert (await phone.get(f"/api/tables/{table}/review?language=en&seat=1")).json()["over"]
    broken = await phone.post("/api/import", {"record": record + "0 write ones\n"})
    assert (broken.status_code, broken.json()["error"]["code"]) == (422, "bad_record")
    details = broken.json()["error"]["details"]
    assert details["line"] == len(record.splitlines()) + 1
    assert details["text"]["values"]["reason"]["key"].startswith("wrong.")


async def test_hints_are_for_tables_with_a_coach(phone: Phone) -> None:
    plain, coached = await phone.open(), await phone.open(coach=True)
    await phone.post(f"/api/tables/{coached['table']}/commands", {"move": "roll", "seen": 2, "key": "r"})
    hints = (await phone.get(f"/api/tables/{coached['table']}/hint?language=de")).json()["hints"]
    assert [hint["seat"] for hint in hints] == [0]
    refused = await phone.get(f"/api/tables/{plain['table']}/hint")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_allowed")
    early = await phone.get(f"/api/tables/{plain['table']}/review")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_ready")


async def test_a_position_is_studied_without_a_table(phone: Phone) -> None:
    record = "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n- 5 5 5 6 6\n"
    told = (await phone.post("/api/study", {"record": record, "language": "en", "hint": True})).json()
    assert told["waiting"] == "decide"
    assert "write full_house" in told["moves"]["0"]
    assert told["hints"][0]["choices"][0]["value"] > 0
    assert told["review"] is None
    assert "set-cookie" not in (await phone.post("/api/study", {"record": record, "language": "en"})).headers


async def test_all_that_is_kept_of_somebody_is_told_and_forgotten(phone: Phone) -> None:
    first, second = await phone.open(), await phone.open("krisskross")
    mine = (await phone.get("/api/me/tables")).json()["tables"]
    assert [table["table"] for table in mine] == [second["table"], first["table"]]
    older = (await phone.get(f"/api/me/tables?limit=1&before={mine[0]['updated']}")).json()["tables"]
    assert [table["table"] for table in older] == [first["table"]]
    exported = (await phone.get("/api/me/export")).json()["tables"]
    assert {table["table"] for table in exported} == {first["table"], second["table"]}
    assert all(Record.read(table["record"]) for table in exported)
    gone = await phone.http.delete("/api/me")
    assert (gone.status_code, gone.content) == (204, b"")
    assert not phone.http.cookies
    assert (await phone.get("/api/me/tables")).json() == {"tables": []}
    assert (await phone.get("/api/me/export")).status_code == 401


async def test_what_is_not_there_is_told_in_a_sentence(phone: Phone) -> None:
    await phone.open()
    for path, status, code in (
        ("/api/tables/aaaaaaaaaaaaaaaa", 404, "no_table"),
        ("/api/tables/%00%ff", 404, "no_table"),
        ("/api/nothing", 404, "not_found"),
        ("/api/rules/chess", 422, "unknown_game"),
        ("/api/texts/fr", 422, "invalid"),
        ("/api/me/tables?limit=1000", 422, "invalid"),
        ("/api/tables/aaaaaaaaaaaaaaaa/events?after=-1", 422, "invalid"),
    ):
        told = await phone.get(path)
        assert (told.status_code, told.json()["error"]["code"]) == (status, code), path
        assert len(told.json()["error"]["message"]) > 15
    wrong = await phone.http.delete("/api/games")
    assert (wrong.status_code, wrong.json()["error"]["code"], wrong.headers["allow"]) == (405, "no_method", "GET")


async def test_what_has_the_wrong_shape_is_refused_with_the_place(phone: Phone) -> None:
    seats = [{"kind": "here"}]
    for body, place in (
        ({"game": "classic"}, "body.seats"),
        ({"game": "classic", "seats": seats, "colour": "red"}, "body.colour"),
        ({"game": "classic", "seats": [{"kind": "there"}]}, "body.seats.0.kind"),
        ({"game": "classic", "seats": seats * 13}, "body.seats"),
        ({"game": "classic", "seats": seats, "clock": 9}, "body.clock"),
        ({"game": "classic", "seats": seats, "coach": "yes"}, "body.coach"),
        ({"game": 5, "seats": seats}, "body.game"),
        ({"game": "classic", "seats": seats, "key": "a b"}, "body.key"),
    ):
        told = await phone.post("/api/tables", body)
        assert (told.status_code, told.json()["error"]["code"]) == (422, "invalid"), body
        assert place in [field["at"] for field in told.json()["error"]["details"]["fields"]], told.text


async def test_rules_of_games_and_tables_are_refused_with_their_own_codes(phone: Phone) -> None:
    for wish, code in (
        ({"game": "chess", "seats": [{"kind": "here"}]}, "unknown_game"),
        ({"game": "kribbeln", "seats": [{"kind": "here"}]}, "bad_setup"),
        ({"game": "classic", "seats": [{"kind": "here"}], "options": {"sheet": "1"}}, "bad_setup"),
        ({"game": "classic", "seats": [{"kind": "bot", "level": "cat"}]}, "bad_setup"),
    ):
        told = await phone.post("/api/tables", wish)
        assert (told.status_code, told.json()["error"]["code"]) == (422, code)
    table = (await phone.open(dice="own"))["table"]
    path = f"/api/tables/{table}/commands"
    for move, status, code in (
        ("write nonsense", 422, "bad_move"),
        ("- 7 7 7 7 7", 422, "bad_dice"),
        ("roll", 403, "not_allowed"),
        ("undo 99", 422, "bad_record"),
    ):
        told = await phone.post(path, {"move": move, "seen": 2, "key": secrets.token_hex(4)})
        assert (told.status_code, told.json()["error"]["code"]) == (status, code), (move, told.text)
