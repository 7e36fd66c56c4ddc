"""Waiting for what a page can tell only by asking somebody else."""

import time

from playwright.sync_api import Page

from tests.patience import PATIENCE


def poll(page: Page, condition: str, arg: object = None) -> None:
    """Wait until a condition is met that takes its time to tell; `wait_for_function` takes a promise for a yes."""
    until = time.monotonic() + PATIENCE
    while not page.evaluate(condition, arg):
        assert time.monotonic() < until, f"this does not happen: {condition}"
        page.wait_for_timeout(50)
