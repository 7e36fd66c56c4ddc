"""Write the distributions of final scores that are shipped: `make distributions` works out those that are missing."""

import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.book import open_book
from knobel.games.scorecard.solve.distribution import chances
from knobel.games.scorecard.solve.layers import most_points
from knobel.games.scorecard.solve.points import solve_card
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.reach import reach
from knobel.games.scorecard.solve.rule_tables import card_of, rules
from knobel.library import make as make_game
from knobel.players.match import Batch
from knobel.sim import simulate
from knobel.solve.scores.distribution import PERFECT
from knobel.solve.scores.shipped import DATA, read
from knobel.solve.tables import BadTable, table_path

SEED = 1
PAGE = Path(__file__).resolve().parent.parent / "docs" / "distributions.md"
TITLES = {
    "classic": "Classic",
    "hexhex": "Hex-hex",
    "extreme": "Extreme",
    "krisskross": "Kriss Kross",
    "master": "Master",
    "kribbeln": "Kribbeln",
}
BEGIN, END = "<!-- table -->", "<!-- end -->"
"""What the table stands between."""
DIGITS = 12
"""Digits of an exact chance: the mean is right to a millionth."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A distribution that is shipped."""

    game: str
    who: str
    games: int | None
    """How many games are played; None if it is worked out exactly."""
    seats: int = 1
    options: tuple[tuple[str, str], ...] = ()

    @property
    def facts(self) -> dict[str, Any]:
        """What tells it apart."""
        return {"game": self.game, "who": self.who, "seats": self.seats, "options": dict(self.options)}


ADVANCED = (("advanced", "yes"),)
WANTED = (
    Wanted("classic", PERFECT, None),
    Wanted("classic", "cat", 2_000),
    Wanted("hexhex", PERFECT, None),
    Wanted("hexhex", "cat", 2_000),
    Wanted("extreme", PERFECT, 200_000),
    Wanted("extreme", "cat", 1_500),
    Wanted("krisskross", "owl", 2_000),
    Wanted("krisskross", "cat", 2_000),
    Wanted("krisskross", "owl", 2_000, 1, ADVANCED),
    Wanted("krisskross", "cat", 1_000, 1, ADVANCED),
    Wanted("master", "owl", 2_000, 2),
    Wanted("master", "cat", 500, 2),
    Wanted("master", "owl", 300, 3),
    Wanted("master", "owl", 300, 4),
    Wanted("kribbeln", "owl", 2_000, 2),
    Wanted("kribbeln", "cat", 500, 2),
    Wanted("kribbeln", "owl", 200, 3),
    Wanted("kribbeln", "owl", 200, 4),
    Wanted("kribbeln", "owl", 200, 5),
)
"""All of them, the best players of a game first. What takes long to play is played less often."""


def exact(card: Card) -> dict[str, Any]:
    """The distribution of perfect play, and the chance of every score when it alone is played for."""
    try:
        book = open_book(card)
    except BadTable:
        solve_card(card, table_path(card.key))
        book = open_book(card)
    boxes, most = range(len(card.boxes)), most_points(positions(rules(card)))
    wishes = reach(card, boxes, 0, most, most=sys.maxsize)
    return {
        "first": 0,
        "chances": [float(f"{chance:.{DIGITS}g}") for chance in chances(book)],
        "reach": [round(wishes.chance(boxes, 0, need), 9) for need in range(most + 1)],
    }


def counted(wanted: Wanted) -> dict[str, Any]:
    """How often each score came in many games, of all seats."""
    assert wanted.games
    if wanted.who == PERFECT:
        scores = simulate(wanted.game, "optimal", wanted.games, SEED).scores.ravel()
    else:
        # Bots play as they are shipped, whatever was solved here.
        os.environ["KNOBEL_TABLES"] = os.devnull
        options = make_game(wanted.game, wanted.seats, **dict(wanted.options)).options
        batch = Batch(wanted.game, tuple(sorted(options.items())), (wanted.who,) * wanted.seats, SEED, 0, wanted.games)
        scores = np.array([result.scores for result in batch.play()]).ravel()
    first = int(scores.min())
    return {"games": wanted.games, "first": first, "counts": np.bincount(scores - first).tolist()}


def known() -> list[dict[str, Any]]:
    """What stands in the file."""
    found: list[dict[str, Any]] = json.loads(DATA.read_text("utf-8"))["distributions"] if DATA.exists() else []
    return found


def make(wanted: Wanted) -> dict[str, Any]:
    """A distribution, worked out or played."""
    start = time.perf_counter()
    found = wanted.facts | (counted(wanted) if wanted.games else exact(card_of(wanted.game)))
    sys.stderr.write(f"{wanted.game} {wanted.who} {wanted.seats}: {time.perf_counter() - start:.0f} s\n")
    return found


def keep(told: list[dict[str, Any]]) -> None:
    """Write the file: a line for each distribution, in the order in which they are wanted."""
    order = [wanted.facts for wanted in WANTED]
    ordered = sorted(told, key=lambda one: order.index({name: one[name] for name in order[0]}))
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in ordered)
    DATA.write_text(f'{{"distributions":[\n{lines}\n]}}\n', "utf-8")


def table() -> str:
    """What is shipped, as a table for people."""
    lines = [
        "| game | seats | players | games | mean | spread | 5 % | 50 % | 95 % |",
        "|---|--:|---|--:|--:|--:|--:|--:|--:|",
    ]
    for one in map(read, known()):
        title = " ".join([TITLES[one.players.game], *(f"({key})" for key, _ in one.players.options)])
        games = "exact" if one.games is None else f"{one.games:,}"
        mean = f"{one.mean:.2f}" if one.games is None else f"{one.mean:.2f} ± {one.error:.2f}"
        shares = " | ".join(str(one.quantile(share)) for share in (0.05, 0.5, 0.95))
        lines.append(
            f"| {title} | {one.players.seats} | {one.players.who} | {games} | {mean} | {one.deviation:.2f} | {shares} |"
        )
    return "\n".join(lines)


def told_in(page: str) -> str:
    """The page of the documents with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


def complete(wanted: Wanted, told: dict[str, Any]) -> bool:
    """This is what is wanted, and no less."""
    if not wanted.facts.items() <= told.items():
        return False
    return "reach" in told if wanted.games is None else told["games"] >= wanted.games


def main() -> None:
    """Make what is missing; with `--again`, everything. Whoever interrupts this keeps what was made."""
    told = [] if "--again" in sys.argv[1:] else known()
    for wanted in WANTED:
        if not any(complete(wanted, one) for one in told):
            others = [one for one in told if not wanted.facts.items() <= one.items()]
            told = [*others, make(wanted)]
            keep(told)
    PAGE.write_text(told_in(PAGE.read_text("utf-8")), "utf-8")
    sys.stdout.write(f"{DATA.name}: {DATA.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
