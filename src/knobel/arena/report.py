"""The report of a tournament, as Markdown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from knobel.arena.standing import Standing
from knobel.players.arena import Mean

DICE = {
    "common": "Games with the same number have the same dice in every seat, for all pairings and with seats changed",
    "fresh": "Every game has dice of its own",
}

WORDS = """\
The rating is openskill's (Plackett and Luce, tau 0): everybody begins with 25 ± 8.3, and what follows ± is the model's
standard deviation. *Won* is the share of rivals beaten, a draw counting half. *Points* are those of games that nobody
gave away.
"""


def per_cent(share: Mean | None) -> str:
    """A share for a table."""
    return "" if share is None else f"{100 * share.mean:.1f} ± {100 * share.error:.1f}"


def points(found: Mean | None) -> str:
    """A mean of points for a table."""
    return "–" if found is None else f"{found.mean:.2f} ± {found.error:.2f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table of Markdown; the first columns are texts, the others numbers."""
    rule = ["---"] * left + ["--:"] * (len(head) - left)
    return "".join(f"| {' | '.join(map(_cell, row))} |\n" for row in (head, rule, *rows))


def _cell(text: str) -> str:
    """A text that cannot break out of its cell."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def report(
    title: str,
    settings: Mapping[str, Any],
    found: Standing,
    rated: Mapping[str, Mean],
    plots: Sequence[tuple[str, str]] = (),
) -> str:
    """The whole page; plots have a name, under which their files lie, and a text for who cannot see them."""
    options = "".join(f", {key} {value}" for key, value in settings["options"].items())
    limits = settings["limits"]
    names = list(rated)
    parts = [
        f"# {title}: a tournament of {len(names)} players\n",
        f"{found.games:,} games at tables of {settings['seats']}{options}; seed {settings['seed']}.",
        f"{DICE[settings['dice']]}. Numbers after ± are standard errors.\n",
        "## Who is best\n",
        _table(
            ("player", "rating", "won, %", "points", "given away"),
            (
                (
                    name,
                    f"{rated[name].mean:.2f} ± {rated[name].error:.2f}",
                    per_cent(found.won.get(name)),
                    points(found.points[name]),
                    str(found.forfeits[name]),
                )
                for name in names
            ),
        ),
        WORDS,
        "## Each against each\n",
        "Of a hundred games, those that the player of the row won against the player of the column:\n",
        _table(["", *names], ([one, *(per_cent(found.share(one, other)) for other in names)] for one in names)),
        *(_picture(name, words) for name, words in plots),
    ]
    if any(found.forfeits.values()):
        reasons = [
            (name, reason, str(count)) for name, why in found.reasons.items() for reason, count in sorted(why.items())
        ]
        parts += ["## Games given away\n", _table(("player", "why", "games"), reasons, left=2)]
    players = _table(("player", "what"), settings["players"].items(), left=2)
    parts += [
        "## Who they are\n",
        players,
        f"A program had {limits['move_seconds']:g} s for a move, {limits['memory_mb'] or 'any'} MB of memory",
        f"and {limits['cpu_seconds'] or 'any'} s of processor time. All games, one a row, are in `games.parquet`.\n",
    ]
    return "\n".join(parts)


def _picture(name: str, words: str) -> str:
    """A plot for light and dark pages."""
    dark = f'<source media="(prefers-color-scheme: dark)" srcset="{name}-dark.svg">'
    return f'<picture>{dark}<img src="{name}.svg" alt="{words}"></picture>\n'
