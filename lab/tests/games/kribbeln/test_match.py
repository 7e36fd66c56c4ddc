"""Matches of Kribbeln: luck is nothing on average, margins count both sides, and a match goes on where it stopped."""

import numpy as np
import pytest

from knobel.games.kribbeln.solve.book import shipped_margins, shipped_ranks
from knobel.games.kribbeln.solve.opponents import mark
from knobel.games.kribbeln.solve.rivalry import rivalry_of
from knobel.games.kribbeln.solve.rolls import SUMS
from knobel_lab.games.kribbeln.book import KribbelnBook
from knobel_lab.games.kribbeln.gains import Gains
from knobel_lab.games.kribbeln.lanes import Lanes
from knobel_lab.games.kribbeln.match import CompiledTurns, Players, match
from tests.games.kribbeln.solve.test_book import kribbeln


def test_a_number_gains_a_point_on_everybody_it_beats_and_loses_one_to_everybody_above() -> None:
    """Of two, when the other has written 20: 21 is two points to one, 20 one to one, 19 one to two, an X none to two.

    What the other has in any case is not counted.
    """
    book = KribbelnBook(shipped_ranks(kribbeln(seats=2)))
    gains = Gains(book.lines[0]).gains[1 + mark(20)]
    assert gains[[mark(21), mark(20), mark(19), 0]] == pytest.approx([2, 1, 0, -1])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_high_kribbel_number_leaves_less_to_gain(players: int) -> None:
    values = shipped_margins(players, beginner=False).values[5][0]
    assert values[mark(20)] > values[mark(26)] > values[mark(30)]


def test_what_a_turn_is_worth_to_somebody_is_the_mean_over_how_it_ends_whoever_plays_it_for_what() -> None:
    """To the one who plays it that is what it was played for; to another one, the mean over many throws of dice."""
    compiled_turns, random = CompiledTurns(shipped_ranks(kribbeln(seats=2)).turns), np.random.default_rng(1)
    lanes = Lanes(compiled_turns.turns)
    played, judged = random.random((2, 2 * SUMS))
    compiled_turns.open(0, played)
    assert compiled_turns.start(0, played) == pytest.approx(compiled_turns.expect(0, played), abs=1e-5)
    assert compiled_turns.start(0, played) == pytest.approx(lanes.worths(0, played[:, None])[0], abs=1e-5)
    worth = compiled_turns.expect(0, judged)
    ends = [compiled_turns.ended(0, faces) for faces in random.integers(1, 7, (4000, 3, 6))]
    assert np.mean(played[ends]) == pytest.approx(compiled_turns.expect(0, played), abs=4 * np.std(played[ends]) / 63)
    assert np.mean(judged[ends]) == pytest.approx(worth, abs=4 * np.std(judged[ends]) / 63)
    assert worth < compiled_turns.start(0, judged)
    chances = compiled_turns.chances(0, played)
    assert chances @ judged == pytest.approx(worth, abs=1e-5)
    assert chances == pytest.approx(lanes.chances(0, played[:, None])[:, 0], abs=1e-4)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_luck_of_all_seats_is_nothing_together_and_moves_results(seats: int) -> None:
    game = kribbeln(seats=seats)
    players = Players(game, rivalry_of(shipped_ranks(game)))
    _, luck = players.play([players.points] * seats, 1, 1, range(seats))
    assert luck.sum() == pytest.approx(0, abs=1e-4)
    assert np.abs(luck).max() > 0.1


def test_a_match_goes_on_where_it_stopped() -> None:
    noted: dict[int, list[float]] = {}
    result = match(kribbeln(seats=2), 2, 1, note=noted.__setitem__)
    assert match(kribbeln(seats=2), 2, 1, earlier=noted) == result
    assert result.share.mean == pytest.approx(1 / 2 + sum(result.by_seat) / 2)
