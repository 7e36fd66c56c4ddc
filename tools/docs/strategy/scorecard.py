"""The numbers of Classic, Extreme and Hex-hex: what boxes are worth, openings, habits, levels."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from knobel.solve.shipped import best_book

from knobel.core.dice import Faces
from knobel.games.scorecard.rules import Scorecard, blank
from knobel.games.scorecard.solve.book import Book
from knobel.games.scorecard.solve.selfplay import Played, per_box, selfplay
from knobel.library import make
from knobel.solve.kernel.odds import odds
from tools.strategy import habits
from tools.strategy.levels import play_habits, play_levels
from tools.strategy.opening import first_throws, last_dice
from tools.strategy.store import SEED, Part
from tools.strategy.watch import Habit


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of a game is played, and what is asked."""

    perfect: int
    """Games of perfect play."""
    levels: int
    """Games of each level."""
    habits: int
    """Games of each habit."""
    asked: Mapping[str, Habit]
    rolls: Sequence[Faces]
    """Dice that lie at the end of a first turn."""


COMMON: dict[str, Habit] = {
    "most_points": habits.most_points,
    "never_strike": habits.never_strike,
    "made_at_once": habits.made_at_once,
    "groups_only": habits.groups_only,
    "three_above": habits.three_above,
    "five_last": habits.five_last,
}
POINTS: dict[str, Habit] = {"spare_chance": habits.spare_chance, "triples_below": habits.triples_below}

PLANS = {
    "classic": Plan(
        perfect=100_000,
        levels=200,
        habits=200,
        asked={**COMMON, **POINTS},
        rolls=(
            (1, 1, 2, 4, 6),
            (3, 3, 1, 4, 6),
            (6, 6, 2, 3, 5),
            (2, 2, 3, 3, 6),
            (5, 5, 6, 6, 4),
            (1, 1, 1, 4, 6),
            (4, 4, 4, 2, 1),
            (6, 6, 6, 5, 4),
            (3, 3, 3, 5, 5),
            (2, 2, 2, 2, 5),
            (5, 5, 5, 5, 2),
            (1, 3, 4, 5, 6),
            (2, 3, 4, 5, 6),
        ),
    ),
    "extreme": Plan(
        perfect=10_000,
        levels=200,
        habits=150,
        asked={**COMMON, **POINTS, "chips_late": habits.chips_late},
        rolls=(
            (1, 1, 2, 4, 6, 8),
            (3, 3, 1, 4, 6, 9),
            (1, 1, 2, 2, 3, 0),
            (2, 2, 4, 4, 6, 5),
            (5, 5, 6, 6, 4, 9),
            (4, 4, 4, 2, 1, 6),
            (6, 6, 6, 5, 4, 9),
            (3, 3, 3, 5, 5, 0),
            (6, 6, 6, 5, 5, 5),
            (2, 2, 3, 3, 5, 5),
            (5, 5, 5, 5, 1, 7),
            (4, 4, 4, 4, 6, 6),
            (1, 2, 3, 4, 6, 9),
            (2, 3, 4, 5, 6, 9),
            (1, 2, 3, 4, 5, 0),
        ),
    ),
    "hexhex": Plan(
        perfect=100_000,
        levels=300,
        habits=200,
        asked=COMMON,
        rolls=(
            (1, 2, 3, 4, 5),
            (1, 1, 2, 3, 4),
            (1, 1, 2, 2, 3),
            (1, 1, 1, 2, 3),
            (1, 1, 1, 2, 2),
            (1, 1, 1, 1, 2),
            (1, 1, 1, 1, 1),
        ),
    ),
}


@dataclass(frozen=True, eq=False)
class Measures:
    """All that is measured of a scorecard game."""

    game: Scorecard

    @property
    def book(self) -> Book:
        """What positions are worth."""
        return _book(self.game.key)

    def value(self) -> dict[str, Any]:
        """What a blank sheet is worth, with all chips, with one less, and so on."""
        card = self.game.card
        boxes = range(len(card.boxes))
        return {
            "start": self.book.of(blank(card)),
            "chips": [self.book.value(boxes, 0, at) for at in range(card.chips)],
        }

    def boxes(self) -> list[dict[str, Any]]:
        """What each box brings in perfect play, is worth left open, and how often a turn just for it meets it."""
        card = self.game.card
        brought = per_box(_perfect(self.game.key))
        start, every = self.book.of(blank(card)), range(len(card.boxes))
        chances = {found.box: found.chance for found in odds(card, (None,) * len(card.pool), 3)}
        met = (_perfect(self.game.key).points > 0).mean(axis=0).tolist()
        return [
            {
                "box": box.key,
                "brings": asdict(brought[box.key]),
                "met": met[at],
                "open": start - self.book.value([other for other in every if other != at], 0, card.chips),
                "alone": chances[box.key],
            }
            for at, box in enumerate(card.boxes)
        ]

    def numbers(self) -> list[list[float]]:
        """What writing no, one, two, ... dice of each number in the first turn gains over a mean turn."""
        card = self.game.card
        start, gains = self.book.of(blank(card)), []
        for box in range(6):
            each = card.worths((box + 1,) * len(card.pool))[box] // len(card.pool)
            rest = [other for other in range(len(card.boxes)) if other != box]
            marks = [each * dice for dice in range(len(card.pool) + 1)]
            above = [mark if card.bonus else 0 for mark in marks]
            after = [self.book.value(rest, sum_above, card.chips) for sum_above in above]
            gains.append([mark + still - start for mark, still in zip(marks, after, strict=True)])
        return gains

    def totals(self) -> dict[str, Any]:
        """What perfect play comes to: mean, spread, deciles, the bonus and the chips."""
        played = _perfect(self.game.key)
        brought = per_box(played)
        return {
            "mean": asdict(brought["total"]),
            "spread": float(played.totals.std()),
            "deciles": [float(np.quantile(played.totals, share)) for share in (0.1, 0.25, 0.5, 0.75, 0.9)],
            "bonus": float((played.bonus > 0).mean()),
            "chips": asdict(brought["chips"]),
        }


@lru_cache(maxsize=1)
def _book(key: str) -> Book:
    return best_book(_game(key).card)


@lru_cache(maxsize=1)
def _perfect(key: str) -> Played:
    return selfplay(_book(key), PLANS[key].perfect, SEED)


def _game(key: str) -> Scorecard:
    game = make(key, 1)
    assert isinstance(game, Scorecard)
    return game


def parts(key: str) -> dict[str, Part]:
    """The parts of the numbers of a game."""
    game, plan = _game(key), PLANS[key]
    measures = Measures(game)
    values = "exact" if measures.book.exact else "compact"
    return {
        "value": Part(measures.value, values),
        "numbers": Part(measures.numbers, values),
        "first": Part(lambda: first_throws(game, numbers=key != "hexhex"), values),
        "last": Part(lambda: last_dice(game, plan.rolls), values),
        "totals": Part(measures.totals, values, plan.perfect),
        "boxes": Part(measures.boxes, values, plan.perfect),
        "habits": Part(lambda: play_habits([game], plan.asked, plan.habits), values, plan.habits),
        "levels": Part(lambda: play_levels([game], plan.levels), values, plan.levels),
    }
