"""Draw the pictures of link previews: one for each game, from its own art, and one for the home page."""

import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect, sync_playwright
from tests.web.conftest import FLAGS, executable
from tests.web.contexts import PATIENCE

from tools.shots import own_server

OUT = Path(__file__).parents[1] / "web" / "public" / "previews"
SIZE = {"width": 1200, "height": 630}
COLOURS = 128
"""The size of the palette; flat art needs no more, and the files are a third as large."""
DRAW = """(key) => {
    const set = (node, styles) => {
        Object.assign(node.style, styles)
        return node
    }
    const say = (text, styles) => {
        const node = set(document.createElement('div'), styles)
        node.textContent = text
        return node
    }
    const of = (game) => `[data-game="${game}"]`
    document.querySelector('#preview')?.remove()
    const lids = [...document.querySelectorAll('.boxes .lid')].filter((lid) => !key || lid.closest(of(key)))
    const stage = set(document.createElement('div'), {
        position: 'fixed', inset: 0, zIndex: 9, display: 'grid', placeItems: 'center', alignContent: 'center',
        gap: '28px', background: getComputedStyle(document.body).background,
    })
    stage.id = 'preview'
    const row = set(document.createElement('div'), {
        display: 'flex', flexWrap: 'wrap', gap: '22px', justifyContent: 'center', width: '1080px',
    })
    for (const lid of lids) {
        row.append(set(lid.cloneNode(true), {
            width: key ? '640px' : '240px', padding: key ? '18px 60px' : '8px 20px', borderRadius: '22px',
            background: getComputedStyle(lid).background, boxShadow: '0 14px 34px -8px rgb(74 58 30 / 35%)',
        }))
    }
    const title = document.querySelector(key ? `${of(key)} strong` : 'h1')
    stage.append(row, say(title.textContent, {
        font: '800 84px/1 var(--printed)', color: getComputedStyle(title).color,
    }))
    if (key) stage.append(say('Knobel', { font: '600 34px/1 var(--printed)', color: 'var(--on-table-soft)' }))
    document.body.append(stage)
}"""


def main() -> int:
    """Draw all pictures."""
    OUT.mkdir(parents=True, exist_ok=True)
    with own_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        context = browser.new_context(base_url=address, locale="de-DE", color_scheme="light", service_workers="block")
        page = context.new_page()
        page.set_viewport_size(SIZE)  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE)
        page.goto("/")
        expect(page.locator(".boxes .lid").first).to_be_visible(timeout=PATIENCE)
        page.evaluate("document.fonts.ready")
        boxes = page.locator(".boxes [data-game]").all()
        for key in [None, *[box.get_attribute("data-game") for box in boxes]]:
            page.evaluate(DRAW, key)
            path = OUT / f"{key or 'home'}.png"
            page.screenshot(path=path)
            Image.open(path).convert("RGB").quantize(COLOURS).save(path, optimize=True)
        browser.close()
    print(f"{len(boxes) + 1} pictures in {OUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
