"""Write the tables of lab/docs/data.md from the records of all data files: `make sources`."""

from pathlib import Path

from knobel.games.spec import GameSpec
from knobel.library import games
from knobel.scene.text import game_text, say
from knobel_lab.sources import Source, sources

PAGE = Path(__file__).parents[1] / "docs" / "data.md"
BEGIN, END = "<!-- records -->\n", "\n<!-- end of records -->"
DIGITS = 16
"""How many digits of a checksum are shown."""


def row(source: Source) -> str:
    """The row of a data file."""
    made_by = source.command if source.kind == "known values" else f"`{source.command}`"
    seed = "–" if source.seed is None else source.seed
    shown = f"`{source.sha256[:DIGITS]}…`"
    return f"| `{source.file}` | {source.kind} | {made_by} | {source.version} | {seed} | {source.error} | {shown} |"


def section(game: GameSpec) -> str:
    """The files of a game and the notes on them."""
    records = sources(game.key)
    lines = [
        f"### {say(game_text(game, 'title'), 'en')}: `src/knobel/games/{game.key}/data/`",
        "",
        "| file | holds | made by | version | seed | error | SHA-256 |",
        "|---|---|---|---|---|---|---|",
        *map(row, records),
    ]
    notes = [f"- `{source.file}`: {source.note}" for source in records if source.note]
    return "\n".join([*lines, "", *notes] if notes else lines)


def filled(page: str) -> str:
    """The page with its tables updated."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    return "".join((before, begin, "\n\n".join(map(section, games())), end, after))


def main() -> None:
    """Update the page."""
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
