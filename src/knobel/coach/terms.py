"""Terms: what a choice is worth, and the difference between two choices, split exactly by what the turn may become.

A choice is worth the sum, over all ends of the turn, of their chances times the value after them. Ends are grouped by
what they write, and each group counts by what it brings beyond a common baseline. Chances sum to one for both choices,
so the terms add up to the difference whatever the baseline is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from knobel.scene.text import Text

MARGIN = "margin"
"""The key of the part of a chance to win that points do not explain: who leads, and how far results scatter."""

NOISE = 1e-9
"""Differences that are only due to rounding."""


@dataclass(frozen=True, slots=True)
class Share:
    """Something that a choice may become, and its part in the value of the choice."""

    label: Text
    chance: float
    total: float
    """Its chance times the mean value after it; of an effect, what it adds to the value of the choice."""
    gain: float | None = None
    """The mean of what is written, such as points; None if that is not a number."""
    effect: bool = False
    """Whether it is no end of the turn but comes with one, such as a chip that is spent."""


Shares = Mapping[str, Share]
"""The shares of a choice, by key: the chances of ends sum to one, and the totals to the value of the choice."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of what a choice is worth more than another one, or than a turn that brings nothing."""

    key: str
    label: Text
    amount: float
    """What it adds to the difference; negative if it speaks for the other choice."""
    chance: float = 0.0
    less: float = 0.0
    """Its chance with the choice, and with the other one."""
    gain: float | None = None
    lower: float | None = None
    """The mean of what is written with the choice, and with the other one."""
    often: float = 0.0
    """The part of the amount that is due to the different chances; the rest is due to what it brings."""
    effect: bool = False
    """Whether it is no end of the turn but comes with one, such as a chip that is spent."""

    @property
    def is_chance(self) -> bool:
        """Whether the two chances explain more of it than what it brings."""
        return self.often * self.amount > 0 and abs(self.often) >= abs(self.amount - self.often)


def value(shares: Shares) -> float:
    """The value of a choice."""
    return fsum(share.total for share in shares.values())


def collected(shares: Iterable[tuple[str, Share]]) -> Shares:
    """Shares with the same key put together."""
    groups: dict[str, Share] = {}
    for key, share in shares:
        before = groups.get(key)
        groups[key] = share if before is None else _together(before, share)
    return groups


def _together(one: Share, other: Share) -> Share:
    chance = one.chance + other.chance
    gain = None
    if one.gain is not None and other.gain is not None and chance:
        gain = (one.gain * one.chance + other.gain * other.chance) / chance
    return replace(one, chance=chance, total=one.total + other.total, gain=gain)


def aims(shares: Shares, nothing: float) -> tuple[Term, ...]:
    """What a choice brings beyond a turn that is worth `nothing`, the largest first; the terms add up to that."""
    terms = [
        Term(
            key,
            share.label,
            share.total - (0.0 if share.effect else share.chance * nothing),
            share.chance,
            gain=share.gain,
            effect=share.effect,
        )
        for key, share in shares.items()
    ]
    return _ordered(terms)


def differences(best: Shares, other: Shares) -> tuple[Term, ...]:
    """What a choice is worth more than another one, the largest term first; the terms add up to the difference."""
    baseline = value(other)
    split = (_difference(key, best.get(key), other.get(key), baseline) for key in {**best, **other})
    return _ordered(term for term in split if term.amount)


def _difference(key: str, best: Share | None, other: Share | None, baseline: float) -> Term:
    share = best or other
    assert share is not None
    (chance, total, gain), (less, total_less, lower) = (_numbers(each) for each in (best, other))
    if share.effect:
        return Term(key, share.label, total - total_less, chance, less, gain, lower, effect=True)
    amount = total - chance * baseline - (total_less - less * baseline)
    # What it brings on average; where it may not happen with one choice, as with the other.
    brought, brought_less = (sum_ / often if often else None for sum_, often in ((total, chance), (total_less, less)))
    means = [mean for mean in (brought, brought_less) if mean is not None]
    often = (chance - less) * (sum(means) / len(means) - baseline) if means else 0.0
    return Term(key, share.label, amount, chance, less, gain, lower, often)


def _numbers(share: Share | None) -> tuple[float, float, float | None]:
    return (share.chance, share.total, share.gain) if share else (0.0, 0.0, None)


def _ordered(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(terms, key=lambda term: -abs(term.amount)))


def scaled(terms: Sequence[Term], factor: float) -> tuple[Term, ...]:
    """The terms in another unit."""
    return tuple(replace(term, amount=term.amount * factor, often=term.often * factor) for term in terms)


def explained_by_points(points: Sequence[Term], difference: float, steepest: float, margin: Text) -> tuple[Term, ...]:
    """A difference in chances to win, as terms in points, as far as these speak for it, and the margin that is left.

    A point counts for at most `steepest` of the chance.
    """
    sum_ = total(points)
    rate = min(max(difference / sum_, 0.0), steepest) if sum_ > NOISE else 0.0
    rest = difference - rate * sum_
    return _ordered(
        (*(scaled(points, rate) if rate else ()), *([Term(MARGIN, margin, rest)] if abs(rest) > NOISE else []))
    )


def total(terms: Sequence[Term]) -> float:
    """The sum of terms."""
    return fsum(term.amount for term in terms)


def largest(terms: Sequence[Term], sign: int = 1) -> Term | None:
    """The largest term with this sign; None if there is none."""
    return max((term for term in terms if term.amount * sign > 0), key=lambda term: abs(term.amount), default=None)
