"""Trust: what a player's own device keeps and compares, and what it tells before anything else."""

import re
import secrets
import sqlite3
from itertools import count
from pathlib import Path

from playwright.sync_api import Page, expect

from knobel import D6, Record, make
from knobel.core.checked import Checked, seal_for
from knobel.core.proof import Notes, prove
from knobel.testing import random_record
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.server import Server
from tests.web.tables import post, put_together, table_of

PIN = "(table) => JSON.parse(localStorage.getItem(`knobel.pin.${table}`))"


def sit_down(host: Page, visit: Visit, home: str) -> Page:
    """Somebody who comes by the link that the host sees."""
    guest = visit(host.locator(".share input").input_value(), home=home)
    guest.get_by_label("Dein Name").fill("Gabi")
    guest.get_by_role("button", name="Hinsetzen").tap()
    guest.wait_for_url("**/t/*")
    return guest


def exchange_secret(folder: Path, table: str) -> None:
    """What a dishonest host would do: try secrets until the first throw is five fives, and store that one."""
    with sqlite3.connect(next(folder.rglob("*.db"))) as database:
        opened = database.execute("SELECT text FROM log WHERE table_id = ? AND kind = 'open' ORDER BY seat", [table])
        nonces = tuple(text for (text,) in opened)
        assert len(nonces) == 2
        for number in count():
            secret = number.to_bytes(32)
            dice = Checked(table, seal_for(table, secret), nonces, secret, version=2)
            if dice.roll((0, 1, 1, 0), [D6] * 5) == (5,) * 5:
                break
        database.execute("UPDATE tables SET secret = ? WHERE id = ?", [secret, table])
    database.close()


def play_to_the_end(table: str, *pages: Page) -> None:
    """Everybody makes the last move there is, until the game is over."""
    while True:
        for page in pages:
            view = answer(page, f"/api/tables/{table}")
            if view["over"]:
                return
            for seat, moves in view["moves"].items():
                command = {"move": moves[-1], "seen": view["seq"], "key": secrets.token_hex(8), "seat": int(seat)}
                post(page, f"/api/tables/{table}/commands", command)


def test_dice_that_are_exchanged_before_the_first_throw_are_noticed_on_every_players_page(
    visit: Visit, tmp_path: Path
) -> None:
    with Server(tmp_path) as server:
        host = visit(None, home=server.home)
        put_together(host, "classic", "Einladung")
        table = table_of(host)
        seal = answer(host, f"/api/tables/{table}")["seal"]
        expect(host.get_by_text("Siegel der Würfel")).to_contain_text(seal[:8])
        guest = sit_down(host, visit, server.home)
        pages = (host, guest)
        for page in pages:
            page.wait_for_selector(".dock")
            assert page.evaluate(PIN, table)["seal"] == seal
            expect(page.get_by_role("alert")).to_have_count(0)
        server.kill()
        exchange_secret(tmp_path, table)
        server.start()
        Player(host).roll()
        assert Player(host).faces == ["5"] * 5
        for page in pages:
            expect(page.get_by_role("alert")).to_contain_text("ausgetauscht")
        guest.reload()
        play_to_the_end(table, *pages)
        for page in pages:
            page.reload()
            expect(page.get_by_role("alert")).to_contain_text("ausgetauscht")
            page.goto(f"/check/{table}")
            expect(page.get_by_role("heading", level=1)).to_have_text("Hier stimmt etwas nicht.")
            expect(page.get_by_text("ein anderes Siegel gespeichert")).to_be_visible()
            expect(page.get_by_text(f"--seal {seal}")).to_be_visible()
        record = Record.read(host.evaluate("async (path) => (await fetch(path)).text()", f"/api/tables/{table}/record"))
        assert prove(record).holds
        assert not prove(record, Notes(seal)).holds


def test_an_honest_game_is_compared_with_what_the_device_kept(visit: Visit) -> None:
    host = visit(None)
    put_together(host, "hexhex", "Einladung")
    table = table_of(host)
    guest = sit_down(host, visit, re.sub(r"/t/.*", "", host.url))
    for page in (host, guest):
        page.wait_for_selector(".dock")
    host.get_by_role("button", name="Tischmenü").tap()
    host.get_by_text("Mehr", exact=True).tap()
    host.get_by_role("button", name="Siegel der Würfel").tap()
    expect(host.locator("dialog")).to_contain_text(answer(host, f"/api/tables/{table}")["seal"][:8])
    play_to_the_end(table, host, guest)
    for page in (host, guest):
        page.goto(f"/check/{table}")
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^Alle \d+ Würfe stimmen"))
        expect(page.get_by_text("Dein Gerät hat vor dem Spiel dasselbe Siegel gespeichert.")).to_be_visible()
        expect(page.get_by_text("deine", exact=False).first).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)


def test_whoever_is_asked_to_undo_sees_what_would_go_and_who_has_to_agree(visit: Visit) -> None:
    host = visit(None)
    put_together(host, "classic", "Einladung")
    guest = sit_down(host, visit, re.sub(r"/t/.*", "", host.url))
    Player(host).roll()
    Player(host).turn()
    Player(guest).roll()
    # Whoever has not seen these dice may not take anything back yet.
    expect(host.locator(".tray svg[data-face]")).to_have_count(5)
    host.get_by_role("button", name="Tischmenü").tap()
    host.get_by_role("button", name="Meinen letzten Zug zurücknehmen").tap()
    asked = guest.get_by_text("möchte 2 Einträge zurücknehmen, 1 davon von dir. Noch nicht zugestimmt haben: Gabi.")
    expect(asked).to_be_visible()
    undecided = "Du möchtest 2 Einträge zurücknehmen. Noch nicht zugestimmt haben: Gabi."
    expect(host.get_by_text(undecided)).to_be_visible()
    host.get_by_role("button", name="Doch nicht").tap()
    expect(asked).to_have_count(0)


def test_an_imported_game_is_marked_everywhere_and_says_first_that_its_dice_do_not_hold(visit: Visit) -> None:
    page = visit(None)
    record = random_record(make("hexhex", 2), 3).text()
    secret = bytes(32)
    dice = Checked("elsewhere", seal_for("elsewhere", secret), ("-", "-"), secret, version=2)
    forged = re.sub("^dice .*$", f"dice {dice.text()}", record, flags=re.MULTILINE)
    tables = []
    for _ in range(2):
        told = post(page, "/api/import", {"record": forged})
        tables.append(told["table"])
    assert tables[0] == tables[1]
    page.goto("/me")
    expect(page.locator(f"a[href='/review/{tables[0]}']")).to_contain_text("importiert, die Würfel stimmen nicht")
    for path in ("review", "check", "t"):
        page.goto(f"/{path}/{tables[0]}")
        expect(page.get_by_text("Importiert:")).to_be_visible()
        expect(page.get_by_role("alert")).to_contain_text("nicht die, die versiegelt waren")
