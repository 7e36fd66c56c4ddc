"""How long a slow phone stays blank on the way to the first page, and when its games can be seen.

Run it with `python -m bench.first_paint`: a processor that is four times as slow, 400 kbit/s and 400 ms to the server
and back, on a browser that knows nothing yet and a server that has answered before.
"""

import argparse
import os
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from tests.web.conftest import FLAGS, PHONE, executable
from tests.web.contexts import PATIENCE
from tests.web.server import Server

VISITS = 5
SLOWER = 4
KBITS = 400
MILLISECONDS = 400
GAMES = ".boxes .box"
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
SEEN = """(games) => new Promise((done) => {
    const look = () => requestAnimationFrame(() => {
        if (document.querySelector(games)) setTimeout(() => done(performance.now()))
        else look()
    })
    look()
})"""


def main() -> None:
    """Visit the first page several times, and print each time and their median."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=VISITS, help=f"how often (default: {VISITS})")
    parser.add_argument(
        "--delay", type=int, default=MILLISECONDS, help=f"to the server and back, in ms (default: {MILLISECONDS})"
    )
    wish = parser.parse_args()
    with TemporaryDirectory() as folder, Server(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        visit(browser, server.home, wish.delay)
        visits = [visit(browser, server.home, wish.delay) for _ in range(wish.visits)]
        browser.close()
    print(f"Seconds, {SLOWER} times slower, {KBITS} kbit/s, {wish.delay} ms:")
    for name, times in rows(visits):
        print(f"{name}: median {median(times) / 1000:.2f} of {', '.join(f'{time / 1000:.2f}' for time in times)}")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def rows(visits: list[tuple[float, float]]) -> list[tuple[str, list[float]]]:
    """The times of all visits, by name."""
    return [("first paint", [paint for paint, _ in visits]), ("the games", [games for _, games in visits])]


def visit(browser: Browser, home: str, delay: int) -> tuple[float, float]:
    """Milliseconds until the first paint, and until games are shown, for a first visit."""
    size = ViewportSize(width=PHONE["width"], height=PHONE["height"])
    context = browser.new_context(base_url=home, viewport=size, has_touch=True, locale="de-DE")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    chrome = context.new_cdp_session(page)
    speed = KBITS * 1000 / 8
    chrome.send("Network.enable")
    chrome.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": delay, "downloadThroughput": speed, "uploadThroughput": speed},
    )
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto("/", wait_until="commit")
    shown: float = page.evaluate(SEEN, GAMES)
    painted: float = page.evaluate(PAINTED)
    context.close()
    return painted, shown


if __name__ == "__main__":
    main()
