"""Compact values: near the table they come from, and read back from their file."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.master.solve.positions import positions as master_positions
from knobel.games.scorecard.solve.duel import Duel
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.compact.values import Compact, Recipe, read_compact, write_compact
from knobel.solve.tables import Table, read_table
from knobel_lab.games.master.turns import recipe as master_recipe
from knobel_lab.games.master.turns import table_plan as master_plan
from knobel_lab.games.scorecard import duel, points
from knobel_lab.solving.compress import distil
from knobel_lab.solving.run import execute
from tests.solve.cards import COINS


@pytest.fixture(scope="module")
def recipe() -> Recipe:
    return points.recipe(positions(rules(CLASSIC)))


@pytest.fixture(scope="module")
def compact(recipe: Recipe, classic: Table) -> Compact:
    return distil(recipe, classic.values, 8)


def test_errors_are_those_of_all_positions(compact: Compact, classic: Table) -> None:
    off = np.abs(compact.whole() - classic.values)
    assert compact.errors.worst == pytest.approx(off.max(), rel=1e-3)
    count = np.count_nonzero(classic.values)
    assert compact.errors.rms == pytest.approx(np.sqrt(np.square(off).sum() / count), rel=1e-3)
    assert compact.errors.rms < 0.2
    assert compact.errors.worst < 1.5


def test_a_higher_rank_is_nearer(recipe: Recipe, compact: Compact, classic: Table) -> None:
    assert distil(recipe, classic.values, 16).errors.rms < compact.errors.rms / 2


def test_a_row_is_the_same_alone_and_among_all(compact: Compact) -> None:
    whole = compact.whole()
    for row in (0, 1, 77, 127):
        np.testing.assert_allclose(compact.row(row), whole[row], atol=1e-4)


def test_a_full_sheet_is_worth_nothing(compact: Compact) -> None:
    place = positions(rules(CLASSIC))
    row, chips, state = place.find([], 63, 0)
    assert compact.row(row)[chips, state] == 0


def test_distilling_tells_how_far_it_is(recipe: Recipe, classic: Table) -> None:
    seen: list[tuple[int, int]] = []
    distil(recipe, classic.values, 2, lambda done, total, _: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]


def test_a_game_for_two_has_a_block_for_each_layer(tmp_path: Path) -> None:
    coins = Duel(rules(COINS))
    execute(duel.plan(coins), tmp_path / "coins.table")
    table = read_table(tmp_path / "coins.table")
    distilled = distil(duel.recipe(coins), table.values, 32)
    assert distilled.identity.starts == coins.layers
    assert distilled.errors.worst < 1e-3
    np.testing.assert_allclose(distilled.row(3), table.row(3), atol=1e-3)


def test_late_boards_of_master_become_compact(tmp_path: Path) -> None:
    whole = master_positions()
    late = replace(whole, fields=whole.fields[: whole.layers[4]])
    execute(master_plan(late), tmp_path / "late.table")
    values = read_table(tmp_path / "late.table").values
    distilled = distil(master_recipe(late), values, 12)
    assert distilled.errors.rms < 0.02
    # At the goal nothing is to come, exactly.
    assert (distilled.whole()[values == 0] == 0).all()


def test_the_same_table_gives_the_same_file(compact: Compact, recipe: Recipe, classic: Table, tmp_path: Path) -> None:
    write_compact(tmp_path / "classic.npz", compact)
    write_compact(tmp_path / "again.npz", distil(recipe, classic.values, 8))
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "classic.npz").read_bytes()
    again = read_compact(tmp_path / "again.npz", recipe.identity.rules, recipe.tidy)
    assert np.array_equal(again.row(100), compact.row(100))
