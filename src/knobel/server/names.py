"""Names as people type them, made fit for a sheet."""

import unicodedata

from knobel.core.record import LONGEST_NAME, check_name


def clean(name: str | None, otherwise: str) -> str:
    """The name without what cannot be seen, with single spaces, cut to length; another if nothing is left."""
    # What is longer than any name is not worth looking at to the end.
    normal = unicodedata.normalize("NFC", (name or "")[: 10 * LONGEST_NAME])
    seen = "".join(mark if unicodedata.category(mark)[0] in "LMNPS" else " " for mark in normal)
    words = " ".join(seen.split())[:LONGEST_NAME].strip()
    return check_name(words or otherwise)
