"""Records in files: whole or not at all, and clear about what is wrong."""

from pathlib import Path

import pytest

from knobel import BadRecord, load, make, save
from knobel.testing import random_record


def test_a_saved_record_loads_again(tmp_path: Path) -> None:
    record = random_record(make("kribbeln", 3), 5)
    save(record, tmp_path / "game.knobel")
    assert load(tmp_path / "game.knobel") == record


def test_saving_leaves_nothing_else_in_the_folder(tmp_path: Path) -> None:
    record = random_record(make("classic"), 5)
    save(record, tmp_path / "game.knobel")
    save(record, tmp_path / "game.knobel")
    assert [path.name for path in tmp_path.iterdir()] == ["game.knobel"]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "game.knobel"
    target.mkdir()
    with pytest.raises(BadRecord, match=r"cannot write .*game\.knobel"):
        save(random_record(make("classic"), 5), target)
    assert [path.name for path in tmp_path.iterdir()] == ["game.knobel"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"cannot read .*none\.knobel: No such file or directory"):
        load(tmp_path / "none.knobel")


def test_a_file_of_fifty_megabytes_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    path = tmp_path / "huge.knobel"
    with path.open("wb") as file:
        file.write(b"knobel 1\ngame classic\n")
        file.truncate(50_000_000)
    with pytest.raises(BadRecord, match="too large for a record; a record has at most 1048576 bytes"):
        load(path)


def test_a_file_that_is_not_utf8_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.knobel"
    path.write_bytes("knobel 1\ngame classic\nseat 0 Jürgen\n".encode("latin-1"))
    with pytest.raises(BadRecord, match="line 3: the file is not UTF-8 text"):
        load(path)
