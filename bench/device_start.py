"""The time from the start of a browser's engine to the first scene, from the cache, offline.

Run it with `python -m bench.device_start`: processor seconds of all processes of the browser, with a memory snapshot
for each game, and without.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright
from tests.web.conftest import FLAGS, executable
from tests.web.site import MEMORY, PLACE, hosted, kept, part_of
from tests.web.waiting import poll
from tools.processes import used

from knobel.library import find, games
from knobel.server.site.write import write

STARTS = 3
KEYS = [game.key for game in games()]
FORGET = """async () => {
  const cache = await caches.open('engine')
  for (const { url } of await cache.keys()) if (url.endsWith('?memory')) await cache.delete(url)
}"""
SCENE = """async ([part, game, players]) => {
  const { askDevice } = await import(part)
  const ask = async (path, wish) =>
    (await askDevice(path, wish ? { method: 'POST', body: JSON.stringify(wish) } : {})).json()
  const seats = Array.from({ length: players }, (_, at) => ({ kind: 'here', name: String(at) }))
  const { table } = await ask('/tables', { game, seats, key: crypto.randomUUID() })
  await ask(`/tables/${table}/join`, {})
  await ask(`/tables/${table}`)
}"""


def main() -> None:
    """Start the engine several times, and print each time."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        print(write(Path(folder) / PLACE))
        with hosted(Path(folder)) as home:
            browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
            page = browser.new_page()
            page.goto(f"{home}/{PLACE}/")
            kept(page)
            poll(page, MEMORY)
            page.context.set_offline(True)
            for key in KEYS:
                print(f"{key} from memory:", *(f"{_start(page, key):.2f}" for _ in range(STARTS)), flush=True)
            page.evaluate(FORGET)
            print(f"{KEYS[0]} from the beginning: {_start(page, KEYS[0]):.2f}")
            browser.close()


def _start(page: Page, key: str) -> float:
    """The processor seconds of one start, to the first scene of a game."""
    home = page.url.partition("#")[0]
    page.goto("about:blank")
    page.goto(f"{home}#/settings")
    page.get_by_role("heading", level=1).wait_for()
    part = part_of(page, "askDevice")
    before = used()
    page.evaluate(SCENE, [part, key, find(key).seats[0]])
    return used() - before


if __name__ == "__main__":
    main()
