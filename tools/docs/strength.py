"""Write docs/strength.md from the ladders that `knobel arena GAME --json` has told."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent.parent / "docs"
TITLES = {
    "classic": "Classic",
    "hexhex": "Hex-hex, for two",
    "extreme": "Extreme",
    "krisskross": "Kriss Kross",
    "master": "Master",
    "kribbeln": "Kribbeln",
}
PAGE = Path(__file__).with_suffix(".md")
"""The page, with places for what was told."""


def ladder(found: Mapping[str, Any]) -> str:
    """The table of one game."""
    names = list(found["points"])
    won = {(pair["one"], pair["other"]): pair["won"] for pair in found["pairings"]}
    lines = [f"| | {' | '.join(names)} | points |", "|---|" + "--:|" * (len(names) + 1)]
    for one in names:
        cells = []
        for other in names:
            straight, turned = won.get((one, other)), won.get((other, one))
            share = straight["mean"] if straight else 1 - turned["mean"] if turned else None
            error = (straight or turned or {}).get("error", 0.0)
            cells.append("" if share is None else f"{100 * share:.1f} ± {100 * error:.1f}")
        points = found["points"][one]
        lines.append(f"| **{one}** | {' | '.join(cells)} | {points['mean']:.2f} ± {points['error']:.2f} |")
    return "\n".join(lines)


def page() -> str:
    """The whole page."""
    from knobel.players.level import LEVELS

    known = {key: DOCS / "strength" / f"{key}.json" for key in TITLES}
    found = {key: json.loads(path.read_text()) for key, path in known.items() if path.exists()}
    levels = "\n".join(f"| {level.key} | {level.noise} % | {level.lure} % |" for level in LEVELS)
    ladders = "".join(f"\n### {TITLES[key]}\n\n{ladder(told)}\n" for key, told in found.items())
    counts = {pair["games"] for told in found.values() for pair in told["pairings"]}
    words = [f"knobel arena {key} --games {max(counts)} --seed {told['seed']} --json" for key, told in found.items()]
    return PAGE.read_text().format(
        levels=levels, games=min(counts), ladders=ladders, commands="```text\n" + "\n".join(words) + "\n```"
    )


if __name__ == "__main__":
    (DOCS / "strength.md").write_text(page())
    sys.stdout.write("docs/strength.md\n")
