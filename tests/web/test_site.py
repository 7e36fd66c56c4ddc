"""The static edition: played, kept and resumed in a browser whose network is cut, byte for byte as a server would."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, expect
from tools.golden import SEED, variants

from knobel import Record, games, make
from knobel.app.today.puzzle import puzzle_of
from knobel.testing import random_record
from tests.pairs import by_night
from tests.patience import PATIENCE
from tests.web.conftest import Visit, listen
from tests.web.server import Server
from tests.web.site import kept, part_of
from tests.web.test_today import PUZZLED

OWN_KEY = """() => new Promise((resolve) => {
  const opened = indexedDB.open('knobel')
  opened.onsuccess = () => {
    const asked = opened.result.transaction('own').objectStore('own').get('key')
    asked.onsuccess = () => resolve(asked.result)
  }
})"""
ASK = """async ([part, wishes]) => {
  const { askDevice } = await import(part)
  const said = []
  let table = ''
  let seen = 0
  for (const [method, path, wish] of wishes) {
    const body = wish && JSON.stringify(wish).replaceAll('"SEEN"', String(seen))
    const answer = await askDevice(path.replace('TABLE', table), { method, body })
    const text = await answer.text()
    said.push([answer.status, text])
    const told = answer.headers.get('Content-Type').includes('json') ? JSON.parse(text) : {}
    table = told.seats && told.invite ? told.table : table
    seen = told.view?.seq ?? told.seq ?? seen
  }
  return said
}"""
"""Asks the engine of the page one thing after the other; `TABLE` and `SEEN` stand for what the answers before told."""
HINTED = """async ([part, table]) => {
  const { askDevice } = await import(part)
  const ask = async (path, wish) =>
    (await askDevice(`/tables/${table}${path}`, wish ? { method: 'POST', body: JSON.stringify(wish) } : {})).json()
  let [hints, words, step] = [0, 0, 0]
  for (;;) {
    const view = await ask('')
    if (view.over) return { hints, words }
    const moves = view.moves[0] ?? []
    if (!moves.length) {
      // A bot is thinking, in the same worker.
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    let move = moves[0]
    if (move !== 'roll') {
      const hint = (await ask('/hint?language=de&seat=0')).hints[0]
      hints += 1
      words += hint.words.length
      move = hint.choices[0].move
    }
    step += 1
    await ask('/commands', { move, seen: view.seq, key: `step${step}`, seat: 0, pace: 'quick' })
  }
}"""
"""Plays a game to its end as the coach says, and counts what he said."""

FINISHED = """async ([part, table]) => {
  const { askDevice } = await import(part)
  const ask = async (path, wish) =>
    (await askDevice(`/tables/${table}${path}`, wish ? { method: 'POST', body: JSON.stringify(wish) } : {})).json()
  for (let view = await ask(''); !view.over; view = await ask('')) {
    const move = view.moves[0]?.at(-1)
    if (move) await ask('/commands', { move, seen: view.seq, key: `step${view.seq}`, seat: 0, pace: 'quick' })
    else await new Promise((resolve) => setTimeout(resolve, 50))
  }
}"""
"""Plays a game to its end: always the last move there is."""

Wish = tuple[str, str, dict[str, Any] | None]


@pytest.fixture(scope="module")
def opened(installed: BrowserContext, host: str) -> Iterator[tuple[Page, list[str]]]:
    """A page of the edition that is opened without a network, and what it complains of."""
    complaints: list[str] = []
    page = installed.new_page()
    listen(page, complaints)
    installed.set_offline(True)
    page.goto(host)
    yield page, complaints
    page.close()
    installed.set_offline(False)


@pytest.fixture
def cut_off(opened: tuple[Page, list[str]]) -> Iterator[Page]:
    """The same page for all tests; its network is cut. Complaints fail the test."""
    page, complaints = opened
    complaints.clear()
    page.context.set_offline(True)
    yield page
    assert not complaints, "\n".join(complaints)


def test_opened_once_it_is_played_and_resumed_without_a_network(visit: Visit, host: str) -> None:
    page = visit(host, service_workers="allow")
    kept(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("Hier läuft alles auf deinem Gerät")).to_be_visible()
    page.locator("[data-game=hexhex] .box").tap()
    page.wait_for_url(re.compile(r"/some/where/#/t/[a-z2-7]{16}$"))
    page.get_by_role("button", name="Würfeln").tap()
    address = page.url
    expect(page.get_by_role("button", name="Würfeln")).to_have_count(0)
    page.close()

    again = page.context.new_page()
    again.goto(host)
    again.locator(f"a[href='#{address.partition('#')[2]}']").tap()
    expect(again.get_by_role("region", name="Blatt von Du")).to_be_visible()
    assert again.url == address
    again.goto(f"{host}#/rules/hexhex")
    expect(again.get_by_role("heading", level=1)).to_be_visible()
    again.goto(f"{host}#/new/hexhex")
    expect(again.get_by_role("heading", level=1)).to_be_visible()


def test_the_owl_and_the_coach_play_without_a_network(cut_off: Page, host: str) -> None:
    page = cut_off
    # What bot and coach know of a game is fetched with its first table.
    page.context.set_offline(False)
    page.goto(f"{host}#/new/hexhex")
    part = part_of(page, "askDevice")
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "level": "owl"}]
    wish = {"game": "hexhex", "seats": seats, "dice": "checked", "coach": True, "key": "owl"}
    (opened, _) = page.evaluate(ASK, [part, [("POST", "/tables", wish), ("POST", "/tables/TABLE/join", {})]])
    page.context.set_offline(True)
    table = json.loads(opened[1])["table"]
    page.goto(f"{host}#/t/{table}")
    played = page.evaluate(HINTED, [part, table])
    assert played["hints"] >= 11
    assert played["words"]
    page.get_by_role("link", name="Rückblick").first.click()
    expect(page.get_by_text("Alle Momente als Tabelle").first).to_be_visible()


def test_a_day_is_played_told_and_its_puzzle_solved_without_a_network(visit: Visit, host: str) -> None:
    page = visit(None, service_workers="allow")
    page.clock.install(time=f"{PUZZLED}T12:00:00")
    page.goto(host)
    kept(page)
    part = part_of(page, "askDevice")
    # What its coach knows is fetched with the first table of a game.
    wish = {"day": f"{PUZZLED}", "game": "classic", "names": ["Anna"], "key": "fetch"}
    page.evaluate(ASK, [part, [("POST", "/today", wish)]])
    page.context.set_offline(True)
    page.goto(host)
    page.locator("a.today").tap()
    card = page.locator("article[data-game=classic]", has=page.locator(".art"))
    card.get_by_role("button", name="Spielen").tap()
    page.wait_for_url("**/#/t/*")
    table = page.url.rpartition("/")[2]
    page.evaluate(FINISHED, [part, table])
    expect(page.locator(".result").get_by_text("Die Eule mit denselben Würfeln")).to_be_visible()
    page.get_by_role("button", name="Teilen").tap()
    told = page.locator("dialog .written").inner_text()
    assert told.startswith(f"Knobel · Classic · {PUZZLED:%d.%m.%Y}\n")
    expect(page.locator("dialog hr")).to_have_count(0)
    page.goto(f"{host}#/today")
    expect(card.locator(".score")).to_be_visible()

    asked = puzzle_of(PUZZLED)
    page.get_by_role("link", name="Lösen").tap()
    for position in map(int, asked.best.split()[1:]):
        page.locator(".dice button").nth(position - 1).tap()
    expect(page.locator(".answer")).to_have_count(0)
    page.locator(".asked .button.main").tap()
    expect(page.get_by_text("Ja, das ist das Beste.")).to_be_visible()
    page.get_by_role("link", name="Alle Rätsel").tap()
    expect(page.get_by_role("link", name=f"Rätsel {asked.number}: gelöst")).to_be_visible()


def test_a_pad_goes_round_and_is_taken_back_corrected_and_printed_without_a_network(cut_off: Page, host: str) -> None:
    page = cut_off
    seats = [{"kind": "here", "name": name} for name in ("Anna", "Ben")]
    wish = {"game": "classic", "seats": seats, "dice": "own", "key": "pad"}
    asked = [part_of(page, "askDevice"), [("POST", "/tables", wish), ("POST", "/tables/TABLE/join", {})]]
    table = json.loads(page.evaluate(ASK, asked)[0][1])["table"]
    page.goto(f"{host}#/t/{table}")
    page.get_by_role("button", name="Punkte eingeben").tap()
    open_box = "[data-spot=full_house][data-enter=open]"
    for taken_back in (True, False):
        page.locator(f"[data-seat='0'] {open_box}").tap()
        page.locator(".scores .value").get_by_text("25", exact=True).tap()
        # The phone goes to Ben.
        expect(page.locator(f"[data-seat='1'] {open_box}")).to_be_visible()
        if taken_back:
            page.get_by_role("button", name="Zurücknehmen").tap()
            expect(page.locator(f"[data-seat='0'] {open_box}")).to_be_visible()
    page.locator("[data-seat='0'] [data-written=full_house]").tap()
    page.locator(".correct .value").first.tap()
    page.locator(".correct .acts .main").tap()
    expect(page.locator(".toasts")).to_contain_text("Full House 25 → 0")
    page.goto(f"{host}#/sheets/{table}")
    expect(page.locator("img.a4")).to_have_count(1)
    page.goto(f"{host}#/check/{table}")
    expect(page.get_by_text("keine versiegelten Würfel")).to_be_visible()


def test_games_are_brought_and_all_of_them_taken_along_without_a_network(cut_off: Page, host: str) -> None:
    page = cut_off
    # Of another seed than what other tests bring to the same device, or it would be there already.
    record = random_record(make("yatzy", 1), SEED + 1).text()
    page.goto(f"{host}#/me")
    file = FilePayload(name="game.knobel", mimeType="text/plain", buffer=record.encode())
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/#/review/*")
    page.goto(f"{host}#/me")
    page.locator("summary", has_text="Deine Daten").tap()
    with page.expect_download() as kept_file:
        page.get_by_role("link", name="Alles herunterladen").tap()
    taken = json.loads(kept_file.value.path().read_text("utf-8"))
    assert record in [table["record"] for table in taken["tables"]]


def test_rules_new_tables_and_printed_pads_of_every_game_are_there_without_a_network(cut_off: Page, host: str) -> None:
    for key in sorted(info.key for info in games()):
        for place in ("rules", "new", "pad"):
            cut_off.goto(f"{host}#/{place}/{key}")
            expect(cut_off.get_by_role("heading", level=1)).to_be_visible()
        expect(cut_off.locator("img.a4").first).to_be_visible()


@pytest.mark.parametrize("name", by_night(sorted(variants()), sorted(info.key for info in games())))
def test_a_golden_game_has_the_record_and_the_view_of_a_server(cut_off: Page, server: Server, name: str) -> None:
    text = random_record(variants()[name], SEED).text()
    wishes: list[Wish] = [
        ("POST", "/import", {"record": text, "key": name}),
        ("GET", "/tables/TABLE/record", None),
        ("GET", "/tables/TABLE", None),
    ]
    said = _agree(cut_off, server, wishes)
    assert said[1] == text


@pytest.mark.parametrize("game", sorted(info.key for info in games()))
def test_a_golden_game_is_played_move_by_move_as_with_a_server(cut_off: Page, server: Server, game: str) -> None:
    typed = next(info.typed for info in games() if info.key == game)
    record = random_record(make(game, None, **typed), SEED)
    wishes = [*_opened(record, game), *_played(record), ("GET", "/tables/TABLE/record", None)]
    said = _agree(cut_off, server, wishes)
    entries = record.text().removeprefix(record.header())
    assert said[-1].endswith(entries)


def _opened(record: Record, key: str) -> list[Wish]:
    """A table for the people of a record, with dice of their own."""
    seats = [{"kind": "here", "name": name} for name in record.names]
    options = dict(record.game.options)
    wish = {"game": record.game.key, "seats": seats, "options": options, "dice": "own", "key": f"played-{key}"}
    return [("POST", "/tables", wish), ("POST", "/tables/TABLE/join", {})]


def _played(record: Record) -> Iterator[Wish]:
    """The entries of a record as commands."""
    lines = record.text().removeprefix(record.header()).splitlines()
    for step, line in enumerate(lines):
        seat, _, move = line.partition(" ")
        command: dict[str, Any] = {"key": f"step{step}", "seen": "SEEN", "view": True, "changes": step % 4 > 0}
        command |= {"move": line} if seat == "-" else {"move": move, "seat": int(seat)}
        yield "POST", "/tables/TABLE/commands", command


def _agree(page: Page, server: Server, wishes: list[Wish]) -> list[str]:
    """Ask the engine of a page and a server the same; they say the same, and what they say is given back."""
    key = page.evaluate(OWN_KEY)
    if key is None:
        page.evaluate(ASK, [part_of(page, "askDevice"), [("GET", "/me/export", None)]])
        key = page.evaluate(OWN_KEY)
    here = page.evaluate(ASK, [part_of(page, "askDevice"), wishes])
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    table, seen = "", 0
    with closing(HTTPConnection(urlsplit(server.home).netloc, timeout=PATIENCE)) as connection:
        for (method, path, wish), (status, text) in zip(wishes, here, strict=True):
            body = json.dumps(wish).replace('"SEEN"', str(seen)) if wish is not None else None
            connection.request(method, f"/api{path.replace('TABLE', table)}", body, headers)
            answer = connection.getresponse()
            told = answer.read().decode()
            assert (status, _still(text)) == (answer.status, _still(told)), (path, wish)
            if (answer.getheader("Content-Type") or "").startswith("application/json"):
                values = json.loads(told)
                table = values["table"] if "invite" in values else table
                seen = (values.get("view") or values).get("seq", seen)
    return [text for _, text in here]


def _still(text: str) -> str:
    """An answer without what differs by its nature: the time, and that nobody follows a table of this test."""
    return re.sub(r'"now":\d+', '"now":0', text).replace('"online":false', '"online":true')
