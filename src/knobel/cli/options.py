"""The words that several commands understand, and how programs are answered."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer


def preferred_language() -> str:
    """German where the computer speaks it, else English."""
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "de" if spoken.startswith("de") else "en"


Key = Annotated[
    str, typer.Argument(metavar="GAME", help="A game: kribbeln, extreme, krisskross, master, hexhex or classic.")
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A record written with --save.")]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="de|en",
        help="German or English; unless said, what your computer speaks.",
        show_default=False,
        default_factory=preferred_language,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Beginner = Annotated[bool, typer.Option("--beginner", help="Kribbeln: Kribbel numbers need not rise.")]
Advanced = Annotated[bool, typer.Option("--advanced", help="Kriss Kross: diagonals count, worthless lines cost 5.")]
SheetNumber = Annotated[str, typer.Option("--sheet", metavar="1-6", help="Kribbeln: one of Knobel's own sheets.")]
Tasks = Annotated[
    str, typer.Option("--tasks", metavar="TASKS", help="Kribbeln: own tasks, as '1 green; blue > red; …'.")
]


def chosen(*, beginner: bool = False, advanced: bool = False, sheet: str = "", tasks: str = "") -> dict[str, object]:
    """The options that were given."""
    given = {"beginner": beginner, "advanced": advanced, "sheet": sheet, "tasks": tasks}
    return {key: value for key, value in given.items() if value}


def print_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    """Answer a program."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
