"""Training the Kriss Kross player: it learns, a seed gives the same weights, and a killed run goes on."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from knobel import BadSetup
from knobel.core.errors import BadTable
from knobel.games.krisskross.solve.weights import Weights, load_weights
from knobel_lab.games.krisskross.compiled_grids import CompiledGrids
from knobel_lab.games.krisskross.learn import make_notes
from knobel_lab.games.krisskross.measure import measure
from knobel_lab.games.krisskross.train import BATCH, Lesson, first_weights, rounded, save_weights, train

LESSON = Lesson(advanced=True, games=4 * BATCH, seed=3)
KILL = """
import os, signal, sys
from pathlib import Path
from knobel_lab.games.krisskross.train import BATCH, Lesson, train
def progress(done, *_):
    if done == 3 * BATCH:
        os.kill(os.getpid(), signal.SIGKILL)
train(Lesson(advanced=True, games=4 * BATCH, seed=3), Path(sys.argv[1]), progress, keep_seconds=0)
"""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "trained.npz"
    train(LESSON, path)
    return path


def weights_in(path: Path) -> Weights:
    return load_weights(advanced=True, path=path)


def same(one: Path, other: Path) -> bool:
    return all(map(np.array_equal, weights_in(one), weights_in(other)))


def test_learning_makes_a_stronger_player(trained: Path) -> None:
    before, after = (
        measure("learned", CompiledGrids(advanced=True, weights=weights), 40, seed=1)
        for weights in (rounded(first_weights(advanced=True)), weights_in(trained))
    )
    assert after.mean > before.mean + after.error + before.error


def test_a_seed_gives_the_same_weights(trained: Path, tmp_path: Path) -> None:
    train(LESSON, tmp_path / "again.npz")
    assert same(tmp_path / "again.npz", trained)
    train(Lesson(advanced=True, games=BATCH, seed=4), tmp_path / "other.npz")
    assert not same(tmp_path / "other.npz", trained)


def test_a_killed_run_goes_on_and_ends_with_the_same_weights(trained: Path, tmp_path: Path) -> None:
    path, part = tmp_path / "killed.npz", tmp_path / "killed.npz.part"
    killed = subprocess.run([sys.executable, "-c", KILL, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert part.exists()
    assert not path.exists()
    seen: list[int] = []
    train(LESSON, path, lambda done, *_: seen.append(done))
    assert seen == [3 * BATCH, 4 * BATCH]
    assert same(path, trained)
    assert [file.name for file in tmp_path.iterdir()] == ["killed.npz"]


@pytest.mark.parametrize("spoil", [lambda part: part.write_bytes(b"PK"), lambda part: train(LESSON, part)])
def test_a_part_of_something_else_is_not_taken_up(tmp_path: Path, spoil: object) -> None:
    assert callable(spoil)
    path = tmp_path / "w.npz"
    spoil(tmp_path / "w.npz.part")
    seen: list[int] = []
    train(Lesson(advanced=True, games=2 * BATCH, seed=5), path, lambda done, *_: seen.append(done))
    assert seen == [BATCH, 2 * BATCH]


def test_learning_stays_symmetric(trained: Path) -> None:
    notes, windows = make_notes(advanced=True), weights_in(trained).windows
    random = np.random.default_rng(1)
    for at in range(0, len(notes.images), 8):
        images, start = notes.images[at : at + 8], notes.offsets[at]
        same_place = [image for image in images if set(np.flatnonzero(image)) == set(np.flatnonzero(images[0]))]
        for digits in random.integers(3, size=(200, 25)):
            assert len({float(windows[start + image @ digits]) for image in same_place}) == 1


def test_weights_of_the_other_game_are_refused(trained: Path, tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="does not hold weights of the basic game"):
        load_weights(advanced=False, path=trained)
    with pytest.raises(BadTable, match="there is no file"):
        weights_in(tmp_path / "none.npz")
    (tmp_path / "noise.npz").write_bytes(b"noise")
    with pytest.raises(BadTable, match="cannot read"):
        weights_in(tmp_path / "noise.npz")
    with pytest.raises(BadTable, match="cannot write"):
        save_weights(tmp_path / "noise.npz" / "deeper.npz", first_weights(advanced=True), {})


def test_what_cannot_be_learned_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="at least one game"):
        train(Lesson(advanced=False, games=0), tmp_path / "w.npz")
