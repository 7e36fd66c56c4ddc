"""Looks at a view in every way it can be shown, and says what is wrong with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from tests.web.conftest import WEB
from tests.web.waiting import poll

Scheme = Literal["light", "dark"]
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (rules) => {
    const { violations } = await axe.run({ resultTypes: ['violations'], selectors: false, preload: false, ...rules })
    return violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ html, failureSummary: why }) => `${impact} ${id}\\n  ${html.slice(0, 300)}\\n  ${why}`))
}"""
FITS = (Path(__file__).parent / "sight.js").read_text("utf-8")
COUNT = """(() => {
    const plain = window.fetch
    window.asking = 0
    window.fetch = async (...wish) => {
        window.asking += 1
        const done = () => setTimeout(() => { window.asking -= 1 }, 30)
        try {
            const answer = await plain(...wish)
            answer.clone().arrayBuffer().then(done, done)
            return answer
        } catch (error) {
            done()
            throw error
        }
    }
})()"""
"""Counts requests under way, to know when a page has all it wants to show."""
SPEAK = """(language) => {
    const key = 'knobel.settings'
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), language }))
    dispatchEvent(new StorageEvent('storage', { key }))
}"""
"""As if another window had chosen the language."""
QUIET = """async (language) => {
    await document.fonts.ready
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    return asking === 0 && (!language || document.documentElement.lang === language)
}"""
USUAL_TEXT = 16
"""The size of letters that browsers begin with, in pixels."""


class Sight:
    """One page, seen small and large, by day and by night, in German and in English."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(COUNT)
        if page.url != "about:blank":
            page.reload()
        self._axe = AXE.read_text("utf-8")
        self._chrome = page.context.new_cdp_session(page)

    @property
    def language(self) -> str:
        """The language of the page."""
        spoken: str = self.page.evaluate("document.documentElement.lang")
        return spoken

    def speak(self, language: str) -> None:
        """Change the language of the page as it is."""
        if language != self.language:
            self.page.evaluate(SPEAK, language)
            self.settle(language)

    def settle(self, language: str = "") -> None:
        """Wait until nothing is under way."""
        poll(self.page, QUIET, language)

    def size(self, width: int, height: int) -> None:
        """Change the size of the window."""
        self.page.set_viewport_size({"width": width, "height": height})

    @contextmanager
    def large_text(self) -> Iterator[None]:
        """Letters of double size, as set in the browser."""
        self._letters(2 * USUAL_TEXT)
        try:
            yield
        finally:
            self._letters(USUAL_TEXT)

    def see_no_colours(self) -> None:
        """Everything in shades of grey."""
        self._chrome.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})

    def _letters(self, size: int) -> None:
        self._chrome.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size * 13 // 16}})

    def bars(self) -> list[str]:
        """What would keep somebody out; by night only colours are different."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(self._axe)
        found: list[str] = self.page.evaluate(RUN, {})
        self.page.emulate_media(color_scheme="dark")
        found += [f"dark: {words}" for words in self.page.evaluate(RUN, {"runOnly": ["color-contrast"]})]
        self.page.emulate_media(color_scheme="light")
        return found

    def misfits(self) -> list[str]:
        """What does not fit."""
        self.settle()
        found: list[str] = self.page.evaluate(FITS)
        return found
