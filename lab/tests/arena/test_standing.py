"""How players stand: numbers that can be worked out by hand."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from lab.tests.arena.players import series

from knobel import make
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.ladder import Ladder, ladder
from knobel_lab.arena.participant import read_entrants
from knobel_lab.arena.standing import mean, per_cent, points, standing
from knobel_lab.arena.tournament import Tournament, level_tournament

GAMES = [
    GameRow(0, ("a", "b"), (30, 20), (1, 2), 50, version="1"),
    GameRow(0, ("b", "a"), (24, 24), (1, 1), 50, version="1"),
    GameRow(1, ("a", "b"), (21, 22), (2, 1), 50, version="1"),
    GameRow(1, ("b", "a"), (3, 9), (2, 1), 12, 0, "ended with exit code 1: 'a | b'", "1"),
]


def climbed(contest: Tournament) -> Ladder:
    """The ladder of a tournament, played in this process."""
    with ThreadPoolExecutor(1) as pool:
        return ladder(contest, contest.run(pool))


def test_a_mean_has_a_standard_error() -> None:
    estimate = mean([1.0, 2.0, 3.0, 4.0])
    assert estimate.mean == 2.5
    assert estimate.error == pytest.approx((5 / 3 / 4) ** 0.5)
    assert (points(estimate), per_cent(mean([0.0, 1.0]))) == ("2.50 ± 0.65", "50.0 ± 50.0")
    assert (points(None), per_cent(None)) == ("–", "")


def test_games_of_the_same_number_count_as_one_for_the_error() -> None:
    result = standing(("a", "b"), GAMES)
    [pairing] = result.pairings
    # Numbers 0 and 1 are won by 3/4 and 1/2: mean 5/8, and the error of two values is half their distance.
    assert (pairing.games, pairing.won.mean, pairing.won.error) == (4, 0.625, 0.125)
    # The game that was given away has no points: means 5 and -1.
    assert pairing.ahead is not None
    assert (pairing.ahead.mean, pairing.ahead.error) == (2.0, 3.0)
    assert result.points["a"] is not None
    assert result.points["a"].mean == (27 + 21) / 2
    assert result.forfeits == {"a": 0, "b": 1}
    assert result.reasons["b"] == {"ended with exit code 1: 'a | b'": 1}
    share = result.share("b", "a")
    assert share is not None
    assert share.mean == 0.375
    assert result.share("a", "a") is None


def test_independent_games_count_one_by_one() -> None:
    [pairing] = standing(("a", "b"), GAMES, independent=True).pairings
    # Won 1, 1/2, 0 and 1.
    assert pairing.won == mean([1.0, 0.5, 0.0, 1.0])


def test_common_dice_make_errors_smaller() -> None:
    players = ("lab.tests.arena.hosted:hasty", "lab.tests.arena.hosted:careless")
    errors = {}
    for dice in ("common", "fresh"):
        [pairing] = standing(("hasty", "careless"), series(*players, games=40, dice=dice).play()).pairings
        assert pairing.games == 80
        assert pairing.ahead is not None
        errors[dice] = pairing.ahead.error, pairing.won.error
    assert errors["common"][0] < 0.8 * errors["fresh"][0]
    assert errors["common"][1] < 0.8 * errors["fresh"][1]


def test_stronger_levels_win_more() -> None:
    result = climbed(level_tournament(make("hexhex", 2), ("chick", "owl"), 60, seed=1))
    share = result.share("owl", "chick")
    assert share is not None
    assert share.mean > 0.7
    assert result.points["owl"].mean > result.points["chick"].mean + 3


def test_a_ladder_of_levels_at_one_table_tells_the_seats_apart() -> None:
    contest = level_tournament(make("kribbeln", 2), ("chick", "owl"), 4)
    rows = [
        GameRow(0, ("chick", "owl"), (1, 3), (2, 1), 0),
        GameRow(1, ("chick", "owl"), (5, 5), (1, 1), 0),
        GameRow(0, ("owl", "chick"), (2, 9), (2, 1), 0),
        GameRow(1, ("owl", "chick"), (2, 0), (1, 2), 0),
    ]
    result = ladder(contest, reversed(rows))
    [pairing] = result.pairings
    assert (pairing.one, pairing.other, pairing.games) == ("chick", "owl", 4)
    assert (pairing.won_first.mean, pairing.won_second.mean, pairing.won.mean) == (0.25, 0.5, 0.375)
    assert pairing.ahead == mean([-2, 0, 7, -2])
    assert result.points == {"chick": mean([1, 5, 9, 0]), "owl": mean([3, 5, 2, 2])}
    assert result.share("chick", "chick") is None


def test_a_ladder_of_levels_alone_compares_sheets_with_the_same_number() -> None:
    contest = Tournament(make("krisskross", 2), read_entrants(("chick", "owl")), 4, alone=True)
    sheets = {"chick": (10, 20, 30, 40), "owl": (11, 20, 29, 50)}
    rows = [
        GameRow(at, (name,), (score,), (1,), 0) for name, scores in sheets.items() for at, score in enumerate(scores)
    ]
    result = ladder(contest, rows)
    [pairing] = result.pairings
    assert (pairing.won_first.mean, pairing.won_second.mean) == (0.25, 0.5)
    assert pairing.ahead == mean([-1, 0, 1, -10])
    assert result.points == {name: mean(scores) for name, scores in sheets.items()}
