"""Everything that a game needs, checked: `problems(spec)` yields what is wrong or missing, and where it goes."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from knobel.coach.bot import USUAL, bot
from knobel.core.dice import seeded
from knobel.core.errors import Attempt
from knobel.core.game import AnyGame, Decide
from knobel.core.playout import play_record
from knobel.core.record import Record
from knobel.core.registry import make
from knobel.games import facets
from knobel.games.loading import extensions
from knobel.games.spec import LANGUAGES, GameSpec
from knobel.scene.rulebook import examples, rules
from knobel.testing.games import random_play
from knobel.testing.laws import BrokenLaw, conform
from knobel.testing.pads import pad_problems
from knobel.testing.scenes import Scenes
from knobel.testing.texts import text_problems

PROTOCOLS: dict[str, type] = {
    "rules": facets.Rules,
    "scene": facets.SceneFacet,
    "judge": facets.JudgeFacet,
    "child": facets.ChildFacet,
    "why": facets.WhyFacet,
    "setup": facets.SetupFacet,
    "pad": facets.PadFacet,
    "printed": facets.PrintedFacet,
}
"""The functions of every facet that has some which are not optional; all those of `commands` are."""


class Problem(NamedTuple):
    """Something that is wrong or missing."""

    file: str
    """The file it goes in, in the room or from the root of its package."""
    what: str
    optional: bool = False
    """Whether the game can be played without it."""

    def __str__(self) -> str:
        return f"{self.file}: {'optional: ' * self.optional}{self.what}"


def problems(spec: GameSpec) -> Iterator[Problem]:
    """What is wrong with a registered game, or missing; the rest is only tried if it can be loaded."""
    with Attempt() as attempt:
        spec.load()
    if attempt.error:
        yield Problem(_blamed(spec, attempt.error, "rules.py"), described(attempt.error))
        return
    yield from _functions(spec)
    games = variants(spec)
    broken = False
    for game in games:
        with Attempt() as attempt:
            conform(game, games=1)
        if attempt.error:
            broken = True
            yield Problem(_blamed(spec, attempt.error, "rules.py"), f"{_named(game)}: {described(attempt.error)}")
    if broken:
        return
    yield from _simultaneous(spec, games)
    scenes = Scenes(spec)
    for game in games:
        for what in _tried(scenes.problems(game)):
            yield Problem(_room_file(spec, "scene.py"), f"{_named(game)}: {what}")
    for file, what in text_problems(spec, scenes.keys):
        yield Problem(_room_file(spec, file), what)
    yield from _pages(spec)
    if spec.has("pad"):
        for game in games[:1]:
            for what in _tried(pad_problems(game)):
                yield Problem(_room_file(spec, "pad.py"), what)
    yield from _bots(spec, games)
    yield from _extensions(spec, games[0])
    for facet, file in spec.missing().items():
        yield Problem(file, f"the game has no {facet}, and does not say why in GameSpec(absent=…)", optional=True)


def variants(spec: GameSpec) -> list[AnyGame]:
    """The game with the fewest, the second fewest and the most seats, and with every other choice of an option."""
    second = spec.seats[min(1, len(spec.seats) - 1)]
    changed: list[dict[str, str]] = [
        {option.key: choice} for option in spec.options for choice in option.choices if choice != option.default
    ]
    games = [make(spec.key, seats) for seats in sorted({spec.seats[0], second, spec.seats[-1]})]
    return games + [make(spec.key, second, **options) for options in changed]


def described(error: Exception) -> str:
    """An error in one line."""
    words = " ".join(str(error).split())
    return words if isinstance(error, BrokenLaw) else f"{type(error).__name__}: {words}"


def _tried(check: Iterator[str]) -> list[str]:
    """What a check says; an error of the game that stops it is one more problem."""
    sentences: list[str] = []
    with Attempt() as attempt:
        sentences.extend(check)
    return [*sentences, *([described(attempt.error)] if attempt.error else [])]


def _named(game: AnyGame) -> str:
    options = "".join(f", {key} {value}" for key, value in game.options.items())
    return f"{game.seats} seat{'s' * (game.seats > 1)}{options}"


def _room_file(spec: GameSpec, file: str) -> str:
    return f"{(spec.package or spec.key).replace('.', '/')}/{file}"


def _blamed(spec: GameSpec, error: Exception, usual: str) -> str:
    """The file of the room in which an error was raised, with its line; else the usual one."""
    root = (spec.package or spec.key).replace(".", "/")
    at, place = error.__traceback__, ""
    while at:
        path = Path(at.tb_frame.f_code.co_filename).as_posix()
        if f"/{root}/" in path:
            place = f"{root}/{path.rpartition(f'/{root}/')[2]}:{at.tb_lineno}"
        at = at.tb_next
    return place or _room_file(spec, usual)


def _functions(spec: GameSpec) -> Iterator[Problem]:
    """Facets that the game has, without a function that is not optional."""
    for facet, protocol in PROTOCOLS.items():
        if facet in spec.absent and spec.has(facet):
            yield Problem(_room_file(spec, "__init__.py"), f"declares {facet} absent, but {facet}.py is there")
        if facet in spec.absent or not (spec.has(facet) or facet in ("rules", "scene")):
            continue
        for name, function in vars(protocol).items():
            needed = not name.startswith("_") and not (function.__doc__ or "").startswith("Optional")
            if needed and not spec.has(facet, name):
                what = f"lacks the function {name}; see {protocol.__name__} in knobel/games/facets.py"
                yield Problem(_room_file(spec, f"{facet}.py"), what)


def _simultaneous(spec: GameSpec, games: list[AnyGame]) -> Iterator[Problem]:
    """What the spec says of deciding together must be what the rules do."""
    together = any(
        isinstance(record.pending, Decide) and len(record.pending.seats) > 1
        for game in games
        for record in random_play(game, 0)
    )
    if together != spec.simultaneous:
        how = "decide at once" if together else "never decide at once"
        yield Problem(_room_file(spec, "__init__.py"), f"GameSpec(simultaneous={together}) is right: seats {how}")


def _pages(spec: GameSpec) -> Iterator[Problem]:
    """The rules pages and their examples."""
    if "pages" in spec.absent:
        return
    for language in LANGUAGES:
        file = _room_file(spec, f"rules.{language}.md")
        if not (spec.package and spec.file(f"rules.{language}.md").is_file()):
            yield Problem(file, "is missing; without it there are no rules to read in this language")
            continue
        with Attempt() as attempt:
            examples(spec.key, language)
            rules(spec.key, language)
        if attempt.error:
            yield Problem(file, f"an example cannot be worked out: {described(attempt.error)}")


def _bots(spec: GameSpec, games: list[AnyGame]) -> Iterator[Problem]:
    """Bots in every seat play to the end."""
    for game in {games[0].seats: games[0], games[-1].seats: games[-1]}.values():
        with Attempt() as attempt:
            play_record(Record(game), [bot(game, USUAL, seed=seat) for seat in range(game.seats)], seeded(1))
        if attempt.error:
            usual = "judge.py" if spec.has("judge") else "scene.py"
            what = f"a bot cannot play to the end with {_named(game)}: {described(attempt.error)}"
            yield Problem(_blamed(spec, attempt.error, usual), what)


def _extensions(spec: GameSpec, game: AnyGame) -> Iterator[Problem]:
    """What packages that add facets find, such as the laboratory: each may have a module `problems`."""
    for extension in extensions():
        if find_spec(f"{extension}.problems") is None:
            continue
        check: Any = import_module(f"{extension}.problems").problems
        for file, what, optional in check(spec, game):
            yield Problem(_room_file(spec, file), what, optional)
