"""Matches of Kribbeln: luck is nothing on average, margins count both sides, and a match goes on where it stopped."""

import numpy as np
import pytest

from knobel.games.kribbeln.solve.book import shipped_kribbeln
from knobel.games.kribbeln.solve.margins import Gains, shipped_margins
from knobel.games.kribbeln.solve.match import Floor, match
from knobel.games.kribbeln.solve.opponents import mark
from knobel.games.kribbeln.solve.rolls import SUMS
from knobel.solve.kernel.jit import COMPILED
from tests.games.kribbeln.solve.test_book import kribbeln

compiled = pytest.mark.skipif(not COMPILED, reason="needs Numba")


def test_a_number_gains_a_point_on_everybody_it_beats_and_loses_one_to_everybody_above() -> None:
    """Of two, when the other has written 20: 21 is two points to one, 20 one to one, 19 one to two, an X none to two.

    What the other has in any case is not counted.
    """
    book = shipped_kribbeln(kribbeln(seats=2))
    gains = Gains(book.lines[0]).gains[1 + mark(20)]
    assert gains[[mark(21), mark(20), mark(19), 0]] == pytest.approx([2, 1, 0, -1])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_high_kribbel_number_leaves_less_to_gain(players: int) -> None:
    values = shipped_margins(players, beginner=False).values[5, 0]
    assert values[mark(20)] > values[mark(26)] > values[mark(30)]


@compiled
def test_the_luck_of_a_turn_is_nothing_on_average_whatever_it_is_played_for() -> None:
    floor, random = Floor(shipped_kribbeln(kribbeln(seats=2)).turns), np.random.default_rng(1)
    played, judged = random.random((2, 2 * SUMS))
    throws = random.integers(1, 7, (1500, 3, 6))
    # Laid open once, or it would be done anew for every throw.
    turn, values = floor._open(0, played, 0), floor._open(0, judged, 1)
    found = [floor._fast.play(turn, values, floor._class_of[0], faces)[1] for faces in throws]
    assert [floor.play(0, played, judged, faces)[1] for faces in throws[:20]] == pytest.approx(found[:20])
    assert abs(np.mean(found)) < 4 * np.std(found) / np.sqrt(len(found))
    assert np.std(found) > 0.01


@compiled
def test_a_match_goes_on_where_it_stopped() -> None:
    noted: dict[int, list[float]] = {}
    found = match(kribbeln(seats=2), 2, 1, note=noted.__setitem__)
    assert match(kribbeln(seats=2), 2, 1, known=noted) == found
    assert found.share.mean == pytest.approx(1 / 2 + sum(found.by_seat) / 2)
