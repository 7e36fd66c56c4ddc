"""Tables for tests: put together on the page as people do it, or by requests where the page is not what is tested."""

import secrets
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.program import program

HERE = {"kind": "here", "name": "Anna"}
CHICK = {"kind": "bot", "level": "chick", "name": "Küken"}


def post(page: Page, path: str, body: object) -> Any:
    """What the server says if this browser sends something."""
    with program(page) as asking:
        return asking.ask(path, body)


def table_of(page: Page) -> str:
    """The table that the address names."""
    return page.url.partition("#")[0].rpartition("/")[2]


def seat_somebody(page: Page, at: int, words: str) -> None:
    """Say who sits at a seat of the table that is being set, counted from 0, by the words of the choice."""
    page.locator(f"form [data-seat='{at}']").tap()
    page.locator("dialog button").filter(has_text=words).tap()
    expect(page.locator("dialog")).to_have_count(0)


def put_together(page: Page, game: str, second: str, *choices: str) -> None:
    """Say on the page of a game who sits opposite, choose by these words, and start."""
    page.goto(f"/new/{game}")
    seat_somebody(page, 1, second)
    for words in choices:
        page.locator("form label").filter(has_text=words).first.tap()
    page.locator("form button.main").tap()
    page.wait_for_url("**/t/*")


def make_table(page: Page, game: str, *seats: dict[str, str], **wishes: Any) -> str:
    """A table with these seats, by requests; its name."""
    wish = {"options": {}, "dice": "checked", "undo": "free", "coach": True, "clock": None, "key": secrets.token_hex(8)}
    with program(page) as asking:
        made = asking.ask("/api/tables", {"game": game, "seats": seats or [HERE], **wish, **wishes})
        table: str = made["table"]
        asking.ask(f"/api/tables/{table}/join", {})
    return table


def open_table(page: Page, game: str, *seats: dict[str, str], **wishes: Any) -> str:
    """A table with these seats, shown; its name."""
    table = make_table(page, game, *seats, **wishes)
    page.goto(f"/t/{table}")
    return table


def finish(page: Page, table: str) -> None:
    """Play a table to its end by requests: always the last move there is."""
    with program(page) as asking:
        view = asking.ask(f"/api/tables/{table}")
        while not view["over"]:
            seat, moves = next(iter(view["moves"].items()), ("", []))
            if not seat:
                page.wait_for_timeout(50)
                view = asking.ask(f"/api/tables/{table}")
                continue
            command = {"move": moves[-1], "seen": view["seq"], "key": secrets.token_hex(8), "seat": int(seat)}
            view = asking.ask(f"/api/tables/{table}/commands", {**command, "view": True})["view"]
