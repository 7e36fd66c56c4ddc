"""Waiting for what a page can tell only by asking somebody else."""

import time
from collections.abc import Callable

from playwright.sync_api import Page

from tests.patience import PATIENCE


def poll(page: Page, condition: str, arg: object = None) -> None:
    """Wait until a condition is met that takes its time to tell; `wait_for_function` takes a promise for a yes."""
    until(page, lambda: page.evaluate(condition, arg), condition)


def until(page: Page, condition: Callable[[], object], words: str = "what was waited for") -> None:
    """Wait until a condition is met that only this process can judge, while the page goes on."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"this does not happen: {words}"
        page.wait_for_timeout(20)
