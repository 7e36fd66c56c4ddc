"""Compact values: products of small factors, read from their file only if they are sound."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from knobel.core.errors import BadTable
from knobel.solve.compact.values import Block, Compact, Errors, Ints, read_compact, write_compact
from knobel.solve.tables import Identity

RULES = "rules"


def tidy(rows: Ints, values: NDArray[Any]) -> None:
    """The first value of the first row is 0."""
    values[rows == 0, 0] = 0


@pytest.fixture
def compact() -> Compact:
    random = np.random.default_rng(5)
    factors = tuple(random.integers(-999, 999, (length, 4)).astype(np.int16) for length in (128, 1873))
    block = Block(factors, random.random((4, 4)).astype(np.float32))
    return Compact(Identity("classic", "score", RULES, (128, 1873), "<f8", (0, 128)), (block,), Errors(0.1, 0.5), tidy)


@pytest.fixture
def file(compact: Compact, tmp_path: Path) -> Path:
    write_compact(tmp_path / "classic.npz", compact)
    return tmp_path / "classic.npz"


def test_blocks_of_three_axes_are_products_along_each() -> None:
    random = np.random.default_rng(3)
    factors = tuple(random.integers(-9, 9, (length, 2)).astype(np.int16) for length in (4, 3, 5))
    core = random.integers(-9, 9, (2, 2, 2)).astype(np.float32)
    whole = np.einsum("abc,ia,jb,kc->ijk", core, *factors)
    np.testing.assert_allclose(Block(factors, core).take(np.arange(12)), whole.reshape(12, 5))


def test_what_is_known_without_the_table_is_not_computed(compact: Compact) -> None:
    assert compact.row(0)[0] == 0
    assert compact.row(0)[1] == pytest.approx(compact.blocks[0].take(np.array([0]))[0, 1])


def test_a_file_reads_back(file: Path, compact: Compact) -> None:
    again = read_compact(file, RULES, tidy)
    assert again.identity == compact.identity
    assert np.array_equal(again.row(100), compact.row(100))
    assert again.errors.rms == compact.errors.rms


def test_values_of_other_rules_are_refused(file: Path) -> None:
    with pytest.raises(BadTable, match=r"classic.npz was distilled for other rules of classic; distil it again"):
        read_compact(file, "0", tidy)


def test_a_damaged_file_is_refused(file: Path) -> None:
    data = file.read_bytes()
    middle = range(len(data) // 2, len(data) * 3 // 4, len(data) // 100)
    changed = [data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :] for at in middle]
    for wrong in (*changed, data[: len(data) // 2], b"", b"knobel-table"):
        file.write_bytes(wrong)
        with pytest.raises(BadTable, match=r"classic\.npz"):
            read_compact(file, RULES, tidy)


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "new.npz", about=np.array(json.dumps({"format": 9})))
    with pytest.raises(BadTable, match="has format 9; this Knobel reads format 1"):
        read_compact(tmp_path / "new.npz", RULES, tidy)


def test_a_missing_file_says_what_makes_it(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"there are no compact values .*none\.npz; make them with knobel distil"):
        read_compact(tmp_path / "none.npz", RULES, tidy)
