"""The check of a game's texts: the same keys and values in every language, none missing, none that nobody uses."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from importlib.resources import files
from json import loads
from pathlib import Path
from string import Formatter

from knobel.core.errors import Attempt
from knobel.games.spec import LANGUAGES, GameSpec
from knobel.scene.text import SHARED

ALWAYS = ("title", "tagline", "source")
"""The texts that lists of games show."""


def text_problems(spec: GameSpec, seen: Collection[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with the texts, each with its file; `seen` are the keys of texts that scenes have used."""
    if spec.package is None:
        return
    catalogues: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        file = f"texts/{language}.json"
        with Attempt() as attempt:
            catalogues[language] = loads(spec.file(file).read_text("utf-8"))
        if attempt.error:
            catalogues[language] = {}
            yield file, "is missing" if isinstance(attempt.error, OSError) else f"is no JSON: {attempt.error}"
    everything = {key for texts in catalogues.values() for key in texts}
    family = {key for language in LANGUAGES for key in spec.texts(language)}
    options = [f"option.{option.key}" for option in spec.options]
    wanted = [*ALWAYS, *options, *(f"{option}.help" for option in options)]
    for language, texts in catalogues.items():
        file = f"texts/{language}.json"
        for key in wanted:
            if key not in family:
                yield file, f"lacks {key!r}"
        for key in sorted(everything - texts.keys()):
            yield file, f"lacks {key!r}, which another language has"
        for key in texts:
            if not texts[key].strip() and key != "source":
                yield file, f"has nothing to say for {key!r}"
    yield from _different_values(catalogues)
    for key in sorted(everything):
        if key not in wanted and not _used(spec, key, seen):
            yield f"texts/{LANGUAGES[0]}.json", f"has {key!r}, which nobody uses"


def _different_values(catalogues: dict[str, dict[str, str]]) -> Iterator[tuple[str, str]]:
    """Texts whose values differ between languages."""
    first, *others = LANGUAGES
    for language in others:
        for key in catalogues[first].keys() & catalogues[language].keys():
            here, there = _fields(catalogues[first][key]), _fields(catalogues[language][key])
            if here != there:
                yield f"texts/{language}.json", f"{key!r} uses {sorted(there)}, but in {first!r} {sorted(here)}"


def _fields(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(words) if name}


def _used(spec: GameSpec, key: str, seen: Collection[str]) -> bool:
    """Whether a text was seen, or its key or the beginning of it stands in the sources of the game or of Knobel."""
    # `move.NAME` is what the coach calls the choice `choice.NAME` within a sentence.
    key = re.sub(r"^move\.", "choice.", key.removesuffix(".one"))
    whole = f"game.{spec.key}.{key}"
    if key.startswith((*SHARED, "option.", "part.")) or whole in seen:
        return True
    words = key.split(".")
    begun = [".".join(words[:count]) + "." for count in range(1, len(words))]
    starts = [*(f'"{start}' for start in begun), *(f'"game.{spec.key}.{start}' for start in begun)]
    sources = "".join(map(_sources, (*spec.packages, "knobel.scene", "knobel.coach", "knobel.cli")))
    return any(word in sources for word in (f'"{key}"', f'"{whole}"', *starts))


@cache
def _sources(package: str) -> str:
    """All modules of a package as one text."""
    folder = Path(str(files(package)))
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.py")))
