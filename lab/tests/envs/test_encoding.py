"""Observations: named numbers in their bounds, that tell the table as one seat sees it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lab.tests.envs.tables import SETUPS, Setup

from knobel import AnyGame, GameSpec, NotProvided, Record, make
from knobel.testing import random_record, registered
from knobel.testing.strategies import game_strategy, record_strategy
from knobel_lab.envs import encoding


@given(record_strategy(most=120), st.data())
def test_every_number_is_in_its_bounds(record: Record, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from(range(record.game.seats)))
    encoder = encoding(record.game)
    numbers = encoder.encode(record.state, seat)
    assert numbers.shape == (encoder.size,)
    assert numbers.dtype == np.float32
    assert (numbers >= encoder.low).all()
    assert (numbers <= 1).all()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_whole_games_stay_in_bounds_and_end_within_them(setup: Setup) -> None:
    encoder = encoding(setup.game)
    for seed in range(3):
        states = random_record(setup.game, seed).states
        numbers = np.array([encoder.encode(state, seed % setup.seats) for state in states])
        assert (numbers >= encoder.low).all()
        assert (numbers <= 1).all()


@given(game_strategy())
def test_every_number_has_a_name_of_its_own(game: AnyGame) -> None:
    encoder = encoding(game)
    assert len(set(encoder.names)) == encoder.size == len(encoder.low)
    assert [part.stop for part in encoder.slices.values()][-1] == encoder.size
    assert all(encoder.names[part.start].startswith(f"{name}.") for name, part in encoder.slices.items())


@given(record_strategy(most=60))
def test_a_sheet_is_told_alike_to_every_seat(record: Record) -> None:
    encoder, seats = encoding(record.game), record.game.seats
    seen = [encoder.encode(record.state, seat) for seat in range(seats)]
    for field in (field.name for field in encoder.sheet):
        for seat in range(seats):
            for ahead in range(1, seats):
                from_afar = seen[seat][encoder.slices[f"next{ahead}.{field}"]]
                assert np.array_equal(from_afar, seen[(seat + ahead) % seats][encoder.slices[f"own.{field}"]])


def test_classic_is_told_as_its_page_says() -> None:
    game = make("classic", 2)
    record = Record(game)
    record.fell(5, 5, 5, 6, 6)
    encoder = encoding(game)
    named = dict(zip(encoder.names, encoder.encode(record.state, 0).tolist(), strict=True))
    assert [name for name, number in named.items() if name.startswith("dice.") and number] == [
        "dice.1=5",
        "dice.2=5",
        "dice.3=5",
        "dice.4=6",
        "dice.5=6",
    ]
    assert (named["throws.1"], named["throws.0"]) == (1, 0)
    assert (named["turn.own"], named["turn.next1"]) == (1, 0)
    assert (named["worth.full_house"], named["worth.large_straight"]) == (1, 0)
    assert named["worth.fives"] == pytest.approx(15 / 25)
    record.moved(0, "write full_house")
    named = dict(zip(encoder.names, encoder.encode(record.state, 0).tolist(), strict=True))
    assert (named["own.open.full_house"], named["own.points.full_house"], named["own.open.ones"]) == (0, 1, 1)
    assert (named["turn.own"], named["turn.next1"]) == (0, 1)
    assert (named["dice.1=5"], named["next1.open.full_house"]) == (0, 1)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_tables_that_are_told_alike_offer_the_same_moves(setup: Setup) -> None:
    """Two tables that look alike in numbers must be played alike."""
    encoder = encoding(setup.game)
    offered: dict[bytes, list[list[Any]]] = {}
    for state in random_record(setup.game, 5).states:
        moves = [list(setup.game.moves(state, seat)) for seat in range(setup.seats)]
        assert offered.setdefault(encoder.encode(state, 0).tobytes(), moves) == moves


def test_a_game_that_nobody_encodes_is_refused_with_the_place_to_do_it() -> None:
    @dataclass(frozen=True)
    class Coin:
        key: str = "coin"

    coin: Any = Coin()
    with (
        registered(GameSpec("coin", range(1, 2), "knobel.games.holding")),
        pytest.raises(
            NotProvided,
            match=r"coin has no facet `observe`: it would go in knobel_lab/games/holding/observe\.py or "
            r"knobel/games/holding/observe\.py",
        ),
    ):
        encoding(coin)
