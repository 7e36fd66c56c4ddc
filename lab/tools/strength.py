"""Generate lab/docs/strength.md from the results of `knobel arena GAME --json`."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lab.tools.games import DOCS, ordered, title

from knobel.coach.bot import LEVELS, Level
from knobel.games.spec import GameSpec
from knobel_lab.arena.tournament import LADDER, NEIGHBOURS

BEFORE = """
**{games} were measured before the levels were set** as the list above says; the commands below measure them again.
"""

PAGE = Path(__file__).with_suffix(".md")
"""The template of the page."""


def table(ladder: Mapping[str, Any]) -> str:
    """The table of one game: every level against every other."""
    names = list(ladder["points"])
    shares = {}
    for pair in ladder["pairings"]:
        mean, error = pair["won"]["mean"], f"± {100 * pair['won']['error']:.1f}"
        shares[pair["one"], pair["other"]] = f"{100 * mean:.1f} {error}"
        shares[pair["other"], pair["one"]] = f"{100 * (1 - mean):.1f} {error}"
    lines = [f"| | {' | '.join(names)} | points |", "|---|" + "--:|" * (len(names) + 1)]
    for one in names:
        cells = [shares.get((one, other), "") for other in names]
        points = ladder["points"][one]
        lines.append(f"| **{one}** | {' | '.join(cells)} | {points['mean']:.2f} ± {points['error']:.2f} |")
    return "\n".join(lines)


def _ways(level: Level) -> list[str]:
    """How a level plays, by default and in games with their own settings: noise in spreads, childish choices."""
    specs = [game for game in ordered() if game.levels]
    return [_way(level.noise, level.childish), *(_way(*game.levels.get(level.key, _usual(level))) for game in specs)]


def _usual(level: Level) -> tuple[float, float]:
    return level.noise, level.childish


def _way(noise: float, childish: float) -> str:
    return f"{noise:g}, {100 * childish:.0f} %" if noise or childish else "–"


def games(results: Mapping[str, Any]) -> tuple[int, int]:
    """The number of games of every pairing, and of neighbours."""
    near = {pair["games"] for pair in results["pairings"] if (pair["one"], pair["other"]) in NEIGHBOURS}
    far = {pair["games"] for pair in results["pairings"] if (pair["one"], pair["other"]) not in NEIGHBOURS}
    (played,), (more,) = far, near
    return int(played), int(more)


def size(results: Mapping[str, Any]) -> str:
    """The numbers of games in words."""
    played, more = games(results)
    return f"{played:,} games a pairing" + (f", neighbours {more:,}" if more > played else "")


def command(game: GameSpec, results: Mapping[str, Any]) -> str:
    """The command that measures a ladder."""
    played, more = games(results)
    neighbours = f" --neighbours {more}" if more > played else ""
    return f"knobel arena {game.key} --games {played}{neighbours} --seed {results['seed']} --json"


def steps(ladders: Mapping[GameSpec, Mapping[str, Any]]) -> str:
    """The table of how often each level beats the one below it, and greedy the lowest, for all games."""
    heads = [f"{other} beats {one}" for one, other in NEIGHBOURS]
    lines = [f"| | {' | '.join(heads)} |", "|---|" + "--:|" * len(NEIGHBOURS)]
    for game, results in ladders.items():
        won: dict[tuple[str, ...], float] = {
            (pair["one"], pair["other"]): 100 * (1 - pair["won"]["mean"]) for pair in results["pairings"]
        }
        if set(NEIGHBOURS) <= set(won):
            lines.append(f"| {title(game)} | {' | '.join(f'{won[pair]:.0f} %' for pair in NEIGHBOURS)} |")
    return "\n".join(lines)


def listed(names: Sequence[str]) -> str:
    """Names joined for a sentence."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def page() -> str:
    """The whole page."""
    paths = {game: DOCS / "strength" / f"{game.key}.json" for game in ordered()}
    ladder_of = {game: json.loads(path.read_text("utf-8")) for game, path in paths.items() if path.exists()}
    levels = "\n".join(f"| {level.key} | {' | '.join(_ways(level))} |" for level in LEVELS)
    ladders = (f"\n### {title(game)}, {size(results)}\n\n{table(results)}\n" for game, results in ladder_of.items())
    commands = [command(game, results) for game, results in ladder_of.items()]
    before = [game for game, results in ladder_of.items() if set(LADDER) != set(results["points"])]
    together = [game for game, results in ladder_of.items() if not results["alone"]]
    return PAGE.read_text("utf-8").format(
        levels=levels,
        games_of_their_own=" | ".join(title(game) for game in ordered() if game.levels),
        rule="--:|" * (1 + sum(bool(game.levels) for game in ordered())),
        ladders="".join(ladders),
        commands="```text\n" + "\n".join(commands) + "\n```",
        alone=listed([title(game) for game in ladder_of if game not in together]),
        together=listed([title(game) for game in together]),
        before=BEFORE.format(games=listed([title(game) for game in before])) if before else "",
        steps=steps(ladder_of),
    )


if __name__ == "__main__":
    (DOCS / "strength.md").write_text(page(), "utf-8")
    sys.stdout.write("lab/docs/strength.md\n")
