"""Pictures of every view: in six sizes, by day and by night, in German and in English."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from io import BytesIO
from itertools import product
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright
from tests.web.conftest import FLAGS, PHONE, executable
from tests.web.contexts import PATIENCE
from tests.web.server import Server
from tests.web.sight import Scheme, Sight
from tests.web.views import WALKS

from knobel.games import SPECS
from knobel.games.spec import LANGUAGES
from tools.games import settings

SIZES = {360: 640, 390: 844, 740: 360, 768: 1024, 1440: 900, 1920: 1080}
"""Heights by widths: a small and a large phone, one in landscape, a tablet and two desktops."""
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PICTURES = {
    "home": "light",
    "coach": "dark",
    "review": "light",
    **{f"{game.key}-{view}": look for game in SPECS for view, look in settings(game.key, "pictures").items()},
}
"""The screenshots of the documents and their themes, on a phone and in German."""
PICTURE_WALKS = (
    "places",
    *(game.key for game in SPECS if settings(game.key, "pictures")),
    "over_a_table",
    "afterwards",
)


def main() -> int:
    """Take the screenshots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/shots"), help="where to (default: build/shots)")
    parser.add_argument(
        "--only", action="append", default=[], metavar="LOOK", help="only pictures like this, such as 360-dark-de"
    )
    parser.add_argument("--home", default="", help="a server that runs already (default: one of its own)")
    parser.add_argument("--large", action="store_true", help="with letters of double size")
    parser.add_argument("--grey", action="store_true", help="as somebody sees it who sees no colours")
    parser.add_argument("--best", action="store_true", help="those of the documents, small enough for a page")
    parser.add_argument("walks", nargs="*", metavar="WALK", help=f"only these: {', '.join(WALKS)}")
    wish = parser.parse_args()
    if unknown := set(wish.walks) - set(WALKS):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(WALKS)}")
    expect.set_options(timeout=PATIENCE)
    wish.out.mkdir(parents=True, exist_ok=True)
    with nullcontext(wish.home) if wish.home else own_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        walks = wish.walks or (PICTURE_WALKS if wish.best else WALKS)
        taken = sum(shoot(browser, address, walk, wish) for walk in walks)
        browser.close()
    print(f"{taken} pictures in {wish.out}")
    return 0


@contextmanager
def own_server() -> Iterator[str]:
    """The address of a server that runs during the block."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        yield server.home


def shoot(browser: Browser, address: str, walk: str, wish: argparse.Namespace) -> int:
    """Take all screenshots of a walk; their number."""
    context = browser.new_context(
        base_url=address,
        locale="de-DE",
        reduced_motion="reduce",
        has_touch=True,
        viewport=PHONE,  # type: ignore[arg-type]
        device_scale_factor=2 if wish.best else 1,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    sight = Sight(page)
    if wish.grey:
        sight.see_no_colours()
    taken = 0
    for name in WALKS[walk](page):
        if wish.best and name in PICTURES:  # What the others did is shown for a moment only.
            expect(page.locator(".toast, .fresh")).to_have_count(0)
        with sight.large_text() if wish.large else nullcontext():
            for look in looks(sight, name, wish):
                save(page.screenshot(), wish.out / (f"{name}.webp" if wish.best else f"{name}-{look}.png"))
                taken += 1
        sight.size(*PHONE.values())
        sight.speak("de")
        sight.settle()
    context.close()
    return taken


def looks(sight: Sight, name: str, wish: argparse.Namespace) -> Iterator[str]:
    """Switch the page through all wanted combinations of language, size and theme."""
    patterns = [f"360-{PICTURES.get(name, 'never')}-de"] if wish.best else wish.only or [""]
    for language, (width, height), scheme in product(LANGUAGES, SIZES.items(), SCHEMES):
        look = f"{width}-{scheme}-{language}"
        if not any(words in look for words in patterns):
            continue
        sight.speak(language)
        sight.size(width, height)
        sight.page.emulate_media(color_scheme=scheme)
        sight.settle()
        yield look


def save(shot: bytes, path: Path) -> None:
    """Write an image in the format of its suffix."""
    if path.suffix == ".png":
        path.write_bytes(shot)
    else:
        Image.open(BytesIO(shot)).save(path, quality=82, method=6)


if __name__ == "__main__":
    sys.exit(main())
