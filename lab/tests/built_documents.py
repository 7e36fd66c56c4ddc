"""The documents as a site, built once for all tests of a run, and what one of its pages holds."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from tools.docs.site import SITE, build

from tests.shared import shared_folder


def built_documents(factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    with shared_folder(factory, "documents") as folder:
        if not (folder / "ready").exists():
            build(folder)
            (folder / "ready").touch()
    return folder / SITE


class Contents(HTMLParser):
    """The anchors of a page, where its links lead, and what it loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        values = {name: value for name, value in attrs if value}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a":
            self.links |= {values["href"]} & {*values.values()} if "href" in values else set()
        elif tag != "link" or "stylesheet" in values.get("rel", "") or "icon" in values.get("rel", ""):
            self.loaded |= {values[name] for name in ("src", "srcset", "href") if name in values}
