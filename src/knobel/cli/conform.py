"""The command conform: checks a game of one's own."""

from typing import TYPE_CHECKING, Annotated

import typer

from knobel.core.registry import broken_games
from knobel.library import find, games

if TYPE_CHECKING:
    from knobel.games.spec import GameSpec

Room = Annotated[str, typer.Argument(metavar="GAME|PACKAGE", help="The key of a game, or the package that brings it.")]


def conform(name: Room) -> None:
    """Check a game: laws, scene, texts, pages, pad, bots, and observations where the laboratory is installed."""
    from knobel.testing.problems import described, problems

    broken = next((game for game in broken_games() if name in (game.name, game.package)), None)
    if broken:
        print(f"{broken.package}: {described(broken.error)}")
        raise typer.Exit(1)
    spec = _spec_of(name)
    wrong = 0
    for problem in problems(spec):
        print(problem, flush=True)
        wrong += not problem.optional
    print(f"{spec.key}: {f'{wrong} to put right' if wrong else 'everything that it needs is there'}")
    raise typer.Exit(1 if wrong else 0)


def _spec_of(name: str) -> "GameSpec":
    """The game with this key, or of this package."""
    return next((spec for spec in games() if name in (spec.key, spec.package)), None) or find(name)
