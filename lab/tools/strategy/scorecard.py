"""The page of a game with a scorecard: values of boxes, openings, habits, levels.

A member of the family needs nothing here. What is measured otherwise stands in its settings, and a text of its own
in `texts`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from lab.tools.games import settings
from lab.tools.strategy.experiments import Experiment, Habit, Moment, groups_only
from lab.tools.strategy.mistakes import Decision, Kind, family, has_straights, keep_kind
from lab.tools.strategy.numbers import SEED, Part
from lab.tools.strategy.openings import first_table, first_throws, last_dice, typical_rolls
from lab.tools.strategy.plots import bars, caption
from lab.tools.strategy.sections import Content, habit_facts, level_facts, losses_plot, path_plot, table
from lab.tools.strategy.winning.scorecard import winning_facts, winning_parts
from lab.tools.strategy.wording import Wording

from knobel.core.dice import D6, Faces
from knobel.core.game import AnyGame
from knobel.games.holding.tray import Keep
from knobel.games.scorecard.rules import THROWS, Box, Card, Scorecard, Write, blank
from knobel.games.scorecard.setup import box_odds
from knobel.games.scorecard.solve.book import Book
from knobel.games.scorecard.solve.rule_tables import card_of, rules
from knobel.games.scorecard.solve.shipped import best_book
from knobel.games.spec import GameSpec
from knobel.solve.kernel.lattice import lattice
from knobel_lab.games.scorecard.selfplay import Played, per_box, selfplay

UPPER = 6
"""The number of upper boxes, which count dice of one face each."""

LATE_TURNS = 6
"""The number of last turns in which chips are spent by the habit of saving them."""

FIVE_DICE: list[list[int]] = settings("scorecard", "strategy")["five_dice"]
"""Typical rolls at the end of a first turn with five six-sided dice."""

LETTERS = "ABCDEF"
"""The names of symbols where it does not matter which they are."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of a game is played and shown; games may override it in their settings."""

    perfect: int = 100_000
    """The number of games of perfect play."""
    levels: int = 200
    """The number of games of each level."""
    habits: int = 200
    """The number of games of each habit."""
    rolls: Sequence[Sequence[int]] = ()
    """The dice at the end of a first turn that are shown; by default typical ones."""
    no_reason_to_stop: Sequence[str] = ()
    """Boxes of fixed points for which nobody stops throwing."""


def _pays(at: Moment, move: Write) -> int:
    """The points that a move writes at once."""
    card: Card = at.game.card  # type: ignore[attr-defined]
    return card.worths(at.state.tray.faces)[rules(card).box(move.box)]


def _writes(at: Moment) -> list[Any]:
    return [move for move in at.ratings if isinstance(move, Write)]


def _counts(at: Moment) -> dict[str, int]:
    """The number of dice with the face of each upper box."""
    keys = [box.key for box in at.game.card.boxes[:UPPER]]  # type: ignore[attr-defined]
    return {key: at.state.tray.dice.count(face) for face, key in enumerate(keys, 1)}


def most_points(at: Moment) -> list[Any]:
    """A habit: write where the dice score most at once."""
    paid = {move: _pays(at, move) for move in _writes(at)}
    return [*at.keeps(), *(move for move in paid if paid[move] == max(paid.values()))]


def never_strike(at: Moment) -> list[Any]:
    """A habit: write no zero while any box scores."""
    return [*at.keeps(), *(move for move in _writes(at) if _pays(at, move))]


def three_above(at: Moment) -> list[Any]:
    """A habit: write fewer than three dice into an upper box only if nothing else is left."""
    counts = _counts(at)
    return [*at.keeps(), *(move for move in _writes(at) if counts.get(move.box, 3) >= 3)]


def made_at_once(fixed: Sequence[str], at: Moment) -> list[Any]:
    """A habit: stop as soon as the dice meet an open box of fixed points."""
    made = [move for move in _writes(at) if move.box in fixed and _pays(at, move)]
    most = max((_pays(at, move) for move in made), default=0)
    return [move for move in made if _pays(at, move) == most] or list(at.ratings)


def spare(boxes: Sequence[str], at: Moment) -> list[Any]:
    """A habit: spare boxes that take any dice as long as another box scores."""
    others = [move for move in _writes(at) if move.box not in boxes]
    return [*at.keeps(), *others] if any(_pays(at, move) for move in others) else list(at.ratings)


def triples_below(box: str, at: Moment) -> list[Any]:
    """A habit: never write three or more alike above while the box for three alike is open."""
    if Write(box) not in at.ratings:
        return list(at.ratings)
    above = {key for key, dice in _counts(at).items() if dice >= 3}
    return [*at.keeps(), *(move for move in _writes(at) if move.box not in above)]


def five_last(box: str, at: Moment) -> list[Any]:
    """A habit: never strike the box for five alike while another is open."""
    five = Write(box)
    met = five in at.ratings and _pays(at, five)
    return [move for move in at.ratings if met or move != five]


def chips_late(turns: int, at: Moment) -> list[Any]:
    """A habit: save all chips for the last turns."""
    turn = 1 + sum(mark is not None for mark in at.state.sheets[at.seat].marks)
    saves = at.state.tray.throws == THROWS and turn <= turns - LATE_TURNS
    return _writes(at) if saves else list(at.ratings)


@dataclass(frozen=True)
class BoxKinds:
    """The boxes of a card classified by what they ask for and how they score, whatever they are called."""

    card: Card

    @cached_property
    def fixed(self) -> list[str]:
        """Boxes that score the same however they are met."""
        return [box.key for box in self.card.boxes if len({box.worth(faces) for faces in self._met(box)}) == 1]

    @cached_property
    def any_dice(self) -> list[str]:
        """Boxes that take any dice."""
        return [box.key for box in self.card.boxes if len(self._met(box)) == len(self._rolls)]

    def alike(self, count: int) -> str | None:
        """The box that asks for this many dice alike and nothing else."""
        rolls = [faces for faces in self._rolls if max(map(faces.count, faces)) >= count]
        return next((box.key for box in self.card.boxes if self._met(box) == rolls), None)

    @cached_property
    def _rolls(self) -> list[Faces]:
        return [tuple(sorted(faces)) for faces in lattice(self.card.pool).falls]

    def _met(self, box: Box) -> list[Faces]:
        return [faces for faces in self._rolls if box.meets(faces)]


def habits(card: Card, no_reason_to_stop: Sequence[str] = ()) -> dict[str, Habit]:
    """The habits that make sense on a card."""
    kinds = BoxKinds(card)
    fixed = [box for box in kinds.fixed if box not in no_reason_to_stop]
    three, five = kinds.alike(3), kinds.alike(5)
    habits: dict[str, Habit] = {
        "most_points": most_points,
        "never_strike": never_strike,
        "made_at_once": partial(made_at_once, fixed),
        "groups_only": groups_only,
        "three_above": three_above,
    }
    if five:
        habits["five_last"] = partial(five_last, five)
    if kinds.any_dice:
        habits["spare_chance"] = partial(spare, kinds.any_dice)
    if three and three not in kinds.fixed:
        habits["triples_below"] = partial(triples_below, three)
    if card.chips:
        habits["chips_late"] = partial(chips_late, len(card.boxes))
    return habits


def move_kind(game: AnyGame, state: Any, move: Keep | Write) -> str:
    """The kind of a move: what was held, or which box was written; symbols are not distinguished."""
    if isinstance(move, Keep):
        return keep_kind(game, state, move)
    return "box_symbol" if move.box in game.pool[0].faces else f"box.{move.box}"


def kind_of(decision: Decision) -> Kind:
    """Classify a mistake."""
    made, best = (move_kind(decision.game, decision.state, move) for move in (decision.made, decision.best))
    bought = decision.state.tray.throws == THROWS and isinstance(decision.made, Keep) != isinstance(decision.best, Keep)
    return Kind("chip" if bought else family(decision), made, best)


@dataclass(frozen=True, eq=False)
class Measures:
    """The measurements of a scorecard game."""

    game: Scorecard
    plan: Plan

    @cached_property
    def book(self) -> Book:
        """The values of positions."""
        return best_book(self.game.card)

    @cached_property
    def played(self) -> Played:
        """Games of perfect play."""
        return selfplay(self.book, self.plan.perfect, SEED)

    def value(self) -> dict[str, Any]:
        """The value of a blank sheet, with all chips, with one less, and so on."""
        card = self.game.card
        chips = [self.book.value(range(len(card.boxes)), 0, at) for at in range(card.chips)]
        return {"start": self.book.of(blank(card)), "chips": chips}

    def boxes(self) -> list[dict[str, Any]]:
        """For each box: its mean points in perfect play, the value of keeping it open, and its chance alone."""
        card = self.game.card
        means = per_box(self.played)
        start, all_boxes = self.book.of(blank(card)), range(len(card.boxes))
        chances = {odds.key: odds.chance for odds in box_odds(card, (None,) * len(card.pool), 3)}
        met = (self.played.points > 0).mean(axis=0).tolist()
        return [
            {
                "box": box.key,
                "brings": asdict(means[box.key]),
                "met": met[at],
                "open": start - self.book.value([other for other in all_boxes if other != at], 0, card.chips),
                "alone": chances[box.key],
            }
            for at, box in enumerate(card.boxes)
        ]

    def numbers(self) -> list[list[float]]:
        """The gain over an average turn of writing 0, 1, 2, … dice of each number in the first turn."""
        card = self.game.card
        start, gains = self.book.of(blank(card)), []
        for box in range(UPPER):
            each = card.worths((box + 1,) * len(card.pool))[box] // len(card.pool)
            rest = [other for other in range(len(card.boxes)) if other != box]
            marks = [each * dice for dice in range(len(card.pool) + 1)]
            above = [mark if card.bonus else 0 for mark in marks]
            after = [self.book.value(rest, sum_above, card.chips) for sum_above in above]
            gains.append([mark + still - start for mark, still in zip(marks, after, strict=True)])
        return gains

    def totals(self) -> dict[str, Any]:
        """The results of perfect play: mean, spread, deciles, bonus and chips."""
        means, totals = per_box(self.played), self.played.totals
        return {
            "mean": asdict(means["total"]),
            "spread": float(totals.std()),
            "deciles": [float(np.quantile(totals, share)) for share in (0.1, 0.25, 0.5, 0.75, 0.9)],
            "bonus": float((self.played.bonus > 0).mean()),
            "chips": asdict(means["chips"]),
        }


def parts(spec: GameSpec) -> dict[str, Part]:
    """The parts of the numbers of a game."""
    plan = Plan(**settings(spec.key, "strategy"))
    card = card_of(spec.key)
    game = Scorecard(card, 1)
    rolls = plan.rolls or (FIVE_DICE if card.pool == (D6,) * 5 else typical_rolls(card.pool))
    measures, experiment = Measures(game, plan), Experiment([game], kind_of)
    values = "exact" if measures.book.exact else "compact"
    card_habits = habits(card, plan.no_reason_to_stop)
    return {
        "value": Part(measures.value, values),
        "numbers": Part(measures.numbers, values),
        "first": Part(lambda: first_throws(game, move_kind, numbers=has_straights(game)), values),
        "last": Part(lambda: last_dice(game, [tuple(roll) for roll in rolls]), values),
        **winning_parts(card, settings(spec.key, "winning")),
        "totals": Part(measures.totals, values, plan.perfect),
        "boxes": Part(measures.boxes, values, plan.perfect),
        "habits": Part(lambda: experiment.habits(card_habits, plan.habits), values, plan.habits),
        "levels": Part(lambda: experiment.levels(plan.levels), values, plan.levels),
    }


def content(wording: Wording, parts: Mapping[str, Any]) -> Content:
    """All texts and plots of a page."""
    data = {name: part["data"] for name, part in parts.items()}
    card, start = card_of(wording.game.key), data["value"]["start"]
    names = {box.key: wording.name(f"box.{box.key}") for box in card.boxes}
    facts = {
        "exactness": wording.phrase(f"exactness.{parts['value']['values']}"),
        "value": wording.number(start),
        "boxes": _boxes(wording, names, data["boxes"]),
        "numbers": _numbers(wording, card, data["numbers"]),
        "first": first_table(wording, data["first"], start),
        "last": _last(wording, card, data["last"]),
        **_totals(wording, card, data["totals"]),
        **_chips(wording, data["value"]),
        **habit_facts(wording, data["habits"], five=names.get(BoxKinds(card).alike(5) or "", "")),
        **level_facts(wording, data["levels"]),
        **_missed(wording, names, data["boxes"]),
        **winning_facts(wording, card, data),
    }
    for figures in data["boxes"]:
        facts[f"strike_{figures['box']}"] = wording.number(figures["open"])
        facts[f"met_{figures['box']}"] = wording.percent(figures["met"])
        facts[f"alone_{figures['box']}"] = wording.percent(figures["alone"])
        facts[f"brings_{figures['box']}"] = wording.number(figures["brings"]["mean"])
    plots = {
        "boxes": _boxes_plot(wording, names, data["boxes"]),
        "path": path_plot(wording, start, data["levels"]),
        "losses": losses_plot(wording, data["levels"]),
    }
    return Content(facts, plots)


def _totals(wording: Wording, card: Card, totals: Mapping[str, Any]) -> dict[str, str]:
    deciles = zip(("low", "lower", "median", "upper", "high"), totals["deciles"], strict=True)
    share = wording.percent(totals["bonus"])
    return {
        "spread": wording.number(totals["spread"], 1),
        **{name: wording.number(value, 0) for name, value in deciles},
        "bonus_share": share,
        "bonus_sentence": wording.phrase("bonus_won", share=share) if card.bonus else "",
        "chips_spent": wording.number(totals["chips"]["mean"], 2),
    }


def _chips(wording: Wording, value: Mapping[str, Any]) -> dict[str, str]:
    """The value of each chip, the first one first."""
    steps = [*value["chips"], value["start"]]
    worths = {f"chip_{at}": wording.number(steps[at] - steps[at - 1], 1) for at in range(1, len(steps))}
    return {**worths, "chips_all": wording.number(steps[-1] - steps[0], 1)}


def _missed(wording: Wording, names: Mapping[str, str], boxes: list[dict[str, Any]]) -> dict[str, str]:
    """The boxes that cost least, and most, if they are struck in the first turn."""
    ranked = sorted(boxes, key=lambda box: float(box["open"]))
    words = [f"{names[box['box']]} ({wording.number(box['open'])})" for box in ranked]
    return {"missed_least": ", ".join(words[:3]), "missed_most": ", ".join(words[:-4:-1])}


def _boxes(wording: Wording, names: Mapping[str, str], boxes: list[dict[str, Any]]) -> str:
    """The table of boxes: mean points, how often they score, and the cost of striking them."""
    rows = [
        [
            names[figures["box"]],
            wording.number(figures["brings"]["mean"], 2),
            wording.percent(figures["met"]),
            wording.percent(figures["alone"]),
            wording.number(figures["open"]),
        ]
        for figures in boxes
    ]
    return table(wording.heads("box", "brings", "met", "alone", "strike"), rows)


def _boxes_plot(wording: Wording, names: Mapping[str, str], boxes: list[dict[str, Any]]) -> str:
    values = {names[figures["box"]]: figures["brings"]["mean"] for figures in boxes}
    most = sorted(values, key=lambda name: -values[name])[:3]
    ends = [f"{name} {wording.number(values[name], 1)}" for name in most]
    return bars(wording, caption(wording, "boxes", ends), values)


def _symbols(card: Card) -> tuple[str, ...]:
    """The symbols of the dice; none if they show numbers."""
    faces = card.pool[0].faces
    return () if faces[0].isdigit() else faces


def _numbers(wording: Wording, card: Card, gains: list[list[float]]) -> str:
    """The table of gains from dice of each number in the first turn; symbols are not distinguished."""
    heads = wording.heads("symbol" if _symbols(card) else "number")
    heads += [wording.phrase("die_count" if dice == 1 else "dice_count", n=dice) for dice in range(len(gains[0]))]
    names = [wording.phrase("any_symbol")] if _symbols(card) else card.pool[0].faces
    rows = [[name, *map(wording.signed, values)] for name, values in zip(names, gains, strict=False)]
    return table(heads, rows)


def _last(wording: Wording, card: Card, rolls: list[dict[str, Any]]) -> str:
    """The table of where to write dice in the first turn, and the cost of other boxes."""
    rows = []
    for roll in rolls:
        (best, _), *others = _different(card, roll["choices"])
        costs = [f"{_box(wording, card, move)} ({wording.number(cost)})" for move, cost in others[:2]]
        rows.append([_dice(card, roll["dice"]), f"**{_box(wording, card, best)}**", *costs])
    return table(wording.heads("dice", "best", "second", "third"), rows, words=4)


def _different(card: Card, choices: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """The choices without those that differ only in the symbol."""
    alike = [str(Write(symbol)) for symbol in _symbols(card)]
    distinct = {cost if move in alike else move: (move, cost) for move, cost in reversed(choices)}
    return sorted(distinct.values(), key=lambda choice: choice[1])


def _box(wording: Wording, card: Card, move: str) -> str:
    box = move.removeprefix("write ")
    if box in _symbols(card):
        return wording.phrase("symbol_of", letter=LETTERS[_symbols(card).index(box)])
    return wording.name(f"box.{box}")


def _dice(card: Card, faces: list[int]) -> str:
    """Dice as text: symbols as letters, dice unlike the first one in brackets."""
    if _symbols(card):
        return " ".join(LETTERS[face - 1] for face in faces)
    return " ".join(
        str(face) if die == card.pool[0] else f"[{face}]" for die, face in zip(card.pool, faces, strict=True)
    )
