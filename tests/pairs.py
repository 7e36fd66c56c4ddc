"""What has several dimensions is walked in pairs that cover, and as a whole by `make nightly`."""

import os
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any, TypeVar

Value = TypeVar("Value")
NIGHTLY = "KNOBEL_NIGHTLY" in os.environ
"""Whether everything is walked."""


def pairs(*dimensions: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Few combinations in which any two values of different dimensions meet; at night all of them."""
    combined = list(product(*dimensions))
    if NIGHTLY:
        return combined
    missing = set().union(*map(_met, combined))
    chosen = []
    while missing:
        best = max(combined, key=lambda combination: len(_met(combination) & missing))
        chosen.append(best)
        missing -= _met(best)
    return chosen


def _met(combination: Sequence[Any]) -> set[tuple[tuple[int, Any], ...]]:
    """The pairs that meet in a combination; of one dimension alone the values."""
    return set(combinations(enumerate(combination), min(2, len(combination))))


def by_night(all_of_them: Iterable[Value], few: Iterable[Value]) -> list[Value]:
    """A few that differ from each other; at night all of them."""
    return list(all_of_them) if NIGHTLY else list(few)
