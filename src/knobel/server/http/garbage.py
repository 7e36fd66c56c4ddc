"""Garbage: looked for rarely, because a worker remembers millions of things that are none."""

import gc

_RARELY = (25_000, 20, 100)
"""Python would look after 700 new things; what serves a request goes by itself when that is answered."""


def look_rarely() -> None:
    """Pass over all that is there now for ever, and over new things until there are many."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_RARELY)
