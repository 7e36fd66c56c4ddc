"""Options that several commands share, and JSON output."""

import inspect
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from knobel.core.registry import broken_games
from knobel.games.spec import LANGUAGES, GameSpec
from knobel.library import games
from knobel.scene.text import game_text, say, text


def preferred_language() -> str:
    """German if the locale is German, else English."""
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "de" if spoken.startswith("de") else "en"


def without_language(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language that `--lang` names, wherever it stands, and the other arguments."""
    language: str | None = None
    others: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            return language, [*others, word, *words]
        if word.startswith("--lang="):
            language = word.removeprefix("--lang=")
        elif word != "--lang" or (name := next(words, None)) is None:
            others.append(word)
        else:
            language = name
    return language, others


def asked_language() -> str:
    """The language that the command line names, or that of the computer."""
    language, _ = without_language(sys.argv[1:])
    return language if language in LANGUAGES else preferred_language()


def _listed(words: Sequence[str]) -> str:
    """Words joined for a sentence: `one, two or three`."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _begun(start: str) -> list[str]:
    """The games whose keys begin like this, for the completion of a shell."""
    return [spec.key for spec in games() if spec.key.startswith(start)]


_GAMES = _listed([spec.key for spec in games()])
Key = Annotated[str, typer.Argument(metavar="GAME", help=f"A game: {_GAMES}.", autocompletion=_begun)]
KeyOrMenu = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help=f"A game: {_GAMES}; without one, a menu.", autocompletion=_begun),
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A record written with --save.")]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="de|en",
        help="German or English; by default the language of your computer.",
        show_default=False,
        default_factory=asked_language,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def game_options(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: add the options of all games to a command, which gets the given ones as `options`."""
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
    """The options of all games: the annotation and the default of each."""
    parameters: dict[str, tuple[Any, bool | str]] = {}
    for key, specs in _games_by_option().items():
        name = f"--{key.replace('_', '-')}"
        option = next(option for option in specs[0].options if option.key == key)
        titles = ", ".join(say(game_text(spec, "title"), "en") for spec in specs)
        explained = say(text("cli.option", game=titles, help=game_text(specs[0], f"option.{key}.help")), "en")
        if option.flag:
            parameters[key] = Annotated[bool, typer.Option(name, help=explained)], False
        else:
            values = [choice for choice in option.choices if choice]
            numbers = values and all(map(str.isdigit, values))
            metavar = f"{values[0]}-{values[-1]}" if numbers else "|".join(values) or key.upper()
            parameters[key] = Annotated[str, typer.Option(name, metavar=metavar, help=explained)], ""
    return parameters


def _games_by_option() -> dict[str, list[GameSpec]]:
    """The games of each option, by its key."""
    by_option: dict[str, list[GameSpec]] = {}
    for spec in games():
        for option in spec.options:
            by_option.setdefault(option.key, []).append(spec)
    return by_option


def name_broken_games(language: str) -> None:
    """Say which games of installed packages are left out, and why, in a sentence each."""
    for broken in broken_games():
        words = text("cli.broken_game", name=broken.name, package=broken.package, reason=broken.reason)
        print(f"knobel: {say(words, language)}", file=sys.stderr)


@contextmanager
def interruptible(rest: str) -> Iterator[None]:
    """Handle Ctrl+C: print how to continue, and exit with code 130."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"Interrupted; {rest}.", file=sys.stderr)
        raise typer.Exit(130) from None


def print_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    """Print JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
