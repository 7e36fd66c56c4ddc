"""The best grid that known throws allow."""

import json
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest

from knobel import BadSetup, Record, make
from knobel.core.files import save
from knobel.core.playout import play_record
from knobel.games.krisskross.best import THROWS, best_grid
from knobel.games.krisskross.best_shapes import CELLS
from knobel.games.krisskross.rules import (
    EDITIONS,
    EMPTY,
    PAIRS,
    START,
    Grid,
    KrissKross,
    can_place,
    fill,
    grid_points,
)
from knobel.solve.hindsight import best
from knobel.testing import scripted
from tests.commands import Run

FOREVER = 1e6
GAPS = "20 12 22 22 10 00 10 10 12 00 10 45"
BLANK = fill((EMPTY,) * CELLS, (START,), (1,))
both = pytest.mark.parametrize("advanced", [False, True])


def some_throws(seed: int, count: int = THROWS) -> list[list[int]]:
    found: list[list[int]] = np.random.default_rng(seed).integers(6, size=(count, 2)).tolist()
    return found


def proven(advanced: bool, throws: list[list[int]], start: int = 0) -> tuple[Grid, int]:
    begun = fill((EMPTY,) * CELLS, (START,), (start + 1,))
    return best_grid(KrissKross(1, advanced), start, throws, begun, FOREVER, None)


def tilings(free: int) -> list[list[tuple[int, int]]]:
    """All ways to cover the free cells with dominoes."""
    if not free:
        return [[]]
    low = (free & -free).bit_length() - 1
    return [
        [pair, *rest]
        for pair in PAIRS
        if pair[0] == low and free >> pair[1] & 1
        for rest in tilings(free & ~(1 << pair[0] | 1 << pair[1]))
    ]


def can_be_written(grid: Grid, throws: list[list[int]]) -> bool:
    """Some dominoes carry these throws, in any order."""
    wanted = sorted(tuple(sorted(face + 1 for face in throw)) for throw in throws)
    free = sum(1 << cell for cell in range(CELLS) if grid[cell] and cell != START)
    return any(
        sorted(tuple(sorted((grid[one], grid[other]))) for one, other in tiling) == wanted for tiling in tilings(free)
    )


@both
@pytest.mark.parametrize("seed", range(2))
def test_the_best_grid_can_be_written_with_the_throws_and_is_worth_its_bound(seed: int, advanced: bool) -> None:
    throws = some_throws(seed)
    grid, bound = proven(advanced, throws)
    assert grid_points(grid, advanced) == bound
    assert not can_place(grid)
    assert can_be_written(grid, throws[: (CELLS - 1 - grid.count(EMPTY)) // 2])


@both
@pytest.mark.parametrize("count", [1, 2])
def test_after_few_throws_the_best_grid_is_that_of_trying_all_placements(count: int, advanced: bool) -> None:
    throws = some_throws(7, count)

    def most(grid: Grid, at: int) -> int:
        if at == count:
            return grid_points(grid, advanced)
        return max(
            most(fill(grid, cells, (one + 1, other + 1)), at + 1)
            for pair in PAIRS
            if grid[pair[0]] == grid[pair[1]] == EMPTY
            for cells, (one, other) in product([pair], {*permutations(throws[at])})
        )

    grid, bound = proven(advanced, throws)
    assert grid_points(grid, advanced) == bound == most(BLANK, 0)


@both
def test_throws_of_one_symbol_fill_the_grid_with_it(advanced: bool) -> None:
    assert proven(advanced, [[0, 0]] * THROWS)[1] == (120 if advanced else 100)


def test_a_grid_with_gaps_can_be_the_best() -> None:
    throws = [[int(face) for face in throw] for throw in GAPS.split()]
    grid, bound = proven(advanced=False, throws=throws, start=2)
    assert grid.count(EMPTY) > 0
    assert not can_place(grid)
    assert grid_points(grid, advanced=False) == bound


@pytest.mark.parametrize("edition", EDITIONS)
def test_other_editions_are_counted_as_they_count(edition: str) -> None:
    game, throws = KrissKross(1, advanced=True, edition=edition), [[0, 0]] * 8 + [[1, 1]] * 4
    grid, bound = best_grid(game, 0, throws, BLANK, FOREVER, None)
    assert game.points(grid) == bound


def finished(seats: int, *lots: int, **options: str) -> Record:
    """A game with throws that are quickly proven; everybody makes the first move there is."""
    record = Record(make("krisskross", seats, **options))
    throws = [*((lot,) for lot in lots), *[(1, 1)] * 10, *[(1, 2)] * 2]
    return play_record(record, [lambda game, state, seat: game.moves(state, seat)[0]] * seats, scripted(*throws))


def test_dice_that_settle_who_begins_are_no_throws() -> None:
    usual, drawn = finished(2), finished(2, 2, begins="lot")
    assert best(drawn, 1, FOREVER).points == best(usual, 0, FOREVER).points


def test_what_is_not_proven_in_time_is_an_honest_interval() -> None:
    throws = some_throws(1)
    grid, bound = best_grid(KrissKross(1, advanced=False), 0, throws, BLANK, 0, None)
    assert grid_points(grid, advanced=False) <= proven(advanced=False, throws=throws)[1] <= bound


def test_nobody_has_more_than_was_possible_and_the_sheet_shows_it() -> None:
    record = finished(2)
    for seat in range(2):
        found = best(record, seat, FOREVER)
        assert found.proven
        assert found.reached == record.game.scores(record.state)[seat] <= found.points
        assert found.game.scores(found.state) == (found.points,)


def test_a_seat_that_has_not_begun_is_told_so() -> None:
    with pytest.raises(BadSetup, match="the start cell is empty"):
        best(Record(make("krisskross")), 0)


def test_the_command_tells_points_bound_and_sheet(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.knobel"
    save(finished(1), file)
    (told,) = json.loads(run("best", str(file), "--json", "--seconds", "1000").stdout)
    assert told["proven"]
    assert told["reached"] <= told["points"] == told["bound"] == told["sheet"]["total"]
    assert f"{told['points']} were possible" in run("best", str(file), "--seconds", "1000").stdout


def test_games_whose_dice_depend_on_decisions_have_no_best(run: Run) -> None:
    refused = run("best", "tests/golden/classic.txt")
    assert refused.returncode == 2
    assert "classic" in refused.stderr
