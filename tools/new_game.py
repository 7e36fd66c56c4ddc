"""Make a new game in this tree: `make new-game KEY=my_game`.

The room, its observation, page and tests are copies of Pasch, the game that docs/add-a-game.md explains; its golden
games are played. Change the rules, then everything else; `knobel conform KEY` says what is missing.
"""

import re
import subprocess
import sys
from pathlib import Path

from knobel.core.errors import BadSetup
from knobel.games.spec_checks import NAME

ROOT = Path(__file__).parent.parent
TEMPLATE = Path("tests/outside_games/pasch/src/pasch")
OBSERVATION = "observe.py"
MODULES = {
    "knobel.core.dice": ("D6",),
    "knobel.core.errors": ("BadDice",),
    "knobel.core.game": ("Decide", "Over", "Pending", "Throw", "rank"),
    "knobel.core.registry": ("make",),
}
"""Where a room imports from what a package takes from `knobel` itself."""
LATER = "not written yet"
ABSENT = {
    "judge": "taking what pays most at once is good enough",
    **dict.fromkeys(("child", "why", "setup", "pad", "printed", "commands", "data", "batch", "solve"), LATER),
}
"""What the template does without."""
CLOSING = {
    ".de.md": "\nEin eigenes Spiel, unabhängig von anderen.\n",
    ".en.md": "\nA game of our own, not affiliated with anybody.\n",
}
"""The last sentences of the rules pages: whose rules they are."""
FIRST_STEPS = '''"""{title}: its rules, with numbers worked out by hand."""

from knobel import Fell, Moved, make, replay


def test_a_pair_counts_its_number() -> None:
    game = make("{key}")
    events = [Fell((2, 5)), Moved(0, "again"), Fell((4, 4)), Moved(0, "stop")]
    assert game.scores(replay(game, events)) == (4,)
'''
PAGE = """# {title}

For the full rules, type `knobel rules {key}`.

| | |
|---|---|
| key | `{key}` |
| seats | 1–6 |
| dice | two six-sided dice |
| code | `src/knobel/games/{key}/` |

It has no options.
"""
RECORD_ROW = "| `{key}` | 1–6 | – | 2 dice: `1` … `6` | `again`, `stop` |"


def new_game(key: str, root: Path = ROOT) -> list[Path]:
    """Write the files of a new game, and enter it in the lists; returns what was written."""
    if not NAME.fullmatch(key):
        raise BadSetup(f"a key is lower-case letters, digits and _, beginning with a letter; {key!r} is not")
    room = root / "src" / "knobel" / "games" / key
    if room.exists():
        raise BadSetup(f"there is a game {key} already, in {room.relative_to(root)}")
    title = key.replace("_", " ").title()
    files = {
        root / "tests" / "games" / key / "__init__.py": "",
        root / "tests" / "games" / key / "test_rules.py": FIRST_STEPS.format(key=key, title=title),
        root / "docs" / "games" / f"{key}.md": PAGE.format(key=key, title=title),
    }
    for path in sorted((ROOT / TEMPLATE).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            folder = root / "lab" / "src" / "knobel_lab" / "games" / key if path.name == OBSERVATION else room
            words = title if path.suffix in {".md", ".json"} else title.replace(" ", "")
            text = renamed(path.read_text("utf-8"), key, words) + CLOSING.get("".join(path.suffixes), "")
            files[folder / path.relative_to(ROOT / TEMPLATE)] = text
    files[root / "lab" / "src" / "knobel_lab" / "games" / key / "__init__.py"] = f'"""{title} in the laboratory."""\n'
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    rooms, record = root / "src" / "knobel" / "games" / "__init__.py", root / "docs" / "record.md"
    _insert(rooms, r"(?m)^\)$", f'    "{key}",\n)')
    _insert(record, r"(?m)^(\| `\w+` \| \d–\d \| [^\n]*\n)(?!\| `)", rf"\1{RECORD_ROW.format(key=key)}\n")
    return [*files, rooms, record]


def renamed(text: str, key: str, name: str) -> str:
    """A file of the template for another game, which is a room and not a package."""

    def imports(match: re.Match[str]) -> str:
        names = match[1].split(", ")
        return "\n".join(
            f"from {module} import {', '.join(used)}"
            for module, there in MODULES.items()
            if (used := [name for name in names if name in there])
        )

    text = _without(re.sub(r"(?m)^from knobel import (.+)$", imports, text))
    text = re.sub(r"(?m)^from pasch\b", f"from knobel.games.{key}", text)
    text = re.sub(
        r"(?m)(?:^from knobel[._].+\n)+", lambda block: "".join(sorted(block[0].splitlines(keepends=True))), text
    )
    return re.sub(r"\bpasch\b", key, text).replace("Pasch", name)


def _without(text: str) -> str:
    """The spec with everything declared absent that the template does not bring."""
    absent = "".join(f'        "{facet}": "{reason}",\n' for facet, reason in ABSENT.items())
    return re.sub(r"(?m)^    absent=\{.*\},$", lambda _: f"    absent={{\n{absent}    }},", text)


def _insert(path: Path, where: str, what: str) -> None:
    """Replace the first place that matches in a list."""
    text, count = re.subn(where, what, path.read_text("utf-8"), count=1)
    if not count:
        raise BadSetup(f"{path} has no list to enter the game in")
    path.write_text(text, "utf-8")


def main() -> None:
    """Make the game, play its golden games, and check it."""
    try:
        (key,) = sys.argv[1:]
        for path in new_game(key):
            print(path.relative_to(ROOT))
    except (BadSetup, ValueError) as error:
        sys.exit(f"make new-game KEY=my_game: {error}")
    for words in (("-m", "tools.golden"), ("-c", "from knobel.cli.main import run; run()", "conform", key)):
        subprocess.run([sys.executable, *words], check=True, cwd=ROOT)  # noqa: S603


if __name__ == "__main__":
    main()
