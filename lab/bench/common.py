"""Helpers shared by benchmarks: time options, a progress line, aligned tables."""

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Any


def python() -> str:
    """The name and version of the running Python."""
    return f"{platform.python_implementation()} {platform.python_version()}"


def duration(text: str) -> float:
    """Parse a number of seconds."""
    value = float(text)
    if not 0 < value < 3600:
        raise argparse.ArgumentTypeError(f"{text} is not a sensible number of seconds")
    return value


def shown(names: Sequence[str]) -> Iterator[int]:
    """The indices of these tasks, with a progress line on stderr if it is a terminal."""
    start = monotonic()
    for at, name in enumerate(names):
        if sys.stderr.isatty():
            left = f", {(monotonic() - start) / at * (len(names) - at):.0f} s left" if at else ""
            print(f"\r\x1b[K{at + 1} of {len(names)}: {name}{left}", end="", file=sys.stderr, flush=True)
        yield at
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def times(ratio: float) -> str:
    """A ratio with about three digits."""
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}"


def print_table(title: str, lines: Sequence[Sequence[str]]) -> None:
    """Print rows of cells, aligned, headings first."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    print(f"\n{title}")
    for name, *rest in lines:
        print("  ".join([name.ljust(widths[0]), *map(str.rjust, rest, widths[1:])]).rstrip())


def tell(figures: Any, show: Callable[[Any], None], *, as_json: bool) -> None:
    """Print the figures as JSON, or as a report."""
    if as_json:
        print(json.dumps(figures, indent=2, ensure_ascii=False))
    else:
        show(figures)
