"""Interrupted runs: nothing finished is lost, nothing half-finished is believed."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from knobel.core.errors import BadTable
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import card_of, rules
from knobel_lab.games.scorecard.points import identity
from knobel_lab.solving import solve
from knobel_lab.solving.checkpoint import Part
from knobel_lab.solving.run import Report

KILL = """
import os, signal, sys
from pathlib import Path
from knobel_lab.solving import solve
calls = []
def progress(*now):
    calls.append(now)
    if len(calls) == 4:
        os.kill(os.getpid(), signal.SIGKILL)
solve("classic", out=Path(sys.argv[1]), progress=progress)
"""


class Interrupted(Exception):
    pass


def interrupt(path: Path, after: int) -> None:
    """Solve classic, but stop after so many chunks."""
    calls: list[int] = []

    def progress(done: int, total: int, seconds: float) -> None:
        calls.append(done)
        if len(calls) == after:
            raise Interrupted

    with pytest.raises(Interrupted):
        solve("classic", out=path, progress=progress)


def resume(path: Path) -> tuple[Report, int]:
    """Solve classic to the end; also how many chunks were still to do."""
    calls: list[int] = []
    report = solve("classic", out=path, progress=lambda done, *_: calls.append(done))
    return report, len(calls)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path, classic_file: tuple[Path, Report]) -> None:
    path = tmp_path / "c"
    interrupt(path, 5)
    assert names(tmp_path) == ["c.journal", "c.part"]
    report, chunks = resume(path)
    assert (report.value, chunks) == (classic_file[1].value, 3)
    assert names(tmp_path) == ["c"]


def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path, classic_file: tuple[Path, Report]) -> None:
    path = tmp_path / "c"
    killed = subprocess.run([sys.executable, "-c", KILL, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert names(tmp_path) == ["c.journal", "c.part"]
    report, chunks = resume(path)
    assert (report.value, chunks) == (classic_file[1].value, 4)


def test_a_note_that_was_cut_off_is_not_counted(tmp_path: Path, classic_file: tuple[Path, Report]) -> None:
    path = tmp_path / "c"
    interrupt(path, 5)
    journal = tmp_path / "c.journal"
    journal.write_text(journal.read_text()[:-3])
    assert resume(path)[1] == 4
    assert path.read_bytes()[-1000:] == classic_file[0].read_bytes()[-1000:]


def test_a_chunk_that_is_not_as_noted_is_worked_out_again(tmp_path: Path, classic_file: tuple[Path, Report]) -> None:
    path = tmp_path / "c"
    interrupt(path, 5)
    facts = identity(positions(rules(card_of("classic"))))
    with open(tmp_path / "c.part", "r+b") as part:
        part.seek(facts.offset + facts.starts[2] * facts.row_bytes)
        part.write(b"12345678")
    assert resume(path) == (resume(path)[0], 4)
    assert path.read_bytes()[-1000:] == classic_file[0].read_bytes()[-1000:]


def test_a_part_that_changed_meanwhile_never_becomes_a_table(tmp_path: Path) -> None:
    path = tmp_path / "c"
    facts = identity(positions(rules(card_of("classic"))))

    def spoil(done: int, total: int, seconds: float) -> None:
        with open(tmp_path / "c.part", "r+b") as part:
            part.seek(facts.offset)
            part.write(b"12345678" if done == total else b"")

    with pytest.raises(BadTable, match=r"c.part has changed on the disk \(chunk 0\); solve again to repair it"):
        solve("classic", out=path, progress=spoil)
    assert not path.exists()
    assert resume(path)[1] == 1


def test_a_run_of_something_else_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "c"
    interrupt(path, 5)
    assert solve("hexhex", out=path).game == "hexhex"


def test_the_time_of_all_runs_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "c"
    interrupt(path, 5)
    spent = float((tmp_path / "c.journal").read_text().split()[-1])
    assert resume(path)[0].cpu_seconds > spent


def test_two_runs_cannot_write_the_same_table(tmp_path: Path) -> None:
    facts = identity(positions(rules(card_of("hexhex"))))
    with Part(tmp_path / "h", facts), pytest.raises(BadTable, match="another process is solving"):
        solve("hexhex", out=tmp_path / "h")


def test_a_place_that_cannot_be_written_is_an_error_of_ours(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadTable, match="cannot write"):
        solve("hexhex", out=tmp_path / "file" / "h")
