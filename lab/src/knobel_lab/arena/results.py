"""The results of a tournament: ratings, tables of games as Parquet, a report as Markdown, and plots."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from knobel.core.errors import BadSetup
from knobel.core.files import replacing
from knobel.scene.text import say, text
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.ratings import ratings
from knobel_lab.arena.standing import Mean, Standing, interval, per_cent, points, rating, standing

GAMES, SEATS, REPORT = "games.parquet", "seats.parquet", "report.md"

SCHEMA = pa.schema(
    [
        ("game", pa.string()),
        ("options", pa.string()),
        ("seed", pa.int64()),
        ("dice", pa.string()),
        ("number", pa.int64()),
        ("players", pa.list_(pa.string())),
        ("scores", pa.list_(pa.int32())),
        ("places", pa.list_(pa.int8())),
        ("moves", pa.int32()),
        ("forfeit", pa.int8()),
        ("reason", pa.string()),
        ("version", pa.string()),
    ]
)
"""The columns of a row for every game. Lists are by seat; `forfeit` is the seat that forfeited, or null."""

BY_SEAT = pa.schema(
    [
        *(SCHEMA.field(name) for name in ("game", "options", "seed", "dice", "number")),
        ("table", pa.string()),
        ("seat", pa.int8()),
        ("player", pa.string()),
        ("score", pa.int32()),
        ("place", pa.int8()),
        ("forfeited", pa.bool_()),
        SCHEMA.field("version"),
    ]
)
"""The columns of a row for every seat of a game; `table` names all players of the game by seat."""

META = b"knobel"

DICE = {
    "common": "Games with the same number have the same dice in every seat, for all pairings and with seats changed",
    "fresh": "Every game has its own dice",
}

WORDS = """\
The rating is that of Bradley and Terry, on the scale of chess: 1500 on the average, 400 points more mean ten wins for
one defeat, and what follows ± is the model's standard deviation. *Won* is the share of rivals beaten, a draw counting
half; where all games ended alike, the true share lies between the numbers in brackets in 95 of 100 cases. *Points* are
those of games that nobody forfeited.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of a tournament."""

    settings: Mapping[str, Any]
    games: Sequence[GameRow]
    standing: Standing
    ratings: Mapping[str, Mean]

    def as_json(self) -> dict[str, Any]:
        """Everything except the games, for JSON."""
        rated = {name: asdict(rating) for name, rating in self.ratings.items()}
        between = {name: interval(share) for name, share in self.standing.won.items()}
        totals = asdict(self.standing)
        for pairing_json, pairing in zip(totals["pairings"], self.standing.pairings, strict=True):
            pairing_json["interval"] = interval(pairing.won)
        return {**json.loads(json.dumps(self.settings)), "ratings": rated, **totals, "intervals": between}


def outcome(settings: Mapping[str, Any], games: Sequence[GameRow]) -> Outcome:
    """The results of these games."""
    players = list(settings["players"])
    return Outcome(settings, games, standing(players, games), ratings(players, games))


def save_results(result: Outcome, folder: Path) -> list[str]:
    """Write games, report and, where matplotlib is installed, plots; returns the names of the files."""
    title = say(text(f"game.{result.settings['game']}.title"), "en")
    write_games(folder, result.settings, result.games)
    plots: list[tuple[str, str]] = []
    # Without matplotlib there are no plots, but the report has all numbers.
    if find_spec("matplotlib"):
        plots = _draw(folder, title, result)
    try:
        (folder / REPORT).write_text(report(title, result, plots), "utf-8")
    except OSError as error:
        raise BadSetup(f"cannot write {folder / REPORT}: {error.strerror}") from error
    return [GAMES, SEATS, REPORT, *(f"{name}.svg" for name, _ in plots)]


def write_games(folder: Path, settings: Mapping[str, Any], games: Sequence[GameRow]) -> None:
    """Write the results by game and by seat, atomically."""
    same = {
        "game": settings["game"],
        "options": json.dumps(settings["options"]),
        "seed": settings["seed"],
        "dice": settings["dice"],
    }
    whole = pa.Table.from_pylist([same | game.as_json() for game in games], SCHEMA)
    seats = pa.Table.from_pylist([same | seat for game in games for seat in _by_seat(game)], BY_SEAT)
    for name, table in ((GAMES, whole), (SEATS, seats)):
        try:
            with replacing(folder / name) as file:
                pq.write_table(table.replace_schema_metadata({META: json.dumps(settings)}), file)
        except OSError as error:
            raise BadSetup(f"cannot write {folder / name}: {error}") from error


def _by_seat(game: GameRow) -> list[dict[str, Any]]:
    """A game as rows, one for each seat."""
    return [
        {
            "number": game.number,
            "table": " ".join(game.players),
            "seat": seat,
            "player": player,
            "score": game.scores[seat],
            "place": game.places[seat],
            "forfeited": game.forfeit == seat,
            "version": game.version,
        }
        for seat, player in enumerate(game.players)
    ]


def read_games(path: Path) -> tuple[dict[str, Any], list[GameRow]]:
    """The settings and the games from a Parquet file."""
    try:
        table = pq.read_table(path)
        settings: dict[str, Any] = json.loads(table.schema.metadata[META])
        return settings, [GameRow.read(row) for row in table.to_pylist()]
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError) as error:
        raise BadSetup(f"{path} holds no results of an arena: {error}") from error


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A Markdown table; the first columns are text, the others numbers."""
    rule = ["---"] * left + ["--:"] * (len(head) - left)
    return "".join(f"| {' | '.join(map(_cell, row))} |\n" for row in (head, rule, *rows))


def _cell(text: str) -> str:
    """A text escaped for a cell."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def report(title: str, result: Outcome, plots: Sequence[tuple[str, str]]) -> str:
    """The report as Markdown; plots have a name, for their files, and an alternative text."""
    settings, standing, rated = result.settings, result.standing, result.ratings
    options = "".join(f", {key} {value}" for key, value in settings["options"].items())
    limits = settings["limits"]
    names = list(rated)
    parts = [
        f"# {title}: a tournament of {len(names)} players\n",
        f"{standing.games:,} games at tables of {settings['seats']}{options}; seed {settings['seed']}.",
        f"{DICE[settings['dice']]}. Numbers after ± are standard errors.\n",
        "## Ranking\n",
        _table(
            ("player", "rating", "won, %", "points", "forfeited"),
            (
                (
                    name,
                    rating(rated[name]),
                    per_cent(standing.won.get(name)),
                    points(standing.points[name]),
                    str(standing.forfeits[name]),
                )
                for name in names
            ),
        ),
        WORDS,
        "## Head to head\n",
        "Of a hundred games, those that the player of the row won against the player of the column:\n",
        _table(["", *names], ([one, *(per_cent(standing.share(one, other)) for other in names)] for one in names)),
        *(_picture(name, words) for name, words in plots),
    ]
    if any(standing.forfeits.values()):
        reasons = [
            (name, reason, str(count))
            for name, why in standing.reasons.items()
            for reason, count in sorted(why.items())
        ]
        parts += ["## Forfeited games\n", _table(("player", "why", "games"), reasons, left=2)]
    players = _table(("player", "what"), settings["players"].items(), left=2)
    parts += [
        "## Players\n",
        players,
        *([f"The levels played by {', '.join(values)}.\n"] if (values := settings.get("values")) else []),
        f"A program had {limits['move_seconds']:g} s for a move, {limits['memory_mb'] or 'any'} MB of memory",
        f"and {limits['cpu_seconds'] or 'any'} s of processor time.",
        "All games, one a row, are in `games.parquet`, and seat by seat in `seats.parquet`.\n",
    ]
    return "\n".join(parts)


def _picture(name: str, words: str) -> str:
    """The HTML of a plot for light and dark pages."""
    dark = f'<source media="(prefers-color-scheme: dark)" srcset="{name}-dark.svg">'
    return f'<picture>{dark}<img src="{name}.svg" alt="{words}"></picture>\n'


def _draw(folder: Path, title: str, result: Outcome) -> list[tuple[str, str]]:
    """Draw all plots, for each theme; their names and alternative texts."""
    from knobel_lab.plot import THEMES, ladder, save, scores
    from knobel_lab.plot import ratings as rating_plot

    names = list(result.ratings)
    scores_of = {name: _scores(name, result.games) for name in names}
    met = {(one, other): share for one in names for other in names if (share := result.standing.share(one, other))}
    for theme in THEMES:
        figures = {
            "ratings": rating_plot(
                {name: (rate.mean, rate.error) for name, rate in result.ratings.items()}, title, theme
            ),
            "ladder": ladder(names, {pair: (won.mean, won.error) for pair, won in met.items()}, title, theme),
            "scores": scores(scores_of, title, theme_name=theme),
        }
        for name, figure in figures.items():
            save(figure, folder / f"{name}{'' if theme == 'light' else f'-{theme}'}.svg")
    return [
        ("ratings", "Ratings with their errors, best on top; the table above has the numbers"),
        ("ladder", "Who wins how often against whom; the table above has the numbers"),
        ("scores", "How often each player reached which score"),
    ]


def _scores(name: str, games: Sequence[GameRow]) -> list[int]:
    """The scores of a player in games that nobody forfeited."""
    return [
        score
        for game in games
        if game.forfeit is None
        for player, score in zip(game.players, game.scores, strict=True)
        if player == name
    ]
