"""Write the strategy pages from the numbers that were measured; with `--measure`, measure what is missing first."""

import argparse
import sys
from functools import partial

from lab.tools.strategy.numbers import measure
from lab.tools.strategy.pages import strategy, write_pages

from knobel.games import SPECS


def main() -> None:
    """Measure missing numbers if wanted, then write all pages."""
    parser = argparse.ArgumentParser(prog="python -m lab.tools.strategy", description=__doc__)
    parser.add_argument("games", nargs="*", help="the games to measure; all of them unless said")
    parser.add_argument("--measure", action="store_true", help="measure the numbers that are missing")
    parser.add_argument("--again", action="store_true", help="measure all numbers, those that are there too")
    wish = parser.parse_args()
    games = {game.key: game for game in SPECS}
    for key in wish.games:
        if key not in games:
            parser.error(f"there is no game {key!r}; there are {', '.join(games)}")
    log = partial(print, file=sys.stderr, flush=True)
    if wish.measure:
        for key in wish.games or games:
            measure(key, strategy(games[key]).parts(games[key]), again=wish.again, log=log)
    print(len(write_pages()), "files written")


if __name__ == "__main__":
    main()
