"""Measure the numbers of the strategy pages that are missing, then write the pages."""

import argparse
import sys
from collections.abc import Callable, Mapping

from tools.strategy import kribbelns, krisskrosses, masters, scorecards
from tools.strategy.pages import write_pages
from tools.strategy.store import Part, measure

PARTS: Mapping[str, Callable[[str], Mapping[str, Part]]] = {
    "kribbeln": kribbelns.parts,
    "extreme": scorecards.parts,
    "krisskross": krisskrosses.parts,
    "master": masters.parts,
    "hexhex": scorecards.parts,
    "classic": scorecards.parts,
}


def tell(words: str) -> None:
    """Say what is measured now."""
    print(words, file=sys.stderr, flush=True)


def main() -> None:
    """Measure game by game, part by part."""
    parser = argparse.ArgumentParser(prog="python -m tools.strategy.measure", description=__doc__)
    parser.add_argument("games", nargs="*", help="the games to measure; all of them unless said")
    parser.add_argument("--again", action="store_true", help="measure all numbers, those that are there too")
    asked = parser.parse_args()
    for key in asked.games:
        if key not in PARTS:
            parser.error(f"there is no game {key!r}; there are {', '.join(PARTS)}")
    for key in asked.games or PARTS:
        measure(key, PARTS[key](key), again=asked.again, tell=tell)
    write_pages()


if __name__ == "__main__":
    main()
