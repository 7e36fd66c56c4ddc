"""Judging Kriss Kross by the chance to win: exact at the end, always somebody's, and no throw is lucky on average."""

from functools import cache
from itertools import product
from typing import Any

import pytest

from knobel import make
from knobel.coach.judge import judge_of, objectives
from knobel.core.game import AnyGame
from knobel.games.krisskross.rules import PAIRS, Grid, KrissKross, Place, State, can_place, fill, grid_points
from knobel.games.krisskross.solve.fitting import fits, free_cells
from tests.coach.games import name, states
from tests.games.krisskross.solve.test_values import late_grid

THROWS = list(product(range(1, 7), repeat=2))
GAMES = [make("krisskross", 2), make("krisskross", 4, advanced=True), make("krisskross", 2, edition="double")]


def placements(grid: Grid) -> list[tuple[int, int]]:
    return [cells for one, other in PAIRS if grid[one] == grid[other] == 0 for cells in ((one, other), (other, one))]


@cache
def last(grid: Grid, dice: tuple[int, int], advanced: bool) -> int:
    """The most points with the last throw."""
    if not can_place(grid):
        return grid_points(grid, advanced)
    return max(grid_points(fill(grid, cells, dice), advanced) for cells in placements(grid))


def share(scores: list[int], seat: int) -> float:
    return (scores[seat] == max(scores)) / scores.count(max(scores))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("advanced", [False, True])
def test_before_the_last_throw_whoever_writes_last_gets_exact_chances(seats: int, advanced: bool) -> None:
    game = make("krisskross", seats, advanced=advanced)
    others = tuple(late_grid(seed, 1) for seed in range(1, seats))
    own = late_grid(40 + seats, 2)
    state = State((own, *others), 11, (2, 5), (0,))
    judge = judge_of(game)
    assert judge.exact(game, state, 0)
    for move, chance in judge.rate(game, state, 0).items():
        assert isinstance(move, Place)
        grids = (fill(own, move.cells, (2, 5)), *others)
        if any(placements(fill(grids[0], cells, (1, 1))) for cells in placements(grids[0])):
            continue
        wins = [share([last(grid, dice, advanced=advanced) for grid in grids], 0) for dice in THROWS]
        assert chance == pytest.approx(sum(wins) / 36, abs=1e-12)


@pytest.mark.parametrize("seats", [2, 3])
def test_in_the_last_turn_the_chance_is_what_the_best_grids_share(seats: int) -> None:
    game = make("krisskross", seats)
    grids = tuple(late_grid(seed, 1) for seed in range(seats))
    judge = judge_of(game)
    for dice in THROWS:
        state = State(grids, 12, dice, tuple(range(seats)))
        others = [last(grid, dice, advanced=False) for grid in grids[1:]]
        assert judge.exact(game, state, 0)
        for move, chance in judge.rate(game, state, 0).items():
            assert isinstance(move, Place)
            assert chance == share([grid_points(fill(grids[0], move.cells, dice), advanced=False), *others], 0)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_somebody_always_wins(game: AnyGame) -> None:
    judge = judge_of(game)
    assert objectives(game) == ("win", "points")
    for state in states(game, seed=3, every=2):
        values = [judge.value(game, state, seat) for seat in range(game.seats)]
        assert sum(values) == pytest.approx(1, abs=1e-6)
        assert min(values) > -1e-9


@pytest.mark.parametrize("left", [1, 2])
def test_no_throw_is_lucky_on_average_towards_the_end(left: int) -> None:
    game = make("krisskross", 3)
    late = (late_grid(seed, left) for seed in range(50))
    grids = tuple([grid for grid in late if not fits(free_cells(grid), left + 1)][:3])
    judge = judge_of(game)
    for seat in range(3):
        before = judge.value(game, State(grids, 12 - left), seat)
        falls: list[Any] = [game.land(State(grids, 12 - left), dice) for dice in THROWS]
        assert sum(judge.value(game, state, seat) for state in falls) / 36 == pytest.approx(before, abs=1e-12)


def test_the_judge_knows_at_least_as_good_a_move_as_the_one_for_points() -> None:
    game = make("krisskross", 2)
    assert isinstance(game, KrissKross)
    judge = judge_of(game)
    for state in states(game, seed=5):
        if state.waiting:
            seat = state.waiting[0]
            assert max(judge.rate(game, state, seat).values()) >= judge.value(game, state, seat) - 1e-12
