"""The chi-square test: how likely fair dice are to be at least as uneven as the observed counts."""

from collections.abc import Sequence
from math import exp, lgamma, log

ENOUGH = 20
"""The least expected count of every face; with fewer dice the chi-square distribution is a poor approximation."""
_CLOSE = 1e-15


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The series x⁰/a + x¹/a(a+1) + x²/a(a+1)(a+2) + …, which converges fast for small x."""
    total = term = 1 / a
    while term > total * _CLOSE:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- …))), which converges fast for large x."""
    # Lentz's algorithm evaluates it from the front.
    below = x + 1 - a
    above, under = 1 / _CLOSE**2, 1 / below
    value, step = under, 1
    while True:
        factor = -step * (step - a)
        below += 2
        under = 1 / (factor * under + below or _CLOSE**2)
        above = below + factor / above or _CLOSE**2
        value *= above * under
        if abs(above * under - 1) < _CLOSE:
            return value
        step += 1


def chi_square(rows: Sequence[Sequence[int]]) -> tuple[float, int]:
    """The chi-square statistic of rows of counts, each against equal frequencies, and its degrees of freedom.

    Rows with too few dice are left out; 0 degrees of freedom mean that nothing can be said.
    """
    total, freedom = 0.0, 0
    for row in rows:
        expected = sum(row) / len(row)
        if expected >= ENOUGH and len(row) > 1:
            total += sum((count - expected) ** 2 for count in row) / expected
            freedom += len(row) - 1
    return total, freedom


def likelihood(total: float, freedom: int) -> float | None:
    """The p-value: how likely fair dice are to be at least so uneven; None if nothing can be said."""
    return upper_gamma(freedom / 2, total / 2) if freedom else None
