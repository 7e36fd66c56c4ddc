"""The plots of a tournament."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from knobel.arena.played import Played
from knobel.arena.standing import Standing
from knobel.players.arena import Mean
from knobel.plot import THEMES, ladder, ratings, save, scores


def draw(
    folder: Path, title: str, games: Sequence[Played], found: Standing, rated: Mapping[str, Mean]
) -> list[tuple[str, str]]:
    """Draw all plots, for each theme; their names, with a text for who cannot see them."""
    names = list(rated)
    reached = {name: _scores(name, games) for name in names}
    met = {(one, other): share for one in names for other in names if (share := found.share(one, other))}
    for theme in THEMES:
        figures = {
            "ratings": ratings({name: (rate.mean, rate.error) for name, rate in rated.items()}, title, theme),
            "ladder": ladder(names, {pair: (won.mean, won.error) for pair, won in met.items()}, title, theme),
            "scores": scores(reached, title, theme_name=theme),
        }
        for name, figure in figures.items():
            save(figure, folder / f"{name}{'' if theme == 'light' else f'-{theme}'}.svg")
    return [
        ("ratings", "Ratings with their errors, best on top; the table above has the numbers"),
        ("ladder", "Who wins how often against whom; the table above has the numbers"),
        ("scores", "How often each player reached which score"),
    ]


def _scores(name: str, games: Sequence[Played]) -> list[int]:
    """What a player reached in the games that nobody gave away."""
    return [
        score
        for game in games
        if game.forfeit is None
        for player, score in zip(game.players, game.scores, strict=True)
        if player == name
    ]
