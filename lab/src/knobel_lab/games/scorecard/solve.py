"""The solver of scorecard games: for points on one sheet, or the chance to win for two."""

import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from knobel.core.errors import BadSetup, NotProvided
from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve.book import Book, open_book
from knobel.games.scorecard.solve.duel import OBJECTIVE as DUEL_OBJECTIVE
from knobel.games.scorecard.solve.duel import duel_of
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.games.scorecard.solve.shipped import DUEL, POINTS, best_book
from knobel.games.spec import find
from knobel.solve.tables import table_path
from knobel_lab.games.scorecard import duel, points
from knobel_lab.games.scorecard.distribution import chances as score_chances
from knobel_lab.games.scorecard.evaluate import trial_duel, trial_score
from knobel_lab.games.scorecard.match import match
from knobel_lab.games.scorecard.reach import reach
from knobel_lab.games.scorecard.selfplay import per_box
from knobel_lab.games.scorecard.selfplay import selfplay as play_games
from knobel_lab.solving.compress import Subject
from knobel_lab.solving.evaluate import Mean
from knobel_lab.solving.run import Plan

__all__ = ["match"]

HOUSE_RULES = ("strict", "joker", "further")
"""The options that no table knows."""
SHEETS = 60
"""How many sheets are sampled for each number of open boxes."""
DICE_ABOVE = (2, 3, 3, 3, 4)
"""Typical numbers of dice that people write into the box of a number."""


def objective(game: Scorecard) -> str:
    """The default objective: points for one seat; for two the chance to win, where that can be solved."""
    if game.seats > 2:
        raise BadSetup(f"{game.key} is solved for one player, hexhex also for two; not for {game.seats}")
    return DUEL_OBJECTIVE if game.seats == 2 else points.OBJECTIVE


def plan(game: Scorecard, objective: str, jobs: int = 1) -> Plan:
    """The plan that fills the table of an objective."""
    if not game.usual:
        rules = " and ".join(f"--{name}" for name in HOUSE_RULES if name in game.options)
        raise BadSetup(f"{game.key} is solved without house rules; leave out {rules}")
    if objective == DUEL_OBJECTIVE:
        return duel.plan(duel_of(game.card))
    if objective == points.OBJECTIVE:
        return points.plan(game.card)
    raise BadSetup(f"{game.key} has no objective {objective[:60]!r}; it has {points.OBJECTIVE}")


def path(game: Scorecard, objective: str) -> Path:
    """The default path of a table."""
    return table_path(game.key, objective)


def subject(game: Scorecard) -> Subject:
    """How the table for one, or for two, is compressed and evaluated."""
    data = find(game.key).data
    if game.seats == 2:
        two = duel_of(game.card)
        return Subject(
            duel.recipe(two), path(game, DUEL_OBJECTIVE), data(DUEL), partial(trial_duel, two), " --players 2"
        )
    place = positions(rules(game.card))
    return Subject(points.recipe(place), path(game, points.OBJECTIVE), data(POINTS), partial(trial_score, place))


def chips(game: Scorecard, path: Path | None = None) -> dict[int, tuple[float, ...]]:
    """The mean worth of the first, second, … chip, by the number of open boxes."""
    if not game.card.chips:
        raise NotProvided(f"{game.key} has no chips")
    return worth_of_chips(open_book(game.card, path) if path else best_book(game.card))


def worth_of_chips(book: Book, sheets: int = SHEETS, seed: int = 1) -> dict[int, tuple[float, ...]]:
    """The mean worth of the first, second, … chip on random sheets, by their number of open boxes."""
    random, card = Random(seed), book.place.rules.card
    all_boxes, above = range(len(card.boxes)), book.place.upper.boxes
    worths_by_boxes = {}
    for count in range(1, len(all_boxes) + 1):
        worths = [0.0] * card.chips
        for _ in range(sheets):
            boxes = random.sample(all_boxes, count)
            written = sum((at + 1) * random.choice(DICE_ABOVE) for at, box in enumerate(above) if box not in boxes)
            values = [book.value(boxes, written, left) for left in range(card.chips + 1)]
            worths = [sum_ + after - before for sum_, before, after in zip(worths, values, values[1:], strict=False)]
        worths_by_boxes[count] = tuple(worth / sheets for worth in worths)
    return worths_by_boxes


def selfplay(game: Scorecard, games: int, seed: int = 0, **how: Any) -> tuple[dict[str, Mean], dict[str, float]]:
    """The mean points of each box over many games of perfect play, from a solved table; and its value by chips."""
    card, book = game.card, open_book(game.card)
    means = per_box(play_games(book, games, seed, **how))
    return means, {str(left): book.value(range(len(card.boxes)), 0, left) for left in range(card.chips + 1)}


def distribution(game: Scorecard) -> tuple[list[float], list[float]]:
    """The chance that perfect play, from a solved table, ends with 0, 1, … points; the best chance of at least that."""
    book = open_book(game.card)
    boxes, most = range(len(game.card.boxes)), book.place.most_points()
    chances = reach(game.card, boxes, 0, most, most=sys.maxsize)
    return score_chances(book).tolist(), [chances.chance(boxes, 0, need) for need in range(most + 1)]
