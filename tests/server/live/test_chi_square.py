"""Chance: the distribution is the known one, and the generator of checkable dice passes it."""

from math import erfc, exp, factorial, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import D6, D10
from knobel.core.checked import Checked, seal
from knobel.server.live.chi_square import ENOUGH, chi_square, likelihood, upper_gamma

SECRET = bytes(range(32))


@pytest.mark.parametrize(
    ("freedom", "value", "chance"),
    [
        # The usual critical values, as tables of chi-square print them.
        (1, 3.841, 0.05),
        (1, 10.828, 0.001),
        (5, 11.070, 0.05),
        (5, 20.515, 0.001),
        (9, 16.919, 0.05),
        (30, 43.773, 0.05),
        (30, 14.953, 0.99),
        (100, 149.449, 0.001),
    ],
)
def test_chi_square_has_the_critical_values_of_the_printed_tables(freedom: int, value: float, chance: float) -> None:
    assert likelihood(value, freedom) == pytest.approx(chance, rel=2e-3)


@given(st.integers(1, 60), st.floats(0, 300))
def test_whole_numbers_agree_with_the_sum_of_poisson(a: int, x: float) -> None:
    """Q(a, x) = exp(-x) · Σ xᵏ/k! for k below a."""
    exact = sum(exp(-x) * x**k / factorial(k) for k in range(a))
    assert upper_gamma(a, x) == pytest.approx(exact, rel=1e-9, abs=1e-13)


@given(st.floats(0, 600))
def test_one_half_agrees_with_the_error_function(x: float) -> None:
    assert upper_gamma(0.5, x) == pytest.approx(erfc(sqrt(x)), rel=1e-9, abs=1e-13)


def test_counts_that_are_all_alike_are_never_uneven() -> None:
    assert likelihood(*chi_square([[50] * 6])) == 1


def test_a_worked_example() -> None:
    """100 coins, 60 heads: 10²/50 + 10²/50 = 4, which chance does in 4.55 of 100."""
    total, freedom = chi_square([[60, 40]])
    assert (total, freedom) == (4.0, 1)
    assert likelihood(total, freedom) == pytest.approx(0.0455, abs=1e-4)


def test_rows_that_are_too_short_to_tell_are_left_out() -> None:
    enough, less = [ENOUGH] * 6, [6 * ENOUGH - 1, 0, 0, 0, 0, 0]
    assert chi_square([enough, less]) == (0.0, 5)
    assert likelihood(*chi_square([less])) is None


def test_two_hundred_thousand_checkable_dice_are_fair() -> None:
    """Every face of each of six dice, and every face after every other, for one fixed secret."""
    dice = Checked("table1", seal(SECRET), ("00" * 16, "01" * 16), SECRET)
    pool = [D6] * 5 + [D10]
    faces = [[0] * len(die.faces) for die in pool]
    pairs = [[[0] * len(die.faces) for _ in die.faces] for die in pool]
    before: list[int] | None = None
    for throw in range(1, 33_335):
        shown = [value - die.first for value, die in zip(dice.roll(throw, pool), pool, strict=True)]
        for position, face in enumerate(shown):
            faces[position][face] += 1
            if before:
                pairs[position][before[position]][face] += 1
        before = shown
    assert sum(map(sum, faces)) > 200_000
    chances = [likelihood(*chi_square(rows)) for rows in (*([row] for row in faces), *pairs)]
    assert min(chance for chance in chances if chance is not None) > 1e-3
    assert None not in chances
