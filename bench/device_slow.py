"""Scenes, hints, bots and reviews of each game in a throttled browser, without a network.

Run it with `python -m bench.device_slow [GAME ...]`: all processes of the browser run a quarter of the time, and
seconds are wall-clock time. Other programs add to that, so the processor time of a review, times four, is printed as
well.
"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright
from tests.web.conftest import FLAGS, executable
from tests.web.site import MEMORY, PLACE, hosted, kept, part_of
from tests.web.waiting import poll
from tools.processes import slowed, used

from knobel import Record, make
from knobel.coach.bot import bot, level
from knobel.core.dice import seeded
from knobel.core.playout import play_record
from knobel.library import find, games
from knobel.server.site.write import write

SEATS = 4
REST = 5000
"""Milliseconds that somebody looks at a new table before the first throw."""
HINTS = 9
"""How many decisions are made as the coach suggests."""

PLAYED = """async ([part, game, players, rest, wanted]) => {
  const { askDevice } = await import(part)
  const ask = async (path, wish) =>
    (await askDevice(path, wish ? { method: 'POST', body: JSON.stringify(wish) } : {})).json()
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time))
  const [hints, bots] = [[], []]
  const owl = (at) => ({ kind: 'bot', name: `owl ${at}`, level: 'owl' })
  const seats = [{ kind: 'here', name: 'me' }, ...Array.from({ length: players - 1 }, (_, at) => owl(at))]
  let began = performance.now()
  const { table } = await ask('/tables', { game, seats, coach: true, key: crypto.randomUUID() })
  await ask(`/tables/${table}/join`, {})
  let view = await ask(`/tables/${table}`)
  const scene = performance.now() - began
  await pause(rest)
  began = performance.now()
  while (hints.length < wanted && !view.over) {
    const moves = view.moves[0] ?? []
    let move = moves[0]
    if (move && move !== 'roll') {
      began = performance.now()
      const hint = (await ask(`/tables/${table}/hint?language=de&seat=0`)).hints[0]
      hints.push(performance.now() - began)
      move = hint.choices[0].move
    }
    if (move) {
      await ask(`/tables/${table}/commands`, { move, seen: view.seq, key: `s${view.seq}`, seat: 0, pace: 'quick' })
      began = performance.now()
    } else await pause(20)
    const next = await ask(`/tables/${table}`)
    if (!move && next.seq !== view.seq) {
      bots.push(performance.now() - began)
      began = performance.now()
    }
    view = next
  }
  return { scene, hints, bots }
}"""
IMPORTED = """async ([part, record]) => {
  const { askDevice } = await import(part)
  const body = JSON.stringify({ record, key: crypto.randomUUID() })
  return (await (await askDevice('/import', { method: 'POST', body })).json()).table
}"""
REVIEWED = """async ([part, table]) => {
  const { askDevice } = await import(part)
  const began = performance.now()
  const { seats } = await (await askDevice(`/tables/${table}/review?language=de`, {})).json()
  return [performance.now() - began, seats.length]
}"""
FETCHED = """async ([part, game, players]) => {
  const { askDevice } = await import(part)
  const seats = Array.from({ length: players }, (_, at) => ({ kind: 'here', name: String(at) }))
  const body = JSON.stringify({ game, seats, coach: true, key: crypto.randomUUID() })
  await (await askDevice('/tables', { method: 'POST', body })).json()
}"""


def main(keys: list[str]) -> None:
    """Measure these games, or all."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        write(Path(folder) / PLACE)
        with hosted(Path(folder)) as home:
            program = executable()
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            page = browser.new_page()
            page.set_default_timeout(0)
            page.goto(f"{home}/{PLACE}/")
            kept(page)
            poll(page, MEMORY)
            for key in keys:
                page.evaluate(FETCHED, [part_of(page, "askDevice"), key, _seats(key)])
            page.context.set_offline(True)
            for key in keys:
                _measure(page, key, Path(program))
            browser.close()


def _measure(page: Page, key: str, program: Path) -> None:
    """Print the times of a game; each measurement begins with the engine not running."""
    seats = _seats(key)
    part = _anew(page)
    with slowed(program):
        played = page.evaluate(PLAYED, [part, key, seats, REST, HINTS])
    print(f"{key} for {seats}: scene {played['scene'] / 1000:.2f} s, hints {_times_text(played['hints'])}", end=", ")
    print(f"bots {_times_text(played['bots'])}", end=", ", flush=True)
    game = make(key, seats)
    record = play_record(Record(game), [bot(game, level("cat"), seat) for seat in range(seats)], seeded(1))
    part = _anew(page)
    table = page.evaluate(IMPORTED, [part, record.text()])
    before = used()
    with slowed(program):
        taken, reviewed = page.evaluate(REVIEWED, [part, table])
    print(
        f"review of {reviewed} seats {taken / 1000:.1f} s ({4 * (used() - before):.1f} s by the processor)", flush=True
    )


def _times_text(times: list[float]) -> str:
    """The first, the median and the worst of the others, in seconds."""
    first, *others = [one / 1000 for one in times] or [0.0]
    return f"first {first:.2f}, median {median(others or [first]):.2f}, worst {max(others, default=first):.2f} s"


def _seats(key: str) -> int:
    return min(SEATS, find(key).seats[-1])


def _anew(page: Page) -> str:
    """Reload the page; return the URL of the script that talks to the engine."""
    home = page.url.partition("#")[0]
    page.goto("about:blank")
    page.goto(f"{home}#/settings")
    page.get_by_role("heading", level=1).wait_for()
    return part_of(page, "askDevice")


if __name__ == "__main__":
    main(sys.argv[1:] or [game.key for game in games()])
