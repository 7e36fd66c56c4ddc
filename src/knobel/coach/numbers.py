"""Numbers as the coach says them: results, differences, percentages; and verdicts on losses."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from knobel.core.game import AnyGame
from knobel.games.spec import spec
from knobel.scene.text import Text, text

RARE = 0.015
"""Below this chance, something happens once in so many times."""

CLEARLY = 0.995
"""Above this chance, something is as good as certain."""

HALF_PERCENT = 0.005
"""Below this chance, a percentage is given as less than one."""

DIGITS = {"points": 1, "turns": 2, "rank_points": 2, "win": 1, "reach": 1}
"""The number of decimals of each objective."""

CHANCES = ("win", "reach")
"""The objectives that are chances, given in per cent."""

TOGETHER = ("win", "rank_points")
"""The objectives for which other seats' throws and decisions matter."""

FINE = 2
"""The number of decimals where the spread of a turn is small."""


def number(value: float, digits: int = 1, *, signed: bool = False) -> Text:
    """A number with decimals in the format of each language; integers have none."""
    # Like `toFixed` in the app: exactly, and a half up.
    rounded = str(Decimal(abs(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))
    whole, _, part = rounded.partition(".")
    nothing = not rounded.strip("0.")
    sign = "" if nothing else "−" if value < 0 else "+" if signed else ""
    if not part or nothing or (abs(value - round(value)) < 1e-6 and not signed):
        return text("coach.whole", n=f"{sign}{whole}")
    return text("coach.decimal", whole=f"{sign}{whole}", part=part)


def rounded(value: float) -> Text:
    """A number as people say it: whole from two on, with one decimal below, and two where it is tiny."""
    size = abs(value)
    whole = size >= 1.95 or 0.95 <= size < 1.05
    return number(value, 0 if whole else 1 if size >= 0.15 else 2)


def is_one(amount: Text) -> bool:
    """Whether a number is shown as 1."""
    return dict(amount.values).get("n") in ("1", 1)


class Scale:
    """How results of an objective are displayed; `spread` is that of a turn."""

    def __init__(self, objective: str, spread: float) -> None:
        self.objective = objective
        self.spread = spread
        self.digits = FINE if objective == "points" and spread < 3 else DIGITS[objective]

    def shown(self, value: float) -> float:
        """The displayed number: turns are positive, chances are percentages."""
        match self.objective:
            case "turns":
                return -value
            case "win" | "reach":
                return 100 * value
        return value

    def amount(self, value: float) -> Text:
        """A result: `231 points`, `19.8 turns`, `62.5%`."""
        return self._with_unit("unit", self.shown(value))

    def bare(self, value: float) -> Text:
        """A result without the name of its unit."""
        return self.tick(self.shown(value))

    def tick(self, shown: float) -> Text:
        """A displayed number as text."""
        plain = number(shown, self.digits)
        return text("coach.percent", amount=plain) if self.objective in CHANCES else plain

    def change(self, value: float) -> Text:
        """A difference of results with its sign."""
        return number(self.shown(value), self.digits, signed=True)

    def about(self, value: float) -> Text:
        """The absolute size of a difference, rounded as people say it: `about 4 points`."""
        shown = abs(self.shown(value))
        plain = rounded(shown)
        if is_one(plain):
            return text(f"coach.about.one.{self.objective}")
        return text(f"coach.about.{self.objective}", amount=plain)

    def size(self, value: float) -> Text:
        """The absolute size of a difference: `3.7 points`, `2.1 percentage points`."""
        return self._with_unit("size", abs(self.shown(value)))

    def _with_unit(self, kind: str, shown: float) -> Text:
        if self.objective not in CHANCES and abs(shown - 1) < 1e-6:
            return text(f"coach.one.{self.objective}")
        return text(f"coach.{kind}.{self.objective}", amount=number(shown, self.digits))


def odds(chance: float) -> Text:
    """How often something happens, as part of a sentence: `23% of the time`, `once in 500`."""
    if chance > 1 - 1e-9:
        return text("coach.odds.always")
    if chance > CLEARLY:
        return text("coach.odds.nearly_always")
    if chance < 1e-9:
        return text("coach.odds.never")
    if chance < RARE:
        return text("coach.odds.once_in", amount=text("coach.whole", n=_round_number(1 / chance)))
    return text("coach.odds.some", amount=_whole_percent(chance))


def _round_number(amount: float) -> int:
    """A number with one digit that counts, or two below 200: 70, 150, 500, 2000."""
    digits = 2 if 100 <= amount < 200 else 1
    return int(float(f"{amount:.{digits}g}"))


def percent(chance: float) -> Text:
    """A chance in per cent, on its own: `23%`."""
    if 1e-9 <= chance < HALF_PERCENT or 1 - HALF_PERCENT < chance <= 1 - 1e-9:
        return text("coach.percent.below" if chance < HALF_PERCENT else "coach.percent.above")
    return text("coach.percent", amount=_whole_percent(chance))


def _whole_percent(chance: float) -> Text:
    """A chance in whole per cent; only impossible is 0, only certain is 100."""
    shown = round(100 * min(1.0, max(0.0, chance)))
    if 1e-9 <= chance <= 1 - 1e-9:
        shown = max(1, min(99, shown))
    return text("coach.whole", n=shown)


REACH = 0.1
"""The spread of a turn in the chance to reach a score, in any game."""

CLASSES = (("best", 0.001), ("good", 0.05), ("slip", 0.25), ("mistake", 0.75))
"""The verdicts by loss, each up to this fraction of a spread."""

WORST = "blunder"
"""The verdict on larger losses."""


def spread(game: AnyGame, objective: str) -> float:
    """The spread of a turn in this game: the yardstick of losses."""
    return REACH if objective == "reach" else spec(game).turn_spread(game, objective)


def classify(loss: float, spread: float) -> str:
    """The verdict on a loss."""
    return next((name for name, most in CLASSES if loss <= most * spread), WORST)


def error_rate(losses: Sequence[float], spread: float) -> float:
    """The mean of these losses in hundredths of a spread; 0 if there are none."""
    return 100 * sum(losses) / (len(losses) * spread) if losses else 0.0
