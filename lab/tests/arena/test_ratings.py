"""Ratings: numbers that can be worked out, and that no order of games changes."""

import pytest

from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.ratings import UNKNOWN, ratings


def games(*results: tuple[str, str, int]) -> list[GameRow]:
    """Games that the first of two players won so often."""
    wins = [(one, other) for one, other, count in results for _ in range(count)]
    return [GameRow(number, pair, (1, 0), (1, 2), 1) for number, pair in enumerate(wins)]


def test_who_wins_more_is_rated_higher_and_more_games_make_it_surer() -> None:
    few = ratings(("b", "a"), games(("a", "b", 3), ("b", "a", 1)))
    many = ratings(("b", "a"), games(("a", "b", 300), ("b", "a", 100)))
    assert list(few) == list(many) == ["a", "b"]
    assert many["a"].error < few["a"].error < UNKNOWN
    # Three wins for one defeat are 191 points on the scale of chess; what strangers are thought to be hardly counts.
    assert many["a"].mean - many["b"].mean == pytest.approx(190.85, abs=1)


def test_equal_results_give_equal_ratings_whatever_the_order() -> None:
    round_about = games(("a", "b", 40), ("b", "c", 40), ("c", "a", 40))
    rated = ratings(("a", "b", "c"), round_about)
    assert {(rating.mean, rating.error) for rating in rated.values()} == {(1500.0, rated["a"].error)}
    assert ratings(("a", "b", "c"), reversed(round_about)) == rated


def test_who_never_lost_has_a_rating_and_who_never_played_is_a_stranger() -> None:
    rated = ratings(("a", "b", "new"), games(("a", "b", 1000)))
    assert 400 < rated["a"].mean - rated["b"].mean < 4000
    assert rated["new"].mean == 1500
    assert rated["new"].error == pytest.approx(UNKNOWN)


def test_a_game_of_three_counts_as_much_as_the_two_places_it_decides() -> None:
    two = ratings(("a", "b"), [GameRow(0, ("a", "b"), (2, 1), (1, 2), 1)])
    drawn = ratings(("a", "b", "c"), [GameRow(0, ("a", "b", "c"), (1, 1, 1), (1, 1, 1), 1)])
    assert {rating.mean for rating in drawn.values()} == {1500.0}
    assert two["a"].mean > 1500 > two["b"].mean
