"""Numbers as a coach says them: results, differences, chances in per cent; and what a loss means."""

from collections.abc import Sequence

from knobel.core.game import AnyGame
from knobel.games.spec import spec
from knobel.scene.text import Text, text

HARDLY = 0.001
"""What happens less often happens hardly ever."""

HALF_PERCENT = 0.005
"""What happens less often is below one per cent, whatever is rounded."""

DIGITS = {"points": 1, "turns": 2, "rank_points": 2, "win": 1, "reach": 1}
"""How many digits follow the point."""

CHANCES = ("win", "reach")
"""The objectives that are chances, said in percent."""

TOGETHER = ("win", "rank_points")
"""The objectives in which others' throws and decisions make a difference."""

FINE = 2
"""Digits where a turn moves little more than a point."""


def number(value: float, digits: int = 1, *, signed: bool = False) -> Text:
    """A number with its digits in the way of each language; a whole one is said without."""
    rounded = f"{abs(value):.{digits}f}"
    whole, _, part = rounded.partition(".")
    nothing = not rounded.strip("0.")
    sign = "" if nothing else "−" if value < 0 else "+" if signed else ""
    if not part or nothing or (abs(value - round(value)) < 1e-6 and not signed):
        return text("coach.whole", n=f"{sign}{whole}")
    return text("coach.decimal", whole=f"{sign}{whole}", part=part)


class Scale:
    """How the results of an objective are said; `spread` is what a turn moves them by."""

    def __init__(self, objective: str, spread: float) -> None:
        self.objective = objective
        self.digits = FINE if objective == "points" and spread < 3 else DIGITS[objective]

    def shown(self, value: float) -> float:
        """The number people see: turns count up, chances are percents."""
        match self.objective:
            case "turns":
                return -value
            case "win" | "reach":
                return 100 * value
        return value

    def amount(self, value: float) -> Text:
        """A result: `231 points`, `19.8 turns`, `62.5%`."""
        if self.objective not in CHANCES and abs(self.shown(value) - 1) < 1e-6:
            return text(f"coach.one.{self.objective}")
        return text(f"coach.unit.{self.objective}", amount=number(self.shown(value), self.digits))

    def bare(self, value: float) -> Text:
        """A result without the name of its unit."""
        return self.tick(self.shown(value))

    def tick(self, shown: float) -> Text:
        """A number that people see."""
        plain = number(shown, self.digits)
        return text("coach.percent", amount=plain) if self.objective in CHANCES else plain

    def change(self, value: float) -> Text:
        """A difference of results with its sign."""
        return number(self.shown(value), self.digits, signed=True)

    def size(self, value: float) -> Text:
        """How much a difference is, whichever way it goes."""
        return text(f"coach.size.{self.objective}", amount=number(abs(self.shown(value)), self.digits))


def odds(chance: float) -> Text:
    """How often something happens, within a sentence: `23% of the time`."""
    if chance > 1 - 1e-9:
        return text("coach.odds.always")
    if chance < 1e-9:
        return text("coach.odds.never")
    if not HARDLY < chance < 1 - HARDLY:
        return text("coach.odds.hardly_ever" if chance < HARDLY else "coach.odds.nearly_always")
    return text("coach.odds.some", amount=_whole_percent(chance))


def percent(chance: float) -> Text:
    """A chance beside what it is of, or beside another one: `23%`."""
    if 1e-9 <= chance < HALF_PERCENT or 1 - HALF_PERCENT < chance <= 1 - 1e-9:
        return text("coach.percent.below" if chance < HALF_PERCENT else "coach.percent.above")
    return text("coach.percent", amount=_whole_percent(chance))


def _whole_percent(chance: float) -> Text:
    """A chance in whole per cent; what may happen is not 0, what may fail is not 100."""
    shown = round(100 * min(1.0, max(0.0, chance)))
    if 1e-9 <= chance <= 1 - 1e-9:
        shown = max(1, min(99, shown))
    return text("coach.whole", n=shown)


REACH = 0.1
"""How far a turn moves the chance of a score that is wished for, in any game."""

CLASSES = (("best", 0.001), ("good", 0.05), ("inaccuracy", 0.15), ("mistake", 0.35))
"""The classes by loss, each up to this part of a spread."""

WORST = "blunder"
"""The class of larger losses."""

HALF = 0.35
"""A decision that loses this part of a spread is half accurate: where blunders begin."""


def spread(game: AnyGame, objective: str) -> float:
    """How far a turn of this game moves the result: the yardstick of losses."""
    return REACH if objective == "reach" else spec(game).turn_spread(game, objective)


def classify(loss: float, spread: float) -> str:
    """The class of a decision that loses so much."""
    return next((name for name, most in CLASSES if loss <= most * spread), WORST)


def accuracy(losses: Sequence[float], spread: float) -> float:
    """From 0 to 100: the mean over decisions of 2 to the power of minus loss over `HALF` a spread."""
    if not losses:
        return 100.0
    return 100 * sum(2 ** (-max(0.0, loss) / (HALF * spread)) for loss in losses) / len(losses)
