"""The words that several commands understand, and how programs are answered."""

import inspect
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from knobel.games.spec import LANGUAGES
from knobel.library import games
from knobel.scene.text import game_text, say, text


def preferred_language() -> str:
    """German where the computer speaks it, else English."""
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "de" if spoken.startswith("de") else "en"


def asked_language(arguments: Sequence[str]) -> str:
    """The language that a command was asked to speak."""
    given = [word.removeprefix("--lang").lstrip("=") for word in arguments if word.startswith("--lang")]
    given += [after for word, after in pairwise(arguments) if word == "--lang"]
    return next((one for one in given if one in LANGUAGES), preferred_language())


def _listed(words: Sequence[str]) -> str:
    """Words for a sentence: `one, two or three`."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


Key = Annotated[str, typer.Argument(metavar="GAME", help=f"A game: {_listed([spec.key for spec in games()])}.")]
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


def game_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for everything that may be chosen in any game; it gets them as `options`."""
    offered = _offered()

    @wraps(command)
    def with_options(*given: Any, **named: Any) -> None:
        chosen = {key: value for key in offered if (value := named.pop(key, None))}
        command(*given, **named, options=chosen)

    signature = inspect.signature(command, eval_str=True)
    own = [parameter for parameter in signature.parameters.values() if parameter.name != "options"]
    more = [
        inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for key, (annotation, default) in offered.items()
        if key not in signature.parameters
    ]
    with_options.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *more)}
    return with_options


def _offered() -> dict[str, tuple[Any, bool | str]]:
    """The options of all games: what the command line makes of each, and its default."""
    found: dict[str, tuple[Any, bool | str]] = {}
    for spec in games():
        for option in spec.options:
            words = text("cli.option", game=game_text(spec, "title"), help=game_text(spec, f"option.{option.key}.help"))
            told = say(words, "en")
            if option.flag:
                found[option.key] = Annotated[bool, typer.Option(f"--{option.key}", help=told)], False
            else:
                values = [choice for choice in option.choices if choice]
                numbers = values and all(map(str.isdigit, values))
                metavar = f"{values[0]}-{values[-1]}" if numbers else "|".join(values) or option.key.upper()
                found[option.key] = Annotated[str, typer.Option(f"--{option.key}", metavar=metavar, help=told)], ""
    return found


@contextmanager
def interruptible(rest: str) -> Iterator[None]:
    """Work that may be interrupted; then it is said how it goes on."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"Interrupted; {rest}.", file=sys.stderr)
        raise typer.Exit(130) from None


def print_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    """Answer a program."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
