"""Exact distributions of scores agree with enumeration and with games, and the page shows what is shipped."""

from collections import defaultdict
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from lab.tools.distributions import PAGE, filled

from knobel import AnyGame, BadSetup, Decide, Over, outcomes
from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.extreme.rules import CARD as EXTREME
from knobel.games.hexhex.rules import CARD as HEXHEX
from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve.book import endgame
from knobel.games.scorecard.solve.shipped import shipped_book
from knobel.solve.scores import distribution
from knobel_lab.games.scorecard.distribution import chances
from knobel_lab.sim import simulate
from tests.solve.cards import TINY

PLAIN = replace(TINY, key="plain", chips=0)
BEST = 1e-9


def best_spread(game: AnyGame) -> dict[int, float]:
    """The distribution of a solo game's score by recursion; of equal choices writing comes first, in the first box."""

    @cache
    def spread(state: Any) -> tuple[float, dict[int, float]]:
        match game.pending(state):
            case Over():
                (score,) = game.scores(state)
                return float(score), {score: 1.0}
            case Decide():
                moves = sorted(game.moves(state, 0), key=lambda move: "keep" in str(move))
                spreads = [spread(game.play(state, 0, move)) for move in moves]
                most = max(value for value, _ in spreads)
                return next(one for one in spreads if one[0] > most - BEST)
            case throw:
                mean, mixed = 0.0, defaultdict[int, float](float)
                for faces, chance in outcomes([game.pool[position] for position in throw.dice]):
                    value, part = spread(game.land(state, faces))
                    mean += float(chance) * value
                    for score, share in part.items():
                        mixed[score] += float(chance) * share
                return mean, dict(mixed)

    return spread(game.start())[1]


def test_a_tiny_game_has_the_distribution_of_enumeration() -> None:
    computed = chances(endgame(PLAIN, range(3)))
    enumerated = best_spread(Scorecard(PLAIN, 1))
    # Ties between ways to hold dice may fall differently, so what must agree is the mean and, here, all the rest.
    assert sum(score * chance for score, chance in enumerate(computed)) == pytest.approx(
        sum(score * chance for score, chance in enumerated.items()), abs=1e-12
    )
    assert dict(enumerate(computed)) == pytest.approx(
        {score: enumerated.get(score, 0.0) for score in range(len(computed))}
    )


def test_hexhex_has_the_mean_of_the_exact_value_and_the_shape_of_games() -> None:
    stored = distribution("hexhex")
    again = chances(shipped_book(HEXHEX))
    assert np.allclose(stored.chances, again, atol=1e-6)
    assert stored.mean == pytest.approx(33.9319358, abs=1e-6)
    games = simulate("hexhex", "optimal", 4_000, seed=3).scores[:, 0]
    shares = np.array(stored.chances)
    counts = np.bincount(games, minlength=len(shares))
    many = shares * len(games) >= 5
    expected = np.append(shares[many], shares[~many].sum()) * len(games)
    observed = np.append(counts[many], counts[~many].sum())
    degrees = len(expected) - 1
    # Chi-square is about normal for this many degrees; five deviations are hardly ever luck.
    assert ((observed - expected) ** 2 / expected).sum() < degrees + 5 * (2 * degrees) ** 0.5


def test_the_end_of_classic_has_the_mean_of_its_exact_value() -> None:
    boxes = (0, 5, 8, 12)
    book = endgame(CLASSIC, boxes, 42)
    last = chances(book)
    assert last @ np.arange(len(last)) == pytest.approx(book.value(boxes, 42, 0), abs=1e-9)


def test_a_card_with_chips_has_no_exact_distribution() -> None:
    with pytest.raises(BadSetup, match="has chips"):
        chances(endgame(EXTREME, [0], 0, 1))


def test_the_page_shows_what_is_shipped() -> None:
    assert PAGE.read_text("utf-8") == filled(PAGE.read_text("utf-8"))
