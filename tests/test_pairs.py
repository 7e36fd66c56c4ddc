"""Pairs cover: any two values of different dimensions meet, and at night all values do."""

from itertools import combinations, product

import pytest

from tests import pairs

SIZES, LANGUAGES, GAMES = ["small", "large", "wide"], ["de", "en"], ["hexhex", "master", "yatzy", "classic"]


@pytest.mark.parametrize("dimensions", [(GAMES,), (SIZES, LANGUAGES), (SIZES, LANGUAGES, GAMES), (GAMES, GAMES, GAMES)])
def test_any_two_values_meet(monkeypatch: pytest.MonkeyPatch, dimensions: tuple[list[str], ...]) -> None:
    monkeypatch.setattr(pairs, "NIGHTLY", False)
    chosen = pairs.pairs(*dimensions)
    for one, other in combinations(range(len(dimensions)), 2):
        assert {(row[one], row[other]) for row in chosen} == set(product(dimensions[one], dimensions[other]))
    assert {row[0] for row in chosen} == set(dimensions[0])


def test_pairs_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "NIGHTLY", False)
    assert len(pairs.pairs(SIZES, LANGUAGES, GAMES)) == 12
    assert pairs.pairs(SIZES, LANGUAGES, GAMES) == pairs.pairs(SIZES, LANGUAGES, GAMES)


def test_at_night_everything_is_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "NIGHTLY", True)
    assert pairs.pairs(SIZES, LANGUAGES, GAMES) == list(product(SIZES, LANGUAGES, GAMES))
    assert pairs.by_night(GAMES, ["hexhex"]) == GAMES
