"""The pages: texts in two languages with gaps, filled from the numbers; and the index."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from knobel.games.spec import LANGUAGES
from knobel.scene.text import text
from tools.strategy import told_kribbeln, told_krisskross, told_master, told_scorecards
from tools.strategy.store import PAGES, load
from tools.strategy.tables import sources_table
from tools.strategy.told import Told
from tools.strategy.words import TEXTS, Language

TELLERS: Mapping[str, Callable[[Language, str, Mapping[str, Any]], Told]] = {
    "kribbeln": told_kribbeln.tell,
    "extreme": told_scorecards.tell,
    "krisskross": told_krisskross.tell,
    "master": told_master.tell,
    "hexhex": told_scorecards.tell,
    "classic": told_scorecards.tell,
}


def keys() -> list[str]:
    """The games with numbers, in the order of the index."""
    return [key for key in TELLERS if load(key)]


def game_files(key: str) -> dict[Path, str]:
    """The pages and plots of a game."""
    numbers, found = load(key), {}
    for language in map(Language, LANGUAGES):
        told = TELLERS[key](language, key, numbers["parts"])
        facts = {**told.facts, "sources": sources_table(language, numbers), "command": numbers["command"]}
        for name, plot in told.plots.items():
            path = Path("plots") / f"{key}-{name}.{language.key}.svg"
            found[PAGES / path] = plot
            facts[f"plot_{name}"] = f"![{_title(plot)}]({path})"
        game = language.say(text(f"game.{key}.title"))
        facts["footer"] = _template(f"footer.{language.key}").format_map({**facts, "game": game, "key": key})
        page = _template(f"{key}.{language.key}").format_map(facts)
        found[PAGES / f"{key}.{language.key}.md"] = page
    return found


def _template(name: str) -> str:
    return TEXTS.joinpath(f"{name}.md").read_text("utf-8")


def _title(plot: str) -> str:
    """The title of a plot, for those who cannot see it."""
    return plot.partition('<title id="title">')[2].partition("</title>")[0]


def index(games: Sequence[str]) -> str:
    """The index of all pages, with what perfect play is worth."""
    rows = []
    for key in games:
        german, english = (Language(each).say(text(f"game.{key}.title")) for each in LANGUAGES)
        values = {part["values"]: None for part in load(key)["parts"].values()}
        kinds = ", ".join(Language("en").phrase(f"values.{value}") for value in values)
        rows.append(f"| [{german}]({key}.de.md) | [{english}]({key}.en.md) | {kinds} | [numbers](numbers/{key}.json) |")
    return _template("index").format(rows="\n".join(rows))


def all_files() -> dict[Path, str]:
    """Every file that is made from the numbers."""
    found = {PAGES / "README.md": index(keys())}
    for key in keys():
        found |= game_files(key)
    return found


def write_pages() -> list[Path]:
    """Write every file; tells which."""
    files = all_files()
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return sorted(files)
