"""A case: a decision that is to be explained."""

from dataclasses import dataclass
from typing import Any

from knobel.bots.judge import Judge
from knobel.coach.numbers import Scale
from knobel.coach.verdict import spread


@dataclass(frozen=True, eq=False)
class Case:
    """What a seat has before it, and the judge who rates it."""

    judge: Judge
    game: Any
    """Which game it is, the module that explains it knows."""
    state: Any
    seat: int

    @property
    def scale(self) -> Scale:
        """How results are said."""
        return Scale(self.judge.objective, spread(self.game, self.judge.objective))
