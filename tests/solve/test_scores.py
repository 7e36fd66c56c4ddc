"""Shipped distributions of scores: whole, small, and with the means that are known."""

import pytest

from knobel import BadSetup, make
from knobel.games import SPECS
from knobel.solve.scores import FILE, Distribution, Players, distribution, distributions, shipped


def test_classic_has_the_published_mean() -> None:
    found = distribution("classic")
    assert found.exact
    assert sum(found.chances) == pytest.approx(1, abs=1e-9)
    assert found.mean == pytest.approx(245.8707745, abs=1e-6)
    assert found.deviation == pytest.approx(39.82, abs=0.005)


def test_extreme_has_the_known_mean_within_its_error() -> None:
    found = distribution("extreme")
    assert found.games == 200_000
    assert abs(found.mean - 651.1756) < 3 * found.error


def test_a_wish_is_reached_at_least_as_often_as_perfect_play_reaches_it() -> None:
    found = distribution("hexhex")
    assert len(found.reach) == 55
    for score in range(55):
        assert found.reach[score] > found.at_least(score) - 1e-6
    assert found.reach[33] - found.at_least(33) > 0.03


def test_percentiles_count_what_is_lower() -> None:
    found = Distribution(Players("tiny", "perfect"), 3, [0.25, 0.0, 0.5, 0.25])
    assert [found.percentile(score) for score in (0, 3, 4, 5, 6, 7, 99)] == [0, 0, 25, 25, 75, 100, 100]
    assert [found.quantile(share) for share in (0, 0.25, 0.26, 0.75, 1)] == [3, 3, 5, 5, 6]
    assert found.at_least(5) == 0.75
    assert found.mean == pytest.approx(4.75)
    with pytest.raises(BadSetup, match="from 0 to 1"):
        found.quantile(2)


def test_what_is_shipped_is_small_and_whole() -> None:
    specs = [spec for spec in SPECS if "data" not in spec.absent]
    assert sum(spec.data(FILE).stat().st_size for spec in specs) < 60_000
    for spec in specs:
        assert shipped(spec.key), f"{spec.key} has no distributions; `make distributions` works them out"
        for one in shipped(spec.key):
            assert one.players.game == spec.key
            assert sum(one.chances) == pytest.approx(1, abs=1e-9)
            assert one.chances[-1] > 0


def test_a_game_finds_its_own_distributions() -> None:
    assert distribution(make("classic", 4)).players.who == "perfect"
    assert [one.players.who for one in distributions("krisskross")] == ["owl", "cat"]
    assert dict(distribution(make("krisskross", 2, advanced="yes")).players.options) == {"advanced": "yes"}
    assert distribution(make("master", 2)).players.seats == 2
    assert distribution("classic", "cat").mean < distribution("classic").mean
    assert distributions(make("kribbeln", 2, beginner=True)) == ()
    with pytest.raises(BadSetup, match="no distribution of 'dog' in classic"):
        distribution("classic", "dog")
    with pytest.raises(BadSetup, match="no score distribution is included for master with 1 seats"):
        distribution(make("master", 1))
