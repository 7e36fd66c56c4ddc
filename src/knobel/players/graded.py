"""A player of a level: knows what choices are worth, and misjudges them as much as its level says."""

from collections.abc import Mapping
from random import Random
from typing import Any

from knobel.core.game import AnyGame
from knobel.players.judge import judge_of
from knobel.players.level import Level
from knobel.scene import choices

WIN_UNIT = 0.02
"""What a per cent is of a chance to win, where a half is at stake with every game: about as much as of points."""


class Graded:
    """Makes the move it takes to be best; with equal seeds, it makes the same moves."""

    def __init__(self, level: Level, seed: int | None = None) -> None:
        self.level = level
        self._random = Random(seed)

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move this player makes."""
        judge = judge_of(game)
        ratings = judge.rate(game, state, seat)
        if not self.level.noise:
            return max(ratings, key=lambda move: ratings[move])
        unit = WIN_UNIT if judge.objective == "win" else abs(judge.value(game, game.start(), seat)) / 100
        # Choices that are worth the same to the last digit are the same choice: equal dice, told apart by position.
        errors = {worth: self._random.gauss(0, self.level.noise * unit) for worth in ratings.values()}
        lures = self._lures(game, state, seat)
        return max(ratings, key=lambda move: ratings[move] + errors[ratings[move]] + lures.get(str(move), 0) * unit)

    def _lures(self, game: AnyGame, state: Any, seat: int) -> Mapping[str, float]:
        """How far each choice that ends the turn falls short of the one that pays most at once."""
        if not self.level.lure:
            return {}
        paid = {choice.move: choice.worth or 0 for choice in choices(game, state, seat)}
        most, least = max(paid.values()), min(paid.values())
        return {move: self.level.lure * (worth - most) / max(1, most - least) for move, worth in paid.items()}
