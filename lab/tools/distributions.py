"""Compute the distributions of final scores that are shipped; `make distributions` computes those that are missing."""

import json
import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from lab.tools.games import DOCS, ordered, settings, title

from knobel.games.spec import GameSpec
from knobel.library import make as make_game
from knobel.solve.scores import FILE, PERFECT, Distribution, read, usual_seats
from knobel_lab.arena.dice import STREAM
from knobel_lab.arena.participant import Entrant
from knobel_lab.arena.program import Limits
from knobel_lab.arena.series import Series
from knobel_lab.facets import solve_facet
from knobel_lab.sim import simulate
from knobel_lab.solving import solve, table_file

SEED = 1
PAGE = DOCS / "distributions.md"
DIGITS = 12
"""Digits of an exact probability: the mean is right to a millionth."""


@dataclass(frozen=True)
class Target:
    """A distribution that is to be shipped."""

    game: str
    who: str
    games: int | None = None
    """The number of games to play; None if it is computed exactly."""
    seats: int = 1
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def facts(self) -> dict[str, Any]:
        """The key that identifies it."""
        return {"game": self.game, "who": self.who, "seats": self.seats, "options": self.options}


@cache
def targets(game: GameSpec) -> tuple[Target, ...]:
    """The distributions of a game, the best players first; slow players play fewer games."""
    if own := settings(game.key, "distributions"):
        return tuple(Target(game.key, **one) for one in own["targets"])
    if game.coupled:
        seats = usual_seats(game.key)
        more = (Target(game.key, "owl", 200, count) for count in game.seats if count > seats)
        return (Target(game.key, "owl", 2_000, seats), Target(game.key, "cat", 500, seats), *more)
    best = Target(game.key, PERFECT) if game.has("solve", "distribution") else Target(game.key, "owl", 2_000)
    return best, Target(game.key, "cat", 2_000)


def exact(game: GameSpec) -> dict[str, Any]:
    """The distribution of perfect play, and the best chance to reach each score."""
    solo = make_game(game.key, 1)
    solve(solo, out=table_file(solo))
    chances, reach = solve_facet(solo).distribution(solo)
    return {
        "first": 0,
        "chances": [float(f"{chance:.{DIGITS}g}") for chance in chances],
        "reach": [round(chance, 9) for chance in reach],
    }


def counted(target: Target) -> dict[str, Any]:
    """The counts of scores in many games, of all seats."""
    assert target.games
    if target.who == PERFECT:
        scores = simulate(target.game, "optimal", target.games, SEED).scores.ravel()
    else:
        # Bots play with the shipped values, whatever was solved on this machine.
        os.environ["KNOBEL_TABLES"] = os.devnull
        options = make_game(target.game, target.seats, **target.options).options
        seats = (Entrant(target.who, target.who),) * target.seats
        games = Series(
            target.game, tuple(options.items()), (seats,), tuple(range(target.games)), SEED, STREAM, Limits()
        )
        scores = np.array([played.scores for played in games.play()]).ravel()
    first = int(scores.min())
    return {"games": target.games, "first": first, "counts": np.bincount(scores - first).tolist()}


def shipped(game: GameSpec) -> list[dict[str, Any]]:
    """The distributions in the file of a game."""
    path = game.data(FILE)
    rows: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["distributions"] if path.exists() else []
    return rows


def work_out(game: GameSpec, target: Target) -> dict[str, Any]:
    """Compute or simulate a distribution."""
    start = time.perf_counter()
    row = target.facts | (counted(target) if target.games else exact(game))
    sys.stderr.write(f"{target.game} {target.who} {target.seats}: {time.perf_counter() - start:.0f} s\n")
    return row


def store(game: GameSpec, rows: list[dict[str, Any]]) -> None:
    """Write the file of a game, one line for each distribution, in the order of `targets`."""
    order = [target.facts for target in targets(game)]
    ordered_rows = sorted(rows, key=lambda one: order.index({name: one[name] for name in order[0]}))
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in ordered_rows)
    game.data(FILE).parent.mkdir(exist_ok=True)
    game.data(FILE).write_text(f'{{"distributions":[\n{lines}\n]}}\n', "utf-8")


def complete(target: Target, row: Mapping[str, Any]) -> bool:
    """Whether this distribution has everything that is wanted."""
    if not target.facts.items() <= row.items():
        return False
    return "reach" in row if target.games is None else row["games"] >= target.games


def update(game: GameSpec, *, again: bool) -> None:
    """Compute what is missing of a game, or everything again; each result is stored at once."""
    rows = [] if again else shipped(game)
    for target in targets(game):
        if not any(complete(target, one) for one in rows):
            others = [one for one in rows if not target.facts.items() <= one.items()]
            rows = [*others, work_out(game, target)]
            store(game, rows)


def table() -> str:
    """The table of all shipped distributions."""
    lines = [
        "| game | seats | players | games | mean | spread | 5 % | 50 % | 95 % |",
        "|---|--:|---|--:|--:|--:|--:|--:|--:|",
    ]
    for game in ordered():
        for one in map(read, shipped(game)):
            name = " ".join([title(game), *(f"({key})" for key, _ in one.players.options)])
            games = "exact" if one.games is None else f"{one.games:,}"
            mean = f"{one.mean:.2f}" if one.games is None else f"{one.mean:.2f} ± {one.error:.2f}"
            shares = " | ".join(str(one.quantile(share)) for share in (0.05, 0.5, 0.95))
            lines.append(
                f"| {name} | {one.players.seats} | {one.players.who} | {games} | {mean} "
                f"| {one.deviation:.2f} | {shares} |"
            )
    return "\n".join(lines)


def perfect_games() -> list[GameSpec]:
    """The games with a shipped distribution of perfect play; each has a plot."""
    return [game for game in ordered() if any(one["who"] == PERFECT for one in shipped(game))]


def plots() -> str:
    """The plots of perfect play and a bot, with alternative texts."""
    games = perfect_games()
    *names, last = map(title, games)
    where = f"in {', '.join(names)} and {last} (`knobel plot scores GAME`, by `make plots`)"
    lines = [f"The chance to reach at least a given score, {where}:"]
    for game in games:
        path = f"images/plots/scores-{game.key}"
        position = _position(*map(read, shipped(game)[:2]))
        lines.append(
            f'<picture><source media="(prefers-color-scheme: dark)" srcset="{path}-dark.svg">'
            f'<img alt="Two falling curves: {title(game)}, perfect play {position}" src="{path}-light.svg"></picture>'
        )
    return "\n\n".join(lines)


def _position(perfect: Distribution, bot: Distribution) -> str:
    """The position of the curve of perfect play relative to that of a bot, in words."""
    ahead = (perfect.mean - bot.mean) / perfect.deviation
    words = "close to" if ahead < 0.4 else "to the right of" if ahead < 1 else "far to the right of"
    return f"{words} the {bot.players.who}"


def filled(page: str) -> str:
    """The page with its plots and its table updated."""
    for name, words in (("plots", plots()), ("table", table())):
        before, begin, rest = page.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"\n<!-- end of {name} -->")
        page = "".join((before, begin, words, end, after))
    return page


def main() -> None:
    """Compute what is missing; with `--again`, everything. An interrupted run keeps its results."""
    for game in ordered():
        update(game, again="--again" in sys.argv[1:])
        sys.stdout.write(f"{game.key}: {game.data(FILE).stat().st_size} bytes\n")
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
