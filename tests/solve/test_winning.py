"""Chances to win from final scores: ties are shared, and somebody always wins."""

from itertools import product
from math import prod

import numpy as np
import pytest

from knobel.solve.winning import Prize, Scores, chances_to_win, normal, rivals, sure


def some(random: np.random.Generator, first: int, size: int) -> Scores:
    weights = random.random(size)
    return Scores(first, (weights / weights.sum()).tolist())


def by_hand(seats: list[Scores]) -> list[float]:
    """All final scores together, one after the other."""
    found = [0.0] * len(seats)
    for at in product(*(range(len(scores.chances)) for scores in seats)):
        chance = prod(float(scores.chances[n]) for scores, n in zip(seats, at, strict=True))
        totals = [scores.first + n for scores, n in zip(seats, at, strict=True)]
        winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
        for seat in winners:
            found[seat] += chance / len(winners)
    return found


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_chances_are_those_of_trying_all_final_scores_and_make_one(count: int) -> None:
    random = np.random.default_rng(count)
    seats = [some(random, int(random.integers(-2, 2)), 4) for _ in range(count)]
    assert chances_to_win(seats) == pytest.approx(by_hand(seats))
    assert sum(chances_to_win(seats)) == pytest.approx(1)


def test_who_is_level_shares_and_who_is_behind_wins_nothing() -> None:
    assert chances_to_win([sure(10), sure(10), sure(9)]) == pytest.approx([0.5, 0.5, 0])
    assert chances_to_win([sure(3)]) == [1]


def test_a_normal_shape_has_its_mean_and_deviation() -> None:
    scores = normal(245.87, 39.8)
    values = scores.first + np.arange(len(scores.chances))
    assert sum(scores.chances) == pytest.approx(1)
    assert scores.mean == pytest.approx(245.87, abs=1e-3)
    assert np.sqrt(((values - scores.mean) ** 2) @ scores.chances) == pytest.approx(39.8, rel=1e-3)


def test_two_normal_shapes_win_as_their_difference_says() -> None:
    """Ten points ahead with a deviation of 50 in all: a fifth of it, 57.93 %."""
    assert Prize([normal(240, 30)]).of(normal(250, 40)) == pytest.approx(0.57926, abs=1e-4)


@pytest.mark.parametrize("count", [2, 3, 5])
def test_what_others_win_by_a_score_and_what_it_wins_itself_make_all_chances(count: int) -> None:
    random = np.random.default_rng(count)
    others = [some(random, int(random.integers(-2, 2)), 4) for _ in range(count)]
    for mine in (some(random, 0, 4), sure(1), sure(-9), sure(9)):
        shares = [Prize(others).of(mine), *(curve.of(mine) for curve in rivals(others))]
        assert shares == pytest.approx(chances_to_win([mine, *others]))


@pytest.mark.parametrize("deviation", [3.4, 9.0, 40.0])
def test_a_normal_shape_is_looked_up_as_if_it_were_summed_up(deviation: float) -> None:
    for others in ([sure(100)], [normal(104.3, 12.0), normal(96.0, 20.0)]):
        prize = Prize(others)
        for mean in (60.0, 99.2, 100.75, 121.5):
            assert prize.of(normal(mean, deviation)) == pytest.approx(prize.summed(normal(mean, deviation)), abs=2e-5)
