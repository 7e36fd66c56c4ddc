"""Compact values: near the table they come from, and read back from their file only if they are sound."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knobel.core.errors import BadTable
from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.master.solve.positions import positions as master_positions
from knobel.games.scorecard.solve.duel import Duel
from knobel.games.scorecard.solve.duel import plan as duel_plan
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.games.scorecard.solve.shipped import duel_recipe, points_recipe
from knobel.solve.compact.values import Block, Compact, Recipe, read_compact, write_compact
from knobel.solve.tables import Table, read_table
from knobel_lab.games.master.turns import recipe as master_recipe
from knobel_lab.games.master.turns import table_plan as master_plan
from knobel_lab.solving.compress import distil
from knobel_lab.solving.run import execute
from tests.games.scorecard.solve.test_duel import COINS


@pytest.fixture(scope="module")
def recipe() -> Recipe:
    return points_recipe(positions(rules(CLASSIC)))


@pytest.fixture(scope="module")
def compact(recipe: Recipe, classic: Table) -> Compact:
    return distil(recipe, classic.values, 8)


@pytest.fixture
def file(compact: Compact, tmp_path: Path) -> Path:
    write_compact(tmp_path / "classic.npz", compact)
    return tmp_path / "classic.npz"


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


def test_blocks_of_three_axes_are_products_along_each() -> None:
    random = np.random.default_rng(3)
    factors = tuple(random.integers(-9, 9, (length, 2)).astype(np.int16) for length in (4, 3, 5))
    core = random.integers(-9, 9, (2, 2, 2)).astype(np.float32)
    whole = np.einsum("abc,ia,jb,kc->ijk", core, *factors)
    np.testing.assert_allclose(Block(factors, core).take(np.arange(12)), whole.reshape(12, 5))


def test_a_game_for_two_has_a_block_for_each_layer(tmp_path: Path) -> None:
    duel = Duel(rules(COINS))
    execute(duel_plan(duel), tmp_path / "coins.table")
    table = read_table(tmp_path / "coins.table")
    found = distil(duel_recipe(duel), table.values, 32)
    assert found.identity.starts == duel.layers
    assert found.errors.worst < 1e-3
    np.testing.assert_allclose(found.row(3), table.row(3), atol=1e-3)


def test_late_boards_of_master_become_compact(tmp_path: Path) -> None:
    whole = master_positions()
    late = replace(whole, fields=whole.fields[: whole.layers[4]])
    execute(master_plan(late), tmp_path / "late.table")
    values = read_table(tmp_path / "late.table").values
    found = distil(master_recipe(late), values, 12)
    assert found.errors.rms < 0.02
    # At the goal nothing is to come, exactly.
    assert (found.whole()[values == 0] == 0).all()


def test_a_file_reads_back(file: Path, recipe: Recipe, compact: Compact) -> None:
    again = read_compact(file, recipe.identity.rules, recipe.tidy)
    assert again.identity == compact.identity
    assert np.array_equal(again.row(100), compact.row(100))
    assert again.errors.rms == compact.errors.rms


def test_the_same_table_gives_the_same_file(file: Path, recipe: Recipe, classic: Table, tmp_path: Path) -> None:
    write_compact(tmp_path / "again.npz", distil(recipe, classic.values, 8))
    assert (tmp_path / "again.npz").read_bytes() == file.read_bytes()


def test_values_of_other_rules_are_refused(file: Path, recipe: Recipe) -> None:
    with pytest.raises(BadTable, match=r"classic.npz was distilled for other rules of classic; distil it again"):
        read_compact(file, "0", recipe.tidy)


def test_a_damaged_file_is_refused(file: Path, recipe: Recipe) -> None:
    data = file.read_bytes()
    middle = range(len(data) // 2, len(data) * 3 // 4, len(data) // 100)
    changed = [data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :] for at in middle]
    for wrong in (*changed, data[: len(data) // 2], b"", b"knobel-table"):
        file.write_bytes(wrong)
        with pytest.raises(BadTable, match=r"classic\.npz"):
            read_compact(file, recipe.identity.rules, recipe.tidy)


def test_a_file_of_another_format_is_refused(tmp_path: Path, recipe: Recipe) -> None:
    np.savez(tmp_path / "new.npz", about=np.array(json.dumps({"format": 9})))
    with pytest.raises(BadTable, match="has format 9; this Knobel reads format 1"):
        read_compact(tmp_path / "new.npz", recipe.identity.rules, recipe.tidy)


def test_a_missing_file_says_what_makes_it(tmp_path: Path, recipe: Recipe) -> None:
    with pytest.raises(BadTable, match=r"there are no compact values .*none\.npz; knobel distil makes them"):
        read_compact(tmp_path / "none.npz", recipe.identity.rules, recipe.tidy)
