"""What is left of a tournament: a folder with its games, a report and plots."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from knobel.arena.parquet import write
from knobel.arena.played import Played
from knobel.arena.rating import ratings
from knobel.arena.report import report
from knobel.arena.standing import Standing, standing
from knobel.core.errors import BadSetup
from knobel.players.arena import Mean
from knobel.scene.text import say, text

GAMES, REPORT = "games.parquet", "report.md"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A tournament in numbers."""

    settings: Mapping[str, Any]
    games: Sequence[Played]
    standing: Standing
    ratings: Mapping[str, Mean]

    def as_json(self) -> dict[str, Any]:
        """All but the games, for programs."""
        rated = {name: asdict(rating) for name, rating in self.ratings.items()}
        return {**json.loads(json.dumps(self.settings)), "ratings": rated, **asdict(self.standing)}


def outcome(settings: Mapping[str, Any], games: Sequence[Played]) -> Outcome:
    """What these games come to."""
    players = list(settings["players"])
    return Outcome(settings, games, standing(players, games), ratings(players, games))


def keep(found: Outcome, folder: Path) -> list[str]:
    """Write games, report and, where matplotlib is installed, plots; tells the names of the files."""
    title = say(text(f"game.{found.settings['game']}.title"), "en")
    write(folder / GAMES, found.settings, found.games)
    plots: list[tuple[str, str]] = []
    # Without matplotlib there are no plots; the report has all numbers.
    if find_spec("matplotlib"):
        from knobel.arena.drawing import draw

        plots = draw(folder, title, found.games, found.standing, found.ratings)
    try:
        (folder / REPORT).write_text(report(title, found.settings, found.standing, found.ratings, plots), "utf-8")
    except OSError as error:
        raise BadSetup(f"cannot write {folder / REPORT}: {error.strerror}") from error
    return [GAMES, REPORT, *(f"{name}.svg" for name, _ in plots)]
