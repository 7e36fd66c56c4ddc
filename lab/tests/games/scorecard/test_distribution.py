"""Distributions of scores: exact ones agree with enumeration and with games, shipped ones with what is known."""

from collections import defaultdict
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from lab.tools.distributions import PAGE, filled

from knobel import AnyGame, BadSetup, Decide, Over, make, outcomes
from knobel.games import SPECS
from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.hexhex.rules import CARD as HEXHEX
from knobel.games.holding.tray import Keep
from knobel.games.scorecard.reach import ReachJudge
from knobel.games.scorecard.rules import Card, Scorecard
from knobel.games.scorecard.solve.book import endgame
from knobel.games.scorecard.solve.reach import reach, reach_of
from knobel.games.scorecard.solve.shipped import shipped_book
from knobel.solve.scores import FILE, Distribution, Players, distribution, distributions, shipped
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
                found = [spread(game.play(state, 0, move)) for move in moves]
                most = max(value for value, _ in found)
                return next(one for one in found if one[0] > most - BEST)
            case throw:
                mean, mixed = 0.0, defaultdict[int, float](float)
                for faces, chance in outcomes([game.pool[position] for position in throw.dice]):
                    value, part = spread(game.land(state, faces))
                    mean += float(chance) * value
                    for score, share in part.items():
                        mixed[score] += float(chance) * share
                return mean, dict(mixed)

    return spread(game.start())[1]


def best_reach(game: AnyGame, wish: int, state: Any = None) -> float:
    """The best chance of a score by recursion, from the start or from a state."""

    @cache
    def chance_of(state: Any) -> float:
        match game.pending(state):
            case Over():
                return float(game.scores(state)[0] >= wish)
            case Decide():
                return max(chance_of(game.play(state, 0, move)) for move in game.moves(state, 0))
            case throw:
                falls = outcomes([game.pool[position] for position in throw.dice])
                return sum(float(chance) * chance_of(game.land(state, faces)) for faces, chance in falls)

    return chance_of(state or game.start())


def test_a_tiny_game_has_the_distribution_of_enumeration() -> None:
    found = chances(endgame(PLAIN, range(3)))
    known = best_spread(Scorecard(PLAIN, 1))
    # Ties between ways to hold dice may fall differently, so what must agree is the mean and, here, all the rest.
    assert sum(score * chance for score, chance in enumerate(found)) == pytest.approx(
        sum(score * chance for score, chance in known.items()), abs=1e-12
    )
    assert dict(enumerate(found)) == pytest.approx({score: known.get(score, 0.0) for score in range(len(found))})


@pytest.mark.parametrize("card", [PLAIN, TINY], ids=["without chips", "with chips"])
@pytest.mark.parametrize("wish", [0, 1, 9, 12, 20, 24, 26, 40])
def test_a_tiny_game_reaches_a_wish_as_often_as_enumeration(card: Card, wish: int) -> None:
    boxes = [box.key for box in card.boxes]
    found = reach_of(card, boxes, 0, wish, card.chips)
    assert found == pytest.approx(best_reach(Scorecard(card, 1), wish), abs=1e-12)


def test_a_judge_of_a_wish_says_of_every_move_what_enumeration_says() -> None:
    game, judge = Scorecard(TINY, 1), ReachJudge(TINY, 20)
    state = game.start()
    # Two throws that came to nothing, then the last one, after which a chip may be spent.
    for faces in ((1, 2, 3), (2, 2, 1), (3, 1, 2)):
        state = game.land(state, faces)
        ratings = judge.rate(game, state, 0)
        assert ratings == pytest.approx(
            {move: best_reach(game, 20, game.play(state, 0, move)) for move in game.moves(state, 0)}, abs=1e-12
        )
        state = game.play(state, 0, Keep(()))
    assert judge.value(game, state, 0) == pytest.approx(best_reach(game, 20, state), abs=1e-12)


def test_hexhex_has_the_mean_of_the_exact_value_and_the_shape_of_games() -> None:
    found = distribution("hexhex")
    again = chances(shipped_book(HEXHEX))
    assert np.allclose(found.chances, again, atol=1e-6)
    assert found.mean == pytest.approx(33.9319358, abs=1e-6)
    games = simulate("hexhex", "optimal", 4_000, seed=3).scores[:, 0]
    counts = np.bincount(games, minlength=len(found.chances))
    many = found.chances * len(games) >= 5
    expected = np.append(found.chances[many], found.chances[~many].sum()) * len(games)
    observed = np.append(counts[many], counts[~many].sum())
    degrees = len(expected) - 1
    # Chi-square is about normal for this many degrees; five deviations are hardly ever luck.
    assert ((observed - expected) ** 2 / expected).sum() < degrees + 5 * (2 * degrees) ** 0.5


def test_classic_has_the_published_mean_and_agrees_with_the_end_of_games() -> None:
    found = distribution("classic")
    assert found.exact
    assert found.chances.sum() == pytest.approx(1, abs=1e-9)
    assert found.mean == pytest.approx(245.8707745, abs=1e-6)
    assert found.deviation == pytest.approx(39.82, abs=0.005)
    boxes = (0, 5, 8, 12)
    book = endgame(CLASSIC, boxes, 42)
    last = chances(book)
    assert last @ np.arange(len(last)) == pytest.approx(book.value(boxes, 42, 0), abs=1e-9)


def test_extreme_has_the_known_mean_within_its_error() -> None:
    found = distribution("extreme")
    assert found.games == 200_000
    assert abs(found.mean - 651.1756) < 3 * found.error
    with pytest.raises(BadSetup, match="has chips"):
        chances(endgame(make("extreme").card, [0], 0, 1))  # type: ignore[attr-defined]


def test_a_wish_is_reached_at_least_as_often_as_perfect_play_reaches_it() -> None:
    found = distribution("hexhex")
    assert len(found.reach) == 55
    for score in range(55):
        assert found.reach[score] > found.at_least(score) - 1e-6
    assert found.reach[33] - found.at_least(33) > 0.03


def test_nothing_is_certain_and_more_than_everything_is_impossible() -> None:
    assert reach_of(HEXHEX, ["frog"], 0, 0) == 1
    assert reach_of(HEXHEX, ["frog"], 0, -3) == 1
    assert reach_of(HEXHEX, ["frog"], 0, 6) == 0
    # Five frogs with three throws: each die shows one with 91 in 216.
    assert reach_of(HEXHEX, ["frog"], 0, 5) == pytest.approx((91 / 216) ** 5)


@pytest.mark.parametrize(("chips", "reason"), [(0, "13 open boxes are too many"), (1, "has 0 to 0 chips")])
def test_wishes_that_cannot_be_worked_out_are_refused(chips: int, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        reach(CLASSIC, range(13), 0, 100, chips)


def test_percentiles_count_what_is_lower() -> None:
    found = Distribution(Players("tiny", "perfect"), 3, np.array([0.25, 0.0, 0.5, 0.25]))
    assert [found.percentile(score) for score in (0, 3, 4, 5, 6, 7, 99)] == [0, 0, 25, 25, 75, 100, 100]
    assert [found.quantile(share) for share in (0, 0.25, 0.26, 0.75, 1)] == [3, 3, 5, 5, 6]
    assert found.at_least(5) == 0.75
    assert found.mean == pytest.approx(4.75)
    with pytest.raises(BadSetup, match="from 0 to 1"):
        found.quantile(2)


def test_what_is_shipped_is_small_and_whole() -> None:
    assert sum(spec.data(FILE).stat().st_size for spec in SPECS) < 60_000
    for spec in SPECS:
        assert shipped(spec.key), f"{spec.key} has no distributions; `make distributions` works them out"
        for one in shipped(spec.key):
            assert one.players.game == spec.key
            assert one.chances.sum() == pytest.approx(1, abs=1e-9)
            assert one.chances[-1] > 0


def test_the_page_shows_what_is_shipped() -> None:
    assert PAGE.read_text("utf-8") == filled(PAGE.read_text("utf-8"))


def test_a_game_finds_its_own_distributions() -> None:
    assert distribution(make("classic", 4)).players.who == "perfect"
    assert [one.players.who for one in distributions("krisskross")] == ["owl", "cat"]
    assert dict(distribution(make("krisskross", 2, advanced="yes")).players.options) == {"advanced": "yes"}
    assert distribution(make("master", 2)).players.seats == 2
    assert distribution("classic", "cat").mean < distribution("classic").mean
    assert distributions(make("kribbeln", 2, beginner=True)) == ()
    with pytest.raises(BadSetup, match="no distribution of 'dog' in classic"):
        distribution("classic", "dog")
    with pytest.raises(BadSetup, match="no distribution of master for 1 seats"):
        distribution(make("master", 1))
