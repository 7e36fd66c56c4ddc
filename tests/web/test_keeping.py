"""What a device keeps: games before anybody is told, an engine that can be sent away, and the memory it starts from."""

import re

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.web.conftest import Visit
from tests.web.site import MEMORY, kept, part_of
from tests.web.waiting import poll

OPENED = """async (part) => {
  const { askDevice } = await import(part)
  const wish = { game: 'hexhex', seats: [{ kind: 'here', name: 'Anna' }], key: crypto.randomUUID() }
  const opened = await askDevice('/tables', { method: 'POST', body: JSON.stringify(wish) })
  return [opened.status, (await opened.json()).table]
}"""
MARK = """async (spoilt) => {
  const cache = await caches.open('engine')
  const { url } = (await cache.keys()).find(({ url }) => url.endsWith('?memory'))
  const found = await cache.match(url)
  const headers = new Headers(found.headers)
  headers.set('Marked', 'yes')
  await cache.put(url, new Response(spoilt ? new Uint8Array(1000) : await found.blob(), { headers }))
}"""
"""Mark the memory that is kept, and spoil it if that is asked for; what is made anew has no mark."""
MARKED = """async () => {
  const found = await (await caches.open('engine')).matchAll()
  return found.some(({ headers }) => headers.has('Marked'))
}"""
LAST = """async ([part, table]) => {
  const { askDevice } = await import(part)
  const { seq, scene } = await (await askDevice(`/tables/${table}`, {})).json()
  return [seq, scene.tray]
}"""
FORBIDDEN = "IDBFactory.prototype.open = () => { throw new DOMException('forbidden', 'SecurityError') };\n"
ENGINE = "async () => (await (await caches.open('engine')).keys()).length"


def _table(page: Page, host: str) -> str:
    """A table of one, opened on the device and shown; its name."""
    status, table = page.evaluate(OPENED, part_of(page, "askDevice"))
    assert status == 201
    page.goto(f"{host}#/t/{table}")
    expect(page.get_by_role("button", name="Würfeln")).to_be_enabled()
    return str(table)


def test_two_windows_play_at_one_table(visit: Visit, phone: BrowserContext, host: str) -> None:
    page = visit(host, by=phone)
    kept(page)
    table = _table(page, host)
    other = page.context.new_page()
    other.goto(f"{host}#/t/{table}")
    other.get_by_role("button", name="Würfeln").tap()
    expect(page.get_by_role("button", name="Würfeln", exact=True)).to_have_count(0)
    seen = [one.evaluate(LAST, [part_of(one, "askDevice"), table]) for one in (page, other)]
    assert seen[0] == seen[1]


def test_the_engine_starts_from_memory_and_without_it_where_that_is_spoilt(
    visit: Visit, phone: BrowserContext, host: str
) -> None:
    page = visit(host, by=phone)
    kept(page)
    poll(page, MEMORY)
    page.context.set_offline(True)
    for spoilt in (False, True):
        page.evaluate(MARK, spoilt)
        page.reload()
        assert page.evaluate(OPENED, part_of(page, "askDevice"))[0] == 201
        # Memory that does not serve is forgotten, and made anew.
        assert page.evaluate(MARKED) is not spoilt
    poll(page, MEMORY)


def test_the_engine_is_sent_away_and_games_stay(visit: Visit, phone: BrowserContext, host: str) -> None:
    page = visit(host, by=phone)
    kept(page)
    table = _table(page, host)
    page.goto(f"{host}#/settings")
    expect(page.get_by_text(re.compile(r"gespeichert: \d+ MB"))).to_be_visible()
    page.get_by_role("button", name="Vom Gerät entfernen").tap()
    expect(page.get_by_text(re.compile(r"einmal auf dieses Gerät \(\d MB\)"))).to_be_visible()
    assert page.evaluate(ENGINE) == 0
    page.goto(host)
    expect(page.locator(f"a[href='#/t/{table}']")).to_be_visible()
    page.goto(f"{host}#/settings")
    page.get_by_role("button", name="Auf dieses Gerät laden").tap()
    expect(page.get_by_role("button", name="Vom Gerät entfernen")).to_be_visible()


def test_where_nothing_may_be_kept_whoever_begins_a_game_sees_that_said(visit: Visit, host: str) -> None:
    page = visit(None, own=True)
    page.add_init_script(FORBIDDEN)

    def forbid(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=FORBIDDEN + found.text())

    page.route("**/assets/engine-*.js", forbid)
    page.goto(host)
    page.locator("[data-game=hexhex] .box").tap()
    said = page.get_by_role("alert").filter(has_text="lässt sich auf diesem Gerät nicht speichern")
    expect(said).to_be_in_viewport()
