"""Openings: what best play holds after the first throw of a game, and how it ends the first turn."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from knobel.core.dice import Faces
from knobel.core.game import AnyGame
from knobel.games.holding.roll import pattern
from knobel.games.holding.tray import Keep, Tray
from knobel.players.judge import judge_of
from knobel.solve.kernel.lattice import lattice
from tools.strategy.kinds import STRAIGHTS, word
from tools.strategy.shape import roll_shape

PLAYS = 2
"""How many ways to hold are told for each shape."""

CHOICES = 8
"""How many ways to end a turn are told for some dice."""


def first_throws(game: AnyGame, *, numbers: bool) -> list[dict[str, Any]]:
    """For each shape of a first throw, likeliest first: what is held how often, and the worth of the game then.

    With `numbers`, pairs are told apart by their number.
    """
    judge, grid = judge_of(game), lattice(game.pool)
    chances: defaultdict[tuple[str, int], float] = defaultdict(float)
    values: defaultdict[tuple[str, int], float] = defaultdict(float)
    plays: defaultdict[tuple[str, int], defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for faces, chance in zip(grid.falls, grid.chances.tolist(), strict=True):
        state = game.land(game.start(), faces)
        ratings = judge.rate(game, state, 0)
        best = max(ratings, key=lambda move: ratings[move])
        shape = roll_shape(faces, straights=game.key in STRAIGHTS)
        number = max(faces, key=faces.count) if numbers and shape == "pair" else 0
        chances[shape, number] += chance
        values[shape, number] += chance * ratings[best]
        plays[shape, number][word(game, state, best)] += chance
    return [
        {
            "shape": shape,
            "number": number,
            "chance": chance,
            "value": values[shape, number] / chance,
            "plays": _shares(plays[shape, number], chance),
        }
        for (shape, number), chance in sorted(chances.items(), key=lambda found: -found[1])
    ]


def _shares(plays: dict[str, float], chance: float) -> list[list[Any]]:
    """The commonest ways to hold, with their shares."""
    return [[play, plays[play] / chance] for play in sorted(plays, key=lambda play: -plays[play])[:PLAYS]]


def last_dice(game: AnyGame, rolls: Sequence[Faces]) -> list[dict[str, Any]]:
    """For each roll that lies at the end of a first turn: the best ways to use it, and what each costs."""
    found = []
    for faces in rolls:
        state = replace(game.start(), tray=Tray(faces, 3))
        ratings = {move: worth for move, worth in judge_of(game).rate(game, state, 0).items() if not _holds(move)}
        best = sorted(ratings, key=lambda move: -ratings[move])[:CHOICES]
        choices = [[str(move), ratings[best[0]] - ratings[move]] for move in best]
        found.append({"dice": list(faces), "pattern": list(pattern(faces)), "choices": choices})
    return found


def _holds(move: Any) -> bool:
    return isinstance(move, Keep)
