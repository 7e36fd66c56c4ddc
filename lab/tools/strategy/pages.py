"""The strategy pages: templates in two languages, filled with the numbers; and the index."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, cast

from lab.tools.games import title
from lab.tools.strategy.numbers import PAGES, Part, load
from lab.tools.strategy.sections import Content, sources_table
from lab.tools.strategy.wording import TEXTS, Wording, file_names

from knobel.core.errors import NotProvided
from knobel.games import SPECS
from knobel.games.spec import LANGUAGES, GameSpec


class Strategy(Protocol):
    """The interface of the module of a game, or of its family."""

    def parts(self, game: GameSpec) -> Mapping[str, Part]:
        """The parts of the numbers of a game, and how they are measured."""

    def content(self, wording: Wording, parts: Mapping[str, Any]) -> Content:
        """The texts and plots of a page, from the measured parts."""


def strategy(game: GameSpec) -> Strategy:
    """The module named after a game, or after its family."""
    for name in file_names(game):
        module = f"{__package__}.{name}"
        if find_spec(module):
            return cast("Strategy", import_module(module))
    raise NotProvided(f"{game.key} has no strategy page; it would be made by {__package__}.{game.key}")


def measured() -> list[GameSpec]:
    """The games with numbers, in the order of the index."""
    return [game for game in SPECS if load(game.key)]


def game_files(game: GameSpec) -> dict[Path, str]:
    """The pages and plots of a game."""
    numbers, files = load(game.key), {}
    for language in LANGUAGES:
        wording = Wording(language, game)
        content = strategy(game).content(wording, numbers["parts"])
        facts = {
            **content.facts,
            "sources": sources_table(wording, numbers),
            "command": numbers["command"],
            "game": title(game, language),
            "key": game.key,
        }
        for name, plot in content.plots.items():
            path = Path("plots") / f"{game.key}-{name}.{language}.svg"
            files[PAGES / path] = plot
            # The title of the plot is its alternative text.
            words = plot.partition('<title id="title">')[2].partition("</title>")[0]
            facts[f"plot_{name}"] = f"![{words}]({path})"
        facts["footer"] = _template(f"footer.{language}").format_map(facts)
        files[PAGES / f"{game.key}.{language}.md"] = _page_template(game, language).format_map(facts)
    return files


def _template(name: str) -> str:
    return TEXTS.joinpath(f"{name}.md").read_text("utf-8")


def _page_template(game: GameSpec, language: str) -> str:
    """The template of a game's page, or the one of its family."""
    names = (f"{name}.{language}" for name in file_names(game))
    return _template(next(name for name in names if TEXTS.joinpath(f"{name}.md").exists()))


def index(games: Sequence[GameSpec]) -> str:
    """The index of all pages, with the kinds of their values."""
    rows = []
    for game in games:
        names = " | ".join(f"[{title(game, language)}]({game.key}.{language}.md)" for language in LANGUAGES)
        values = dict.fromkeys(part["values"] for part in load(game.key)["parts"].values())
        words = ", ".join(Wording("en", game).phrase(f"values.{value}") for value in values)
        rows.append(f"| {names} | {words} | [numbers](numbers/{game.key}.json) |")
    return _template("index").format(rows="\n".join(rows))


def all_files() -> dict[Path, str]:
    """All generated files."""
    files = {PAGES / "README.md": index(measured())}
    for game in measured():
        files |= game_files(game)
    return files


def write_pages() -> list[Path]:
    """Write every file, and return their paths."""
    files = all_files()
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return sorted(files)
